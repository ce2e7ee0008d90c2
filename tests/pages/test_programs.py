"""Copy as Python: each lesson's program, run in a clean namespace, prints the numbers of the screen."""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import subprocess
import sys
from copy import deepcopy
from functools import cache, reduce
from pathlib import Path

import pytest

import tnpcore
from pages import melodies, sequences
from pages.autoencoders.controls import EXAMPLES
from pages.classes.controls import MODELS as CLASSIFIERS
from pages.classes.story import ARCS, THREE_CLASSES
from pages.decisions.controls import PLAYERS
from pages.decoding import writing
from pages.fit.controls import BANDS
from pages.learning.story import POINTS as LEARNED
from pages.lessons import LESSONS
from pages.melodies.lattice import STEP, middle_of
from pages.plane.controls import TITLES
from pages.plane.story import SEVEN as STATIONS
from pages.plane.story import THEIR_SEVEN
from pages.shared.drawing.datasets import DATASETS, load, load_stations
from pages.shared.drawing.datasets import STATIONS as STATION_DATA
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import PEN, ControlError, context
from pages.shared.scene.marks import Curve, Scene

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SEVEN, OUTLIER = PRESETS[FIRST], PRESETS["Outlier"]
FAR = ((-1e6, 0.0), (1e6, 0.0))  # too far apart for a ConvCNP
MANY = tuple((i / 20 - 1.5, (i % 7) / 7) for i in range(60))
SOME = MANY[::4]  # enough for held-out points; to fit a Gaussian process takes their number cubed

