"""Evidence, posterior and predictive scores: against closed forms, and against brute force."""

import math

import pytest
import torch
from torch.distributions import Normal

from tests.tnpcore.latent.linear import FOUR, NOTHING, Linear
from tests.tnpcore.models.test_contracts import draw, fresh
from tnpcore import Points, Task, latent

TARGET = Points([-1.0, 0.0, 2.0], [0.4, -0.3, 1.2])
TASK = Task(FOUR, TARGET)


@pytest.mark.parametrize("noise", [0.5, 0.01], ids=["wide", "sharp"])
@pytest.mark.parametrize("dim_z", [1, 2])
def test_the_evidence_of_a_linear_model_is_that_of_its_joint_gaussian(dim_z, noise):
    model = Linear(dim_z, noise)
    found = latent.evidence(model, FOUR)
    exact = model.predictive(FOUR.x).log_prob(FOUR.y[:, 0]).item()
    # Of a likelihood of many nats the last digits are rounding.
    assert found.log_p == pytest.approx(exact, rel=1e-6, abs=1e-5) and found.error < 5e-3


def test_a_narrow_oblique_ridge_is_summed():
    """Two points on the right determine the line there alone: level and slope are correlated by -0.99."""
    far = Points([8.0, 9.0], [1.0, 1.2])
    model = Linear(noise=0.05)
    covariance = model.posterior(far).covariance_matrix
    assert covariance[0, 1] / covariance.diagonal().prod().sqrt() < -0.98
    found = latent.evidence(model, far)
    assert found.log_p == pytest.approx(model.predictive(far.x).log_prob(far.y[:, 0]).item(), abs=1e-4)
    assert model.decoded < 12_000


@pytest.mark.parametrize("dim_z", [1, 2])
def test_the_posterior_of_a_linear_model_is_its_gaussian(dim_z):
    model = Linear(dim_z)
    found, exact = latent.posterior(model, FOUR), model.posterior(FOUR)
    assert found.log_density.shape == tuple(map(len, found.axes)) and min(found.log_density.shape) >= 17
    z = torch.stack(torch.meshgrid(*found.axes, indexing="ij"), -1)
    known = found.log_density > -math.inf
    torch.testing.assert_close(found.log_density[known], exact.log_prob(z)[known], atol=1e-5, rtol=1e-6)
    assert (exact.log_prob(z)[~known] < found.log_density.max() - 16.5).all()
    cell = math.prod((axis[1] - axis[0]).item() for axis in found.axes)
    assert found.log_density.exp().sum().item() * cell == pytest.approx(1, abs=1e-4)
    assert found.evidence.log_p == pytest.approx(model.predictive(FOUR.x).log_prob(FOUR.y[:, 0]).item(), abs=1e-5)


def test_without_points_the_evidence_is_one_and_the_posterior_is_the_prior():
    model = Linear()
    assert latent.evidence(model, NOTHING).log_p == pytest.approx(0, abs=1e-6)
    found = latent.posterior(model, NOTHING)
    z = torch.stack(torch.meshgrid(*found.axes, indexing="ij"), -1)
    known = found.log_density > -math.inf
    torch.testing.assert_close(found.log_density[known], model.known().log_prob(z)[known], atol=1e-6, rtol=0)


@pytest.mark.parametrize("noise", [0.3, 0.05])
def test_two_distant_modes_are_both_summed(noise):
    """y = z_1^2: z_1 is near 2 or near -2, and z_2 is free."""

    class Square(Linear):
        def likelihood(self, xc, yc, xt, z):
            mean = z[..., :1].square().expand(-1, len(xt), -1)
            return Normal(mean, torch.full_like(mean, noise))

    z = torch.linspace(-12, 12, 400_001, dtype=torch.float64)
    log = Normal(0.5, 1.5).log_prob(z) + Normal(z.square(), noise).log_prob(torch.tensor(4.0).double())
    exact = log.logsumexp(0).item() + math.log(24 / 400_000)
    assert latent.evidence(Square(), Points([0.0], [4.0])).log_p == pytest.approx(exact, abs=1e-3)


def test_the_posterior_of_a_sensitive_network_agrees_with_brute_force():
    model = fresh("np-z2-beta1", d_model=32).requires_grad_(False)
    model.decoder[0].weight[:, 1:] *= 4
    axis = torch.linspace(-5, 5, 401, dtype=torch.float64)
    values = latent.log_joint(model, FOUR, torch.cartesian_prod(axis, axis))
    exact = values.logsumexp(0).item() + 2 * math.log(10 / 400)
    assert latent.evidence(model, FOUR).log_p == pytest.approx(exact, abs=1e-4)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_network_with_one_latent_dimension_agrees_with_brute_force(dtype):
    model = fresh("np-z2-beta1", dim_z=1).to(dtype).requires_grad_(False)
    z = torch.linspace(-14, 14, 20_001, dtype=torch.float64)[:, None]
    values = latent.log_joint(model, FOUR, z)
    exact = values.logsumexp(0).item() + math.log(28 / 20_000)
    assert latent.evidence(model, FOUR).log_p == pytest.approx(exact, abs=1e-4)


