"""Exact match in groups, counted by hand."""

import pytest

from tnpcore.sequences.dates import Example
from tnpcore.sequences.dates.measure import ExactMatch, by_form, by_kind, by_length, exact_match

EXAMPLES = [
    Example("3 April 2031", "2031-04-03", "written", "en-GB d MMMM y", "en"),
    Example("en-US 4/3/31", "2031-04-03", "numeric", "en-US M/d/yy", "en"),
    Example("en-US 4/5/31", "2031-04-05", "numeric", "en-US M/d/yy", "en"),
    Example("hello", "?", "none", "word", ""),
]
OUTPUTS = ["2031-04-03", "2031-03-04", "2031-04-05", "?"]


def test_groups_are_counted():
    assert by_kind(EXAMPLES, OUTPUTS) == {
        "written": ExactMatch(1, 1),
        "numeric": ExactMatch(2, 1),
        "none": ExactMatch(1, 1),
    }
    assert by_form(EXAMPLES, OUTPUTS)["en-US M/d/yy"].rate == 0.5
    assert by_length(EXAMPLES, OUTPUTS) == {
        (1, 5): ExactMatch(1, 1),
        (6, 10): ExactMatch(2, 1),
        (11, 15): ExactMatch(1, 1),
    }
    assert exact_match([example.iso for example in EXAMPLES], OUTPUTS) == ExactMatch(4, 3)


def test_the_standard_error_is_the_binomial_one_and_never_zero():
    assert ExactMatch(10_000, 9_000).standard_error == pytest.approx((0.9 * 0.1 / 10_000) ** 0.5, rel=1e-2)
    assert 0 < ExactMatch(1000, 1000).standard_error < 0.002


@pytest.mark.parametrize("outputs", [[], ["?"]])
def test_lengths_must_fit(outputs):
    with pytest.raises(ValueError, match=f"one output for each example is required, got {len(outputs)} for 4"):
        by_kind(EXAMPLES, outputs)
    with pytest.raises(ValueError, match="one output for each target is required, got 0 for 0"):
        exact_match([], [])