STATES = [
    ("home", SEVEN, {"model": "tnpd", "tau": 1.0}),
    ("home", OUTLIER, {"model": "convcnp", "tau": -0.35, "view": [-1.0, 4.0]}),
    ("home", (), {"model": "cnp"}),
    ("home", FAR, {"tau": 1.0}),
    ("attention", SEVEN, {"tau": 1.0, "query": 0.25}),
    ("attention", OUTLIER, {"model": "tetnp", "layer": "3", "head": "mean", "mute": True, "temperature": 0.4}),
    ("attention", (), {"head": "2", "scale": False}),
    ("attention", SEVEN, {"model": "anp", "layer": "2", "head": "mean", "mute": True}),
    ("attention", MANY, {"query": 5.0, "layer": "4", "view": [2.0, 6.0]}),
    ("kernels", SEVEN, {"tau": 1.0, "query": 0.25}),
    ("kernels", OUTLIER, {"model": "tetnp", "layer": "2", "head": "3", "twice": True, "show": "gp", "scale": 1.3}),
    ("kernels", MANY, {"model": "tnpd", "show": "model", "bandwidth": 0.2, "ridge": 0.2, "norm": False, "tau": -0.5}),
    ("kernels", (), {"noise": 0.5}),
    ("layer", SEVEN, {"tau": 1.0, "query": 0.25, "layer": "3"}),
    ("layer", OUTLIER, {"part": "heads", "depth": 2, "doublings": 8, "retrained": "norm"}),
    ("layer", MANY, {"part": "residual", "where": "2", "layer": "2", "tau": -0.5, "view": [0.0, 2.0]}),
    ("layer", (), {"part": "feedforward", "depth": 0}),
    ("masks", SEVEN, {"tau": 1.0}),
    (
        "masks",
        SEVEN,
        {
            "rule": "causal",
            "targets": [-1.0, 0.2, 1.7],
            "tau": -2.0,
            "cells7": [[7, 7], [8, 9], [0, 8]],
            "cells5": [[5, 6]],
        },
    ),
    ("masks", ((0.0, 1.0),), {"rule": "full", "tau": 0.5, "view": [-1.0, 1.0]}),
    ("masks", PRESETS["Step"], {"rule": "lm", "cells10": [[0, 12]]}),
    ("masks", (), {"rule": "cross"}),
    ("masks", OUTLIER, {"rule": "blank", "cells7": [[7, 0]]}),
    ("masks", SEVEN, {"rule": "tnpa", "values": [1.0, 0.0, -1.5], "cells7": [[11, 7], [10, 8]], "tau": 0.5}),
    ("masks", ((0.0, 1.0),), {"rule": "tnpa", "tau": -1.0}),
    ("masks", SEVEN, {"rule": "tnpa", "order": "CAB", "cells7": [[11, 7]]}),
    ("masks", OUTLIER, {"rule": "lm", "points_order": "backward", "order": "BAC"}),
    ("masks", OUTLIER, {"rule": "leaky"}),
    ("masks", SEVEN, {"rule": "padding", "cells7": [[9, 7]], "tau": 0.25}),
    ("masks", OUTLIER, {"rule": "efficient"}),
    ("masks", SEVEN, {"rule": "bottleneck", "tau": 1.0}),
    ("positional", SEVEN, {"tau": 1.0}),
    ("positional", OUTLIER, {"way": "centred", "tau": 2.2, "query": 1.25, "d": 24.0, "log_base": 2.25}),
    ("positional", (), {"way": "displacement", "tau": -1.0}),
    ("setconv", SEVEN, {"tau": 0.3}),
    ("setconv", MANY, {"model": "convcnp-nodensity", "tau": 1.03, "query": 0.77, "lengthscale": 0.4, "ppu": 4.0}),
    ("setconv", OUTLIER, {"query": 6.5, "tau": 0.3, "view": [-2.0, 2.5]}),
    ("setconv", (), {}),
    ("equivariance", SEVEN, {"tau": 2.0}),
    ("equivariance", OUTLIER, {"model": "convcnp", "input": "float32", "tau": 100.0, "centre": True}),
    ("equivariance", MANY, {"model": "cnp", "tau": 2.03, "view": [0.0, 2.0]}),
    ("equivariance", FAR, {"model": "tetnp", "tau": 1.0}),
    ("equivariance", (), {"model": "tetnp", "tau": 0.3}),
    ("equivariance", SEVEN, {"model": "convcnp-zero", "tau": 0.3}),
    ("equivariance", SEVEN, {"model": "tnpd-shifted", "group": "scale", "curves": "learned"}),
    ("equivariance", OUTLIER, {"model": "tetnp", "group": "reflect", "centre": True}),
    ("equivariance", OUTLIER, {"group": "permute"}),
    ("paths", SEVEN, {"tau": 1.0}),
    ("paths", OUTLIER, {"model": "tnpd", "sampling": "in turn", "given": True, "a": 2.5, "b": 0.5, "draw": 3}),
    ("paths", (), {"model": "np", "level": 0.5, "tau": -0.5}),
    ("paths", MANY, {"model": "convgnp", "a": 0.3, "b": 0.3, "view": [0.0, 2.0]}),
    ("paths", SEVEN, {"model": "tnpa", "given": True, "level": -0.4}),
    ("paths", FAR, {"model": "cnp"}),
    ("zoo", SEVEN, {"family": "All models"}),
    ("zoo", OUTLIER, {"model": "tetnp", "against": "alone"}),
    ("zoo", MANY, {"model": "convcnp", "against": "tetnp", "wipe": -0.4, "view": [-1.0, 2.0]}),
    ("zoo", FAR, {"wipe": 9.0}),
    ("zoo", SEVEN, {"tau": 2.03, "wipe": 0.4, "model": "tetnp"}),
    ("zoo", OUTLIER, {"tau": -1.0, "against": "alone", "family": "One of each kind", "compare": "scores"}),
    ("zoo", (), {"family": "Convolution", "wipe": -3.5}),
    ("learning", LEARNED, {"tau": 0.7, "deal": 3}),
    ("learning", LEARNED, {"model": "cnp", "checkpoint": 3}),
    ("learning", LEARNED, {"functions": "16"}),
    ("learning", (), {}),
    ("learning", ((0.5, 1.0),), {}),
]

