"""Where the name of shifted points stands: on no point, and nearer to one of them than to those that were drawn."""

from __future__ import annotations

from tests.javascript import results

FRAME = {"left": 0, "right": 400, "top": 0, "bottom": 300}


def spots(*cases):
    return results("input/shifted_points", "spotFor", [[*case, FRAME] for case in cases])


def test_a_name_stands_beside_its_own_points_alone():
    own, drawn = [[200, 150]], [[120, 150]]
    above, below = [200, 137], [200, 172]
    free = ([above, below], own, drawn)
    taken_above = ([above, below], own, [*drawn, [210, 133]])
    nearer_to_another = ([above, below], own, [[200, 115], [200, 183]])
    assert spots(free, taken_above, nearer_to_another) == [above, below, None]


def test_at_the_edge_a_name_begins_at_its_point():
    assert spots(([[10, 137]], [[10, 150]], [[70, 133]])) == [None]
    assert spots(([[10, 137]], [[10, 150]], [[130, 150]])) == [[10, 137]]
