"""Own data as the page reads it: each row of kinds.json has the outcome that was fixed beforehand."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from pages.shared.drawing.table import OpenQuestion, read_table
from tests.pages.shared.drawing.kinds import KINDS, LIST, OUTSIDER, moment


def check(found: dict, wanted: dict) -> None:
    for name, each in wanted.items():
        if name == "said":
            assert each in found[name]
        elif name == "names":
            assert found[name] == set(each)
        elif isinstance(each, list):
            values = [moment(one) if isinstance(one, str) else pytest.approx(one, abs=1e-6) for one in each]
            assert list(found[name]) == values
        else:
            assert found[name] == each


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_own_data_has_the_outcome_that_was_fixed_beforehand(kind):
    if kind.outcome == "read":
        check(kind.found(), kind.wanted)
        return
    with pytest.raises(ValueError) as raised:
        kind.found()
    if kind.outcome == "refused":
        assert not isinstance(raised.value, OpenQuestion)
        assert [piece for piece in kind.wanted if piece not in str(raised.value)] == []
        return
    assert isinstance(raised.value, OpenQuestion)
    answers = [tuple(each) if isinstance(each, list) else each for each in kind.wanted["answers"]]
    assert [option.value for option in raised.value.options] == answers
    right = answers[kind.wanted["answers"].index(kind.wanted["right"])]
    check(kind.found(((raised.value.keyword, right),)), kind.wanted["then"])


def test_every_kind_is_of_the_list_few_are_refused_and_no_row_comes_twice():
    assert {kind.kind for kind in KINDS} == {kind.kind for kind in KINDS if kind.by == LIST}
    assert sum(kind.outcome == "refused" for kind in KINDS) <= len(KINDS) / 5
    assert len({kind.id for kind in KINDS}) == len({kind.text for kind in KINDS}) == len(KINDS)
    assert sum(kind.by == OUTSIDER for kind in KINDS) >= 14


@pytest.mark.parametrize("cell", ["1{}x", "%{}1", "({}1$", "{0}1,{0}"])
@pytest.mark.parametrize("piece", [" ", "1", ",", "\u00b1"])
def test_a_long_cell_takes_time_in_proportion_to_its_length(cell, piece):
    def took(length):
        start = time.process_time()
        with suppress(ValueError):
            read_table(f'x;y\n0;"{cell.format(piece * length)}"\n1;2\n')
        return time.process_time() - start

    assert took(10_000) < 40 * min(took(1_000) for _ in range(3)) + 0.05
