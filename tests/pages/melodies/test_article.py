"""What the article says of language models, against the library."""

from __future__ import annotations

import re

import pytest
import torch

from pages.melodies import article
from pages.melodies.controls import CAUSAL, MASKED, network
from pages.melodies.lab_models import label, shipped
from tnpcore.blocks import Sizes
from tnpcore.sequences import load, melodies, trained
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies import evaluation
from tnpcore.sequences.melodies.classification import Classifier
from tnpcore.sequences.melodies.learning import HIDDEN, causal_batch, hidden, masked_batch

PRIOR = melodies.prior()
NOTES = draw(PRIOR, 3, 6, torch.Generator().manual_seed(3))[0]
TEXT, LIMITS = article.texts()
G = torch.Generator


def untrained(causal, positions):
    torch.manual_seed(1)
    return LanguageModel(24, 16, causal, Sizes(16, 2, 2, 16), positions=positions).eval().requires_grad_(False)


def test_next_notes_define_the_probability_of_a_melody():
    chances = melodies.predict_next(PRIOR, NOTES)[:, :-1].gather(-1, NOTES[..., None])[..., 0]
    torch.testing.assert_close(chances.log().sum(-1), melodies.log_likelihood(NOTES))


def test_one_pass_predicts_every_note_from_those_before_it():
    model = load(network(CAUSAL, "relative"))
    every = melodies.predict_next(model, NOTES)
    for length in range(7):
        alone = melodies.predict_next(model, NOTES[:, :length])[:, -1]
        torch.testing.assert_close(every[:, length], alone, atol=1e-5, rtol=1e-4)


def test_the_stated_share_of_notes_is_hidden_in_training():
    notes = draw(PRIOR, 2_000, 16, G().manual_seed(0))[0]
    shares = hidden(notes, G().manual_seed(0)).double().mean(1)
    assert HIDDEN[0] - 1 / 32 <= shares.min() and shares.max() <= HIDDEN[1] + 1 / 32
    assert "15% to 50% of the notes" in TEXT


def test_a_masked_model_learns_from_hidden_notes_and_a_causal_one_from_all():
    notes, seen, _, counted = masked_batch(NOTES, True, G().manual_seed(0))
    assert torch.equal(counted, ~seen) and not counted.all()
    *_, counted = causal_batch(NOTES, True)
    assert counted.shape == notes.shape and counted.all()


def test_the_classifier_reads_one_token_of_the_same_encoder():
    model = load(network(MASKED, "relative"))
    one = Classifier(model, 2)
    expected = one.head(model.encode(NOTES)[:, 0]).log_softmax(-1)
    torch.testing.assert_close(one(NOTES), expected)
    assert type(model) is type(load(network(CAUSAL, "relative")))


def test_with_both_sides_in_view_a_note_is_easier_on_average():
    notes = draw(PRIOR, 40, 12, G().manual_seed(1))[0]
    gains = torch.stack([melodies.gain_from_later_notes(PRIOR, PRIOR, each) for each in notes])
    assert gains.mean() > 0.1


def test_notes_that_are_sampled_from_marginals_at_once_need_not_fit_each_other():
    """The product of the marginals of two hidden notes is not their joint distribution."""
    seen = torch.tensor([[1, 1, 0, 0, 1, 1]]).bool()
    found = melodies.fill_in(PRIOR, NOTES[:1], seen)[0]
    other = NOTES[:1].clone()
    other[0, 2] = int(found[2].argmax())
    then = melodies.fill_in(PRIOR, other, torch.tensor([[1, 1, 1, 0, 1, 1]]).bool())[0, 3]
    assert (then - found[3]).abs().sum() / 2 > 0.01


