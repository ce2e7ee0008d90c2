"""Copy as Python: the program prints the readings of the screen."""

from __future__ import annotations

import contextlib
import io

import pytest

from pages.plane import LESSON
from pages.plane.controls import MODELS, PlaneControls
from pages.plane.story import SEVEN, THEIR_SEVEN
from pages.shared.lesson.values import context

STATES = [(SEVEN, {"model": name, "measured": THEIR_SEVEN, "tau": 0.3, "tau_x2": -2.03, "p1": 0.5}) for name in MODELS]


@pytest.mark.parametrize(("points", "controls"), [*STATES, ((), {}), (((0.5, 1.0),), {"p2": -1.5})], ids=str)
def test_the_program_prints_the_numbers_of_the_screen(points, controls):
    parsed, out = PlaneControls.parse(controls), io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(LESSON.program(points, parsed).text(), "copied.py", "exec"), {"__name__": "__main__"})
    printed = {name: float(value) for name, value in map(str.split, out.getvalue().splitlines())}
    spread = [printed.pop(name) for name in list(printed) if name.startswith("spread-")]
    scenes = [part(context(points), parsed) for part in LESSON.parts.values()]
    shown = {reading.id: reading.value for scene in scenes for reading in scene.readings}
    assert printed == {name: pytest.approx(value, abs=1e-5) for name, value in shown.items()}
    assert len(spread) == 1
