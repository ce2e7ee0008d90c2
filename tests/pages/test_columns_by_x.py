"""Maps of weights: columns stand in the order of x, whatever order the points were drawn in, and the axis says so."""

from __future__ import annotations

import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.values import context
from pages.shared.scene.marks import HeatMap
from pages.shared.scene.readings import KEYS_BY_X
from tests.scenes import as_read

X = (1.5, -1.5, 0.2, 0.3)  # drawn neither from left to right nor at equal distances


@pytest.mark.parametrize(
    ("lesson", "panels"),
    [
        ("home", ("weights",)),
        ("attention", ("matrix", "heads", "mix")),
        ("equivariance", ("weights", "weights-change")),
    ],
)
def test_columns_stand_in_the_order_of_x_and_the_axis_says_so(lesson, panels):
    one = LESSONS[lesson]
    scene = one.scene(context(tuple((x, 0.5) for x in X)), one.parse({}))
    for id in panels:
        for heat in (mark for mark in scene.panel(id).marks if isinstance(mark, HeatMap)):
            keys = [key for key in heat.keys if key >= 0]
            assert [X[key] for key in keys] == sorted(X)
            labels = [as_read(heat).column_labels[heat.keys.index(key)] for key in keys]
            assert [float(label.replace("\u2212", "-")) for label in labels] == sorted(X)
            assert heat.column_title.startswith(KEYS_BY_X)