SIX = sequences.lattice.drawn("D4 F4 A4 C5 B4 G4")
FORTY = tuple((i / 20 - 1.5, (i % 7) / 2 - 1) for i in range(40))
EIGHT = melodies.lattice.drawn("C4 E4 G4 C5 F4 A4 C5 F5")
GAPS = melodies.lattice.drawn("G4 B4 – G5 C5 E5 – C5 D5", 3)
SIXTY = tuple((i / 6 - 2.9, (i % 11) / 2 - 2.7) for i in range(60))  # several in a step, more than a melody holds
SAMPLED = {"width": 4, "penalty": 0.6, "temperature": 0.7, "top_p": 0.9, "draw": 3}
TEN = tuple((round(-1.9 + 0.4 * i, 2), 0.7) for i in range(10))  # measurements
NAMED = {"measured": [1, 1, 2, 2, 3, 3], "tau": 0.3, "tau_x2": -1.0, "p1": 0.5}
SHIFTED = {"measured": THEIR_SEVEN, "tau": 0.3, "tau_x2": -2.03, "p1": 0.5}
# Of lessons whose predictions are no curves.
READ_STATES = [
    ("autoencoders", (), {}),
    ("autoencoders", (), {"show": "one", "z1": 1.5, "z2": -0.25, "tau": 2}),
    ("autoencoders", (), {"show": "second", "model": "vae-linear", "digit": EXAMPLES["8"], "tau": -3}),
    ("autoencoders", (), {"show": "completed", "level": 6, "model": "vae-beta44"}),
    *(("classes", THREE_CLASSES, {"model": name, **NAMED}) for name in CLASSIFIERS),
    ("classes", (), {}),
    ("classes", ARCS, {"measured": [1] * 7 + [2] * 7, "swap": 1}),
    *(("decisions", TEN[::3], {"model": name, "tau": 1.5}) for name in PLAYERS),
    ("decisions", TEN, {"rule": "ei", "game": 12}),
    ("decisions", TEN[::3], {"rule": "thompson", "model": "cnp", "tau": -1.0}),
    ("decisions", TEN[::3], {"function": "drawn", "model": "cnp", "rule": "sd"}),
    ("decisions", (), {}),
    ("decisions", TEN, {"advice": False}),
    ("decisions", (), {"function": "drawn"}),
    ("decoding", (), {}),
    ("decoding", (), {"model": "dot", "cells12": [[3, 11], [1, 2]], "tau": 3, "query": 3}),
    (
        "decoding",
        (),
        {"model": "transformer", "query": 0, "force": "1", "head": "3", "layer": "1", "text": "令和13年4月3日"},
    ),
    ("decoding", (), {"text": 'say "\\n" 3/4', "query": 7}),
    ("decoding", (), {"text": ""}),
    ("decoding", (), {"task": "writing", "day": "soon"}),
    ("decoding", (), {"task": "writing"}),
    ("decoding", (), {"task": "writing", "language": "ja", **SAMPLED}),
    ("melodies", EIGHT, {}),
    ("melodies", EIGHT, {"query": middle_of(8), "tau": 4 * STEP}),
    ("melodies", EIGHT, {"model": "masked", "query": middle_of(3), "positions": "sinusoidal", "tau": 8 * STEP}),
    ("melodies", GAPS, {"query": middle_of(7), "tau": -2 * STEP}),
    ("melodies", GAPS, {"model": "masked", "query": middle_of(9)}),
    ("melodies", GAPS, {"model": "masked", "query": middle_of(12), "positions": "sinusoidal"}),
    ("melodies", SIXTY, {"query": middle_of(40)}),
    ("melodies", SIXTY, {"model": "masked", "query": -2.9, "tau": -8 * STEP}),
    ("melodies", (), {}),
    ("melodies", (), {"model": "masked", "tau": STEP, "positions": "sinusoidal"}),
    *(("plane", STATIONS, {"model": name, **SHIFTED}) for name in TITLES),
    ("plane", (), {}),
    ("plane", ((0.5, 1.0),), {"p2": -1.5}),
    ("sequences", SIX, {}),
    ("sequences", SIX, {"model": "dot", "task": "reverse", "query": -1.4, "cells6": [[1, 5], [4, 2]], "tau": 1.5}),
    ("sequences", SIX, {"model": "transformer", "query": -0.4, "force": "C4", "head": "3", "layer": "1"}),
    ("sequences", SIX, {"model": "dot", "head": "4", "force": "E4"}),
    ("sequences", FORTY, {"model": "bottleneck", "task": "reverse", "tau": -0.3}),
    ("sequences", FORTY, {"model": "transformer", "query": 1.9}),
    ("sequences", (), {}),
]


def code(lesson, points, controls):
    return LESSONS[lesson].program(points, LESSONS[lesson].parse(controls)).text()


def whole_scene(lesson, points, controls):
    scenes = (part(context(points), LESSONS[lesson].parse(controls)) for part in LESSONS[lesson].parts.values())
    return reduce(Scene.joined, scenes)


