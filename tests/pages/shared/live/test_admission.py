"""Which pages may use the live socket, and how often: the two pure rules."""

import pytest

from pages.shared.live.admission import Allowance, same_origin


def test_an_allowance_refills_with_time():
    allowance = Allowance(rate=10, now=0.0)
    assert [allowance.take(1, 0.0) for _ in range(11)] == [True] * 10 + [False]
    assert allowance.take(1, 0.1)
    assert not allowance.take(1, 0.1)
    assert [allowance.take(1, 100.0) for _ in range(11)] == [True] * 10 + [False]


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        (None, "here:8501", True),
        ("http://here:8501", "here:8501", True),
        ("https://HERE", "here", True),
        ("http://here:8501", "here:8502", False),
        ("http://elsewhere", "here", False),
        ("http://here.elsewhere", "here", False),
        ("null", "here", False),
        ("", "here", False),
        ("http://[", "here", False),
        ("http://here", None, False),
    ],
)
def test_origin(origin, host, same):
    assert same_origin(origin, host) is same
