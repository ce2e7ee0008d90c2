"""Tables of one's own as the page reads them: the columns that x and y begin with, and their numbers."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from pages.shared.drawing.axes import first_axes
from pages.shared.drawing.table import OpenQuestion, in_words, read_table
from pages.shared.drawing.table_points import pairs
from pages.shared.drawing.units import Units
from pages.shared.shell.own_data import done, table
from tests.pages.shared.drawing.curve_kinds import KINDS
from tests.pages.shared.drawing.places_kinds import KINDS as MAPS


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_table_is_read_as_it_was_meant(kind):
    if kind.refused:
        with pytest.raises(ValueError, match=kind.refused) as refused:
            done(table(kind.text))
        assert not isinstance(refused.value, OpenQuestion)
        return
    choices = ()
    if kind.asks:
        with pytest.raises(OpenQuestion) as asked:
            table(kind.text)
        assert tuple(option.value for option in asked.value.options) == kind.asks
        choices = ((asked.value.keyword, kind.asks[0]),)
    found = table(kind.text, choices)
    made = done(found)
    assert first_axes(found) == kind.axes and len(made.points) == len(kind.rows)
    assert pairs(found, *kind.axes)[0] == tuple(pytest.approx(row) for row in kind.rows)
    assert kind.said in in_words(found)
    assert kind.unit == (found.column(kind.axes[1]).unit if kind.unit else "")


def test_few_kinds_are_refused():
    every = (*KINDS, *MAPS)
    assert sum(bool(kind.refused) for kind in every) <= len(every) / 5


def test_an_axis_far_from_zero_has_enough_digits_to_tell_points_apart():
    formula = Units("x", 1628515817500.0, 10000.0, "y", 0.0, 1.0).formula()
    assert formula.startswith("(x \u2212 1628515817500) / 10000")


@pytest.mark.parametrize("cell", ["1{}x", "%{}1", "({}1$", "{0}1,{0}"])
@pytest.mark.parametrize("piece", [" ", "1", ",", "\u00b1"])
def test_a_long_cell_takes_time_in_proportion_to_its_length(cell, piece):
    def took(length):
        start = time.process_time()
        with suppress(ValueError):
            read_table(f'x;y\n0;"{cell.format(piece * length)}"\n1;2\n')
        return time.process_time() - start

    assert took(10_000) < 40 * min(took(1_000) for _ in range(3)) + 0.05
