"""A scene in original units: data axes change, everything else stays."""

import re

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.units import Units
from pages.shared.lesson.values import context
from pages.shared.scene.figures import figures
from pages.shared.scene.marks import Curve, Handle, HeatMap, Line
from pages.shared.scene.original_units import in_original_units, in_units
from pages.shared.scene.quantities import along_x, at_x, at_y, joined, words
from tests.moments import WRITTEN, YEARS, wired

POINTS = ((-1.0, 0.5), (1.0, -0.5))


@pytest.fixture(scope="module", params=["home", "setconv"])
def scene(request):
    lesson = LESSONS[request.param]
    return lesson.scene(context(POINTS), lesson.parse({}))


def marks(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def test_without_units_every_text_is_a_string(scene):
    plain, points = in_original_units(scene, POINTS, None)
    assert points == POINTS
    assert plain.caption == in_units(scene.caption, None) != scene.caption
    for before, panel in zip(scene.panels, plain.panels):
        assert (panel.x, panel.y, panel.title) == (before.x, before.y, before.title)
        assert {type(text) for text in (panel.note, panel.x_title, panel.y_title)} == {str}


@pytest.mark.parametrize(("units", "text", "wanted"), WRITTEN)
def test_a_quantity_is_written_in_the_units_of_the_data(units, text, wanted):
    assert in_units(text, units) == wanted


def test_texts_join_to_texts_and_without_quantities_to_strings():
    shift = along_x(1.5, signed=True)
    assert words("a", "", "b") == "ab" and joined(", ", ["a", "b"]) == "a, b" and joined(", ", []) == ""
    assert "by " + shift == words("by ", shift) and shift + "." == words(shift, ".") != words(shift, "!")
    assert in_units("by " + (shift + ", ") + shift, None) == "by +1.50, +1.50"
    assert wired(words("by ", shift)) == {"pieces": ["by ", {"kind": "shift_x", "value": 1.5, "digits": 2}]}


@pytest.mark.parametrize("lose", ["{}".format, str, lambda text: f"{text}", lambda text: f"{text:>9}"])
def test_no_quantity_is_lost_in_a_string(lose):
    with pytest.raises(TypeError):
        lose(words("x = ", at_x(1.0)))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_quantity_is_finite(value):
    with pytest.raises(ValueError, match="a quantity must be finite, got"):
        at_y(value)


WITHOUT_PLACES = (
    "whole",
    "positional",
    "equivariance",
    "latent",
    "sequences",
    "melodies",
    "plane",
    "learning",
    "classes",
)


@pytest.mark.parametrize("name", LESSONS)
def test_no_caption_or_reading_gives_a_place_or_a_shift_in_the_models_units(name):
    """With x = 1990 + 5 s every place is near 1990; a shift of 1 is one of 5."""
    lesson = LESSONS[name]
    scene = lesson.scene(context(POINTS), lesson.parse({"tau": 1.0}))
    shown, _ = in_original_units(scene, POINTS, YEARS)
    texts = [shown.caption, shown.equation, *(r.label for r in shown.readings), *(r.text for r in shown.readings)]
    texts += [text for panel in shown.panels for text in (panel.title, panel.note)]
    texts += [mark.label for panel in shown.panels for mark in panel.marks if hasattr(mark, "label")]
    places = [place for text in texts for place in re.findall(r"x = (\u2212?[\d.]+\d)", text)]
    assert places or not lesson.takes_data or name in WITHOUT_PLACES
    assert all(1900 < float(place.replace("\u2212", "-")) < 2100 for place in places), places
    shifts = [shift for text in texts for shift in re.findall(r"(?:shifted|shift) by ([+\u2212][\d.]+\d)", text)]
    assert set(shifts) <= {"+5.00"} and (
        shifts or not lesson.takes_data or name in ("zoo", "melodies", "plane", "classes")
    )


def test_the_stage_shows_original_numbers(scene):
    before, after = scene.panels[0], in_original_units(scene, POINTS, YEARS)[0].panels[0]
    assert (after.x, after.y, after.tint) == ((1975.0, 2005.0), (40.0, 160.0), (1980.0, 2000.0))
    assert (after.x_title, after.y_title, after.moved) == ("year", "flow", 5 * before.moved)
    for one, other in zip(marks(before, Curve), marks(after, Curve)):
        np.testing.assert_allclose(other.x, 1990 + 5 * one.x)
        np.testing.assert_allclose(other.mean, 100 + 20 * one.mean)
        np.testing.assert_allclose(other.sd, 20 * one.sd)
    for one, other in zip(marks(before, Handle), marks(after, Handle)):
        assert other.x == 1990 + 5 * one.x


def test_what_is_no_data_stays(scene):
    after, points = in_original_units(scene, POINTS, YEARS)
    assert points == YEARS.original(POINTS)
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
