"""Copy as Python: the program prints the readings of the screen."""

from __future__ import annotations

import contextlib
import io

import pytest

from pages.sequences.controls import SequenceControls
from pages.sequences.lattice import drawn
from pages.sequences.program import code
from pages.sequences.scene import scene
from pages.shared.lesson.values import context

SIX = drawn("D4 F4 A4 C5 B4 G4")
MANY = tuple((i / 20 - 1.5, (i % 7) / 2 - 1) for i in range(40))

STATES = [
    (SIX, {}),
    (SIX, {"model": "dot", "task": "reverse", "query": -1.4, "cells6": [[1, 5], [4, 2]], "tau": 1.5}),
    (SIX, {"model": "transformer", "query": -0.4, "force": "C4", "head": "3", "layer": "1"}),
    (SIX, {"model": "dot", "head": "4", "force": "E4"}),
    (MANY, {"model": "bottleneck", "task": "reverse", "tau": -0.3}),
    (MANY, {"model": "transformer", "query": 1.9}),
    ((), {}),
]


@pytest.mark.parametrize(("points", "controls"), STATES)
def test_the_program_prints_the_numbers_of_the_screen(points, controls):
    parsed = SequenceControls.parse(controls)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code(points, parsed).text(), "copied.py", "exec"), {"__name__": "__main__"})
    printed = {name: float(value) for name, value in map(str.split, out.getvalue().splitlines())}
    shown = {reading.id: reading.value for reading in scene(context(points), parsed).readings}
    assert printed == {name: pytest.approx(value, abs=1e-5) for name, value in shown.items()}
