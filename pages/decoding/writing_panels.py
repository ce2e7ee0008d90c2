"""The pictures of writing: the tree of what a decoder kept, the outputs of all decoders, the forms it learned from."""

from __future__ import annotations

from collections import Counter
from math import exp

import numpy as np

from pages.decoding import tree
from pages.decoding.controls import METHODS, OWN_NAMES, DecodingControls
from pages.decoding.writing import (
    SAMPLES,
    SECONDS,
    Output,
    best_exactly,
    best_of,
    by_beam,
    exactly,
    greedily,
    outputs,
    right_forms,
    sampled,
)
from pages.shared.scene.marks import Panel, Reading, shown
from pages.shared.scene.symbols import Symbols
from pages.shared.scene.table import Table, TableCell, TableRow

MODEL = "transformer"
MOST = 9  # texts in the tree
LEAST = 0.001  # of a probability that is given as a number
FORMS = 6  # of the written forms in the table


def stage(controls: DecodingControls, note: str = "") -> Panel:
    """The tree of the chosen decoder; or why there is none."""
    title = f"{METHODS[controls.method]}: {controls.day} in {OWN_NAMES[controls.language]}"
    if note:
        x, y, mark = (0.0, 10.0), (-3.0, 3.0), Symbols(np.array([5.0]), np.zeros(1), (note,), ("words",))
        return _stage(title, x, y, mark)
    found = outputs(controls, MOST)
    times = Counter(one.text for one in found)
    some = list({one.text: one for one in found}.values())
    texts, tones = [one.text for one in some], [_tone(one) for one in some]
    scores = [_score(one, times[one.text], controls) for one in some]
    return _stage(title, *tree.ends(texts), tree.symbols(texts, scores, tones, MODEL))


def _stage(title: str, x: tuple[float, float], y: tuple[float, float], mark: Symbols) -> Panel:
    return Panel("stage", title, (mark,), area="stage", x=x, y=y, tint=None, model=MODEL, drawing=True, equal=True)


def _tone(one: Output) -> str:
    return "" if one.finished else "faint"


def _score(one: Output, times: int, controls: DecodingControls) -> str:
    """What stands behind a text: its probability; with a length penalty the score that it is ranked by.
    Behind a beginning it is the probability of all texts that begin so."""
    if not one.finished:
        return f"… {_small(probability(one))}"
    if controls.method == "sampling":
        return f"{times} of {SAMPLES}"
    if controls.method == "beam" and controls.penalty:
        return shown(one.score(controls.penalty))
    return f"{probability(one):.1%}"


def _small(share: float) -> str:
    return f"{share:.1%}" if share >= LEAST else f"< {LEAST:.1%}"


def probability(one: Output) -> float:
    """P(text | day, language)."""
    return exp(one.log_probability)


def compared(controls: DecodingControls) -> dict[str, Output]:
    """The output of each decoder."""
    day, language = controls.day, controls.language
    width, penalty = controls.width, controls.penalty
    return {
        "greedy": greedily(day, language),
        "beam": best_of(by_beam(day, language, width, penalty)),
        "sampling": sampled(day, language, controls.temperature, controls.top_p, controls.draw)[0],
        "exact": best_exactly(day, language),
    }


def outputs_table(controls: DecodingControls) -> Panel:
    """What each decoder writes, and how probable that is."""
    names = {**METHODS, "beam": f"Beam of {controls.width}", "sampling": f"Best of {SAMPLES} samples"}
    best = exactly(controls.day, controls.language)
    rows = tuple(
        TableRow(names[name], "", (TableCell(one.text), TableCell(f"{probability(one):.1%}", "", probability(one))))
        for name, one in compared(controls).items()
    )
    note = "Exact: no text is more probable."
    if not best.proven:
        bound = exp(best.possible)
        note = f"Exact search stopped after {SECONDS:g} s: no text has more than {bound:.1%}."
    return Panel("outputs", "What each decoder writes", (Table("decoder", ("text", "P"), rows),), note=note)


def forms(controls: DecodingControls) -> Panel:
    """The written forms in training, with the probability by which they were drawn."""
    found = right_forms(controls.day, controls.language)
    most = sorted(found, key=lambda text: -found[text])[:FORMS]
    rows = tuple(TableRow(text, "", (TableCell(f"{found[text]:.1%}", "", found[text]),)) for text in most)
    note = f"The {len(most)} most frequent of {len(found)} forms of this day."
    table = Table("form", ("share in training",), rows)
    return Panel("forms", f"How {OWN_NAMES[controls.language]} texts were drawn", (table,), note=note)


def readings(controls: DecodingControls) -> tuple[Reading, ...]:
    """The log-probability of each decoder's output."""
    found = compared(controls)
    names = {"greedy": "Greedy", "beam": "Beam", "sampling": "Best sample", "exact": "Exact"}
    gap = exactly(controls.day, controls.language).gap
    return (
        *(
            Reading(name, f"{names[name]}: log P, in nats", one.log_probability, shown(one.log_probability))
            for name, one in found.items()
        ),
        Reading("gap", "Exact: a text may be better by, in nats", gap, shown(gap), "" if gap else "good"),
    )
