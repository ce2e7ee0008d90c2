"""The drawing as a link and as JSON, and back: exact, readable, bounded, harmless whatever a stranger has written."""

import json
import math
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.shared.drawing import codec, url
from pages.shared.drawing.datasets import DATASETS, load
from pages.shared.drawing.moments import MIDNIGHT
from pages.shared.drawing.state import MAX_CONTROLS, MAX_NUMBERS, DrawingState
from pages.shared.drawing.units import MAX_LABEL, Units, standardising
from pages.shared.lesson.values import MAX_POINTS, MAX_X, MAX_Y
from pages.shared.shell.escape import plain
from pages.shared.shell.qr import qr_svg

pytestmark = pytest.mark.slow

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
XS, YS = (st.floats(-limit, limit) for limit in (MAX_X, MAX_Y))
CELLS = st.lists(st.tuples(st.integers(0, 258), st.integers(0, 258)).map(list), min_size=1, max_size=30)
VALUES = NUMBERS | st.lists(NUMBERS, max_size=5) | CELLS
NAMES = st.from_regex(r"[a-z]\w{0,9}", fullmatch=True).filter(str.isascii)
LABELS = st.text(min_size=1, max_size=MAX_LABEL).filter(str.isprintable)
OFFSETS, FACTORS = st.floats(-1e15, 1e15), st.floats(1e-30, 1e15)
SINCE = st.sampled_from(("", MIDNIGHT)) | st.dates().map(str)
UNITS = st.builds(Units, LABELS, OFFSETS, FACTORS, LABELS, OFFSETS, FACTORS, SINCE)
MANY = settings(max_examples=300, deadline=None)


@MANY
@given(st.lists(st.tuples(XS, YS), max_size=40), st.dictionaries(NAMES, VALUES, max_size=6), st.none() | UNITS)
def test_a_link_brings_back_the_very_same_numbers(points, controls, units):
    """Points in the units of the data to 0.0001 of what the models see."""
    drawing = DrawingState(tuple(points), controls, units)
    found = codec.from_link(codec.to_link(drawing))
    assert (found.controls, found.units) == (controls, units) and len(found.points) == len(points)
    most = 1e-4 if units else 0.0
    assert all(math.dist(here, there) <= most for here, there in zip(found.points, points, strict=True))


def test_points_far_from_0_and_close_together_are_no_worse_for_the_link():
    """Seconds since 1970 with microseconds between them: in their own units a float holds no ten-thousandth of that."""
    drawing = DrawingState(((-2.0, 0.0), (0.1234567, 1.0)), {}, Units("s", 1.7e9, 1e-6, "y", 0.0, 1.0))
    assert codec.to_link(drawing)["p"] == "-2,0;0.1234567,1"
    assert codec.from_link(codec.to_link(drawing)) == drawing


def test_the_link_of_a_file_holds_the_numbers_of_the_file_and_fits_a_qr_code():
    nile = next(dataset for dataset in DATASETS if dataset.name == "Nile")
    points, units = load(nile)
    link = codec.to_link(DrawingState(points[:-1], {}, units))  # all of it would stand there by its name
    assert link["o"].startswith("1871,1120;1872,1160;1873,963;") and len(link["o"]) < 1000
    assert qr_svg(url.address("https://example.org/fit", link))
    with pytest.raises(ValueError, match="must say these, u"):
        codec.from_link({name: link[name] for name in ("v", "o")})
    with pytest.raises(ValueError, match="points as x,y, got '1871'"):
        codec.from_link({**link, "o": "1871"})


@MANY
@given(st.lists(st.tuples(XS, YS), max_size=40), st.dictionaries(NAMES, VALUES, max_size=6), st.none() | UNITS)
def test_json_brings_back_the_very_same_numbers(points, controls, units):
    drawing = DrawingState(tuple(points), controls, units)
    assert codec.from_json(json.loads(json.dumps(codec.to_json(drawing)))) == drawing


SHARED = json.loads((Path(__file__).parent / "shared_links.json").read_text("utf-8"))


