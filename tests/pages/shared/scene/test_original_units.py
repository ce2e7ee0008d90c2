"""A scene in original units: data axes change, everything else stays."""

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.units import Units
from pages.shared.lesson.values import context
from pages.shared.scene.figures import figures
from pages.shared.scene.marks import Curve, Handle, HeatMap, Line
from pages.shared.scene.original_units import in_original_units

UNITS = Units("year", 1990.0, 5.0, "flow", 100.0, 20.0)
POINTS = ((-1.0, 0.5), (1.0, -0.5))


@pytest.fixture(scope="module", params=["home", "setconv"])
def scene(request):
    lesson = LESSONS[request.param]
    return lesson.scene(context(POINTS), lesson.parse({}))


def marks(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def test_without_units_nothing_changes(scene):
    assert in_original_units(scene, POINTS, None) == (scene, POINTS)


def test_the_stage_shows_original_numbers(scene):
    before, after = scene.panels[0], in_original_units(scene, POINTS, UNITS)[0].panels[0]
    assert (after.x, after.y, after.tint) == ((1975.0, 2005.0), (40.0, 160.0), (1980.0, 2000.0))
    assert (after.x_title, after.y_title, after.moved) == ("year", "flow", 5 * before.moved)
    for one, other in zip(marks(before, Curve), marks(after, Curve)):
        np.testing.assert_allclose(other.x, 1990 + 5 * one.x)
        np.testing.assert_allclose(other.mean, 100 + 20 * one.mean)
        np.testing.assert_allclose(other.sd, 20 * one.sd)
    for one, other in zip(marks(before, Handle), marks(after, Handle)):
        assert other.x == 1990 + 5 * one.x


def test_what_is_no_data_stays(scene):
    after, points = in_original_units(scene, POINTS, UNITS)
    assert points == UNITS.original(POINTS)
    assert (after.ledger, after.caption, after.equation) == (scene.ledger, scene.caption, scene.equation)
    for before, panel in zip(scene.panels, after.panels):
        if before.y_title != "y":
            assert (panel.y, panel.y_title) == (before.y, before.y_title)
            for one, other in zip(marks(before, Line), marks(panel, Line)):
                np.testing.assert_array_equal(other.y, one.y)
        for one, other in zip(marks(before, HeatMap), marks(panel, HeatMap)):
            np.testing.assert_array_equal(other.values, one.values)


def test_a_figure_takes_the_names_of_axes_as_plain_text(scene):
    named = Units("<a href='//x'>year</a>", 1990.0, 5.0, "flow & <b>level</b>", 100.0, 20.0)
    stage = figures(*in_original_units(scene, POINTS, named))[0]
    assert stage.layout.xaxis.title.text == "&lt;a href='//x'&gt;year&lt;/a&gt;"
    assert stage.layout.yaxis.title.text == "flow &amp; &lt;b&gt;level&lt;/b&gt;"
    assert tuple(stage.layout.xaxis.range) == (1975.0, 2005.0)
