"""Exact predictions of the melodies' prior against all paths of its states; padding, transposition, what is refused."""

import time

import pytest
import torch

from tnpcore.blocks import Sizes
from tnpcore.sequences import melodies
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import ABSENT, LanguageModel
from tnpcore.sequences.melodies.predictions import ROWS

PRIOR = melodies.prior()
NOTES = draw(PRIOR, 4, 6, torch.Generator().manual_seed(0))[0]
EVERY = torch.ones(1, 4, dtype=torch.bool)


PATHS = torch.einsum("ka,kab,kbc,kcd->kabcd", PRIOR.start, *[PRIOR.transition] * 3)  # p(path of 4 states, block)


def shown(symbol):
    """p(symbol | state) [24, 16]; None: of any symbol, which is 1."""
    return PRIOR.emission.sum(-1) if symbol is None else PRIOR.emission[..., symbol]


def joint(symbols):
    """p(4 symbols, block) by the sum over all 24 * 16^4 paths; a symbol may be None, for any."""
    return torch.einsum("kabcd,ka,kb,kc,kd->k", PATHS, *map(shown, symbols))


def distribution(symbols, place):
    """p(symbol at a place | the others), by enumeration."""
    parts, indices = [shown(symbol) for symbol in symbols], ["ka", "kb", "kc", "kd"]
    parts[place], indices[place] = PRIOR.emission, indices[place] + "v"
    chances = torch.einsum(f"kabcd,{','.join(indices)}->v", PATHS, *parts)
    return chances / chances.sum()


def test_the_next_note_is_that_of_enumeration():
    given = NOTES[0, :3].tolist()
    exact = melodies.predict_next(PRIOR, NOTES[:1, :3])[0]
    torch.testing.assert_close(exact[3], distribution([*given, None], 3))
    torch.testing.assert_close(exact[1], distribution([given[0], None, None, None], 1))


@pytest.mark.parametrize("hidden", [(1,), (0, 2), (1, 2, 3), (0, 1, 2, 3)])
def test_hidden_notes_are_filled_in_as_by_enumeration(hidden):
    given = [None if place in hidden else note for place, note in enumerate(NOTES[1, :4].tolist())]
    seen = torch.tensor([[note is not None for note in given]])
    exact = melodies.fill_in(PRIOR, NOTES[1:2, :4], seen)[0]
    for place in hidden:
        torch.testing.assert_close(exact[place], distribution(given, place))
    torch.testing.assert_close(melodies.log_likelihood(NOTES[1:2, :4], seen)[0], joint(given).sum().log())


def test_keys_and_chords_are_those_of_enumeration():
    blocks = joint(NOTES[2, :4].tolist())
    torch.testing.assert_close(melodies.block_probabilities(NOTES[2:3, :4])[0], blocks / blocks.sum())
    states = torch.einsum("kabcd,ka,kb,kc,kd->b", PATHS, *map(shown, NOTES[2, :4].tolist()))
    found = melodies.chord_probabilities(NOTES[2:3, :4], EVERY)[0, 1]
    torch.testing.assert_close(found.flatten(), states / states.sum())


def test_shorter_melodies_are_padded():
    short = NOTES[:1, :4]
    padded = torch.cat([torch.nn.functional.pad(short, (0, 2), value=ABSENT), NOTES[1:]])
    torch.testing.assert_close(melodies.predict_next(PRIOR, padded)[:1, :5], melodies.predict_next(PRIOR, short))
    seen = torch.rand(4, 6, generator=torch.Generator().manual_seed(0)) < 0.5
    alone = melodies.fill_in(PRIOR, short, seen[:1, :4])
    torch.testing.assert_close(melodies.fill_in(PRIOR, padded, seen)[:1, :4], alone)
    torch.testing.assert_close(melodies.log_likelihood(padded)[0], melodies.log_likelihood(short)[0])
    torch.testing.assert_close(melodies.block_probabilities(padded)[0], melodies.block_probabilities(short)[0])


def test_an_empty_melody():
    nothing = torch.zeros(2, 0, dtype=torch.long)
    assert melodies.predict_next(PRIOR, nothing).shape == (2, 1, 24)
    assert melodies.fill_in(PRIOR, nothing, nothing.bool()).shape == (2, 0, 24)
    assert melodies.leave_one_out(PRIOR, nothing[0]).shape == (0, 24)
    assert (melodies.log_likelihood(nothing) == 0).all()
    torch.testing.assert_close(melodies.block_probabilities(nothing), torch.full((2, 24), 1 / 24).double())
    assert melodies.chord_probabilities(nothing, nothing.bool()).shape == (2, 0, 4, 4)


