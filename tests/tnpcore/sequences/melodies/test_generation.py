"""Sampled melodies: kept notes, likelihoods by the chain rule, frequencies."""

import pytest
import torch

from tnpcore.blocks import Sizes
from tnpcore.sequences import melodies
from tnpcore.sequences.language_model import LanguageModel

PRIOR, G = melodies.prior(), torch.Generator
NOTES = torch.tensor([4, 7, 12, 11, 9, 7])
SEEN = torch.tensor([1, 0, 1, 0, 0, 1]).bool()


def small(causal):
    torch.manual_seed(0)
    return LanguageModel(24, 16, causal, Sizes(16, 2, 1, 16)).eval().requires_grad_(False)


def test_the_prior_samples_with_its_own_likelihood():
    """By the chain rule, in any order: a test of forward and backward messages against each other."""
    for found in (
        melodies.continued(PRIOR, NOTES, 5, 20, G().manual_seed(0)),
        melodies.filled(PRIOR, NOTES, SEEN, 20, G().manual_seed(0)),
    ):
        torch.testing.assert_close(found.log_model, found.log_exact)
        assert len(set(map(tuple, found.notes.tolist()))) > 15


def test_given_notes_stay():
    found = melodies.continued(PRIOR, NOTES, 3, 10, G().manual_seed(1))
    assert found.notes.shape == (10, 9) and (found.notes[:, :6] == NOTES).all()
    found = melodies.filled(PRIOR, NOTES, SEEN, 10, G().manual_seed(1))
    assert found.notes.shape == (10, 6) and (found.notes[:, SEEN] == NOTES[SEEN]).all()
    assert (found.notes[:, ~SEEN] != NOTES[~SEEN]).any()


def test_what_stands_at_hidden_places_is_not_read():
    other = torch.where(SEEN, NOTES, 0)
    one, two = (melodies.filled(PRIOR, notes, SEEN, 10, G().manual_seed(1)) for notes in (NOTES, other))
    assert torch.equal(one.notes, two.notes) and torch.equal(one.log_exact, two.log_exact)


def test_models_state_their_own_likelihood_beside_the_exact_one():
    causal, masked = small(True), small(False)
    found = melodies.continued(causal, NOTES, 4, 5, G().manual_seed(2))
    chances = melodies.predict_next(causal, found.notes)[:, 6:10].gather(-1, found.notes[:, 6:, None])[..., 0]
    torch.testing.assert_close(found.log_model, chances.log().sum(-1))
    exact = melodies.log_likelihood(found.notes) - melodies.log_likelihood(NOTES[None])
    torch.testing.assert_close(found.log_exact, exact)
    one_gap = torch.tensor([1, 1, 0, 1, 1, 1]).bool()
    found = melodies.filled(masked, NOTES, one_gap, 5, G().manual_seed(2))
    chances = melodies.fill_in(masked, NOTES[None], one_gap[None])[0, 2]
    torch.testing.assert_close(found.log_model, chances[found.notes[:, 2]].log())
    assert (found.log_model - found.log_exact).abs().min() > 1e-3


def test_a_later_melody_is_sampled_at_its_own_positions():
    """With sinusoidal positions the predictions differ: each sample's likelihood is that of the shifted melody."""
    causal, masked, one_gap = small(True), small(False), torch.tensor([1, 1, 0, 1, 1, 1]).bool()
    found = melodies.continued(causal, NOTES, 4, 5, G().manual_seed(2), 7)
    here, there = (melodies.predict_next(causal, found.notes, first)[:, 6:10] for first in (0, 7))
    new = found.notes[:, 6:, None]
    torch.testing.assert_close(found.log_model, there.gather(-1, new)[..., 0].log().sum(-1))
    assert (found.log_model - here.gather(-1, new)[..., 0].log().sum(-1)).abs().min() > 1e-3
    found = melodies.filled(masked, NOTES, one_gap, 5, G().manual_seed(2), 7)
    there = melodies.fill_in(masked, NOTES[None], one_gap[None], 7)[0, 2]
    torch.testing.assert_close(found.log_model, there[found.notes[:, 2]].log())


def test_samples_occur_as_often_as_predicted():
    found = melodies.continued(PRIOR, NOTES, 1, 3_000, G().manual_seed(3)).notes[:, -1].bincount(minlength=24)
    predicted = melodies.predict_next(PRIOR, NOTES[None])[0, -1]
    torch.testing.assert_close(found.double() / 3_000, predicted, atol=0.03, rtol=0)
    first_gap = melodies.filled(PRIOR, NOTES, SEEN, 1_000, G().manual_seed(3)).notes[:, 1].bincount(minlength=24)
    predicted = melodies.fill_in(PRIOR, NOTES[None], SEEN[None])[0, 1]
    torch.testing.assert_close(first_gap.double() / 1_000, predicted, atol=0.05, rtol=0)


def test_one_seed_gives_the_same_melodies():
    one, other = (melodies.continued(PRIOR, NOTES, 4, 3, G().manual_seed(5)).notes for _ in range(2))
    assert torch.equal(one, other)


def test_from_nothing_and_with_nothing_to_do():
    found = melodies.continued(PRIOR, NOTES[:0], 8, 3, G().manual_seed(0))
    torch.testing.assert_close(found.log_exact, melodies.log_likelihood(found.notes))
    for found in (
        melodies.continued(PRIOR, NOTES, 0, 3, G().manual_seed(0)),
        melodies.filled(PRIOR, NOTES, SEEN | True, 3, G().manual_seed(0)),
    ):
        assert (found.notes == NOTES).all() and (found.log_model == 0).all() and (found.log_exact.abs() < 1e-9).all()


def test_each_kind_of_model_samples_what_it_predicts():
    with pytest.raises(ValueError, match="got a masked one"):
        melodies.continued(small(False), NOTES, 1, 1, G())
    with pytest.raises(ValueError, match="got a causal one"):
        melodies.filled(small(True), NOTES, SEEN, 1, G())
