"""The SetConv lesson: the picture of the encoding is right, the band is the trained model's own."""

import copy
from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.setconv.channels import MODELS, learned_lengthscale
from pages.setconv.controls import SetConvControls
from pages.setconv.scene import aside, later, scene
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID
from pages.shared.scene.marks import Curve, Dots, HeatMap, Line
from tests.scenes import as_read
from tnpcore import predict

pytestmark = pytest.mark.slow

DRAWN = ((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5))  # not in the order of x
WITH, SUMS, WITHOUT = MODELS
X = GRID[:, 0].numpy()


def mark(panel, kind, **wanted):
    return next(m for m in panel.marks if isinstance(m, kind) and all(getattr(m, k) == v for k, v in wanted.items()))


def lines(panel, role):
    return [m for m in panel.marks if isinstance(m, Line) and m.role == role]


def rbfs_at(x, lengthscale):
    xs = np.array([p[0] for p in DRAWN])
    return np.exp(-0.5 * ((x[:, None] - xs) / lengthscale) ** 2)


def test_the_channels_are_sums_of_rbfs():
    out = scene(context(DRAWN), SetConvControls(lengthscale=0.4))
    k, y = rbfs_at(X, 0.4), np.array([p[1] for p in DRAWN])
    (density,) = lines(out.panel("density"), "density")
    raw, signal = lines(out.panel("signal"), "signal")
    assert np.allclose(density.y, k.sum(1), atol=1e-3)
    assert np.allclose(raw.y, k @ y, atol=1e-3)
    assert np.allclose(signal.y, k @ y / (k.sum(1) + 1e-5), atol=1e-3)
    assert len(lines(out.panel("density"), "bump")) == len(DRAWN)


@pytest.mark.parametrize("name", MODELS)
def test_the_sliders_of_the_drawing_leave_the_trained_model_alone(name):
    points = context(DRAWN)
    truth = predict(model(name), points, GRID)
    for drawing in ({}, {"lengthscale": 1.0, "ppu": 4.0}):
        curve = mark(scene(points, SetConvControls(model=name, **drawing)).panel("stage"), Curve)
        assert np.allclose(curve.mean, truth.mean[:, 0].numpy(), atol=1e-5)
    out = scene(points, SetConvControls(model=name, lengthscale=1.0))
    assert out.reading(f"learned-{name}").value == pytest.approx(model(name).to_grid.lengthscale.item())


def test_without_density_a_point_on_zero_leaves_no_trace():
    more = context((*DRAWN, (0.1, 0.0)))
    for name, trace in ((WITHOUT, False), (WITH, True)):
        before, after = (scene(p, SetConvControls(model=name)) for p in (context(DRAWN), more))
        change = np.abs(mark(before.panel("stage"), Curve).sd - mark(after.panel("stage"), Curve).sd).max()
        assert (change > 1e-3) == trace
    flat = lines(after.panel("density"), "bump")[-1]
    assert flat.y.max() == 1
    assert not lines(scene(more, SetConvControls(model=WITHOUT)).panel("signal"), "bump")[-1].y.any()


def test_outside_the_others_only_the_anchor_makes_the_difference():
    """With the grid held where it is, the zero outside changes nothing either: its RBF has height 0."""
    held, more = copy.copy(model(WITHOUT)), context((*DRAWN, (1.77, 0.0)))
    middle = held.grid.anchor(more.x)
    held.grid = replace(held.grid, anchor=lambda x: middle.expand(*x.shape[:-2], 1, 1))
    complete, without = (predict(held, points, GRID) for points in (more, context(DRAWN)))
    assert (complete.mean - without.mean).abs().max() < 1e-4 and (complete.std - without.std).abs().max() < 1e-4


def test_the_divided_signal_notices_a_zero_that_the_raw_sum_does_not():
    """Near other points; far from them both are 0, and only the density shows it."""
    encoding = SetConvControls(lengthscale=0.3).encoding
    (d0, s0, r0), (d1, s1, r1) = (encoding(context(p)).channels_at(0.9) for p in (DRAWN, (*DRAWN, (0.9, 0.0))))
    assert r1 == pytest.approx(r0) and abs(s1) < 0.9 * abs(s0) and d1 == pytest.approx(d0 + 1)
    far = encoding(context((*DRAWN, (9.0, 0.0)))).channels_at(9.0)
    assert far == pytest.approx((1.0, 0.0, 0.0), abs=1e-6)


