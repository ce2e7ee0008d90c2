"""Copy as Python: the program prints the readings of the screen."""

from __future__ import annotations

import contextlib
import io

import pytest

from pages.learning import LESSON
from pages.learning.controls import LearningControls
from pages.learning.story import POINTS
from pages.shared.lesson.values import context

STATES = [{"tau": 0.7, "deal": 3}, {"model": "cnp", "checkpoint": 3}, {"functions": "16"}]


@pytest.mark.parametrize("state", [*((POINTS, each) for each in STATES), ((), {}), (((0.5, 1.0),), {})], ids=str)
def test_the_program_prints_the_numbers_of_the_screen(state):
    points, controls = state
    parsed, out = LearningControls.parse(controls), io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(LESSON.program(points, parsed).text(), "copied.py", "exec"), {"__name__": "__main__"})
    scenes = [part(context(points), parsed) for part in LESSON.parts.values()]
    shown = {reading.id: reading.value for scene in scenes for reading in scene.readings}
    # Beside what is named there is the prediction at some x, and how far its sd shifts.
    printed = {line.split()[0]: line.split()[-1] for line in out.getvalue().splitlines()}
    assert {name: float(printed[name]) for name in shown} == {
        name: pytest.approx(value, abs=1e-4) for name, value in shown.items()
    }
