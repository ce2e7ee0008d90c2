"""Copy as Python: the program prints the readings of the screen."""

from __future__ import annotations

import contextlib
import io

import pytest

from pages.decisions import LESSON
from pages.decisions.controls import PLAYERS, DecisionsControls
from pages.shared.lesson.values import context
from tests.pages.decisions.test_scene import FOUR, TEN

pytestmark = pytest.mark.slow

STATES = [
    *((FOUR, {"model": name, "tau": 1.5}) for name in PLAYERS),
    (TEN, {"rule": "ei", "game": 12}),
    (FOUR, {"rule": "thompson", "model": "cnp", "tau": -1.0}),
    (FOUR, {"function": "drawn", "model": "cnp", "rule": "sd"}),
    ((), {}),
    (TEN, {"advice": False}),
    ((), {"function": "drawn"}),
]


@pytest.mark.parametrize(("points", "controls"), STATES, ids=str)
def test_the_program_prints_the_numbers_of_the_screen(points, controls):
    parsed, out = DecisionsControls.parse(controls), io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(LESSON.program(points, parsed).text(), "copied.py", "exec"), {"__name__": "__main__"})
    printed = {name: float(value) for name, value in map(str.split, out.getvalue().splitlines())}
    spread = [printed.pop(name) for name in list(printed) if name.startswith("spread-")]
    scenes = [part(context(points), parsed) for part in LESSON.parts.values()]
    shown = {reading.id: reading.value for scene in scenes for reading in scene.readings}
    assert printed == {name: pytest.approx(value, abs=1e-5) for name, value in shown.items()}
    assert len(spread) == parsed.advice
