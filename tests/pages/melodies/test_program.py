"""Copy as Python: the program prints the readings of the screen."""

from __future__ import annotations

import contextlib
import io

import pytest

from pages.melodies.controls import ENCODINGS, MelodyControls
from pages.melodies.lattice import STEP, drawn, middle_of
from pages.melodies.program import code
from pages.melodies.scene import later, scene
from pages.shared.lesson.values import context

pytestmark = pytest.mark.slow

EIGHT = drawn("C4 E4 G4 C5 F4 A4 C5 F5")
GAPS = drawn("G4 B4 – G5 C5 E5 – C5 D5", 3)
MANY = tuple((i / 6 - 2.9, (i % 11) / 2 - 2.7) for i in range(60))  # several in a step, and more than a melody holds

STATES = [
    (EIGHT, {}),
    (EIGHT, {"query": middle_of(8), "tau": 4 * STEP}),
    (EIGHT, {"model": "masked", "query": middle_of(3), "positions": "sinusoidal", "tau": 8 * STEP}),
    (GAPS, {"query": middle_of(7), "tau": -2 * STEP}),
    (GAPS, {"model": "masked", "query": middle_of(9)}),
    (GAPS, {"model": "masked", "query": middle_of(12), "positions": "sinusoidal"}),
    (MANY, {"query": middle_of(40)}),
    (MANY, {"model": "masked", "query": -2.9, "tau": -8 * STEP}),
    ((), {}),
    ((), {"model": "masked", "tau": STEP, "positions": "sinusoidal"}),
]


@pytest.mark.parametrize(("points", "controls"), STATES)
def test_the_program_prints_the_numbers_of_the_screen(points, controls):
    parsed = MelodyControls.parse(controls)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code(points, parsed).text(), "copied.py", "exec"), {"__name__": "__main__"})
    printed = {name: float(value) for name, value in map(str.split, out.getvalue().splitlines())}
    scenes = [part(context(points), parsed) for part in (scene, later)]
    shown = {reading.id: reading.value for one in scenes for reading in one.readings}
    assert printed == {name: pytest.approx(value, abs=1e-5) for name, value in shown.items()}


@pytest.mark.parametrize("positions", ENCODINGS)
def test_the_program_loads_the_models_on_show(positions):
    controls = MelodyControls.parse({"positions": positions})
    text = code(EIGHT, controls).text()
    assert f'load("{controls.network_of("causal")}")' in text and f'load("{controls.network_of("masked")}")' in text
