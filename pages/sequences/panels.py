"""The pictures of what a model reads and writes: output, alignment, self-attention, exact match by length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pages.sequences.controls import FREE, SequenceControls
from pages.sequences.lattice import ROWS, Melody
from pages.sequences.run import WRITTEN, Run, teacher_forced
from pages.shared.models import decoder_panels
from pages.shared.models.cross_attention import CrossAttention
from pages.shared.models.decoder_runs import END_NAME, may_attend
from pages.shared.scene.marks import HeatMap, Panel

RING = 0.25  # units of x: about a ring's radius on a phone, so that the last of too many is not cut
WRONG = " ✗"  # behind a wrong note
SIDES = ("encoder", "cross", "decoder")
SQUARE = (
    "Three rectangles: every symbol of the source attends to all of them (above), an output to the source (left) and, "
    "masked, to itself and what was written before (right). All rows of a rectangle sum to 1."
)


@dataclass(frozen=True, eq=False)
class View:
    """What is shown: a melody, what a model made of it, and the controls; `row` is the output's note at the query."""

    melody: Melody
    run: Run
    controls: SequenceControls
    row: int

    @property
    def inputs(self) -> tuple[str, ...]:
        """The symbols of the source, the notes numbered."""
        return (self.run.source[0], *_numbered(self.melody.notes), END_NAME)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The written symbols, numbered, wrong ones marked."""
        right = (*self.run.right, len(self.run.written) == len(self.run.wanted))
        names = (*_numbered(self.run.written), END_NAME)[: len(self.run.probabilities)]
        return tuple(name + WRONG * (not ok) for name, ok in zip(names, right, strict=False))

    @property
    def written_at(self) -> tuple[np.ndarray, np.ndarray]:
        """Where the written notes stand on the stage: x [n], y [n]."""
        written = self.run.written
        places = self.melody.places(len(written), self.controls.view[1] - RING)
        return places, np.array([ROWS[note] for note in written])

    @property
    def keys(self) -> tuple[int, ...]:
        """The drawn point behind each symbol of the source."""
        return (-1, *self.melody.keys, -1)

    @property
    def attention(self) -> CrossAttention:
        """The weights on show."""
        return CrossAttention(self.run.weights, self.controls.layer, self.controls.head)


def _numbered(notes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{i + 1} {note}" for i, note in enumerate(notes))


def output(view: View) -> Panel:
    """The probability of every note at every position of the output: the counterpart of a band."""
    columns = tuple(name.split(" ", 1)[1] if name[0].isdigit() else name for name in view.outputs)
    heat = HeatMap(
        view.run.probabilities.T[[*range(len(WRITTEN) - 2, -1, -1), -1]],
        "note",
        "what is written, in order (✗ wrong)",
        (*WRITTEN[-2::-1], END_NAME),
        columns,
        active_column=min(view.row, len(columns) - 1),
        model=view.controls.model,
        wide=True,
    )
    return Panel("output", "Probability of the next note", (heat,), model=view.controls.model)


def alignment(view: View) -> Panel:
    """Where the decoder looks at every position; cells can be forbidden."""
    most = len(view.inputs)
    weights, names = view.attention.alignment[:most], view.outputs[:most]
    count = len(view.melody.notes)
    heat = HeatMap(
        weights,
        "writes (query)",
        "reads (key)",
        names,
        view.inputs,
        mask=may_attend(view.controls.forbidden(count), weights.shape),
        edit=f"cells{count}",
        active_row=view.row if view.row < len(weights) else None,
        keys=view.keys,
        model=view.controls.model,
        row_letters=max(len(name.removesuffix(WRONG)) for name in names) + len(WRONG),
    )
    note = "Every row sums to 1. Press a cell to forbid it, in all layers and heads: the output is written again."
    return Panel("alignment", f"Alignment: {view.attention.title}", (heat,), model=view.controls.model, note=note)


def heads(view: View) -> Panel:
    """The row of the query in every head of the layer."""
    weights = view.attention.by_head
    row = min(view.row, weights.shape[1] - 1)
    labels = tuple(f"head {h + 1}" for h in range(len(weights)))
    heat = HeatMap(weights[:, row], "head", "reads (key)", labels, view.inputs, keys=view.keys, model="transformer")
    return Panel("heads", "The query's weights by head", (heat,), model=view.controls.model)


def square(view: View) -> tuple[Panel, ...]:
    """Three rectangles of weights: encoder, cross-attention below it, decoder. Only a Transformer has all of them."""
    number = 0 if view.controls.layer == "1" else -1
    layers = {side: [name for name in view.run.weights if name.startswith(side)] for side in SIDES}
    if not all(layers.values()):
        return ()
    encoder, cross, decoder = (view.attention.of_layer(layers[side][number]) for side in SIDES)
    reads, most = len(encoder), min(len(decoder), len(encoder))
    weights = np.block([[encoder, np.zeros((reads, most))], [cross[:most], decoder[:most, :most]]])
    mask = np.ones(weights.shape, dtype=bool)
    mask[:reads, reads:] = False
    mask[reads:, reads:] = np.tri(most, dtype=bool)
    for row, column in view.controls.forbidden(len(view.melody.notes)):
        mask[reads + row : reads + row + 1, column] = False
    names = (*view.inputs, *("start", *(name.removesuffix(WRONG) for name in view.outputs))[:most])
    heat = HeatMap(
        weights,
        "query: source, then output",
        "key: source, then output",
        names,
        names,
        mask=mask,
        active_row=reads + view.row if view.row < most else None,
        keys=(*view.keys, *(-1 for _ in range(most))),
        model="transformer",
        square=True,
    )
    return (Panel("square", f"All attention, {view.attention.title}", (heat,), model="transformer", note=SQUARE),)


def forcing(view: View) -> Panel:
    """The probability of every right note: after all right notes (teacher forcing), and after its own."""
    taught = teacher_forced(view.controls.network, view.controls.task, view.melody.notes)
    controls, run, note = view.controls, view.run, ""
    at = view.melody.nearest(controls.at)
    if controls.force != FREE and at < len(run.wanted):
        note = decoder_panels.forced_note(run, at, controls.force, run.wanted[at])
    titles = {
        "after the right notes (teacher forcing)": taught,
        f"after its own notes ({note or 'free running'})": run.of_wanted(),
    }
    return decoder_panels.forcing("Probability of the right note", view.run.wanted, titles, view.controls.model)