def test_a_pair_doubles_the_raw_sum_and_leaves_the_average():
    one, two = (scene(context([(0.0, 0.8)] * n), SetConvControls()) for n in (1, 2))
    assert two.reading("raw").value == pytest.approx(2 * one.reading("raw").value)
    assert two.reading("density").value == pytest.approx(2)
    assert two.reading("signal").value == pytest.approx(one.reading("signal").value, abs=1e-4)


def test_the_grid_samples_the_curves_and_moves_with_the_data():
    there = scene(context(DRAWN), SetConvControls(ppu=8.0))
    moved = scene(context([(x + 0.3, y) for x, y in DRAWN]), SetConvControls(ppu=8.0))
    dots, shifted = mark(there.panel("density"), Dots), mark(moved.panel("density"), Dots)
    (curve,) = lines(scene(context(DRAWN), SetConvControls(ppu=8.0)).panel("density"), "density")
    assert np.allclose(np.diff(dots.x), 1 / 8)
    assert np.allclose(np.interp(dots.x, curve.x, curve.y), dots.y, atol=0.02)
    assert np.isclose(((shifted.x[0] - dots.x[0] - 0.3) * 8) % 1, [0.0, 1.0], atol=1e-6).any()
    assert moved.reading("anchor").value == pytest.approx(there.reading("anchor").value + 0.3)
    assert moved.reading("cells").value == there.reading("cells").value
    fine = scene(context(DRAWN), SetConvControls(ppu=32.0))
    assert not any(isinstance(m, Dots) for m in fine.panel("density").marks)


def test_a_shift_changes_no_prediction():
    points, controls = context(DRAWN), SetConvControls(tau=0.3)
    out = scene(points, controls).joined(aside(points, controls)).joined(later(points, controls))
    assert all(out.reading(f"shift-{name}").value < 1e-4 for name in MODELS)
    assert mark(out.panel("stage"), Curve, role="shifted-prediction").x[0] == -3


def test_the_weight_maps_are_the_trained_models():
    points = context(DRAWN)
    out = scene(points, SetConvControls(query=1.0))
    reading, writing = (as_read(mark(out.panel(id), HeatMap)) for id in ("weights", "bumps"))
    inner = np.abs(X[::6]) < 2
    assert np.allclose(reading.values[inner].sum(1), 1, atol=0.02)
    peaks = reading.columns_at[reading.values.argmax(1)]
    assert np.abs(peaks - X[::6]).max() < 0.06
    assert reading.row_labels[reading.active_row] == "1.0"
    xs = points.x[list(writing.keys), 0].numpy()
    cells = np.array([float(label.replace("−", "-")) for label in writing.row_labels])
    truth = np.exp(-0.5 * ((cells[:, None] - xs) / learned_lengthscale(WITH)) ** 2)
    assert np.allclose(writing.values, truth, atol=0.08)
    assert list(xs) == sorted(xs)


@pytest.mark.parametrize("name", MODELS)
def test_the_scene_has_one_model_and_the_aside_the_others(name):
    points, others = context(DRAWN), [n for n in MODELS if n != name]
    controls = SetConvControls(model=name)
    now, beside = scene(points, controls), aside(points, controls)
    assert mark(now.panel("stage"), Curve).model == name
    for other in others:
        assert f"width-{other}" not in {r.id for r in now.readings}
        curve = mark(beside.panel(f"band-{other}"), Curve)
        truth = predict(model(other), points, torch.from_numpy(curve.x)[:, None]).numpy()
        assert np.allclose(curve.mean, truth[0][:, 0], atol=1e-4)
        (sd,) = predict(model(other), points, torch.zeros(1, 1, dtype=torch.float64)).numpy()[1][:, 0]
        assert beside.reading(f"width-{other}").value == pytest.approx(4 * sd, abs=1e-3)