def run(text):
    """What a program prints, in a namespace of its own."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, "copied.py", "exec"), {"__name__": "__main__"})
    return out.getvalue()


def told(printed):
    """The readings {name: value} and the prediction [(x, mean, sd)] of what a program printed."""
    lines = printed.splitlines()
    prediction = [tuple(map(float, re.findall(r"-?\d+\.\d+", line))) for line in lines if line.startswith("x =")]
    pairs = (line.split() for line in lines)
    return {name: float(value) for name, value in (pair for pair in pairs if len(pair) == 2)}, prediction


def close(value):
    """Single precision in other batches, which some processors add in another order: 1.3e-6 was seen."""
    return pytest.approx(value, rel=4e-6, abs=5e-6)


def written(text, value):
    """Whether a value is the one that the page writes as this text."""
    if text.startswith("<"):
        return value < float(text[1:])
    return abs(float(text) - value) <= 0.51 * 10.0 ** -len(text.partition(".")[2])


@pytest.fixture(scope="module", autouse=True)
def models_load_once():
    """Only the first program reads a model's file; each has a model of its own, for some change its number format."""
    loaded = cache(tnpcore.load)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tnpcore, "load", lambda *names: deepcopy(loaded(*names)))
        yield


@pytest.mark.parametrize(("lesson", "points", "controls"), STATES)
def test_a_program_prints_the_numbers_of_the_screen(lesson, points, controls):
    scene = whole_scene(lesson, points, controls)
    readings, prediction = told(run(code(lesson, points, controls)))
    spreads = {name: readings.pop(name) for name in list(readings) if name.startswith("spread-")}
    # The checksum is that of a file, the same for all points.
    assert readings == {reading.id: close(reading.value) for reading in scene.readings if reading.id != "checksum"}
    shifts = {r.id.removeprefix("shift-"): r.text for r in scene.readings if r.id.startswith("shift-")}
    assert {name.removeprefix("spread-") for name in spreads} == set(shifts)
    for name, text in shifts.items():
        assert written(text.rpartition("log sd ")[2], spreads[f"spread-{name}"]), name
    curves = [m for m in scene.panels[0].marks if isinstance(m, Curve) and m.role == "model"]
    assert len(prediction) == 5
    for x, mean, sd in prediction:
        curve = next(c for c in curves if abs(c.x - x).min() < 0.0051)  # of two with a wipe between them, the left one
        i = abs(curve.x - x).argmin()
        assert (mean, sd) == (close(curve.mean[i]), close(curve.sd[i]))


@pytest.mark.parametrize(("lesson", "points", "controls"), READ_STATES)
def test_a_program_prints_the_readings_of_the_screen(lesson, points, controls, monkeypatch):
    monkeypatch.setattr(writing, "SECONDS", 20.0)
    printed = {name: float(value) for name, value in map(str.split, run(code(lesson, points, controls)).splitlines())}
    spreads = lesson == "plane" or (lesson == "decisions" and controls.get("advice", True))
    assert len([printed.pop(name) for name in list(printed) if name.startswith("spread-")]) == spreads
    shown = {reading.id: reading.value for reading in whole_scene(lesson, points, controls).readings}
    shown.pop(PEN, None)  # what the next click would put is no number of the drawing
    assert printed == {name: pytest.approx(value, rel=4e-6, abs=1e-5) for name, value in shown.items()}


@pytest.mark.parametrize("positions", melodies.controls.ENCODINGS)
def test_a_program_loads_the_models_on_show(positions):
    text, controls = (
        code("melodies", EIGHT, {"positions": positions}),
        LESSONS["melodies"].parse({"positions": positions}),
    )
    assert all(f'load("{controls.network_of(kind)}")' in text for kind in ("causal", "masked"))


@pytest.mark.parametrize("changes", [{"of": "any", "held": "blocks"}, {"of": "mean", "level": 0.3, "gp_band": "f"}])
def test_a_program_has_the_gaussian_process_and_the_event_that_are_on_show(changes):
    controls = {"gp": True, "event": True, "tau": 0.5, **changes}
    printed = run(code("fit", SOME, controls))
    readings, prediction = told(printed)
    scene = whole_scene("fit", SOME, controls)
    for name in ("inside", "paths", "product", "at-a", "at-b"):
        assert readings[name] == close(scene.reading(name).value)
    (bars,) = scene.panel("event").marks
    shown = dict(zip(bars.labels, bars.values.tolist()))
    assert [shown[f"GP {name}"] for name in ("paths", "marginals")] == close(
        [readings["gp-paths"], readings["gp-product"]]
    )
    (table,) = scene.panel("scores").marks
    assert table.rows[-1].cells[0].text == f"{readings['gp-inside']:.0%}"
    assert f"Fitted Gaussian process, {BANDS[changes.get('gp_band', 'y')]}" in printed
    curves = [mark for mark in scene.panels[0].marks if isinstance(mark, Curve) and mark.role in ("model", "limit")]
    assert len(prediction) == 10 and [curve.role for curve in curves] == ["model", "limit"]
    for curve, rows in zip(curves, (prediction[:5], prediction[5:])):
        for x, mean, sd in rows:
            i = abs(curve.x - x).argmin()
            assert (mean, sd) == (close(curve.mean[i]), close(curve.sd[i]))