def test_more_rows_than_a_pass_holds():
    many = NOTES.repeat(ROWS // 2, 1)
    torch.testing.assert_close(melodies.predict_next(PRIOR, many)[-4:], melodies.predict_next(PRIOR, NOTES))


def test_each_note_hidden_alone():
    found = melodies.leave_one_out(PRIOR, NOTES[0, :4])
    for place in range(4):
        torch.testing.assert_close(found[place], distribution(NOTES[0, :4].tolist(), place))


def test_later_notes_help_on_average_and_sometimes_by_more_than_a_nat():
    drawn = draw(PRIOR, 40, 12, torch.Generator().manual_seed(1))[0]
    gains = torch.stack([melodies.gain_from_later_notes(PRIOR, PRIOR, notes) for notes in drawn])
    assert gains.mean() > 0.1 and gains.max() > 1
    torch.testing.assert_close(gains[:, -1], torch.zeros(40).double())  # after the last note comes nothing
    first = drawn[0, :4]
    exact = distribution(first.tolist(), 1)[first[1]] / distribution([int(first[0]), None, None, None], 1)[first[1]]
    torch.testing.assert_close(melodies.gain_from_later_notes(PRIOR, PRIOR, first)[1], exact.log())


def test_no_melody_can_be_transposed_out_of_the_window():
    notes = torch.tensor([[3, 20, ABSENT], [0, 5, 7]])
    assert melodies.fits(notes, -1).tolist() == [True, False]
    assert melodies.fits(notes, 4).tolist() == [False, True] and melodies.fits(notes, 3).all()
    assert melodies.transposed(notes, 3).tolist() == [[6, 23, ABSENT], [3, 8, 10]]
    with pytest.raises(ValueError, match="must stay from 0 to 23, got some that leave by -1"):
        melodies.transposed(notes, -1)


def test_the_exact_prediction_is_transposed_but_for_the_register():
    """In the middle of the window; the ratio of two notes changes by that of their registers alone."""
    notes = torch.tensor([[9, 12, 16, 14, 12, 11]])
    plain, moved = (melodies.predict_next(PRIOR, melodies.transposed(notes, by))[0, -1] for by in (0, 2))
    assert (plain[:-2] - moved[2:]).abs().max() > 1e-3  # not simply transposed
    pitch = torch.arange(24).double()
    register = torch.exp(-0.5 * ((pitch - melodies.CENTRE) / melodies.SPREAD).square())
    one, other = (plain / register)[6:18], (moved / register)[8:20]
    torch.testing.assert_close(one / one.sum(), other / other.sum(), atol=0.02, rtol=0)


def test_24_notes_take_milliseconds():
    notes = draw(PRIOR, 1, 24, torch.Generator().manual_seed(0))[0]
    for predict in (melodies.predict_next, lambda model, one: melodies.fill_in(model, one, one > 8)):
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            predict(PRIOR, notes)
            times.append(time.perf_counter() - begin)
        assert min(times) < 0.05


def test_each_kind_of_model_predicts_what_it_was_made_for():
    causal, masked = (LanguageModel(24, 16, causal, Sizes(16, 2, 1, 16)).eval() for causal in (True, False))
    seen = NOTES > 8
    for found in (melodies.predict_next(causal, NOTES), melodies.fill_in(masked, NOTES, seen)):
        assert found.dtype == torch.float64 and not found.requires_grad
        torch.testing.assert_close(found.sum(-1), torch.ones(found.shape[:2]).double())
    expected = masked(NOTES, seen).exp().double()
    torch.testing.assert_close(melodies.fill_in(masked, NOTES, seen), expected, atol=1e-5, rtol=1e-4)
    with pytest.raises(ValueError, match="by a causal model, got a masked one"):
        melodies.predict_next(masked, NOTES)
    with pytest.raises(ValueError, match="by a masked model, got a causal one"):
        melodies.fill_in(causal, NOTES, seen)


@pytest.mark.parametrize("wrong", [24, -2])
def test_what_is_no_pitch_is_named(wrong):
    notes = torch.tensor([[0, wrong]])
    for found in (
        lambda: melodies.predict_next(PRIOR, notes),
        lambda: melodies.fill_in(PRIOR, notes, notes > 0),
        lambda: melodies.log_likelihood(notes),
        lambda: melodies.block_probabilities(notes),
    ):
        with pytest.raises(ValueError, match="notes must be from 0 to 23"):
            found()
