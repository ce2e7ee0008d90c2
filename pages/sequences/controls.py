"""What a person can set in the lesson on sequences: the task, the model, and what is done to its decoder."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.lesson.control_fields import cell_sets, choice, handle, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.cross_attention import HEADS, LAYERS
from pages.shared.scene.quantities import ALONG_X
from tnpcore.sequences import names
from tnpcore.sequences.copying import PITCHES, TASKS

NAMES = {
    "bottleneck": "One vector",
    "additive": "Additive attention",
    "dot": "Dot-product attention",
    "transformer": "Transformer",
}
POSITIONS = {
    "sinusoidal": "Sinusoidal",
    "learned": "Learned",
    "rotary": "Rotary",
    "relative": "Relative",
    "shaw": "Relative-vector",
}
TRANSFORMERS = {name: "transformer" if name == "sinusoidal" else f"transformer-{name}" for name in POSITIONS}
TITLES = {**NAMES, **{TRANSFORMERS[name]: f"Transformer, {text.lower()} positions" for name, text in POSITIONS.items()}}
TITLES["transformer"] = NAMES["transformer"]
# Those whose weights are there: all networks by title, the four kinds, and the Transformer's positions.
NETWORKS = {name: text for name, text in TITLES.items() if f"copying-{name}" in names("copying")}
MODELS = {name: text for name, text in NAMES.items() if name in NETWORKS}
ENCODINGS = {name: text for name, text in POSITIONS.items() if TRANSFORMERS[name] in NETWORKS}
FREE = "its own"  # no note is forced
BEYOND = 2  # symbols of a source that are no notes: the task before them, the end after them


@dataclass(frozen=True)
class SequenceControls(PlotControls):
    """Layer and head are chosen as they are counted on the page, from 1."""

    task: str = choice({name: name for name in TASKS}, label="Task", parameter="sequences_task")
    model: str = choice(MODELS, "transformer", label="Model", parameter="sequences_model")
    positions: str = choice(
        ENCODINGS,
        label="Positions",
        parameter="sequences_positions",
        help="How the Transformer knows places: by vectors added to its symbols (sinusoidal, learned), or by distances "
        "within its self-attention (rotary, relative, and relative-vector: on keys and values).",
    )
    layer: str = choice(LAYERS, "2", label="Layer", parameter="sequences_layer")
    head: str = choice(HEADS, label="Head", parameter="sequences_head")
    force: str = choice(
        (FREE, *PITCHES),
        label="Note at the query",
        parameter="sequences_force",
        many=True,
        help="What the decoder writes, and then reads, at the query: its own choice, or a note that you force on it.",
    )
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    query: float = handle()
    cells: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = cell_sets(beyond=BEYOND)

    @property
    def network(self) -> str:
        """The trained model on show: the kind, and of Transformers the one with the chosen positions."""
        return TRANSFORMERS[self.positions] if self.model == "transformer" else self.model

    def forbidden(self, count: int) -> tuple[tuple[int, int], ...]:
        """The cells (position of the output, symbol of the source) that may not be attended to, of `count` notes."""
        return next((tuple(sorted(set(cells))) for then, cells in self.cells if then == count), ())