@pytest.mark.parametrize("shared", SHARED, ids=[shared["link"][:40] for shared in SHARED])
def test_a_link_that_was_shared_before_opens_equal(shared):
    """Links of earlier versions, with what those versions read in them, and how it is written now."""
    found = codec.from_link(dict(parse_qsl(shared["link"], keep_blank_values=True)))
    assert found == codec.from_json({name: shared[name] for name in ("points", "controls", "units")})
    assert codec.to_link(found) == shared["written"]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"points": None},
        {"points": [[0, math.nan]]},
        {"points": [[0, 0]] * (MAX_POINTS + 1)},
        {"points": [], "v": 2},
        {"points": [], "controls": 3},
        {"points": [], "controls": {"a": {}}},
        {"points": [], "units": "kg"},
        {"points": [], "units": {"x_label": 1}},
        {"points": [], "units": {1: 1}},
        {"points": [], "units": {**Units("x", 0, 1, "y", 0, 1).wire(), "more": 1}},
        {"points": [], "units": {**Units("x", 0, 1, "y", 0, 1).wire(), "y_factor": 0}},
    ],
    ids=repr,
)
def test_json_that_is_no_drawing_is_refused(data):
    with pytest.raises(ValueError, match="must"):
        codec.from_json(data)


@MANY
@given(st.dictionaries(st.sampled_from(["v", "p", "o", "c", "u", "ux", "uy", "ut", "step"]), st.text(max_size=400)))
def test_any_text_is_a_bounded_drawing_or_a_value_error(parameters):
    bounded_or_refused({"v": "1", **parameters})


@MANY
@given(st.text("0123456789.,;:x+-einfa_ ", max_size=200), st.text("abtau0123456789.,;:x+-e_", max_size=200))
def test_text_that_looks_like_a_link_is_no_different(points, controls):
    bounded_or_refused({"v": "1", "p": points, "c": controls, "u": points})


def bounded_or_refused(parameters):
    try:
        found = codec.from_link(parameters)
    except ValueError as error:
        assert 0 < len(str(error)) < 300
        return
    assert len(found.points) <= MAX_POINTS
    assert all(abs(x) <= MAX_X and abs(y) <= MAX_Y for x, y in found.points)
    assert len(found.controls) <= MAX_CONTROLS
    values = [value if isinstance(value, list) else [value] for value in found.controls.values()]
    numbers = [n for value in values for entry in value for n in (entry if isinstance(entry, list) else [entry])]
    assert len(numbers) <= MAX_NUMBERS + MAX_CONTROLS
    assert all(math.isfinite(number) for number in numbers)


def test_a_link_is_readable():
    controls = {"tau": 1.0, "targets": [0.5], "cells2": [[3, 0], [8, 12]], "view": [-4.0, 2.5]}
    units = Units("Year", 1950.0, 12.5, "°C", 14.0, 0.5)
    assert codec.to_link(DrawingState(((0.5, -1.0), (2.0, 0.1 + 0.2)), controls, units)) == {
        "v": "1",
        "o": "1956.25,13.5;1975,14.15",
        "c": "tau:1;targets:0.5,;cells2:3x0,8x12;view:-4,2.5",
        "u": "1950,12.5;14,0.5",
        "ux": "Year",
        "uy": "°C",
    }
    address = url.address("http://here/attention?old=1", codec.to_link(DrawingState(((0.5, -1.0),))))
    assert address == "http://here/attention?v=1&p=0.5,-1"
    assert url.address("http://here:8501", {"v": "1"}) == "http://here:8501/?v=1"


def test_a_link_of_the_first_days_is_still_read():
    old = {"v": "1", "p": "-1.9,-0.7;12.345678,1e-4", "c": "tau:1.5;targets:0.5,1,2;far:1e+06"}
    found = codec.from_link(old)
    assert found.points == ((-1.9, -0.7), (12.345678, 1e-4))
    assert found.controls == {"tau": 1.5, "targets": [0.5, 1.0, 2.0], "far": 1e6}
    assert found.units is None


