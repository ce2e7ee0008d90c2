"""ELBO, the gap to the evidence, importance weighting, gradients and collapse."""

import pytest
import torch
from torch.distributions import Normal, kl_divergence

from tests.tnpcore.latent.linear import FOUR, NOTHING, PRIOR, Linear, full, tensor
from tests.tnpcore.models.test_contracts import draw, fresh
from tnpcore import Points, latent, pretrained
from tnpcore.models.specs.latent_plane import LATENT_PLANE

QS = {
    "near": Normal(tensor(0.2, 0.6), tensor(0.3, 0.3)),
    "far": Normal(tensor(-6.0, 5.0), tensor(0.5, 0.2)),
    "wide": Normal(tensor(0.5, 0.0), tensor(2.5, 2.0)),
    "narrow": Normal(tensor(0.1, 0.7), tensor(0.01, 0.003)),
}
EACH = pytest.mark.parametrize("q", QS.values(), ids=QS)
TWENTY = Points(draw(20, 1), draw(20, 1, seed=1))


def noise(count):
    return latent.standard_noise(QS["near"], count, torch.Generator().manual_seed(7))


@EACH
def test_the_gap_of_a_linear_model_is_the_divergence_of_two_gaussians(q):
    model = Linear()
    exact = kl_divergence(full(q), model.posterior(FOUR)).item()
    assert latent.kl_to_posterior(model, FOUR, q) == pytest.approx(exact, abs=1e-5)
    found, log_p = latent.elbo(model, FOUR, q), model.predictive(FOUR.x).log_prob(FOUR.y[:, 0]).item()
    assert found.kl == pytest.approx(kl_divergence(q, PRIOR).sum().item())
    assert found.reconstruction - found.kl == pytest.approx(log_p - exact, abs=1e-5)
    assert found.value == found.reconstruction - found.kl


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("points", [NOTHING, FOUR, TWENTY], ids=len)
@EACH
def test_evidence_is_elbo_and_gap_for_any_q(q, points, dtype):
    model = fresh("np-z2-beta1").to(dtype).requires_grad_(False)
    assert gap_of_the_sum(model, points, q) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("wide", [3.0, 6.0])
@pytest.mark.parametrize("count", [1, 8])
def test_evidence_is_elbo_and_gap_where_the_decoder_is_sensitive(wide, count):
    """A posterior far narrower than the prior, bent, or of several modes."""
    model = sensitive(wide)
    points = Points(TWENTY.x[:count], TWENTY.y[:count])
    for q in (latent.encode(model, points), PRIOR, QS["near"]):
        assert gap_of_the_sum(model, points, q) == pytest.approx(0, abs=2e-3)
        assert latent.kl_to_posterior(model, points, q) > -1e-3


@pytest.mark.parametrize("q", [PRIOR, QS["near"], QS["wide"]])
def test_the_nodes_of_the_elbo_are_enough(q):
    """Beside 401 nodes a dimension, for decoders as sensitive as the trained ones."""
    model, points = sensitive(2.0), Points(TWENTY.x[:2], TWENTY.y[:2])
    many = latent.elbo(model, points, q, nodes=401)
    assert latent.elbo(model, points, q).reconstruction == pytest.approx(many.reconstruction, abs=1e-4)


def sensitive(factor):
    """A random network whose decoder sees a larger z."""
    model = fresh("np-z2-beta1", d_model=32).requires_grad_(False)
    model.decoder[0].weight[:, 1:] *= factor
    return model


def gap_of_the_sum(model, points, q):
    both = latent.elbo(model, points, q).value + latent.kl_to_posterior(model, points, q)
    return latent.evidence(model, points).log_p - both


@pytest.mark.parametrize("spec", LATENT_PLANE, ids=lambda spec: spec.name)
def test_evidence_is_elbo_and_gap_for_the_shipped_weights(spec):
    model = pretrained.load(spec.name)
    for count in (0, 5):
        points = Points(TWENTY.x[:count], TWENTY.y[:count])
        encoded = latent.encode(model, points)
        for some in (encoded, Normal(encoded.mean + 0.5, encoded.stddev / 2)):
            assert gap_of_the_sum(model, points, some) == pytest.approx(0, abs=1e-3)


def test_the_order_of_the_points_changes_nothing():
    model, turned = sensitive(2.0), Points(FOUR.x.flip(0), FOUR.y.flip(0))
    assert latent.evidence(model, FOUR).log_p == pytest.approx(latent.evidence(model, turned).log_p, abs=1e-6)
    first, second = (latent.elbo(model, points, QS["near"]) for points in (FOUR, turned))
    assert first.value == pytest.approx(second.value, abs=1e-9)


