"""The visible interval of x: every lesson draws its curves from end to end of it, and the default changes nothing."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.controls import PlotControls
from pages.shared.lesson.values import ControlError, context
from pages.shared.models.predictions import GRID, grid
from pages.shared.scene.marks import Curve, HeatMap, Scene
from tests.scenes import as_read

pytestmark = pytest.mark.slow

POINTS = context(((-1.0, 0.5), (0.0, 1.0), (1.0, -0.5)))
DRAWN = [name for name, lesson in LESSONS.items() if lesson.draws_points]  # else the stage is as wide as its letters
VIEWS = ((-7.0, 5.0), (4.5, 5.1), (1e6, 1e6 + 24))


def whole(lesson, controls):
    """Every part of a lesson's scene, joined as on screen."""
    return reduce(Scene.joined, (part(POINTS, lesson.parse(controls)) for part in lesson.parts.values()))


@pytest.mark.parametrize("seen", VIEWS)
@pytest.mark.parametrize("name", DRAWN)
def test_curves_reach_from_end_to_end_of_the_view(name, seen):
    scene = whole(LESSONS[name], {"view": list(seen), "tau": 0.3, "against": "alone"})
    assert scene.panels[0].x == seen
    drawn = [p for p in scene.panels if p.points or (p.area == "strip" and not isinstance(p.marks[0], HeatMap))]
    for panel in drawn:
        origin = panel.moved
        assert panel.x == pytest.approx((seen[0] + origin, seen[1] + origin))
        for curve in (mark for mark in panel.marks if isinstance(mark, Curve)):
            inside = curve.x[(curve.x >= panel.x[0] - 1e-6) & (curve.x <= panel.x[1] + 1e-6)]
            assert (inside.min(), inside.max()) == pytest.approx(panel.x, abs=1e-6)
            assert np.isfinite(curve.mean).all() and (curve.sd > 0).all()
            assert (np.diff(curve.x) >= 0).all()


@pytest.mark.parametrize("name", DRAWN)
def test_the_default_view_is_the_one_without_a_control(name):
    lesson = LESSONS[name]
    view = lesson.controls().view
    plain, seen = (lesson.scene(POINTS, lesson.parse(controls)) for controls in ({}, {"view": list(view)}))
    assert plain.wire() == seen.wire()
    assert plain.panels[0].x == view


def test_the_grid_has_201_targets_whatever_is_in_view():
    assert grid(PlotControls()) is GRID
    targets = grid(PlotControls(view=(5.0, 6.0)))[:, 0]
    assert (len(targets), targets[0].item(), targets[-1].item()) == (201, 5.0, 6.0)


def test_a_handle_whose_place_is_out_of_view_stands_in_the_middle():
    assert PlotControls().in_view(0.25) == 0.25
    assert PlotControls(view=(5.0, 6.0)).in_view(0.25) == 5.5


@pytest.mark.parametrize("value", ["x", [1.0], [3.0, -3.0], [0.0, 0.2], [0.0, 25.0], [1e9, 1e9 + 1], [0.0, np.nan]])
def test_a_view_that_cannot_be_drawn_is_refused(value):
    with pytest.raises(ControlError, match="view must be"):
        PlotControls.parse({"view": value})


def test_the_equation_is_about_the_target_in_view_nearest_to_zero():
    home = LESSONS["home"]
    assert "x = 0," in as_read(home.scene(POINTS, home.parse({})).equation)
    assert "x = 4.50," in as_read(home.scene(POINTS, home.parse({"view": [4.5, 6.0]})).equation)


@pytest.mark.parametrize("name", LESSONS)
def test_points_stand_on_the_stage_where_they_are_used_and_nowhere_else(name):
    lesson = LESSONS[name]
    panels = lesson.scene(POINTS, lesson.parse({})).panels
    assert panels[0].points is lesson.draws_points
    assert lesson.draws_points or not any(panel.points for panel in panels)
