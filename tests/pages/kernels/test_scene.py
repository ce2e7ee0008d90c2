"""The scene of the lesson on kernels: curves, rows and maps against the library and each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.kernels.controls import MODELS, SHOWN, KernelControls
from pages.kernels.methods import moved_weight, nearest, weights
from pages.kernels.scene import aside, scene
from pages.kernels.story import POINTS
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Bars, Curve, Dots, HeatMap, Line, Threads
from tests.scenes import as_read
from tnpcore import Points
from tnpcore.data.gp import posterior

DRAWN = context(POINTS)
FAR = context(((-1e6, 0.0), (1e6, 0.5)))


def whole(points=DRAWN, **changes):
    controls = KernelControls(**changes)
    return scene(points, controls).joined(aside(points, controls))


def stage(kind, points=DRAWN, **changes):
    return [mark for mark in whole(points, **changes).panel("stage").marks if isinstance(mark, kind)]


@pytest.mark.parametrize("show", SHOWN)
def test_rows_and_curves_are_those_of_the_methods_on_show(show):
    rows = [mark for mark in whole(show=show).panel("rows").marks if isinstance(mark, Bars)]
    assert len(rows) == len(SHOWN[show])
    curves = stage((Line, Curve), show=show)
    assert len(curves) == (1 if show == "model" else len(SHOWN[show]))


def test_the_curve_of_the_gaussian_process_is_the_exact_posterior():
    (curve,) = stage(Curve, show="gp")
    controls = KernelControls()
    exact = posterior(controls.gp_kernel, DRAWN, torch.from_numpy(curve.x)[:, None], controls.noise)
    np.testing.assert_allclose(curve.mean, exact.mean[:, 0], atol=1e-9)
    np.testing.assert_allclose(curve.sd, exact.stddev[:, 0], atol=1e-9)
    np.testing.assert_allclose(curve.mean, weights(DRAWN, controls).curve("gp"), atol=1e-9)


@pytest.mark.parametrize("show", SHOWN)
def test_a_dashed_curve_lies_above_the_solid_ones_that_it_may_cover(show):
    dashed = [isinstance(mark, Line) and mark.dashed for mark in stage((Line, Curve), show=show)]
    assert dashed == sorted(dashed)


@pytest.mark.parametrize("model", MODELS)
def test_rows_of_nw_and_the_head_are_shares(model):
    found = weights(DRAWN, KernelControls(model=model))
    for name in ("nw", "head"):
        assert found.rows[name].min() >= 0
        np.testing.assert_allclose(found.rows[name].sum(-1), 1.0, atol=1e-5)
    assert found.rows["krr"].min() < -0.2 and abs(found.rows["krr"].sum(-1) - 1).max() > 0.05


@pytest.mark.parametrize("tau", [0.3, -1.0, 2.03])
def test_kernels_of_differences_and_a_tetnp_do_not_see_a_shift(tau):
    def mover(controls):
        return moved_weight(weights(DRAWN, controls), weights(DRAWN, controls, tau))

    moved = mover(KernelControls(model="tetnp"))
    assert max(moved[name] for name in ("nw", "krr", "gp")) < 1e-9 and moved["head"] < 1e-4
    assert moved["dot"] < 1e-9, "with the norm of the key it is a kernel of the difference"
    assert mover(KernelControls(norm=False))["dot"] > 0.01
    assert mover(KernelControls(model="anp"))["head"] > 0.01


def test_the_shifted_inputs_are_compared_on_the_stage():
    roles = [curve.role for curve in stage(Curve, show="model", tau=1.0)]
    assert roles == ["model", "shifted-prediction"]
    found = whole(tau=1.0)
    assert found.reading("shift-anp").value > 0.1 and found.reading("moved").value > 0.1
    bars = found.panel("moved").marks[0]
    assert bars.labels == ("NW", "head", "KRR", "GP")
    assert bars.values[[0, 2, 3]].max() < 1e-9 < 0.1 < bars.values[1]


def test_a_second_entry_is_the_nearest_point_and_lights_up_with_it():
    controls = KernelControls(show="votes", query=0.6, twice=True)
    assert nearest(DRAWN, controls) == 3
    found = whole(show="votes", query=0.6, twice=True)
    for bars in found.panel("rows").marks:
        assert bars.keys == (0, 1, 2, 3, 3, 4) and bars.values[3] == pytest.approx(bars.values[4], abs=1e-6)
    assert found.panel("pair").marks[0].values[0] == pytest.approx(weights(DRAWN, controls).row("nw")[3])
    dashed = [line for line in stage(Line, show="votes", query=0.6, twice=True) if line.dashed]
    plain = [mark.y for mark in stage(Line, show="votes", query=0.6)]
    assert [np.allclose(line.y, y) for line, y in zip(dashed, plain, strict=True)] == [True] * 3


def test_the_weight_of_a_second_entry_is_seen_once_there_is_one():
    once, twice = (whole(twice=twice).panel("pair").marks[0] for twice in (False, True))
    np.testing.assert_array_equal(once.values, twice.values[::2])
    assert once.labels == twice.labels[::2] and all(label.endswith("×2") for label in twice.labels[1::2])


def test_the_point_that_was_entered_twice_is_marked_on_the_stage():
    assert not [dots for dots in stage(Dots, show="votes", query=0.6) if "×2" in dots.labels]
    (dots,) = (dots for dots in stage(Dots, show="votes", query=0.6, twice=True) if "×2" in dots.labels)
    assert (dots.x.item(), dots.y.item()) == pytest.approx((DRAWN.x[3].item(), DRAWN.y[3].item()))


def test_connecting_lines_are_those_of_the_one_method_on_show():
    (threads,) = stage(Threads, show="nw")
    np.testing.assert_allclose(threads.weights, weights(DRAWN, KernelControls()).row("nw"))
    assert threads.label == "weight" and not stage(Threads, show="all")


def test_the_maps_stand_side_by_side_with_a_gap():
    (heat,) = [mark for mark in whole().panel("maps").marks if isinstance(mark, HeatMap)]
    found = weights(DRAWN, KernelControls())
    np.testing.assert_allclose(heat.values[:, :5], found.map("nw"))
    np.testing.assert_allclose(heat.values[:, 6:], found.map("head"))
    assert heat.keys == (0, 1, 2, 3, 4, -1, 0, 1, 2, 3, 4) and heat.gap == 5


def test_the_density_lies_under_the_points_and_the_query():
    panel = whole(query=0.9).panel("density")
    field, handle = panel.marks
    assert panel.points and (handle.x, handle.edit) == (0.9, "query")
    assert field.x == panel.x and field.y == panel.y
    assert field.values.max() == 1.0 and field.values.min() >= 0.0
    row, column = np.unravel_index(field.values.argmax(), field.values.shape)
    rows, columns = field.values.shape
    at = np.linspace(*field.x, columns)[column], np.linspace(*field.y, rows)[row]
    gap = np.hypot(DRAWN.x[:, 0].numpy() - at[0], DRAWN.y[:, 0].numpy() - at[1]).min()
    assert gap < KernelControls().bandwidth, "the densest place is near a point"


@pytest.mark.parametrize("points", [context(()), context(((0.5, 1.0),)), FAR], ids=["none", "one", "far"])
@pytest.mark.parametrize("show", SHOWN)
def test_few_and_far_points(points, show):
    whole(points, show=show, twice=True, tau=0.3, bandwidth=0.05).wire()
    assert not len(points) or whole(points, show=show).reading("distance").value < 1


def test_the_distance_is_the_mean_over_the_rows_of_the_maps():
    controls = KernelControls(bandwidth=0.4)
    found = weights(DRAWN, controls)
    by_row = [0.5 * np.abs(a - b).sum() for a, b in zip(found.map("nw"), found.map("head"))]
    assert whole(bandwidth=0.4).reading("distance").value == pytest.approx(np.mean(by_row))
    elsewhere = replace(controls, query=1.3, view=(-1.0, 4.0))
    assert scene(DRAWN, elsewhere).reading("distance").value == pytest.approx(np.mean(by_row), abs=1e-6)


def test_the_equation_adds_up_to_the_prediction_of_nw():
    found = scene(DRAWN, KernelControls(query=0.0))
    row = weights(DRAWN, KernelControls(query=0.0)).row("nw")
    assert as_read(found.equation).count("·") == 3
    assert [key for _, key in found.terms] == np.argsort(-row)[:3].tolist()
    assert found.reading("at-nw").value == pytest.approx(float(row @ np.array(POINTS)[:, 1]))


def test_shifting_the_points_by_hand_gives_the_shifted_rows():
    controls = KernelControls(query=0.1)
    by_hand = weights(Points(DRAWN.x + 1.0, DRAWN.y), replace(controls, query=1.1))
    there = weights(DRAWN, controls, 1.0)
    for name in ("nw", "krr", "gp", "head"):
        np.testing.assert_allclose(there.row(name), by_hand.row(name), atol=1e-5)
