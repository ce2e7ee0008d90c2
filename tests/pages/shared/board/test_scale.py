"""Ticks and labels of an axis far from zero: they count from a stated origin, and no two of them are the same."""

from __future__ import annotations

import pytest

from pages.shared.drawing.units import standardising
from tests.javascript import results

STAGE_X, STAGE_Y, SMALL_Y = 7, 4.6, 2.8  # letters that a tick may have
SPAN = [-3, 3]


def ticks(offset: float, factor: float, digits: float, ends: list[float] = SPAN) -> tuple[list[str], list[float], str]:
    """Texts of the ticks, the original numbers of their places, and what the axis' title ends with."""
    call = """(offset, factor, digits, [a, b]) => {
      const scale = new module.Scale("x", offset, factor);
      const { marks, ending } = scale.ticks(a, b, 6, digits, 90);
      return [marks.map(({ text }) => text), marks.map(({ at }) => scale.original(at)), ending];
    }"""
    (found,) = results("state/scale", call, [[offset, factor, digits, ends]])
    return tuple(found)


def number(text: str) -> float:
    return float(text.replace("\u2212", "-"))


@pytest.mark.parametrize(
    ("offset", "factor", "digits", "origin", "wanted"),
    [
        (1.6e12 + 270, 135, STAGE_X, 1.6e12, "0 200 400 600"),
        (1628515800270, 135, STAGE_X, 1628515800000, "0 200 400 600"),
        (101325, 0.3, STAGE_Y, 101325, "\u22120.5 0 0.5"),
        (101324.83, 2, STAGE_Y, 101320, "0 2 4 6 8 10"),
        (-1e6, 0.5, STAGE_X, -1e6, "\u22121.5 \u22121 \u22120.5 0 0.5 1 1.5"),
        (2459000.5, 50, STAGE_Y, 2459000, "\u2212100 \u221250 0 50 100 150"),
        (1e15, 1e-3, STAGE_X, 1e15, "\u22120.003 \u22120.002 \u22120.001 0 0.001 0.002 0.003"),
    ],
)
def test_ticks_far_from_zero_count_from_a_stated_origin(offset, factor, digits, origin, wanted):
    texts, places, ending = ticks(offset, factor, digits)
    assert set(wanted.split()) <= set(texts) and len(set(texts)) == len(texts) > 2
    sign = "\u2212" if origin < 0 else "+"
    assert ending == f" ({sign} {abs(origin):.15g})".replace("1e+15", "1e15")
    assert [number(text) + origin for text in texts] == pytest.approx(places, rel=1e-15)


@pytest.mark.parametrize(
    ("offset", "factor", "digits", "wanted", "ending"),
    [
        (0, 1, STAGE_X, "\u22123 \u22122 \u22121 0 1 2 3", ""),
        (0, 1, SMALL_Y, "\u22123 \u22122 \u22121 0 1 2 3", ""),
        (1990, 5, STAGE_X, "1975 1980 1985 1990 1995 2000 2005", ""),
        (1015, 5, STAGE_Y, "1000 1005 1010 1015 1020 1025 1030", ""),
        (101300, 300, STAGE_Y, "100.5 101 101.5 102", " (\u00d7 10\u00b3)"),
        (0, 0.3, SMALL_Y, "\u22120.5 0 0.5", ""),
        (0, 2e12, STAGE_X, "\u22126 \u22124 \u22122 0 2 4 6", " (\u00d7 10\u00b9\u00b2)"),
    ],
)
def test_ordinary_axes_stay(offset, factor, digits, wanted, ending):
    texts, _, found = ticks(offset, factor, digits)
    assert (texts, found) == (wanted.split(), ending)


@pytest.mark.parametrize(
    ("first", "step"), [(1.6e12, 60), (1628515800000, 60000), (101324.5, 0.1), (-1000001, 0.2), (0, 1e-9), (1, 1e-9)]
)
def test_ten_points_have_ten_labels_and_their_axis_tells_them_apart(first, step):
    points = [(first + step * i, -first - step * i) for i in range(10)]
    units = standardising(points)
    seen = units.seen(points)
    call = """(wire, xs, ys, digits) => {
      const units = new module.Units();
      units.set(wire);
      const labels = xs.map((x, i) => units.describe({ x, y: ys[i] }).split(", "));
      const marks = ["x", "y"].map((axis, i) => units.axis(axis).ticks(-3, 3, 6, digits[i], 90).marks);
      return [labels, marks.map((one) => one.map(({ text }) => text))];
    }"""
    xs, ys = zip(*seen, strict=True)
    ((labels, axes),) = results("state/units", call, [[units.wire(), list(xs), list(ys), [STAGE_X, STAGE_Y]]])
    assert [len(set(column)) for column in zip(*labels, strict=True)] == [10, 10]
    for texts in axes:
        assert len(set(texts)) == len(texts) > 2


def test_labels_of_many_places_leave_out_the_origin_that_all_share():
    long = [f"1628515800000 {part}" for part in ("\u2212 60", "+ 0", "+ 60")]
    mixed = ["2", "+ 3", "prior"]
    found = results("state/dates", "differing", [[long], [[*long, "null"]], [mixed], [["101324.5", "101325.5"]]])
    assert found == [
        ["\u2212 60", "+ 0", "+ 60"],
        ["\u2212 60", "+ 0", "+ 60", "null"],
        mixed,
        ["101324.5", "101325.5"],
    ]


def test_a_scale_of_large_numbers_has_different_ticks():
    labels = [f"{101320 + i}.00" for i in range(14)]
    (marks,) = results("panels/heatmap_labels", "rowMarks", [[labels, [20 * i for i in range(15)]]])
    texts = [mark["text"] for mark in marks]
    assert len(set(texts)) == len(texts) > 2 and set(texts) <= {str(101320 + i) for i in range(14)}


def test_isolines_of_a_field_far_from_zero_are_few_and_differ():
    scale = {"offset": 1e15, "factor": 1e-3, "origin": 1e15}
    scaled = "(scale) => module.levels([-2, 2], { ...scale, roundStep: () => 5e-4 }, false, 8)"
    (found,) = results("plot/isolines", scaled, [[scale]])
    assert [each["at"] for each in found] == pytest.approx([-1.5, -1, -0.5, 0, 0.5, 1, 1.5])