def test_order_without_positions():
    one, other = NOTES[:1], NOTES[:1].flip(1)
    masked, causal = untrained(False, "none"), untrained(True, "none")
    there = torch.tensor([[1, 1, 0, 1, 1, 1]]).bool()
    here = melodies.fill_in(masked, one, there)[0, 2]
    torch.testing.assert_close(here, melodies.fill_in(masked, other, there.flip(1))[0, 3], atol=1e-6, rtol=0)
    pair = [melodies.predict_next(causal, each)[0, -1] for each in (one, other)]
    assert (pair[0] - pair[1]).abs().max() > 1e-3


@pytest.mark.parametrize(
    ("positions", "stays"), [("sinusoidal", False), ("learned", False), ("relative", True), ("rotary", True)]
)
@pytest.mark.parametrize("causal", [True, False])
def test_a_melody_that_begins_later(positions, stays, causal):
    model = untrained(causal, positions)
    if positions == "relative":  # its biases begin at 0
        torch.nn.init.normal_(model.positions.bias.scores, generator=G().manual_seed(0))
    here, later = (model(NOTES, first=first) for first in (0, 5))
    assert torch.allclose(here, later, atol=1e-5) == stays


def test_the_formula_gives_the_exact_predictions():
    """As it stands in the article, over all states of all keys and modes."""
    start, emission = PRIOR.start.flatten(), PRIOR.emission.flatten(0, 1)
    transition = torch.block_diag(*PRIOR.transition)
    notes, seen = NOTES[0].tolist(), [True, True, False, True, False, True]

    def b(t):
        return emission[:, notes[t]] if seen[t] else torch.ones(len(start)).double()

    before, beta = [start], [torch.ones(len(start)).double()]
    for t in range(5):
        before.append((before[t] * b(t)) @ transition)
        beta.insert(0, transition @ (b(5 - t) * beta[0]))
    exact = melodies.fill_in(PRIOR, NOTES[:1], torch.tensor([seen]))[0]
    for t in (2, 4):
        found = (before[t] * beta[t]) @ emission
        torch.testing.assert_close(found / found.sum(), exact[t])
    following = before[2] @ emission
    torch.testing.assert_close(following / following.sum(), melodies.predict_next(PRIOR, NOTES[:1])[0, 2])


def test_key_and_mode_stay_and_chord_and_beat_change():
    """No probability leaves a key and mode; within one, the beat always changes, the chord sometimes."""
    torch.testing.assert_close(PRIOR.transition.sum(-1), torch.ones(24, 16).double())
    within = PRIOR.transition[0].unflatten(0, (4, 4)).unflatten(-1, (4, 4))
    assert all(within[:, phase, :, phase].sum() == 0 for phase in range(4))
    assert within.sum(-1).diagonal(dim1=0, dim2=2).min() > 0 and within.sum(-1).diagonal(dim1=0, dim2=2).max() < 1


def test_the_loss_is_entropy_plus_excess():
    model = load(network(CAUSAL, "relative"))
    notes = draw(PRIOR, 4, 8, G().manual_seed(0))[0]
    exact, predicted = (melodies.predict_next(each, notes) for each in (PRIOR, model))
    loss = -(exact * predicted.log()).sum(-1).mean(-1)
    batch = (notes, None)
    torch.testing.assert_close(loss, evaluation.entropy(batch) + evaluation.excess(model, batch))


def test_the_limits_state_what_the_cards_hold():
    cards = [trained.card(name) for kind in (CAUSAL, MASKED) for name in shipped(kind)]
    (size,) = re.findall(r"about (\d\.\d) million", LIMITS)
    assert all(abs(card.parameters / 1e6 - float(size)) < 0.05 for card in cards)
    assert all(card.arguments["longest"] == 16 for card in cards) and "trained on 8 to 16 notes" in LIMITS
    soft = [card.recipe["soft"] for card in cards]
    assert sum(soft) > len(soft) / 2
    assert all(card.recipe["soft"] != label(card.name).endswith("drawn notes") for card in cards)
    assert {card.recipe["seed"] for card in cards} == {0}
