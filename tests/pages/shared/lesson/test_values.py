"""Plain JSON values become checked numbers, or a ControlError that says what was required and what came."""

import math

import pytest
import torch

from pages.shared.lesson.values import (
    ControlError,
    cells,
    choice,
    context,
    drawn_points,
    flag,
    is_number,
    number,
    numbers,
)

NO_NUMBERS = [True, "1", None, [1], float("nan"), float("inf"), -math.inf, 10**400]


def test_absent_controls_give_their_defaults():
    assert number({}, "tau", 0.5, -1, 1) == 0.5
    assert choice({}, "model", ("a", "b")) == "a"
    assert flag({}, "on", True) is True
    assert cells({}, "mask", 2, 2) == ()
    assert numbers({}, "xs", (1.0, 2.0), -3, 3, 5) == (1.0, 2.0)


def test_values_that_fit_come_through():
    assert number({"tau": 1}, "tau", 0.0, -1, 1) == 1.0
    assert choice({"model": "b"}, "model", ("a", "b")) == "b"
    assert flag({"on": False}, "on", True) is False
    assert cells({"mask": [[0, 1], [1, 0]]}, "mask", 2, 2) == ((0, 1), (1, 0))
    assert numbers({"xs": [1, -2.5]}, "xs", (), -3, 3, 5) == (1.0, -2.5)


@pytest.mark.parametrize("value", [v for v in NO_NUMBERS if v is not None] + [1.01, -1.01])
def test_a_number_must_be_finite_and_in_range(value):
    with pytest.raises(ControlError, match="tau must be a number from -1 to 1, got") as error:
        number({"tau": value}, "tau", 0.0, -1, 1)
    assert error.value.control == "tau"


@pytest.mark.parametrize("value", ["c", 1, True, ["a"]])
def test_a_choice_must_be_one_of_the_options(value):
    with pytest.raises(ControlError, match="model must be one of a, b, got"):
        choice({"model": value}, "model", ("a", "b"))


@pytest.mark.parametrize("value", [1, 0, "true", []])
def test_a_flag_must_be_a_bool(value):
    with pytest.raises(ControlError, match="on must be true or false"):
        flag({"on": value}, "on")


@pytest.mark.parametrize("value", [[[0, 2]], [[-1, 0]], [[0]], [[0, 1.0]], [[True, 0]], [3], "00", [[0, 0]] * 5, {}])
def test_cells_must_lie_in_the_matrix(value):
    with pytest.raises(ControlError, match="mask must be a list of cells"):
        cells({"mask": value}, "mask", 2, 2)


@pytest.mark.parametrize("value", [[4], [True], ["1"], [float("nan")], 1.0, [0.0] * 6, "1"])
def test_numbers_must_be_few_and_in_range(value):
    with pytest.raises(ControlError, match="xs must be"):
        numbers({"xs": value}, "xs", (), -3, 3, 5)


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