def test_a_program_fits_no_gaussian_process_to_no_points_nor_where_none_is_on_show():
    assert "gp" not in code("fit", MANY, {})
    assert "process" not in code("fit", (), {"gp": True, "event": True})
    assert set(told(run(code("fit", (), {"event": True})))[0]) >= {"paths", "product"}


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_program_needs_the_library_alone(lesson):
    tree = ast.parse(code(lesson, SEVEN, {}))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {name.split(".")[0] for name in names} <= {"dataclasses", "functools", "math", "tnpcore", "torch"}
    private = [n.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for n in node.names]
    assert not [name for name in private if name.startswith("_")]
    assert max(map(len, code(lesson, MANY, {}).splitlines())) <= 120


def test_a_program_runs_as_a_file_next_to_the_library(tmp_path):
    file = tmp_path / "copied.py"
    file.write_text(code("home", SEVEN, {"tau": 1.0}), "utf-8")
    (tmp_path / "tnpcore").symlink_to(ROOT / "tnpcore")
    environment = {**os.environ, "TNPCORE_PRETRAINED": str(ROOT / "pretrained")}
    done = subprocess.run(
        [sys.executable, file], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    # Inputs shifted by 1 leave the range of the training: the library says so, and nothing else is wrong.
    assert "OutsideTraining: outside training: x lies" in done.stderr and "Error" not in done.stderr
    assert len(told(done.stdout)[0]) == 17


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_state_that_does_not_fit_makes_no_program(lesson):
    with pytest.raises(ControlError, match=r"(tau|wipe) must"):
        code(lesson, SEVEN, {"tau": 1e9, "wipe": 1e9})


def test_points_of_real_data_stand_in_their_units_and_so_does_the_prediction():
    nile = next(dataset for dataset in DATASETS if dataset.name == "Nile")
    points, units = load(nile)
    lesson = LESSONS["fit"]
    program = lesson.program(points, lesson.parse({"prior": "smooth"}))
    text = program.text(units)
    assert "(1871.0, 1120.0), (1872.0, 1160.0)" in text and "# year, annual flow" in text
    (readings, seen), (same, original) = told(run(program.text())), told(run(text))
    assert readings == pytest.approx(same, abs=1e-6)
    for (x, mean, sd), (year, flow, spread) in zip(seen, original, strict=True):
        assert year == pytest.approx(units.x_offset + units.x_factor * x, abs=0.2)
        assert flow == pytest.approx(units.y_offset + units.y_factor * mean, rel=1e-6)
        assert spread == pytest.approx(units.y_factor * sd, rel=1e-6)


def test_stations_of_real_data_stand_in_their_units_and_so_do_the_numbers():
    """The page's, to 1e-6 in the units of the data; single precision in batches of other sizes is all that differs."""
    made = load_stations(STATION_DATA[0])
    lesson, units, controls = LESSONS["plane"], made.units, {**made.controls, "p1": 0.4, "p2": -0.3}
    text = lesson.program(made.points, lesson.parse(controls)).text(units)
    assert "# longitude, latitude, elevation in m" in text and "(-109.5754, 36.1109, 1691.0)" in text
    printed = {name: float(value) for name, value in map(str.split, run(text).splitlines())}
    for reading in whole_scene("plane", made.points, controls).readings:
        at, along = reading.id.startswith(("mean-", "limit-")), reading.id in ("sd-probe", "widest", "left-out-rmse")
        factor = units.z_factor if at or along else 1.0
        expected = units.z_offset * at + factor * reading.value
        assert printed[reading.id] == pytest.approx(
            expected, rel=1e-6, abs=5e-5 if reading.id == "left-out-loglik" else 2e-6 * factor
        )
