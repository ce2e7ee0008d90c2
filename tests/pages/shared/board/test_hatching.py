"""The lines that hatch a box outside a polygon."""

from __future__ import annotations

import re

from tests.javascript import results

BOX = {"left": 10, "right": 210, "top": 20, "bottom": 120}
TRIANGLE = [[60, 100], [160, 100], [60, 40]]


def lines(path: str) -> list[tuple[float, ...]]:
    return [tuple(map(float, line)) for line in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path)]


def test_lines_fill_the_box_and_leave_the_polygon_clear():
    all_of_it, around, covered = results(
        "plot/hatching",
        "hatching",
        [[BOX, TRIANGLE[:2]], [BOX, TRIANGLE], [BOX, [[10, 20], [210, 20], [210, 120], [10, 120]]]],
    )
    assert covered == ""
    whole, parted = lines(all_of_it), lines(around)
    assert len(whole) == 27 and len(parted) > len(whole), "lines through the polygon have two parts"
    for x1, y1, x2, y2 in (*whole, *parted):
        assert all(10 <= x <= 210 and 20 <= y <= 120 for x, y in ((x1, y1), (x2, y2)))
        assert abs((x1 + y1) - (x2 + y2)) < 0.11, "parallel"
    for x1, y1, x2, y2 in parted:
        for share in (0.02, 0.5, 0.98):
            x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            inside = x > 60 and y < 100 and y > 40 + 0.6 * (x - 60)
            assert not inside, (x, y)
