"""Guesses as a browser sends them: each kind takes its own form, exactly, and names what is wrong with any other."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.shared.lesson.guesses import MOST, Choose, DragWeights, SketchBand, SketchCurve, Sort
from pages.shared.lesson.values import MAX_POINTS

CHOOSE = Choose(("a", "b", "c"))
SORT = Sort(("x", "y"), ("left", "middle", "right"))
SKETCH = SketchBand((-1.0, 0.0, 1.0))
CURVE = SketchCurve((-1.0, 0.0, 1.0))
WEIGHTS = DragWeights()

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
nearly = st.lists(st.integers(-1, 4) | st.floats() | st.booleans(), max_size=4)
plain_settings = settings(max_examples=200, deadline=None, derandomize=True, database=None)


@plain_settings
@given(anything | nearly | st.integers(-1, 4))
def test_every_value_is_a_guess_of_its_form_or_refused(value):
    holds = {
        CHOOSE: lambda v: type(v) is int and 0 <= v < 3,
        SORT: lambda v: len(v) == 2 and all(type(i) is int and 0 <= i < 3 for i in v),
        SKETCH: lambda v: len(v) == 3 and all(0 <= number <= MOST for number in v),
        CURVE: lambda v: len(v) == 3 and all(-MOST <= number <= MOST for number in v),
        WEIGHTS: lambda v: 1 <= len(v) <= MAX_POINTS and math.isclose(sum(v), 1.0, abs_tol=1e-3) and min(v) >= 0,
    }
    for guess, condition in holds.items():
        try:
            checked = guess.check(value)
        except ValueError as error:
            assert str(error).startswith("a guess must be") and len(str(error)) < 100
            continue
        assert condition(checked)


@plain_settings
@given(st.integers(0, 2), st.lists(st.integers(0, 2), min_size=2, max_size=2))
def test_what_can_be_chosen_or_sorted_is_taken_as_it_is(option, bins):
    assert CHOOSE.check(option) == option
    assert SORT.check(bins) == tuple(bins)


@plain_settings
@given(st.lists(st.floats(0, MOST), min_size=3, max_size=3))
def test_a_sketched_band_is_taken_as_it_is(halves):
    assert SKETCH.check(halves) == tuple(halves)


@plain_settings
@given(st.lists(st.floats(-MOST, MOST), min_size=3, max_size=3))
def test_a_drawn_curve_is_taken_as_it_is_and_may_be_below_zero(values):
    assert CURVE.check(values) == tuple(values)
    assert CURVE.error(values, values) == 0.0


def test_a_drawn_curve_is_scored_by_the_root_mean_square():
    assert CURVE.error((1.0, 0.0, -2.0), (0.0, 2.0, 0.0)) == pytest.approx(math.sqrt(3.0))
    with pytest.raises(ValueError, match="3 values, got 3 and 2"):
        CURVE.error((1.0, 0.0, -2.0), (0.0, 2.0))


@plain_settings
@given(st.lists(st.floats(0.01, 1.0), min_size=1, max_size=MAX_POINTS))
def test_shares_of_one_are_taken_and_twice_as_much_is_not(parts):
    shares = [part / sum(parts) for part in parts]
    assert WEIGHTS.check(shares) == tuple(shares)
    with pytest.raises(ValueError, match="shares that sum to 1"):
        WEIGHTS.check([2 * share for share in shares])


@pytest.mark.parametrize(
    ("guess", "value", "complaint"),
    [
        (CHOOSE, 3, "a number from 0 to 2"),
        (CHOOSE, True, "a number from 0 to 2"),
        (CHOOSE, 1.0, "a number from 0 to 2"),
        (SORT, [0], "a list of 2 numbers"),
        (SORT, [0, 3], "a number from 0 to 2"),
        (SORT, {"0": 1, "1": 2}, "a list of 2 numbers"),
        (SKETCH, [0.1, 0.2], "a list of 3 numbers, none below 0"),
        (SKETCH, [0.1, 0.2, -0.1], "none below 0"),
        (SKETCH, [0.1, 0.2, float("nan")], "none below 0"),
        (SKETCH, [0.1, 0.2, 2 * MOST], "none below 0"),
        (CURVE, [0.1, -0.2], "a list of 3 numbers, none below -10000"),
        (CURVE, [0.1, -0.2, float("nan")], "none below"),
        (CURVE, [0.1, -0.2, -2 * MOST], "none below"),
        (WEIGHTS, [], "shares that sum to 1"),
        (WEIGHTS, [0.5, 0.4], "shares that sum to 1"),
        (WEIGHTS, [1.5, -0.5], "none below 0"),
        (WEIGHTS, [1 / (MAX_POINTS + 1)] * (MAX_POINTS + 1), f"a list of {MAX_POINTS} numbers"),
    ],
)
def test_a_guess_of_another_form_is_named(guess, value, complaint):
    with pytest.raises(ValueError, match=complaint):
        guess.check(value)
