"""Exact search against enumeration and dynamic programming, and the truth of what it reports at its bound."""

import math

import pytest
import torch

from tests.tnpcore.sequences.decoding.tables import (
    A,
    B,
    Chain,
    Counted,
    Forms,
    Recomputed,
    Recurrent,
    chain,
    enumerated,
    output,
    sources,
    spelled,
)
from tnpcore.sequences.decoding import Bound, beam, exact, forced, greedy
from tnpcore.sequences.vocabulary import END, PAD, START

pytestmark = pytest.mark.slow

ONE = torch.tensor([[3]])


def most_probable_path(model, source, longest):
    """log P of the best output of a chain of order 2, by dynamic programming over its last two symbols."""
    table = model.tables[int(source.sum()) % len(model.tables)]
    value = torch.full(table.shape[:2], -math.inf, dtype=torch.float64)
    value[PAD, START], best = 0.0, -math.inf
    for _ in range(longest):
        best = max(best, float((value + table[..., END]).max()))
        longer = (value[..., None] + table).amax(0)
        longer[:, : END + 1] = -math.inf
        value = longer
    return best


@pytest.mark.parametrize("scale", [0.3, 1.5, 4.0])
@pytest.mark.parametrize("seed", range(6))
def test_the_best_of_all_outputs_is_found(seed, scale):
    model = chain(seed, scale=scale)
    for row in sources(3, seed=seed):
        truth = enumerated(model, row, 5)
        best = max(truth, key=truth.get)
        found = exact(model, row[None], 5)
        assert output(found.symbols) == best and found.log_probability == pytest.approx(truth[best])
        assert found.proven and found.gap == 0 and found.possible == found.log_probability
        assert output(beam(model, row[None], 400, 5)[0].hypotheses[0].symbols) == best


def test_greedy_errs_on_some_of_these_models_and_so_does_a_narrow_beam():
    """Otherwise the tests above would not distinguish the ways of searching."""
    wrong = {1: 0, 2: 0}
    for seed in range(60):
        model, row = chain(seed), sources(1, seed=seed)
        best = exact(model, row, 5)
        for width in wrong:
            first = beam(model, row, width, 5)[0].hypotheses[0]
            assert not first.finished or first.log_probability <= best.log_probability + 1e-12
            wrong[width] += output(first.symbols) != output(best.symbols)
    assert wrong[1] > wrong[2] > 0


@pytest.mark.parametrize("seed", range(4))
def test_a_stopped_search_reports_a_bound_that_holds(seed):
    model, row = chain(seed, symbols=4, scale=0.7, ending=-2), sources(1, seed=seed)
    truth = enumerated(model, row, 6)
    best, gaps = max(truth.values()), []
    for expansions in (1, 2, 3, 5, 6, 7, 8, 10, 15, 20, 40, 80, 160, 400, 5000):
        counted = Counted(model)
        found = exact(counted, row, 6, Bound(expansions))
        assert (counted.rows, counted.calls) == (found.expansions, found.calls)
        assert found.expansions <= expansions
        assert found.log_probability - 1e-9 <= best <= found.possible + 1e-9
        assert found.gap >= best - found.log_probability - 1e-9
        if found.log_probability > -math.inf:
            assert truth[output(found.symbols)] == pytest.approx(found.log_probability)
        else:
            assert found.symbols.tolist() == [] and found.gap == math.inf
        assert found.proven == (found.gap == 0)
        gaps.append(found.gap)
    assert gaps == sorted(gaps, reverse=True) and gaps[-1] == 0 and 0 < gaps[7] < math.inf


def test_no_time_left_gives_the_greedy_output_and_a_gap():
    model, row = chain(1, scale=0.5), sources(1)
    start, found = greedy(model, row, 5), exact(model, row, 5, Bound(seconds=0.0))
    assert found.calls == start.symbols.shape[1] and not found.proven
    assert found.possible == 0.0  # START alone is open
    if start.finished:
        assert found.log_probability == float(start.log_probability)


