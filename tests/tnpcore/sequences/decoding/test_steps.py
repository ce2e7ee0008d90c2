"""Greedy, sampled and forced outputs against the tables they are made from."""

import math
from collections import Counter

import pytest
import torch

from tests.tnpcore.sequences.decoding.tables import (
    A,
    B,
    C,
    Chain,
    G,
    Recomputed,
    Recurrent,
    chain,
    enumerated,
    following,
    output,
    sources,
    spelled,
)
from tnpcore.sequences.decoding import NextSymbolModel, forced, greedy, sample, sampling_distribution
from tnpcore.sequences.vocabulary import END, PAD, START

ONE = torch.tensor([[3]])


def nucleus(row, temperature, top_p):
    """What is drawn from, written out: {symbol: probability}."""
    weights = {symbol: math.exp(row[symbol] / temperature) for symbol in range(END, len(row))}
    total, chosen, reached = sum(weights.values()), {}, 0.0
    for symbol in sorted(weights, key=lambda symbol: -weights[symbol]):
        if reached < top_p:
            chosen[symbol] = weights[symbol] / total
            reached += chosen[symbol]
    return {symbol: share / reached for symbol, share in chosen.items()}


def drawn_from(model, source, longest, temperature, top_p, prefix=()):
    """The probability of every output that may be drawn, unfinished ones of the greatest length included."""
    if len(prefix) == longest or prefix[-1:] == (END,):
        return {prefix: 1.0}
    row = following(model, source, prefix)
    found = {}
    for symbol, share in nucleus(row, temperature, top_p).items():
        rest = drawn_from(model, source, longest, temperature, top_p, (*prefix, symbol))
        found |= {one: share * chance for one, chance in rest.items()}
    return found


def excess_chi_square(counts, chances, draws):
    """By how many standard deviations the statistic is above its mean; outputs expected fewer than five times join."""
    rare = [one for one, chance in chances.items() if chance * draws < 5]
    cells = [(counts[one], chance * draws) for one, chance in chances.items() if chance * draws >= 5]
    if sum(chances[one] for one in rare) * draws >= 5:
        cells.append((sum(counts[one] for one in rare), sum(chances[one] for one in rare) * draws))
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    freedom = len(cells) - 1
    return (statistic - freedom) / math.sqrt(2 * freedom)


def test_the_small_models_have_the_interface():
    assert isinstance(chain(0), NextSymbolModel) and isinstance(Recurrent(0), NextSymbolModel)
    assert not isinstance(object(), NextSymbolModel)


@pytest.mark.parametrize("seed", range(5))
def test_greedy_takes_the_most_probable_symbol_that_an_output_may_have(seed):
    model, source = chain(seed), sources(6)
    found = greedy(model, source, 8)
    for row, symbols, values in zip(source, found.symbols, found.log_probabilities):
        prefix = ()
        for step in range(8):
            table = following(model, row, prefix)
            prefix = (*prefix, max(range(END, 6), key=lambda symbol: table[symbol]))
            assert values[step] == pytest.approx(table[prefix[-1]])
            if prefix[-1] == END:
                break
        assert output(symbols) == prefix
        assert values[len(prefix) :].eq(0).all() and symbols[len(prefix) :].eq(PAD).all()
    assert found.finished.tolist() == [END in row for row in found.symbols.tolist()]


def test_pad_and_start_are_never_produced_even_where_they_are_most_probable():
    table = torch.full((1, 6, 6, 6), math.log(0.1), dtype=torch.float64)
    table[..., START], table[..., PAD], table[..., B] = math.log(0.4), math.log(0.2), math.log(0.11)
    model = Chain(table)
    assert greedy(model, ONE, 3).symbols.tolist() == [[B, B, B]]
    drawn = sample(model, ONE.expand(500, -1), 4, generator=G().manual_seed(0)).symbols
    assert not (drawn == START).any() and set(drawn[:, 0].tolist()) == {END, A, B, C}


def test_of_equally_probable_symbols_the_smallest_number_is_taken():
    model = spelled({(): {C: 0.3, A: 0.3, B: 0.3, END: 0.1}})
    assert greedy(model, ONE, 3).symbols.tolist() == [[A, END]]
    equal = torch.full((1, 8), math.log(1 / 8), dtype=torch.float64)
    assert sampling_distribution(equal, top_p=0.2).tolist() == [[0.5, 0.5, 0, 0, 0, 0, 0, 0]]


