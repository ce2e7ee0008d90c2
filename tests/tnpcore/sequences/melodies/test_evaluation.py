"""Measures on predictors whose excess is known."""

import math

import pytest
import torch

from tnpcore.blocks import Sizes
from tnpcore.sequences import melodies
from tnpcore.sequences.hidden_markov import HiddenMarkovModel
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies import evaluation

pytestmark = pytest.mark.slow

UNIFORM = HiddenMarkovModel(
    torch.ones(1, 1).double(), torch.ones(1, 1, 1).double(), torch.full((1, 1, 24), 1 / 24, dtype=torch.float64)
)


def small(causal):
    torch.manual_seed(0)
    return LanguageModel(24, 16, causal, Sizes(16, 2, 1, 16), positions="relative").eval().requires_grad_(False)


@pytest.mark.parametrize("fill", [False, True])
def test_the_exact_predictor_has_no_excess_and_the_uniform_one_log_24_less_the_entropy(fill):
    exact, uniform = (evaluation.measure(model, fill, 40) for model in (melodies.prior(), UNIFORM))
    for part in ("trained", "beyond"):
        assert exact[part] == {"excess": 0.0, "se": 0.0, "count": 40}
        limit = evaluation.limits(fill, 40)[part]
        assert uniform[part]["excess"] == pytest.approx(math.log(24) - limit, abs=1e-3)
        assert uniform[part]["se"] > 0
    assert set(uniform["by_length"]) <= {str(length) for length in range(8, 25)}
    assert sum(one["count"] for one in uniform["by_length"].values()) == 80


def test_only_hidden_notes_count():
    (notes, seen), *_ = evaluation.held_out(10, 10, 20, True)
    found = evaluation.excess(UNIFORM, (notes, seen))
    exact = melodies.fill_in(melodies.prior(), notes, seen)
    every = math.log(24) + torch.xlogy(exact, exact).sum(-1)
    torch.testing.assert_close(found[0], every[0][~seen[0]].mean())


def test_held_out_melodies_are_the_same_again_and_others_with_another_seed():
    one, again, other = (evaluation.held_out(8, 9, 30, True, seed) for seed in (17, 17, 18))
    assert all(torch.equal(a[0], b[0]) and torch.equal(a[1], b[1]) for a, b in zip(one, again, strict=True))
    assert any(a[0].shape != b[0].shape or not torch.equal(a[0], b[0]) for a, b in zip(one, other, strict=True))
    assert sum(len(notes) for notes, _ in one) == 30


@pytest.mark.parametrize("causal", [True, False])
def test_a_card_of_an_untrained_model(causal):
    model = small(causal)
    found = evaluation.measure_melodies(model, 30)
    assert found["predicts"] == ("next note" if causal else "hidden notes")
    assert found["limit"] == evaluation.limits(not causal, 30)
    # Relative positions: a shift in time changes nothing.
    assert all(one == found["trained"] for one in found["time_shifts"].values())
    counts = {shift: one["count"] for shift, one in found["pitch_shifts"].items()}
    assert counts["-5"] < counts["-1"] < 30 and counts["5"] < counts["1"] < 30
    assert all(one["excess"] > 0.1 for one in found["pitch_shifts"].values())


def test_transposed_melodies_are_compared_with_the_exact_prediction_for_them():
    batch = evaluation.held_out(10, 10, 40, True)[0]
    moved = evaluation.shifted(batch, 3)
    stay = melodies.fits(batch[0], 3)
    assert torch.equal(moved[0], batch[0][stay] + 3) and torch.equal(moved[1], batch[1][stay])
    assert 0 < len(moved[0]) < 40
    assert evaluation.excess(melodies.prior(), moved).abs().max() < 1e-9
