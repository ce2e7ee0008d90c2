"""What is drawn to train on: lengths, hidden notes, and targets that are exact or drawn."""

from dataclasses import replace

import pytest
import torch

from tnpcore.blocks import Sizes
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.learning import begin
from tnpcore.sequences.melodies import fill_in, learning, predict_next, prior
from tnpcore.sequences.recipe import LanguageRecipe
from tnpcore.sequences.specs import SPECS

pytestmark = pytest.mark.slow

SHORT = LanguageRecipe(steps=4, batch_size=16, bucket=24, warmup=2, ema=0.5, soft=True)
CAUSAL, MASKED = (LanguageModel(24, 16, causal, Sizes(16, 2, 1, 16)) for causal in (True, False))


def batches(model, recipe=SHORT, bucket=0):
    return learning.MELODIES.batches(model, recipe, bucket)


@pytest.mark.parametrize("model", [CAUSAL, MASKED])
def test_a_batch_has_one_length_and_all_lengths_occur(model):
    found = batches(model)
    assert len(found) == 24 and all(len(part) == 16 for batch in found for part in batch)
    assert {batch[0].shape[1] for batch in found} >= {8, 16}
    assert all(8 <= batch[0].shape[1] <= 16 for batch in found)


@pytest.mark.parametrize("model", [CAUSAL, MASKED])
def test_equal_buckets_have_equal_melodies_and_others_other_ones(model):
    one, again, other = batches(model)[0], batches(model)[0], batches(model, bucket=1)[0]
    assert all(torch.equal(a, b) for a, b in zip(one, again, strict=True))
    assert one[0].shape != other[0].shape or not torch.equal(one[0], other[0])
    another = batches(model, replace(SHORT, seed=1))[0]
    assert one[0].shape != another[0].shape or not torch.equal(one[0], another[0])


def test_soft_targets_are_the_exact_distributions():
    notes, seen, targets, counted = batches(CAUSAL)[0]
    torch.testing.assert_close(targets.double(), predict_next(prior(), notes), atol=1e-6, rtol=1e-5)
    assert seen.all() and counted.all() and targets.shape == (16, notes.shape[1] + 1, 24)
    notes, seen, targets, counted = batches(MASKED)[0]
    torch.testing.assert_close(targets.double(), fill_in(prior(), notes, seen), atol=1e-6, rtol=1e-5)
    assert torch.equal(counted, ~seen)


def test_drawn_targets_are_the_notes_themselves():
    recipe = replace(SHORT, soft=False)
    notes, _, targets, _ = batches(CAUSAL, recipe)[0]
    assert (
        torch.equal(targets.argmax(-1)[:, :-1], notes)
        and (targets.sum(-1) == 1).all()
        and (targets.amax(-1) == 1).all()
    )
    notes, _, targets, _ = batches(MASKED, recipe)[0]
    assert torch.equal(targets.argmax(-1), notes) and (targets.amax(-1) == 1).all()


def test_15_to_50_percent_are_hidden_anywhere():
    hidden = learning.hidden(torch.zeros(4_000, 16, dtype=torch.long), torch.Generator().manual_seed(0))
    counts = hidden.sum(1)
    assert counts.min() == 2 and counts.max() == 8  # 15 % and 50 % of 16 notes, rounded
    assert abs(float(hidden.double().mean()) - 0.325) < 0.01
    assert (hidden.double().mean(0) - 0.325).abs().max() < 0.03
    assert (learning.hidden(torch.zeros(50, 1, dtype=torch.long), torch.Generator())).all()


@pytest.mark.parametrize("soft", [True, False])
@pytest.mark.parametrize("causal", [True, False])
def test_the_loss_falls(causal, soft):
    model = LanguageModel(24, 16, causal, Sizes(16, 2, 1, 16))
    torch.nn.init.zeros_(model.head.weight)
    run = begin(model, learning.MELODIES, replace(SHORT, steps=48, batch_size=32, soft=soft, lr=2e-2))
    losses = [run.advance().loss for _ in range(48)]
    assert sum(losses[-16:]) / 16 < losses[0] - 0.1


def test_every_kind_has_both_targets_and_every_kind_of_positions():
    known = {name: spec for name, spec in SPECS.items() if spec.prior == "melodies"}
    assert len(known) == 16
    for name, spec in known.items():
        model = spec.build()
        assert model.causal == name.startswith("melodies-causal") and model.longest == learning.LONGEST
        assert spec.recipe().soft == (name not in ("melodies-causal", "melodies-masked"))
