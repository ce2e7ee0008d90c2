"""What the article says of language models, against the library."""

from __future__ import annotations

import re

import torch

from pages.melodies import article
from pages.melodies.controls import CAUSAL, MASKED, network
from pages.melodies.lab_models import label, shipped
from tnpcore.sequences import load, melodies, trained
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.melodies.classification import Classifier

PRIOR = melodies.prior()
NOTES = draw(PRIOR, 3, 6, torch.Generator().manual_seed(3))[0]
TEXT, LIMITS = article.texts()


def test_the_classifier_reads_one_token_of_the_same_encoder():
    model = load(network(MASKED, "relative"))
    one = Classifier(model, 2)
    expected = one.head(model.encode(NOTES)[:, 0]).log_softmax(-1)
    torch.testing.assert_close(one(NOTES), expected)
    assert type(model) is type(load(network(CAUSAL, "relative")))


def test_notes_that_are_sampled_from_marginals_at_once_need_not_fit_each_other():
    """The product of the marginals of two hidden notes is not their joint distribution."""
    seen = torch.tensor([[1, 1, 0, 0, 1, 1]]).bool()
    found = melodies.fill_in(PRIOR, NOTES[:1], seen)[0]
    other = NOTES[:1].clone()
    other[0, 2] = int(found[2].argmax())
    then = melodies.fill_in(PRIOR, other, torch.tensor([[1, 1, 1, 0, 1, 1]]).bool())[0, 3]
    assert (then - found[3]).abs().sum() / 2 > 0.01


def test_key_and_mode_stay_and_chord_and_beat_change():
    """No probability leaves a key and mode; within one, the beat always changes, the chord sometimes."""
    torch.testing.assert_close(PRIOR.transition.sum(-1), torch.ones(24, 16).double())
    within = PRIOR.transition[0].unflatten(0, (4, 4)).unflatten(-1, (4, 4))
    assert all(within[:, phase, :, phase].sum() == 0 for phase in range(4))
    assert within.sum(-1).diagonal(dim1=0, dim2=2).min() > 0 and within.sum(-1).diagonal(dim1=0, dim2=2).max() < 1


def test_the_limits_state_what_the_cards_hold():
    cards = [trained.card(name) for kind in (CAUSAL, MASKED) for name in shipped(kind)]
    (size,) = re.findall(r"about (\d\.\d) million", LIMITS)
    assert all(abs(card.parameters / 1e6 - float(size)) < 0.05 for card in cards)
    assert all(card.arguments["longest"] == 16 for card in cards) and "trained on 8 to 16 notes" in LIMITS
    soft = [card.recipe["soft"] for card in cards]
    assert sum(soft) > len(soft) / 2
    assert all(card.recipe["soft"] != label(card.name).endswith("drawn notes") for card in cards)
    assert {card.recipe["seed"] for card in cards} == {0}
