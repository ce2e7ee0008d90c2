"""What the decoder is given beside what it should write, step by step: in training, and when it writes. Pure."""

from __future__ import annotations

import numpy as np

from pages.sequences.controls import SequenceControls
from pages.sequences.run import Run
from pages.shared.models.decoder_runs import END_NAME
from pages.shared.scene.marks import Line, Panel
from pages.shared.scene.symbols import APART, MOST_COLUMNS, SymbolRow, column_ends, in_columns

START, END = "START", "END"
ROWS = {"train": (14.0, 11.0), "write": (4.0, 0.0)}  # heights of what is given and of what is written
ABOVE = 2.2  # of a heading, over the upper row
BESIDE = 1.1  # of a line, from the symbols that it joins
HEADINGS = {"train": "in training (teacher forcing)", "write": "when it writes (free running)"}
NOTE = (
    "A column is one step: given the upper symbol and those before it, the decoder is to predict the lower one. In "
    "training the upper row is the right output, one place late; then it is what was written (lines)."
)


def given(outputs: tuple[str, ...]) -> tuple[str, ...]:
    """What a decoder is given at every step towards these outputs: START, then each but the last."""
    return (START, *outputs[:-1])


def fed(found: Run, controls: SequenceControls) -> Panel:
    """Two pairs of rows: given and target in training, given and written when it writes."""
    target = (*found.wanted, END)
    written = tuple(END if one == END_NAME else one for one in found.ended)
    rows = []
    for block, outputs, lower in (("train", target, "target"), ("write", written, "writes")):
        wrong = tuple(i >= len(target) or one != target[i] for i, one in enumerate(outputs))
        upper, below = ROWS[block]
        rows.append(SymbolRow(upper, "given", given(outputs), (False, *wrong[:-1])))
        rows.append(SymbolRow(below, lower, outputs, wrong))
    heights = [(ROWS[block][0] + ABOVE, text) for block, text in HEADINGS.items()]
    return Panel(
        "fed",
        "What the decoder is given, and what it should write",
        (in_columns(rows, heights, controls.model), *_handed_on(len(written))),
        **column_ends(heights[0][0]),
        drawing=True,
        equal=True,
        tint=None,
        model=controls.model,
        note=NOTE,
    )


def _handed_on(steps: int) -> tuple[Line, ...]:
    """A line from each written symbol to where it is given next."""
    upper, lower = ROWS["write"]
    return tuple(
        Line(np.array([APART * i + 1.0, APART * (i + 1) - 1.0]), np.array([lower + BESIDE, upper - BESIDE]), "signal")
        for i in range(min(steps, MOST_COLUMNS) - 1)
    )