def test_a_posterior_on_a_ring_is_found_and_the_error_covers_what_is_missed():
    """y = |z|^2 + noise; the exact evidence is an integral over the radius alone."""

    class Ring(Linear):
        def latent_distribution(self, points):
            return Normal(torch.zeros(1, 2).double(), torch.ones(1, 2).double())

        def likelihood(self, xc, yc, xt, z):
            mean = z.square().sum(-1, keepdim=True).expand(-1, len(xt), -1)
            return Normal(mean, torch.full_like(mean, 0.2))

    r = torch.linspace(1e-6, 8, 200_001, dtype=torch.float64)
    log = r.log() - r.square() / 2 + Normal(r.square(), 0.2).log_prob(torch.tensor(4.0).double())
    exact = log.logsumexp(0).item() + math.log(8 / 200_000)
    found = latent.evidence(Ring(), Points([0.0], [4.0]))
    assert abs(found.log_p - exact) < max(1e-3, found.error)


def test_a_posterior_far_from_the_prior_and_from_the_encoder_is_found():
    model, far = Linear(noise=0.1), Points(FOUR.x, FOUR.y + 40)
    exact = model.predictive(far.x).log_prob(far.y[:, 0]).item()
    assert latent.evidence(model, far).log_p == pytest.approx(exact, abs=1e-3)


def test_predictive_scores_of_a_linear_model_are_those_of_its_gaussians():
    model = Linear()
    exact = model.predictive(TARGET.x, encoded=True)
    joint, marginal = latent.joint_score(model, TASK), latent.marginal_scores(model, TASK)
    assert joint.log_p == pytest.approx(exact.log_prob(TARGET.y[:, 0]).item(), abs=1e-5)
    alone = Normal(exact.mean, exact.variance.sqrt()).log_prob(TARGET.y[:, 0])
    torch.testing.assert_close(marginal, alone, atol=1e-4, rtol=0)
    assert abs(joint.log_p - alone.sum().item()) > 0.01


def test_the_joint_score_is_what_maximum_likelihood_trains():
    """With many draws of z the loss tends to it."""
    model = fresh("np-z2-ml", num_samples=100_000, d_model=16).requires_grad_(False)
    loss = model.loss(TASK, torch.Generator().manual_seed(0)).item()
    assert -latent.joint_score(model, TASK).log_p / len(TARGET) == pytest.approx(loss, abs=0.01)
    few = [fresh("np-z2-ml", num_samples=1, d_model=16).loss(TASK, torch.Generator().manual_seed(s)) for s in range(50)]
    assert sum(few).item() / 50 > loss


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("name", ["np-z2-beta1", "anp-latent"])
def test_encoder_and_decoder_are_the_models_own(name, dtype):
    model = fresh(name, dim_z=2).to(dtype).requires_grad_(False)
    q, own = latent.encode(model, FOUR), model.latent_distribution(FOUR)
    torch.testing.assert_close(q.mean, own.mean[0].double())
    torch.testing.assert_close(q.stddev, own.stddev[0].double())
    assert q.mean.shape == latent.prior(model).mean.shape == (2,) and q.mean.dtype == torch.float64
    z = draw(5, 2)
    found, (xc, x) = latent.decode(model, z, TARGET.x), model.cast(NOTHING.x, TARGET.x)
    own = model.likelihood(xc, xc, x, z[:, None, :].to(dtype))
    assert found.mean.shape == (5, 3, 1) and found.mean.dtype == torch.float64
    torch.testing.assert_close(found.mean, own.mean.double())
    torch.testing.assert_close(found.stddev, own.stddev.double())


def test_more_dimensions_and_batches_are_refused():
    with pytest.raises(ValueError, match="one or two dimensions, got 3"):
        latent.evidence(fresh("np-z2-beta1", dim_z=3), FOUR)
    with pytest.raises(ValueError, match="at least 1 node is required, got 0"):
        latent.posterior(Linear(), FOUR, nodes=0)
    with pytest.raises(ValueError, match=r"one set of points .* got x \(1, 4, 1\)"):
        latent.evidence(Linear(), Points(FOUR.x[None], FOUR.y[None]))
