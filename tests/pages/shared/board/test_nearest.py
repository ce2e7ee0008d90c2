"""Which mark a pointer takes, of 2,000 random drawings and of the cases that went wrong."""

from __future__ import annotations

import math
import random

from tests.javascript import results

FINGER = 24


def mark(number: int, x: float, y: float, *, line: bool = False, under: bool = False) -> dict:
    return {"id": number, "at": [x, y], "line": line, "under": under}


def taken(cases: list[tuple[list[dict], tuple[float, float], bool]]) -> list[int | None]:
    found = results("aim/nearest", "nearestMark", [list(case) for case in cases])
    return [one and one["id"] for one in found]


def test_a_finger_takes_the_nearest_middle_in_either_order_of_drawing():
    rng = random.Random(0)
    cases, wanted = [], []
    for _ in range(2000):
        places = [(rng.uniform(0, 90), rng.uniform(0, 90)) for _ in range(rng.randint(1, 8))]
        at = (45.0, 45.0)
        far = [math.dist(at, place) for place in places]
        marks = [mark(i + 1, *place, under=far[i] < 17) for i, place in enumerate(places)]
        best = min(range(len(far)), key=far.__getitem__)
        for order in (marks, marks[::-1]):
            cases.append((order, at, True))
            wanted.append(best + 1 if far[best] <= FINGER else None)
    assert taken(cases) == wanted


def test_a_mouse_takes_what_it_is_on_and_there_the_nearest():
    point, target = mark(1, 10, 10, under=True), mark(2, 24, 10, under=True)
    assert taken([([point, target], (20, 10), False), ([target, point], (14, 10), False)]) == [2, 1]
    assert taken([([mark(1, 10, 10)], (28, 10), False)]) == [None]
    on_top = mark(3, 10, 10, under=True)  # at the same place, as the diamond about a target
    assert taken([([point, on_top], (13, 10), False), ([point, on_top], (10, 10), True)]) == [3, 3]


def test_a_line_yields_to_a_middle_and_is_taken_only_on_it():
    line = mark(1, 20, 30, line=True, under=True)
    assert taken([([line, mark(2, 25, 30, under=True)], (20, 30), True)]) == [2]
    assert taken([([line, mark(2, 43, 30)], (20, 30), True)]) == [1]
    assert taken([([mark(1, 38, 30, line=True)], (20, 30), True)]) == [None]
