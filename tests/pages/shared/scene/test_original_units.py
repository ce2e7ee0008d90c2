"""A scene in original units: data axes change, everything else stays."""

import re

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.units import Units
from pages.shared.lesson.values import context
from pages.shared.scene.figures import figures
from pages.shared.scene.marks import Curve, Handle, HeatMap, Line
from pages.shared.scene.original_units import in_original_units
from pages.shared.scene.quantities import ALONG_Y, MARKS, along_x, along_y, at_x, at_y, in_units, marked

UNITS = Units("year", 1990.0, 5.0, "flow", 100.0, 20.0)
POINTS = ((-1.0, 0.5), (1.0, -0.5))


@pytest.fixture(scope="module", params=["home", "setconv"])
def scene(request):
    lesson = LESSONS[request.param]
    return lesson.scene(context(POINTS), lesson.parse({}))


def marks(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def test_without_units_only_the_marks_go(scene):
    plain, points = in_original_units(scene, POINTS, None)
    assert points == POINTS
    assert plain.caption == in_units(scene.caption, None) != scene.caption
    assert not any(mark in plain.caption for mark in MARKS) and not re.search(r"\d\.\d{5}", plain.caption)
    for before, panel in zip(scene.panels, plain.panels):
        assert (panel.x, panel.y, panel.title) == (before.x, before.y, before.title)
        assert not any(mark in str((panel.note, panel.x_title, panel.y_title)) for mark in MARKS)


@pytest.mark.parametrize(
    ("text", "plain", "original"),
    [
        (f"x = {at_x(1.2)}", "x = 1.20", "x = 1996.00"),
        (f"x = {at_x(-1.2)} and x = {at_x(0, 0)}", "x = \u22121.20 and x = 0", "x = 1984.00 and x = 1990.00"),
        (f"by {along_x(-0.3, signed=True)}", "by \u22120.30", "by \u22121.50"),
        (f"by {along_x(1, signed=True)}", "by +1.00", "by +5.00"),
        (f"by {along_x(1e6, signed=True)}", "by +1,000,000", "by +5000000.00"),
        (f"N({at_y(-0.5)}, {along_y(0.25)}\u00b2)", "N(\u22120.50, 0.25\u00b2)", "N(90.0, 5.0\u00b2)"),
        (f"{marked('< 0.0001', ALONG_Y)}", "< 0.0001", "< 0.002"),
        ("no number with a unit: 3.50 sd", "no number with a unit: 3.50 sd", "no number with a unit: 3.50 sd"),
    ],
)
def test_a_marked_number_is_written_in_the_units_of_the_data(text, plain, original):
    assert (in_units(text, None), in_units(text, UNITS)) == (plain, original)


WITHOUT_PLACES = ("whole", "positional", "equivariance", "latent", "sequences", "melodies")


@pytest.mark.parametrize("name", LESSONS)
def test_no_caption_or_reading_gives_a_place_or_a_shift_in_the_models_units(name):
    """With x = 1990 + 5 s every place is near 1990; a shift of 1 is one of 5."""
    lesson = LESSONS[name]
    scene = lesson.scene(context(POINTS), lesson.parse({"tau": 1.0}))
    shown, _ = in_original_units(scene, POINTS, UNITS)
    texts = [shown.caption, shown.equation, *(r.label for r in shown.readings), *(r.text for r in shown.readings)]
    texts += [text for panel in shown.panels for text in (panel.title, panel.note)]
    texts += [mark.label for panel in shown.panels for mark in panel.marks if hasattr(mark, "label")]
    places = [place for text in texts for place in re.findall(r"x = (\u2212?[\d.]+\d)", text)]
    assert places or not lesson.draws_points or name in WITHOUT_PLACES
    assert all(1900 < float(place.replace("\u2212", "-")) < 2100 for place in places), places
    shifts = [shift for text in texts for shift in re.findall(r"(?:shifted|shift) by ([+\u2212][\d.]+\d)", text)]
    assert set(shifts) <= {"+5.00"} and (shifts or not lesson.draws_points or name in ("zoo", "melodies"))


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
    assert [reading.value for reading in after.readings] == [reading.value for reading in scene.readings]
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