@pytest.mark.parametrize(("temperature", "top_p"), [(1.0, 1.0), (0.5, 1.0), (2.0, 1.0), (1.0, 0.8), (1.4, 0.6)])
def test_samples_have_the_enumerated_distribution(temperature, top_p):
    model, draws = chain(3), 20_000
    source = torch.tensor([[4, 5]])
    found = sample(model, source.expand(draws, -1), 4, temperature, top_p, generator=G().manual_seed(1))
    counts = Counter(output(row) for row in found.symbols)
    chances = drawn_from(model, source, 4, temperature, top_p)
    assert sum(chances.values()) == pytest.approx(1) and set(counts) <= set(chances)
    assert excess_chi_square(counts, chances, draws) < 4
    other = drawn_from(model, source, 4, 1.1 * temperature, 1.0)
    assert excess_chi_square(counts, other, draws) > 4  # the test sees a temperature that is wrong by a tenth


def test_samples_carry_their_log_probability_under_the_model_itself():
    model, source = chain(5), sources(50)
    found = sample(model, source, 4, 0.7, 0.9, generator=G().manual_seed(2))
    for row, symbols, value, done in zip(source, found.symbols, found.log_probability, found.finished):
        if done:
            assert float(value) == pytest.approx(enumerated(model, row, 4)[output(symbols)])
    assert 5 < found.finished.sum() < 50


def test_a_small_nucleus_or_temperature_is_greedy():
    model, source = chain(7), sources(9)
    wanted = greedy(model, source, 6).symbols
    for temperature, top_p in ((1.0, 1e-9), (1e-3, 1.0)):
        found = sample(model, source, 6, temperature, top_p, generator=G().manual_seed(0)).symbols
        assert torch.equal(found, wanted)


@pytest.mark.parametrize("model", [chain(1), Recurrent(1)])
def test_batch_mates_change_nothing(model):
    source = sources(6)
    together = greedy(model, source, 8)
    drawn = sample(model, source, 8, generator=G().manual_seed(4))
    others = torch.cat([source[:1], torch.full((5, 2), 4)])
    assert output(sample(model, others, 8, generator=G().manual_seed(4)).symbols[0]) == output(drawn.symbols[0])
    for index in range(6):
        alone = greedy(model, source[index : index + 1], 8)
        assert output(alone.symbols[0]) == output(together.symbols[index])
        assert float(alone.log_probability[0]) == pytest.approx(float(together.log_probability[index]))


def test_a_cache_changes_nothing():
    model, source = Recurrent(3), sources(7)
    for decode in (
        lambda one: greedy(one, source, 9),
        lambda one: sample(one, source, 9, generator=G().manual_seed(0)),
        lambda one: forced(one, source, source, 9),
    ):
        cached, plain = decode(model), decode(Recomputed(model))
        assert torch.equal(cached.symbols, plain.symbols)
        torch.testing.assert_close(cached.log_probabilities, plain.log_probabilities)


def test_what_follows_a_forced_symbol_is_greedy_after_it():
    model, source = chain(2), sources(8)
    free = greedy(model, source, 8)
    assert torch.equal(forced(model, source, free.symbols[:, :2], 8).symbols, free.symbols)
    assert torch.equal(forced(model, source, source[:, :0], 8).symbols, free.symbols)
    wrong = torch.full((8, 2), PAD)
    wrong[:, 1] = C  # the first symbol is the model's choice
    found = forced(model, source, wrong, 8)
    for row, first, symbols in zip(source, free.symbols[:, 0].tolist(), found.symbols.tolist()):
        if first == END:
            continue
        assert symbols[:2] == [first, C]
        table = following(model, row, (first, C))
        assert symbols[2] == max(range(END, 6), key=lambda symbol: table[symbol])
    ended = forced(model, source, torch.full((8, 1), END), 8)
    assert ended.symbols.tolist() == [[END]] * 8


def test_settings_that_cannot_be_are_named():
    model = chain(0)
    with pytest.raises(ValueError, match="longest must be at least 1, got 0"):
        greedy(model, ONE, 0)
    with pytest.raises(ValueError, match=r"0 < temperature and 0 < top_p <= 1, got 0 and 1"):
        sample(model, ONE, 3, 0, generator=G())
    with pytest.raises(ValueError, match=r"got 1.0 and 1.5"):
        sample(model, ONE, 3, 1.0, 1.5, generator=G())
    with pytest.raises(ValueError, match=r"at most 2 symbols and no START"):
        forced(model, ONE, torch.tensor([[3, 3, 3]]), 2)
    with pytest.raises(ValueError, match=r"numbers below 6, got \[\[9\]\]"):
        forced(model, ONE, torch.tensor([[9]]), 2)
    with pytest.raises(ValueError, match="must be at most 0, with a possible symbol"):
        greedy(Chain(torch.ones(1, 6, 6, 6)), ONE, 3)
    with pytest.raises(ValueError, match="must be at most 0, with a possible symbol"):
        greedy(Chain(torch.full((1, 6, 6, 6), math.nan)), ONE, 3)
