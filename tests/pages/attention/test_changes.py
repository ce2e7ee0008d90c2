"""Judges of the attention story on what changes the weights: another y; and the bars of a pair of points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.attention.scene import scene
from pages.attention.story import POINTS
from pages.attention.weights import record_layer
from pages.shared.lesson.values import context
from pages.shared.scene.quantities import at_x
from tests.pages.attention.steps import (
    GUESS,
    UPWARDS,
    moment,
    moved,
    verdict,
    weights_at,
)
from tests.verdicts import whole


def test_a_bracket_joins_the_bars_of_a_pair():
    """Beside single bars that are lower than the one before stands what they are together."""
    bars = {name: _weight_bars(points) for name, points in {"alone": POINTS, "pair": moved(4, *POINTS[2])}.items()}
    assert bars["alone"].pair == ()
    first, second = bars["pair"].pair
    assert second == first + 1 and bars["pair"].labels[first] == bars["pair"].labels[second] == at_x(0.5)
    assert {bars["pair"].keys[i] for i in (first, second)} == {2, 4}


def _weight_bars(points):
    now = moment(GUESS, points, query=0.2)
    (panel,) = (panel for panel in scene(now.points, now.controls).panels if panel.id == "weights")
    return panel.marks[0]


@pytest.mark.parametrize("number", range(5))
def test_dragging_any_point_up_or_down_moves_weights_in_layer_3_and_none_in_an_anp(number):
    for by in (0.6, -0.6, 1.2):
        up = moved(number, y=POINTS[number][1] + by)
        found = verdict(UPWARDS, moment(UPWARDS, up), 1)
        change = 0.5 * np.abs(weights_at(0.0, up)[2][1] - weights_at(0.0)[2][1]).sum()
        first = 0.5 * np.abs(weights_at(0.0, up)[0][1] - weights_at(0.0)[0][1]).sum()
        assert found.done and found.right and found.text.startswith(f"Yes: {change:.0%} of the weight")
        assert f"{first:.1%} in layer 1" in whole(found) and whole(found).rstrip(".").endswith("0.0%")
        assert change > 3 * first and first < 0.015
    wrong = verdict(UPWARDS, moment(UPWARDS, moved(number, y=2.5)), 0)
    assert wrong.right is False and "the keys of later layers use it" in wrong.text


def test_the_query_holds_no_y_in_layer_1_and_does_later():
    """Why keys of layer 1 have no use for y: there the query's token is the same whatever the points are."""
    queries = []
    for points in (POINTS, moved(3, y=0.8)):
        layers = [record_layer(context(points), replace(moment(UPWARDS).controls, layer=layer)) for layer in "123"]
        queries.append([layer.q for layer in layers])
    same = [float(np.abs(one - other).max()) for one, other in zip(*queries, strict=True)]
    assert same[0] == 0 < 0.05 < min(same[1:])


def test_in_an_anp_the_guess_that_weights_depend_on_x_alone_is_right():
    before = moment(UPWARDS, model="anp")
    now = moment(UPWARDS, moved(2, y=2.0), model="anp")
    assert verdict(UPWARDS, now, 0, before).right
    wrong = verdict(UPWARDS, now, 1, before)
    assert wrong.right is False and "made of x alone" in whole(wrong)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (moved(2, x=0.9, y=1.9), "Its x has changed by 0.40"),
        (moved(2, y=1.1), "Its y has changed by 0.20"),
        ((*POINTS, (0.0, 0.0)), "The number of points has changed"),
        (((-1.6, 0.9), (-0.7, 1.5), *POINTS[2:]), "2 points have moved"),
    ],
)
def test_what_was_done_instead_of_dragging_one_point_up_is_named(points, words):
    found = verdict(UPWARDS, moment(UPWARDS, points), 1)
    assert not found.done and words in whole(found)
    assert verdict(UPWARDS, moment(UPWARDS), 1) is None
