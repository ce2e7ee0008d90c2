"""Copy as Python: the program prints the readings of the screen."""

from __future__ import annotations

import contextlib
import io

import pytest

from pages.decoding import LESSON, writing
from pages.decoding.controls import DecodingControls
from pages.decoding.program import code
from pages.shared.lesson.values import context

pytestmark = pytest.mark.slow

STATES = [
    {},
    {"model": "dot", "cells12": [[3, 11], [1, 2]], "tau": 3, "query": 3},
    {"model": "transformer", "query": 0, "force": "1", "head": "3", "layer": "1", "text": "令和13年4月3日"},
    {"text": 'say "\\n" 3/4', "query": 7},
    {"text": ""},
    {"task": "writing", "day": "soon"},
    {"task": "writing"},
    {"task": "writing", "language": "ja", "width": 4, "penalty": 0.6, "temperature": 0.7, "top_p": 0.9, "draw": 3},
]


@pytest.mark.parametrize("controls", STATES, ids=str)
def test_the_program_prints_the_numbers_of_the_screen(controls, monkeypatch):
    monkeypatch.setattr(writing, "SECONDS", 20.0)
    parsed = DecodingControls.parse(controls)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code((), parsed).text(), "copied.py", "exec"), {"__name__": "__main__"})
    printed = {name: float(value) for name, value in map(str.split, out.getvalue().splitlines())}
    scenes = [part(context(()), parsed) for part in LESSON.parts.values()]
    shown = {reading.id: reading.value for scene in scenes for reading in scene.readings}
    assert printed == {name: pytest.approx(value, abs=1e-5) for name, value in shown.items()}