@pytest.mark.parametrize("seed", range(5))
def test_thirty_symbols_with_a_peaked_distribution_take_few_calls(seed):
    model, longest = chain(seed, symbols=30, kinds=2, scale=4.0), 24
    for row in sources(3, seed=seed):
        counted = Counted(model)
        found = exact(counted, row[None], longest)
        assert found.proven
        assert found.log_probability == pytest.approx(most_probable_path(model, row, longest))
        assert counted.calls == found.calls <= 3 * longest


@pytest.mark.parametrize("seed", range(6))
def test_outputs_of_a_few_forms_take_two_passes(seed):
    """One pass for the greedy output, and one for everything that is more probable."""
    model, row = Counted(Forms(seed)), sources(1, seed=seed)
    found = exact(model, row, 17)
    assert found.proven and model.calls <= 2 * 17 and model.rows <= 4 * 17
    spelled_out = model.model.spelling
    written = forced(model, row.expand(len(spelled_out), -1), spelled_out, 17)
    assert written.finished.all()
    assert found.log_probability == pytest.approx(float(written.log_probability.max()))


@pytest.mark.parametrize("seed", range(8))
def test_fewer_are_expanded_than_the_greedy_output_allows(seed):
    model = chain(seed, symbols=8, scale=2.5)
    for row in sources(4, seed=seed):
        start, found = greedy(model, row[None], 8), exact(model, row[None], 8)
        if start.finished:
            after = found.expansions - start.symbols.shape[1]
            assert after < 8 / math.exp(float(start.log_probability))


def test_a_certain_output_needs_no_search():
    model = spelled({(): {A: 1.0}, (A,): {B: 1.0}})
    found = exact(model, ONE, 5)
    assert output(found.symbols) == (A, B, END) and found.proven and found.log_probability == 0
    assert found.expansions == found.calls == 3


def test_where_no_output_can_end_nothing_is_found_and_that_is_proven():
    endless = spelled({(): {A: 1.0}, (A,): {A: 0.5, B: 0.5}, (A, A): {A: 1.0}, (A, B): {A: 1.0}, (B, A): {B: 1.0}})
    found = exact(endless, ONE, 6)
    assert found.symbols.tolist() == [] and found.log_probability == -math.inf
    assert found.proven and found.gap == 0


def test_only_outputs_within_the_greatest_length_count():
    model = spelled({(): {A: 0.9, END: 0.1}, (A,): {A: 1.0}, (A, A): {END: 1.0}})
    assert [output(exact(model, ONE, longest).symbols) for longest in (1, 2, 3)] == [(END,), (END,), (A, A, END)]


def test_equally_probable_outputs_are_taken_in_the_order_of_their_symbols():
    table = torch.full((1, 6, 6, 6), -math.inf, dtype=torch.float64)
    table[..., 3:], table[..., END] = math.log(0.25), math.log(0.25)
    assert output(exact(Chain(table), ONE, 4).symbols) == (END,)
    table[0, PAD, START, END] = -math.inf
    assert output(exact(Chain(table), ONE, 4).symbols) == (A, END)


def test_a_cache_changes_nothing():
    model = Recurrent(4)
    for row in sources(5):
        cached, plain = exact(model, row[None], 6), exact(Recomputed(model), row[None], 6)
        assert output(cached.symbols) == output(plain.symbols)
        assert cached.log_probability == pytest.approx(plain.log_probability)
        assert (cached.expansions, cached.calls) == (plain.expansions, plain.calls)


def test_settings_that_cannot_be_are_named():
    with pytest.raises(ValueError, match="longest must be at least 1, got 0"):
        exact(chain(0), ONE, 0)
    with pytest.raises(ValueError, match="expansions must be at least 1, got 0"):
        Bound(0)
    with pytest.raises(ValueError, match="seconds must be at least 0, got -1"):
        Bound(seconds=-1)
