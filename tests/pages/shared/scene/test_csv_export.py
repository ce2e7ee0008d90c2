"""What can be taken home: tables, a QR code, a page that opens offline."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest

from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.units import Units, standardising
from pages.shared.scene import csv_export as export
from pages.shared.scene.html_export import Paper, standalone
from pages.shared.scene.marks import Bars, Curve, Line, Panel, Reading, Scene
from pages.shared.shell.qr import qr_svg
from pages.shared.shell.share import Shown, _page

X = np.array([0.0, 0.1 + 0.2, 1.0])
CURVE = Curve(X, X + 1, X / 2 + 0.1, "tnpd", label="here, there")
POINTS = ((0.1 + 0.2, -1.0), (1e-7, 2.5))
YEARS = Units("Year", 1950.0, 10.0, "=cmd()", 14.0, 0.5)


def rows(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def scene():
    drawn = Panel("stage", "Stage", (CURVE, Line(X, -X, "signal")), area="stage", points=True)
    return Scene((drawn, Panel("bars", "Bars", (Bars(X, ("a", "b", "c")), Line(X, X, "wave", "plain")))))


def test_points_come_out_as_they_went_in():
    assert rows(export.points_csv(POINTS)) == [["x", "y"], ["0.30000000000000004", "-1.0"], ["1e-07", "2.5"]]
    assert rows(export.points_csv(())) == [["x", "y"]]


@pytest.mark.parametrize("start", [(1628515860123.0, 101324.4381), (-5412345.6718, 0.0), (1.0, 0.003), (9.9e13, 7.0)])
def test_numbers_far_from_zero_come_out_with_every_digit(start):
    """In the file of the points, the page to take home, and beside standard errors."""
    first = [(start[0] + i, start[1] + i / 1000) for i in range(10)]
    first = [(round(x, 4), round(y, 9)) for x, y in first]
    units = standardising(first)
    seen = tuple(units.seen(first))
    measured = units.measured(seen, [0.1] * 10)
    assert [tuple(map(float, row)) for row in rows(export.points_csv(seen, units))[1:]] == first
    assert [tuple(map(float, row[:2])) for row in rows(export.points_csv(seen, measured))[1:]] == first
    cells = re.findall(r"<tr><td>([^<]*)</td><td>([^<]*)</td>", standalone(Paper("T", Scene(()), seen, units, "")))
    assert [(float(x), float(y)) for x, y in cells[-10:]] == first


def test_points_come_out_in_their_original_units_and_no_name_is_a_formula():
    header, first, _ = rows(export.points_csv(POINTS, YEARS))
    assert header == ["Year", "'=cmd()"]
    assert tuple(map(float, first)) == pytest.approx(YEARS.original(POINTS)[0], rel=1e-11)


def test_error_bars_come_out_beside_the_points_and_no_digit_beyond_the_given():
    units = Units("day", 0.0, 1.0, "flow", 500.0, 62.58).measured(((0.0, 1.0), (1.0, 0.3)), [2.5, None])
    assert rows(export.points_csv(((0.0, 1.0), (1.0, 0.3)), units)) == [
        ["day", "flow", "standard error"],
        ["0.0", "562.58", "2.5"],
        ["1.0", "518.774", ""],
    ]


def test_every_curve_is_a_row_for_each_of_its_points():
    header, *table = rows(export.curves_csv(scene()))
    assert header == ["panel", "curve", "role", "model", "x", "y", "sd"]
    assert table[1] == ["Stage", "here, there", "model", "tnpd", "0.30000000000000004", "1.3", "0.25"]
    assert [row[6] for row in table[3:]] == [""] * 6
    assert {row[0] for row in table} == {"Stage", "Bars"}


def test_a_standard_deviation_has_no_digit_that_scaling_left_behind():
    table = rows(export.curves_csv(scene(), Units("day", 0.0, 1.0, "flow", 500.0, 0.1)))[1:]
    assert {row[6] for row in table if row[0] == "Stage" and row[6]} <= {
        f"{float(row[6]):.12g}" for row in table if row[6]
    }


def test_curves_over_the_points_come_out_in_original_units():
    table = rows(export.curves_csv(scene(), YEARS))[1:]
    x, y, sd = map(float, table[1][4:])
    assert (x, y) == pytest.approx((1953.0, 14.65))
    assert sd == pytest.approx(0.5 * (X[1] / 2 + 0.1))
    assert table[-1][4:] == ["1.0", "1.0", ""]


def test_a_qr_code_is_black_on_white_and_says_when_the_link_is_too_long():
    svg = qr_svg("http://here/?v=1&p=0,1")
    assert re.match(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 (\d+) \1"', svg)
    assert 'fill="#fff"' in svg and 'stroke="#000"' in svg
    with pytest.raises(ValueError, match=r"2,953 bytes, got one of 3,000"):
        qr_svg("x" * 3000)


@pytest.mark.parametrize("dark", [False, True])
def test_the_page_has_everything_and_runs_nothing_that_people_wrote(dark):
    evil = "<script>alert(1)</script>"
    shown = Scene(scene().panels, (Reading("a", evil, 1.0, evil),), evil, evil)
    units = Units(evil, 0.0, 1.0, "y", 0.0, 2.0)
    text = standalone(Paper(evil, shown, POINTS, units, f'http://here/?v=1&p="{evil}', dark))
    assert evil not in text
    assert text.count("plotly-graph-div") == 2
    assert text.count("&lt;script&gt;alert(1)") >= 6
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none'") and "http" not in policy
    assert not re.search(r'<(script|link|img)[^>]+(src|href)="http', text)


def test_the_page_of_a_map_gives_each_station_its_value_with_its_unit():
    stations, values = ((0.5, -1.0), (-1.0, 2.0)), (1.5, -0.25)
    units = Units("lon", 8.0, 2.0, "lat", 47.0, 1.0, "", (), "height in m", 500.0, 100.0)
    shown = Shown("plane", "Map", scene, DrawingState(stations, units=units), {}, values=values)
    text = _page(shown, "", False)
    assert "<th>lon</th><th>lat</th><th>height in m</th><th>x\u2081 as the models see it</th>" in text
    assert "<td>9</td><td>46</td><td>650</td><td>0.5</td><td>-1</td><td>1.5</td>" in text
    drawn = _page(replace(shown, drawn=DrawingState(stations)), "", False)
    assert "<th>value</th></tr></thead><tbody><tr><td>0.5</td><td>-1</td><td>1.5</td></tr>" in drawn


def test_a_web_page_keeps_the_digits_of_the_data_and_writes_no_link_of_many_lines():
    units = Units("day", 0.0, 1.0, "meter", 18267.0, 20.0)
    text = standalone(Paper("Title", scene(), ((0.5, 0.0504),), units, f"http://here/?o={'1,2;' * 80}"))
    assert "<td>18268.008</td>" in text
    assert 'href="http://here/?o=1,2;' in text and ">the page with these points</a>" in text
    assert ">http://here/</a>" in standalone(Paper("Title", scene(), POINTS, None, "http://here/"))
