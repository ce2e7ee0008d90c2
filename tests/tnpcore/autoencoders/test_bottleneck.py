"""Autoencoders and bottlenecks: likelihood, evidence and its parts, posterior, training."""

import math

import pytest
import torch
from torch.distributions import Normal

from tests.tnpcore.autoencoders.models import fresh
from tnpcore import latent
from tnpcore.autoencoders import Bottleneck, digits, load, names
from tnpcore.autoencoders.learning import ON_DIGITS, Pairs
from tnpcore.autoencoders.specs import SPECS
from tnpcore.autoencoders.trained import spec
from tnpcore.family import alone
from tnpcore.training import Recipe

HELD_OUT = digits("held-out")


def example(model, index=0):
    return model.view.read(HELD_OUT[index])


def test_a_picture_has_a_binomial_likelihood():
    model, z = fresh(), torch.tensor([[0.3, -1.2]], dtype=torch.float64)
    black = torch.sigmoid(model.decoder(z.float()).double())[0].tolist()
    exact = 0.0
    for count, p in zip(HELD_OUT.pictures[0].int().tolist(), black, strict=True):
        exact += math.log(math.comb(16, count)) + count * math.log(p) + (16 - count) * math.log1p(-p)
    assert model.log_likelihood(example(model), z).item() == pytest.approx(exact, abs=1e-6)
    torch.testing.assert_close(model.decode(z).mean[0], 16 * torch.tensor(black, dtype=torch.float64))


@pytest.mark.parametrize("view", ["picture", "halves", "classes"])
def test_the_evidence_of_one_number_agrees_with_brute_force(view):
    model = fresh(view, dim_z=1)
    z = torch.linspace(-12, 12, 20_001, dtype=torch.float64)[:, None]
    log = Normal(0.0, 1.0).log_prob(z[:, 0]) + model.log_likelihood(example(model), z)
    exact = log.logsumexp(0).item() + math.log(24 / 20_000)
    found = latent.evidence(model, example(model))
    assert found.log_p == pytest.approx(exact, abs=1e-4) and found.error < 1e-3


@pytest.mark.parametrize("view", ["picture", "halves", "classes"])
def test_evidence_is_elbo_and_gap_for_any_q(view):
    model = fresh(view)
    data = example(model, 3)
    for q in (
        latent.encode(model, data),
        latent.prior(model),
        Normal(torch.ones(2).double(), torch.ones(2).double() / 4),
    ):
        parts = latent.elbo(model, data, q).value + latent.kl_to_posterior(model, data, q)
        assert latent.evidence(model, data).log_p == pytest.approx(parts, abs=1e-3)


@pytest.mark.parametrize("name", names("picture"))
def test_evidence_is_elbo_and_gap_for_the_shipped_autoencoders(name):
    model = load(name)
    data = example(model, 5)
    q, log_p = latent.encode(model, data), latent.evidence(model, data)
    gap = latent.kl_to_posterior(model, data, q)
    assert log_p.log_p == pytest.approx(latent.elbo(model, data, q).value + gap, abs=1e-3)
    assert gap > -1e-3 and log_p.error < 1e-2


def test_importance_weighting_lies_between_elbo_and_evidence():
    model = load("vae-beta1")
    data, generator = example(model), torch.Generator().manual_seed(0)
    drawn = [latent.importance_weighted(model, data, 500, generator) for _ in range(20)]
    bound, log_p = latent.elbo(model, data, latent.encode(model, data)).value, latent.evidence(model, data).log_p
    assert bound < sum(drawn) / 20 < log_p + 0.05


def test_a_linear_decoder_has_a_posterior_of_one_mode():
    """Its log density is concave: between any two places it is at least the mean of both."""
    model, generator = fresh(decoder_depth=0), torch.Generator().manual_seed(0)
    a, b = 2 * torch.randn(2, 200, 2, generator=generator, dtype=torch.float64)
    log = [latent.log_joint(model, example(model), z) for z in (a, (a + b) / 2, b)]
    assert (log[1] >= (log[0] + log[2]) / 2 - 1e-4).all()


def test_two_decoders_have_two_posteriors_for_one_digit():
    one, other = (load(name) for name in ("vae-beta1", "vae-beta4"))
    modes = [mode(latent.posterior(model, example(model))) for model in (one, other)]
    assert (modes[0] - modes[1]).norm() > 0.2


def mode(posterior):
    """The place on the grid where the density is largest."""
    place = divmod(int(posterior.log_density.argmax()), posterior.log_density.shape[1])
    return torch.stack([axis[at] for axis, at in zip(posterior.axes, place, strict=True)])


def test_a_training_run_learns_and_repeats_its_batches():
    recipe = Recipe(20, batch_size=64, lr=1e-2, warmup=1, ema=0.0)
    runs = [ON_DIGITS.start(spec("classes-beta0.01"), recipe, torch.device("cpu")) for _ in range(2)]
    losses = [[run.advance().loss for _ in range(20)] for run in runs]
    assert losses[0] == losses[1] and sum(losses[0][-5:]) < sum(losses[0][:5]) / 1.1
    pairs = Pairs(runs[0].model.view.read(digits("training")), recipe, torch.device("cpu"))
    first, again, other = pairs.batch(3)[0], pairs.batch(3)[0], pairs.batch(4)[0]
    assert torch.equal(first, again) and not torch.equal(first, other)


def test_beta_multiplies_the_kl_term():
    pairs = example(fresh(), slice(0, 32))
    without, once, four = (
        fresh(beta=beta).loss(pairs.seen, pairs.target, torch.Generator().manual_seed(0)).item()
        for beta in (0.0, 1.0, 4.0)
    )
    q = fresh().encode(pairs.seen)
    kl = torch.distributions.kl_divergence(q, Normal(0.0, 1.0)).sum(-1).mean().item() / 64
    assert once - without == pytest.approx(kl, rel=1e-3) and four - without == pytest.approx(4 * kl, rel=1e-3)


def test_what_does_not_fit_is_named():
    with pytest.raises(ValueError, match="picture, halves, classes, got 'rows'"):
        Bottleneck("rows")
    with pytest.raises(ValueError, match=r"one pair is required, x \[64\], got x \(2, 64\)"):
        latent.encode(fresh(), example(fresh(), slice(0, 2)))
    with pytest.raises(ValueError, match=r"must be one of vae-beta0.1, .* got 'vae'"):
        spec("vae")
    with pytest.raises(ValueError, match="vae-beta1 learns from digits alone"):
        alone(ON_DIGITS, SPECS["vae-beta1"], "smooth", None)