@pytest.mark.parametrize(
    "parameters",
    [
        {"v": "2"},
        {"v": "1\n"},
        {"p": "0"},
        {"p": "0,0,0"},
        {"p": "a,b"},
        {"p": "0,nan"},
        {"p": "inf,0"},
        {"p": "1e8,0"},
        {"p": "1_0,0"},
        {"p": " 1,0"},
        {"p": "١,0"},
        {"p": ";".join(["0,0"] * 257)},
        {"p": "0," + "0" * 20_000},
        {"c": "tau"},
        {"c": "tau:"},
        {"c": "tau:x"},
        {"c": "tau:nan"},
        {"c": "tau:1e999"},
        {"c": "cells3:1x2x3"},
        {"c": "cells3:1x2,3"},
        {"c": "cells3:1x-2"},
        {"c": "cells3:1x1000"},
        {"c": "a" * 65 + ":1"},
        {"c": "<b>:1"},
        {"c": "tau:1;tau:2"},
        {"c": ";".join(f"a{i}:1" for i in range(MAX_CONTROLS + 1))},
        {"u": "1,1"},
        {"u": "1,1;1,1"},
        {"u": "1,1;1,1", "ux": "x", "uy": "two\nlines"},
        {"u": "1,0;1,1", "ux": "x", "uy": "y"},
    ],
)
def test_a_bad_link_is_refused(parameters):
    with pytest.raises(ValueError, match="must"):
        codec.from_link({"v": "1", **parameters})


def test_more_than_a_link_holds_is_refused():
    with pytest.raises(ValueError, match="at most"):
        codec.to_link(DrawingState((), {f"cells{i}": [[i, j] for j in range(200)] for i in range(30)}))


def test_what_belongs_to_others_is_kept_within_bounds():
    others = {"step": "3", "attention_head": "2", "<script>": "1", "long": "x" * 1000, "v": "1", "live": "off"}
    assert url.kept(others, (*codec.PARAMETERS, "live")) == {"step": "3", "attention_head": "2"}
    assert len(url.kept({f"a{i}": "1" for i in range(1000)})) == url.MAX_KEPT


def test_what_a_stranger_wrote_is_shown_as_it_stands():
    assert plain("got '1.5', x = -2: no.") == "got '1.5', x = -2: no."
    for text in ("![a](http://b/c.png)", "[a](b)", "https://a.b", "www.a.b", "`a`", "$a$", "<b>", "a@b.c", ":red[a]"):
        assert plain(text) != text


@pytest.mark.parametrize("points", [((0.5, 1.0), (0.25, -1.0)), ((0.123456, 1.0), (0.25, -1.0))])
def test_error_bars_travel_in_links_and_json(points):
    units = Units("x", 3.0, 2.0, "y", 0.0, 10.0).measured(points, [0.5, None])
    link = codec.to_link(DrawingState(points, {}, units))
    assert link["ue"] == "0.5;"
    sent = json.dumps(codec.to_json(DrawingState(points, {}, units)))
    for found in (codec.from_link(link), codec.from_json(json.loads(sent))):
        assert found.units.errors_of(found.points) == [pytest.approx(0.5), None]
    with pytest.raises(ValueError, match="an error, or none, for each of 2 points, got 1"):
        codec.from_link({**link, "ue": "0.5"})
    with pytest.raises(ValueError, match="a standard error must be x, y and a number of at least 0"):
        Units("x", 0, 1, "y", 0, 1, y_errors=((0, 1, -1),))


def test_a_link_keeps_the_digits_that_were_given():
    given = ((1.0, 15451.45), (2.0, 14428.45), (3.0, 9871.2))
    units = standardising(given, "day", "EUR")
    link = codec.to_link(DrawingState(units.seen(given), {}, units))
    assert link["o"] == "1,15451.45;2,14428.45;3,9871.2"
    found = codec.from_link(link)
    assert [y for _, y in found.units.original(found.points)] == pytest.approx([y for _, y in given], abs=1e-9)