def test_a_tight_q_leaves_no_gap():
    model = Linear(dim_z=1)
    exact = model.posterior(FOUR)
    q = Normal(exact.mean, exact.variance.sqrt())
    assert latent.kl_to_posterior(model, FOUR, q) == pytest.approx(0, abs=1e-6)
    assert latent.elbo(model, FOUR, q).value == pytest.approx(latent.evidence(model, FOUR).log_p, abs=1e-6)


def test_importance_weighting_rises_from_the_elbo_to_the_evidence():
    model, generator = Linear(), torch.Generator().manual_seed(0)
    q = latent.encode(model, FOUR)
    bound, log_p = latent.elbo(model, FOUR, q).value, latent.evidence(model, FOUR).log_p

    def drawn(count, repeats):
        return torch.tensor([latent.importance_weighted(model, FOUR, count, generator) for _ in range(repeats)])

    one, ten = drawn(1, 1000), drawn(10, 300)
    assert one.mean().item() == pytest.approx(bound, abs=5 * one.std().item() / 1000**0.5)
    assert bound + 0.05 < ten.mean().item() < log_p - 0.01
    assert drawn(100_000, 1).item() == pytest.approx(log_p, abs=0.03)


@EACH
def test_the_exact_gradient_is_that_of_what_is_left_of_evidence_and_gap(q):
    """The reconstruction is the evidence, which does not depend on q, and KL(q || prior) less KL(q || posterior)."""
    model = Linear()
    mean, log_std = q.mean.clone().requires_grad_(), q.stddev.log().requires_grad_()
    moved = full(Normal(mean, log_std.exp()))
    rest = kl_divergence(moved, model.known()) - kl_divergence(moved, model.posterior(FOUR))
    of_mean, of_log_std = torch.autograd.grad(rest, (mean, log_std))
    found = latent.exact_gradient(model, FOUR, q)
    torch.testing.assert_close(found.mean, of_mean, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(found.log_std, of_log_std, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("estimate", [latent.reparametrised_gradient, latent.score_function_gradient])
def test_estimated_gradients_have_the_exact_one_as_their_mean(estimate):
    model, q, count = Linear(), QS["near"], 20_000
    exact, found = latent.exact_gradient(model, FOUR, q), estimate(model, FOUR, q, noise(count))
    assert found.mean.shape == found.log_std.shape == (count, 2)
    for each, goal in ((found.mean, exact.mean), (found.log_std, exact.log_std)):
        assert ((each.mean(0) - goal).abs() < 5 * each.std(0) / count**0.5).all()


def test_reparametrised_gradients_scatter_less():
    model, q = fresh("np-z2-beta1").requires_grad_(False), QS["near"]
    narrow = latent.reparametrised_gradient(model, TWENTY, q, noise(100))
    wide = latent.score_function_gradient(model, TWENTY, q, noise(100))
    assert (narrow.mean.std(0) < wide.mean.std(0) / 2).all() and (narrow.log_std.std(0) < wide.log_std.std(0) / 2).all()


def test_a_dimension_that_ignores_the_points_carries_nothing():
    model = Linear()
    kl = latent.kl_per_dimension(model, [FOUR, TWENTY, NOTHING])
    exact = kl_divergence(latent.encode(model, FOUR), PRIOR)[0].item()
    assert kl.tolist() == pytest.approx([2 / 3 * exact, 0.0])
    assert latent.active_dimensions(kl) == 1
    assert latent.active_dimensions(tensor(0.009, 0.0)) == 0 and latent.active_dimensions(tensor(0.01, 2.0)) == 2


def test_what_does_not_fit_is_named():
    model, q = Linear(), Normal(tensor(0.0), tensor(1.0))
    for function in (latent.elbo, latent.kl_to_posterior):
        with pytest.raises(ValueError, match=r"q must be a Gaussian of z \[2\], got \[1\]"):
            function(model, FOUR, q)
    with pytest.raises(ValueError, match=r"noise must be \[S, 2\].* got \[5, 3\]"):
        latent.score_function_gradient(model, FOUR, QS["near"], draw(5, 3))
    with pytest.raises(ValueError, match="at least 1, got 0"):
        latent.importance_weighted(model, FOUR, 0, torch.Generator())
    with pytest.raises(ValueError, match="at least 1, got 0"):
        latent.standard_noise(q, 0, torch.Generator())
    with pytest.raises(ValueError, match=r"at least 2 nodes a dimension .* got 1"):
        latent.elbo(model, FOUR, QS["near"], nodes=1)
    with pytest.raises(ValueError, match="at least one set"):
        latent.kl_per_dimension(model, [])
