"""N-gram models: what they depend on, their smoothing, and that longer contexts are better."""

import pytest
import torch

from tnpcore.sequences import melodies
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.melodies import evaluation
from tnpcore.sequences.melodies.ngrams import ORDERS, STRENGTH, fitted

NOTES = torch.tensor([[0, 4, 7, 4, 7], [12, 4, 7, 4, 0]])


@pytest.mark.parametrize(("name", "order"), ORDERS.items())
def test_a_prediction_depends_on_the_last_notes_alone(name, order):
    model = melodies.ngram(name)
    one, other = melodies.predict_next(model, NOTES)
    changed_at = 0
    for place in range(1, 5):  # the context of the note after `place` notes begins at place - order + 1
        same = place - order + 1 > changed_at
        assert torch.allclose(one[place], other[place]) == same, place
    assert not torch.allclose(one[5], other[5]) or order == 1


def test_predictions_are_smoothed_frequencies():
    notes = torch.tensor([[3, 5, 3, 5, 3, 8]])
    after = melodies.predict_next(fitted(notes, 2), torch.tensor([[3]]))[0, 1]
    unigram = melodies.predict_next(fitted(notes, 1), torch.tensor([[3]]))[0, 1]
    torch.testing.assert_close(unigram[3], torch.tensor((3 + STRENGTH / 24) / (6 + STRENGTH)).double())
    torch.testing.assert_close(after[5], (2 + STRENGTH * unigram[5]) / (3 + STRENGTH))
    pair = melodies.predict_next(fitted(notes, 3), torch.tensor([[5, 3]]))[0, 2]
    torch.testing.assert_close(pair[8], (1 + STRENGTH * after[8]) / (2 + STRENGTH))
    for found in (after, unigram, pair):
        torch.testing.assert_close(found.sum(), torch.tensor(1.0).double())


def test_the_first_note_has_a_context_of_its_own():
    notes = torch.tensor([[3, 5, 5, 5], [3, 6, 6, 6]]).repeat(50, 1)
    for order in (2, 3):
        first = melodies.predict_next(fitted(notes, order), notes[:1, :0])[0, 0]
        assert first[3] > 0.9
    second = melodies.predict_next(fitted(notes, 3), torch.tensor([[3]]))[0, 1]
    assert second[5] > 0.4 and second[6] > 0.4


@pytest.mark.parametrize("fill", [False, True])
def test_longer_contexts_are_nearer_to_the_limit(fill):
    batch = evaluation.held_out(12, 12, 128, fill)[0]
    found = [float(evaluation.excess(melodies.ngram(name), batch).mean()) for name in ORDERS]
    assert found[0] > found[1] + 0.05 > found[2] + 0.1 > 0.2


def test_they_sample_too():
    found = melodies.continued(melodies.ngram("bigram"), NOTES[0], 6, 4, torch.Generator().manual_seed(0))
    assert found.notes.shape == (4, 11) and (found.log_exact < 0).all()
    seen = torch.tensor([1, 0, 1, 0, 1]).bool()
    found = melodies.filled(melodies.ngram("trigram"), NOTES[0], seen, 4, torch.Generator().manual_seed(0))
    assert (found.notes[:, seen] == NOTES[0][seen]).all()


def test_another_name_is_refused():
    with pytest.raises(ValueError, match="one of unigram, bigram, trigram, got 'fourgram'"):
        melodies.ngram("fourgram")


def test_a_chain_is_found_again():
    """Fitted on its own draws, the bigram model gives about the same predictions."""
    model = melodies.ngram("bigram")
    again = fitted(draw(model, 4_000, 16, torch.Generator().manual_seed(1))[0], 2)
    common = model.start[0] > 0.05
    assert (again.transition[0] - model.transition[0])[common].abs().max() < 0.04
