"""Exact predictions against enumeration of all state paths, and laws of the melodies' prior."""

import itertools

import pytest
import torch
from jaxtyping import TypeCheckError

from tnpcore.sequences import melodies
from tnpcore.sequences.hidden_markov import (
    HiddenMarkovModel,
    block_posterior,
    draw,
    fill_in,
    forward,
    log_likelihood,
    next_symbol,
)

G = torch.Generator


def small(seed=0, blocks=2, states=2, symbols=3):
    numbers = G().manual_seed(seed)

    def rows(*shape):
        table = torch.rand(*shape, generator=numbers, dtype=torch.float64) + 0.05
        return table / table.sum(-1, keepdim=True)

    start = rows(blocks * states).reshape(blocks, states)
    return HiddenMarkovModel(start, rows(blocks, states, states), rows(blocks, states, symbols))


def enumerated(model, symbols, seen):
    """p(seen symbols, block) by the sum over all paths of states."""
    blocks, states = model.start.shape
    total = torch.zeros(blocks, dtype=torch.float64)
    for block in range(blocks):
        for path in itertools.product(range(states), repeat=len(symbols)):
            chance = model.start[block, path[0]] if path else model.start[block].sum()
            for one, other in itertools.pairwise(path):
                chance = chance * model.transition[block, one, other]
            for state, symbol, known in zip(path, symbols, seen, strict=True):
                chance = chance * (model.emission[block, state, symbol] if known else 1.0)
            total[block] += chance
    return total


MODEL = small()
NOTES = [2, 0, 1, 1, 0]


@pytest.mark.parametrize("length", [1, 3, 5])
def test_the_likelihood_is_the_sum_over_all_paths(length):
    symbols = NOTES[:length]
    exact = enumerated(MODEL, symbols, [True] * length)
    torch.testing.assert_close(log_likelihood(MODEL, torch.tensor([symbols]))[0], exact.sum().log())
    torch.testing.assert_close(block_posterior(MODEL, torch.tensor([symbols]))[0], exact / exact.sum())


def test_the_next_symbol_is_a_ratio_of_sums_over_paths():
    predicted = next_symbol(MODEL, torch.tensor([NOTES]))[0]
    assert predicted.shape == (6, 3)
    for t in range(6):
        joint = torch.stack([enumerated(MODEL, [*NOTES[:t], v], [True] * (t + 1)).sum() for v in range(3)])
        torch.testing.assert_close(predicted[t], joint / joint.sum())


@pytest.mark.parametrize("seen", [[1, 0, 1, 0, 0], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [0, 1, 1, 1, 1]])
def test_a_gap_is_filled_as_enumeration_fills_it(seen):
    filled = fill_in(MODEL, torch.tensor([NOTES]), torch.tensor([seen]).bool())[0]
    for t in range(5):
        joint = []
        for v in range(3):
            symbols, known = list(NOTES), list(seen)
            symbols[t], known[t] = v, 1
            joint.append(enumerated(MODEL, symbols, known).sum())
        joint = torch.stack(joint)
        torch.testing.assert_close(filled[t], joint / joint.sum())


def test_hidden_symbols_change_nothing():
    seen = torch.tensor([[1, 0, 1, 0, 1]]).bool()
    one, other = torch.tensor([[2, 0, 1, 1, 0]]), torch.tensor([[2, 1, 1, 2, 0]])
    torch.testing.assert_close(fill_in(MODEL, one, seen), fill_in(MODEL, other, seen))
    assert (forward(MODEL, one, seen).log_evidence[0, [1, 3]].abs() < 1e-12).all()


def test_batch_mates_do_not_matter():
    both = torch.tensor([NOTES, [1, 1, 1, 2, 2]])
    torch.testing.assert_close(next_symbol(MODEL, both)[:1], next_symbol(MODEL, both[:1]))


def test_without_symbols_the_prior_is_left():
    nothing = torch.zeros(1, 0, dtype=torch.long)
    expected = torch.einsum("ks,ksv->v", MODEL.start, MODEL.emission)
    torch.testing.assert_close(next_symbol(MODEL, nothing)[0, 0], expected)
    torch.testing.assert_close(block_posterior(MODEL, nothing)[0], MODEL.start.sum(-1))


def test_draws_occur_as_often_as_they_should():
    symbols, block = draw(MODEL, 40_000, 2, G().manual_seed(1))
    pairs = torch.bincount(symbols[:, 0] * 3 + symbols[:, 1], minlength=9) / 40_000
    every = torch.tensor(list(itertools.product(range(3), repeat=2)))
    torch.testing.assert_close(pairs.double(), log_likelihood(MODEL, every).exp(), atol=0.01, rtol=0)
    torch.testing.assert_close(torch.bincount(block).double() / 40_000, MODEL.start.sum(-1), atol=0.01, rtol=0)


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="must be from 0 to 2"):
        next_symbol(MODEL, torch.tensor([[0, 3]]))
    with pytest.raises(ValueError, match="must sum to 1"):
        HiddenMarkovModel(MODEL.start * 2, MODEL.transition, MODEL.emission)
    with pytest.raises((ValueError, TypeCheckError), match="transition"):  # the check of shapes comes first
        HiddenMarkovModel(MODEL.start, MODEL.transition[:1], MODEL.emission)


MELODIES = melodies.prior()


def test_absolute_time_carries_no_information():
    """The distribution of states, and so of notes, is the same at every step."""
    later = (MELODIES.start[:, None, :] @ MELODIES.transition)[:, 0]
    torch.testing.assert_close(later, MELODIES.start)


def test_keys_are_transpositions_of_each_other():
    """Within an octave of the window, up to the register: ratios of two notes an octave apart from both."""
    high, low = melodies.notes(2, "minor"), melodies.notes(0, "minor")
    pitch = torch.arange(melodies.PITCHES, dtype=torch.float64)
    register = torch.exp(-0.5 * ((pitch - melodies.CENTRE) / melodies.SPREAD).square())
    plain_high, plain_low = high / register, low / register
    ratio = plain_high[..., 2:] / plain_low[..., :-2]
    torch.testing.assert_close(ratio, ratio[..., :1].expand_as(ratio))


def test_chord_notes_are_the_usual_ones_and_most_likely_on_the_first_beat():
    c_major = melodies.notes(0, "major")
    share = torch.stack([c_major[0, phase, [0, 4, 7, 12, 16, 19]].sum() for phase in range(4)])
    assert share[0] == share.max() and share[3] == share.min()
    assert {name for name, _ in melodies.CHORD_NOTES["minor"]} == {"i", "iv", "v", "VI"}
    assert melodies.name(7) == "E♭ minor" and melodies.name(0) == "C major"


def test_more_notes_make_the_key_surer():
    symbols, block = draw(MELODIES, 512, 16, G().manual_seed(0))
    sure = [block_posterior(MELODIES, symbols[:, :n])[torch.arange(512), block].mean() for n in (0, 4, 8, 16)]
    assert sure == sorted(sure)
    assert sure[0] == pytest.approx(1 / 24) and sure[-1] > 0.4


def test_the_entropy_per_note_falls_as_the_melody_goes_on():
    symbols, _ = draw(MELODIES, 2048, 16, G().manual_seed(0))
    nats = -forward(MELODIES, symbols).log_evidence.mean(0)
    assert nats[0] > nats[4] > nats[15]
