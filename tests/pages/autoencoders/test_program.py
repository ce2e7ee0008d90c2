"""Copy as Python: the program prints the readings of the screen."""

from __future__ import annotations

import contextlib
import io

import pytest

from pages.autoencoders import LESSON
from pages.autoencoders.controls import EXAMPLES, AutoencoderControls
from pages.shared.lesson.values import context


@pytest.mark.parametrize(
    "controls",
    [
        {},
        {"show": "one", "z1": 1.5, "z2": -0.25, "tau": 2},
        {"show": "second", "model": "vae-linear", "digit": EXAMPLES["8"], "tau": -3},
        {"show": "completed", "level": 6, "model": "vae-beta44"},
    ],
    ids=str,
)
def test_the_program_prints_the_numbers_of_the_screen(controls):
    parsed = AutoencoderControls.parse(controls)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(LESSON.program((), parsed).text(), "copied.py", "exec"), {"__name__": "__main__"})
    printed = {name: float(value) for name, value in map(str.split, out.getvalue().splitlines())}
    scenes = [part(context(()), parsed) for part in LESSON.parts.values()]
    shown = {reading.id: reading.value for scene in scenes for reading in scene.readings}
    assert printed == {name: pytest.approx(value, abs=1e-4) for name, value in shown.items()}
