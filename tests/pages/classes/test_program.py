"""Copy as Python: the program prints the readings of the screen."""

from __future__ import annotations

import contextlib
import io

import pytest

from pages.classes import LESSON
from pages.classes.controls import MODELS, ClassesControls
from pages.classes.story import ARCS, THREE_CLASSES
from pages.shared.lesson.values import context

SIX = [1, 1, 2, 2, 3, 3]
STATES = [(THREE_CLASSES, {"model": name, "measured": SIX, "tau": 0.3, "tau_x2": -1.0, "p1": 0.5}) for name in MODELS]


@pytest.mark.parametrize("state", [*STATES, ((), {}), (ARCS, {"measured": [1] * 7 + [2] * 7, "swap": 1})], ids=str)
def test_the_program_prints_the_numbers_of_the_screen(state):
    points, controls = state
    parsed, out = ClassesControls.parse(controls), io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(LESSON.program(points, parsed).text(), "copied.py", "exec"), {"__name__": "__main__"})
    printed = {name: float(value) for name, value in map(str.split, out.getvalue().splitlines())}
    scenes = [part(context(points), parsed) for part in LESSON.parts.values()]
    shown = {reading.id: reading.value for scene in scenes for reading in scene.readings}
    assert printed == {name: pytest.approx(value, abs=1e-5) for name, value in shown.items()}
