"""What the decoder is given beside what it should write, step by step: in training, and when it writes. Pure."""

from __future__ import annotations

import numpy as np

from pages.sequences.controls import SequenceControls
from pages.sequences.run import Run
from pages.shared.models.decoder_runs import END_NAME
from pages.shared.scene.marks import Line, Panel
from pages.shared.scene.symbols import Symbols

START, END = "START", "END"
MOST = 8  # positions that can still be read
MORE = "…"
APART, NAMED = 3.4, 4.8  # units from one position to the next, and for the names of the rows
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
    x: list[float] = []
    y: list[float] = []
    labels: list[str] = []
    tones: list[str] = []
    for block, outputs, lower in (
        ("train", target, "target"),
        ("write", tuple(END if one == END_NAME else one for one in found.ended), "writes"),
    ):
        rows = [_short(row) for row in (given(outputs), outputs)]
        for symbols, name, height in zip(rows, ("given", lower), ROWS[block], strict=True):
            wrong = [one not in (START, MORE) and not _right(one, i, name, target) for i, one in enumerate(symbols)]
            x += [-NAMED, *(APART * i for i in range(len(symbols)))]
            y += [height] * (1 + len(symbols))
            labels += [name, *symbols]
            tones += ["faint", *("bad" if each else "" for each in wrong)]
        x.append(APART * (MOST - 1) / 2 - NAMED / 2)
        y.append(ROWS[block][0] + ABOVE)
        labels.append(HEADINGS[block])
        tones.append("words")
    picture = Symbols(np.array(x), np.array(y), tuple(labels), tuple(tones), model=controls.model)
    ends = {"x": (-NAMED - 2.4, APART * MOST), "y": (-1.4, 17.6)}
    title = "What the decoder is given, and what it should write"
    return Panel(
        "fed",
        title,
        (picture, *_handed_on(len(found.ended))),
        **ends,
        drawing=True,
        tint=None,
        model=controls.model,
        note=NOTE,
    )


def _handed_on(steps: int) -> tuple[Line, ...]:
    """A line from each written symbol to where it is given next."""
    upper, lower = ROWS["write"]
    return tuple(
        Line(np.array([APART * i + 1.0, APART * (i + 1) - 1.0]), np.array([lower + BESIDE, upper - BESIDE]), "signal")
        for i in range(min(steps, MOST) - 1)
    )


def _short(symbols: tuple[str, ...]) -> tuple[str, ...]:
    return symbols if len(symbols) <= MOST else (*symbols[: MOST - 1], MORE)


def _right(symbol: str, position: int, row: str, target: tuple[str, ...]) -> bool:
    """Whether a symbol stands where the right output has it; what is given stands one place late."""
    at = position - (row == "given")
    return at < len(target) and symbol == target[at]
