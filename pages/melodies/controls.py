"""What a person can set in the lesson on language models: which one, what is shown of its attention, time, samples."""

from __future__ import annotations

from dataclasses import dataclass

from pages.melodies.lattice import STEP, column_of
from pages.shared.lesson.control_fields import choice, flag, handle, number
from pages.shared.lesson.controls import PlotControls
from tnpcore.sequences import names
from tnpcore.sequences.specs import LANGUAGE_KINDS

SHIPPED = frozenset(names("melodies"))
TITLES = {kind.name: kind.title for kind in LANGUAGE_KINDS}
CAUSAL, MASKED = TITLES
KINDS = {CAUSAL: "Causal", MASKED: "Masked"}
POSITIONS = {
    "relative": "Relative",
    "shaw": "Relative-vector",
    "sinusoidal": "Sinusoidal",
    "learned": "Learned",
    "rotary": "Rotary",
    "none": "None",
}
LONGER = ("-soft", "-relative", "")  # recipes of relative positions, the best one first
LAYERS = ("1", "2", "3", "4")
HEADS = ("mean", "1", "2", "3", "4")
SAMPLES = 20  # to choose from
LATER = 16  # steps by which a melody can be shifted
EARLIER = 8


def network(kind: str, positions: str) -> str | None:
    """The model of this kind with these positions whose weights are there; None without one."""
    endings = LONGER if positions == "relative" else (f"-{positions}",)
    return next((name for ending in endings if (name := f"melodies-{kind}{ending}") in SHIPPED), None)


# Those positions that models of both kinds are there for.
ENCODINGS = {name: text for name, text in POSITIONS.items() if all(network(kind, name) for kind in KINDS)}


@dataclass(frozen=True)
class MelodyControls(PlotControls):
    """Layer and head are chosen as they are counted on the page, from 1."""

    model: str = choice(
        KINDS,
        label="Model",
        parameter="melodies_model",
        help="Causal: predicts a note from those before it. Masked: fills in hidden notes, from all that are seen.",
    )
    positions: str = choice(
        ENCODINGS,
        label="Positions",
        parameter="melodies_positions",
        help="How the model knows places: by distance within its attention (relative, rotary, and relative-vector: on "
        "keys and values), by vectors that are added to the notes (sinusoidal, learned), or not at all.",
    )
    layer: str = choice(LAYERS, label="Layer", parameter="melodies_layer")
    head: str = choice(HEADS, label="Head", parameter="melodies_head")
    tau: float = number(
        0.0, -EARLIER * STEP, LATER * STEP, step=STEP, counted=True, label="Shift all inputs by τ", unit="steps"
    )
    write: bool = flag(
        label="Let the model write",
        parameter="melodies_write",
        help="A causal model goes on after the last note, a masked one fills in hidden notes: as samples.",
    )
    draw: int = number(1, 1, SAMPLES, step=1, whole=True, label="Sample")
    query: float = handle()

    @property
    def network(self) -> str:
        """The trained model on show."""
        return self.network_of(self.model)

    def network_of(self, kind: str) -> str:
        """The trained model of a kind, with the chosen positions."""
        found = network(kind, self.positions)
        if found is None:
            raise ValueError(f"positions must be one of {', '.join(ENCODINGS)}, got {self.positions!r}")
        return found

    @property
    def column(self) -> int:
        """The column that the query stands in."""
        return column_of(self.at)

    @property
    def later(self) -> int:
        """By how many steps all notes are shifted."""
        return round(self.tau / STEP)

    @property
    def heads(self) -> tuple[int, ...]:
        """The chosen heads, from 0; several are shown by their mean."""
        return tuple(range(len(HEADS) - 1)) if self.head == "mean" else (HEADS.index(self.head) - 1,)
