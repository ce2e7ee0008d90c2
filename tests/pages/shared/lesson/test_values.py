"""Plain JSON values become checked numbers, or a ControlError that says what was required and what came."""

import math

import pytest
import torch

from pages.shared.lesson.values import (
    ControlError,
    choice,
    context,
    drawn_points,
    is_number,
)

NO_NUMBERS = [True, "1", None, [1], float("nan"), float("inf"), -math.inf, 10**400]


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_no_number(value):
    assert not is_number(value)


def test_drawn_points_within_bounds():
    assert drawn_points([[1, 2], (-1e7, 1e4)]) == ((1.0, 2.0), (-1e7, 1e4))
    assert drawn_points([]) == ()
    assert len(drawn_points([[0, 0]] * 256)) == 256


@pytest.mark.parametrize(
    "value",
    [None, 3, {"x": 1}, "0,0", [[0, 0]] * 257, [[1]], [[1, 2, 3]], [1, 2], [[True, 0]], [["1", 0]], [[None, 0]],
     [[float("nan"), 0]], [[0, float("inf")]], [[1.1e7, 0]], [[0, -1.1e4]], [[10**400, 0]]],
)  # fmt: skip
def test_drawn_points_out_of_bounds(value):
    with pytest.raises(ValueError, match="point"):
        drawn_points(value)


def test_an_error_does_not_repeat_a_large_value():
    with pytest.raises(ControlError) as error:
        choice({"model": "x" * 100_000}, "model", ("a",))
    assert len(str(error.value)) < 200


def test_a_context_keeps_far_points_apart():
    points = context(((1e6, 1.0), (1e6 + 1e-4, 2.0)))
    assert points.x.dtype == torch.float64
    assert points.x.shape == points.y.shape == (2, 1)
    assert (points.x[1] - points.x[0]).item() == pytest.approx(1e-4, rel=1e-4)
    assert len(context(())) == 0
