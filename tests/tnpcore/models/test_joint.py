"""Joint predictions of several targets: joint Gaussians, orders of autoregression, latent variables."""

import math

import pytest
import torch
from torch.distributions import LowRankMultivariateNormal, MultivariateNormal, kl_divergence

from tests.tnpcore.models.test_contracts import CONTEXT, XT, draw, fresh
from tnpcore import Points, Task, masks, predict
from tnpcore.gaussian import JointGaussian
from tnpcore.models import NP, latent
from tnpcore.models.joint import low_rank

pytestmark = pytest.mark.slow

TASK = Task(CONTEXT, Points(XT[:6], draw(6, 1, seed=9)))


class TestJointGaussian:
    def test_equals_torchs_multivariate_normal(self):
        tril = draw(2, 6, 6).tril(-1) + draw(2, 6).exp().diag_embed()
        ours = JointGaussian(draw(2, 3, 2, seed=1), tril)
        theirs = MultivariateNormal(ours.mean.flatten(-2), scale_tril=tril)
        y = draw(2, 3, 2, seed=2)
        torch.testing.assert_close(ours.log_prob(y), theirs.log_prob(y.flatten(-2)))
        torch.testing.assert_close(ours.stddev.flatten(-2), theirs.stddev)

    def test_low_rank_equals_torchs(self):
        raw = draw(5, 4)
        ours = low_rank(raw, 1)
        std = 0.01 + torch.nn.functional.softplus(raw[:, 1])
        theirs = LowRankMultivariateNormal(raw[:, 0], raw[:, 2:] / math.sqrt(2), std.square())
        y = draw(5, 1, seed=1)
        torch.testing.assert_close(ours.log_prob(y), theirs.log_prob(y[:, 0]))
        torch.testing.assert_close(ours.stddev[:, 0], theirs.stddev)

    def test_draws_have_its_covariance(self):
        tril = draw(3, 3).tril(-1) + torch.eye(3, dtype=torch.float64)
        drawn = JointGaussian(draw(3, 1, seed=1), tril).from_noise(draw(100_000, 3, 1, seed=2))
        torch.testing.assert_close(drawn[..., 0].T.cov(), tril @ tril.T, atol=0.1, rtol=0.02)

    def test_the_expected_density_is_minus_the_cross_entropy(self):
        """KL(p, q) + H(p) by torch's own formulas."""
        p, q = (JointGaussian(draw(3, 2, seed=s), draw(6, 6, seed=s).tril(-1) + torch.eye(6)) for s in (1, 2))
        theirs = [MultivariateNormal(d.mean.flatten(-2), scale_tril=d.scale_tril) for d in (p, q)]
        cross = kl_divergence(*theirs) + theirs[0].entropy()
        torch.testing.assert_close(q.expected_log_prob(p), -cross)

    def test_conditionals_are_the_chain_rule(self):
        predicted, y = JointGaussian(draw(2, 4, 1), draw(2, 4, 4).tril(-1) + torch.eye(4)), draw(2, 4, 1, seed=2)
        torch.testing.assert_close(predicted.conditionals(y).log_prob(y).sum((-1, -2)), predicted.log_prob(y))
        other = y.clone()
        other[:, 2:] += 1.0
        torch.testing.assert_close(predicted.conditionals(other).mean[:, :3], predicted.conditionals(y).mean[:, :3])

    @pytest.mark.parametrize("dim_y", [1, 2])
    def test_in_another_order_the_density_of_the_same_values_is_the_same(self, dim_y):
        n = 3 * dim_y
        predicted = JointGaussian(draw(3, dim_y), draw(n, n).tril(-1) + torch.eye(n, dtype=torch.float64))
        y, order = draw(3, dim_y, seed=2), torch.tensor([2, 0, 1])
        torch.testing.assert_close(predicted.ordered(order).log_prob(y[order]), predicted.log_prob(y))
        torch.testing.assert_close(predicted.ordered(order).stddev, predicted.stddev[order])

    def test_without_targets_the_density_is_one(self):
        assert JointGaussian(draw(0, 1), draw(0, 0)).log_prob(draw(0, 1)).item() == 0.0


@pytest.mark.parametrize("name", ["tnpnd", "tnpnd-lowrank", "convgnp", "tnpa"])
def test_a_loss_in_expectation_is_the_mean_of_the_losses_of_draws(name):
    """5,000 draws of the targets from what the task knows of them, in batches. A law of the loss: a convolution over
    the usual grid would cost 50 times as much and add nothing."""
    small = {"width": 16, "levels": 3, "rank": 8, "points_per_unit": 8, "margin": 2.0}
    model, count = fresh(name, **(small if name == "convgnp" else {})), 500
    known = JointGaussian(draw(4, 1), 0.3 * draw(4, 4, seed=1).tril(-1) + 0.5 * torch.eye(4, dtype=torch.float64))
    drawn = known.from_noise(draw(10 * count, 4, 1, seed=2)).split(count)

    def batched(tensor):
        return tensor.expand(count, *tensor.shape)

    context, xt = Points(batched(CONTEXT.x), batched(CONTEXT.y)), batched(XT[:4])
    everywhere = JointGaussian(batched(known.mean), batched(known.scale_tril))

    def loss(y, predicted):
        with torch.no_grad():
            return model.loss(Task(context, Points(xt, y), predicted), torch.Generator().manual_seed(0)).item()

    over_draws = sum(loss(y, None) for y in drawn) / len(drawn)
    assert over_draws == pytest.approx(loss(drawn[0], everywhere), rel=0.02)


def test_the_leaky_model_is_trained_on_what_leaks():
    model, known = fresh("tnpa-leaky"), JointGaussian(draw(4, 1), torch.eye(4, dtype=torch.float64))
    target = Points(XT[:4], draw(4, 1, seed=3))
    with_and_without = [
        model.loss(Task(CONTEXT, target, predicted), torch.Generator().manual_seed(0)) for predicted in (known, None)
    ]
    assert with_and_without[0] == with_and_without[1]


@pytest.mark.parametrize("name", ["tnpnd", "tnpnd-lowrank", "convgnp"])
def test_joint_samples_follow_the_joint_density(name):
    model = fresh(name)
    predicted = model.joint(CONTEXT.x, CONTEXT.y, XT[:6])
    drawn = model.sample(CONTEXT, XT[:6], 20_000, torch.Generator().manual_seed(0)).detach()
    covariance = predicted.scale_tril @ predicted.scale_tril.mT
    torch.testing.assert_close(drawn[..., 0].T.cov(), covariance, atol=0.05, rtol=0.05)
    assert (covariance - covariance.diagonal().diag()).abs().max() > 1e-6


@pytest.mark.parametrize("name", ["tnpnd-lowrank", "convgnp"])
def test_low_rank_models_are_consistent_and_the_cholesky_form_is_not(name):
    """Leaving targets out leaves the joint distribution of the others as it was."""

    def covariance(model, xt):
        tril = model.joint(CONTEXT.x, CONTEXT.y, xt).scale_tril
        return tril @ tril.mT

    model, published = fresh(name), fresh("tnpnd")
    torch.testing.assert_close(covariance(model, XT[:9])[:4, :4], covariance(model, XT[:4]), atol=1e-9, rtol=0)
    assert (covariance(published, XT[:9])[:4, :4] - covariance(published, XT[:4])).abs().max() > 1e-6


class TestTNPA:
    def means(self, model, yt):
        return model.in_order(CONTEXT.x, CONTEXT.y, TASK.target.x, yt).mean.detach()

    @pytest.mark.parametrize("name, attends_to_itself", [("tnpa", False), ("tnpa-leaky", True)])
    def test_which_targets_depend_on_a_targets_y(self, name, attends_to_itself):
        model, moved = fresh(name), TASK.target.y.clone()
        moved[2] += 1.0
        change = (self.means(model, TASK.target.y) - self.means(model, moved)).abs()[:, 0]
        assert change[:2].max() < 1e-12 and change[3:].min() > 1e-9
        assert (change[2] > 1e-9) == attends_to_itself

    def test_a_value_of_zero_differs_from_an_auxiliary_token(self):
        model = fresh("tnpa")
        assert not torch.allclose(model.embed.observed(XT, 0 * XT, None), model.embed.unobserved(XT, None))

    def test_the_first_target_is_predicted_as_by_itself(self):
        model = fresh("tnpa")
        alone = predict(model, CONTEXT, TASK.target.x[:1]).mean
        torch.testing.assert_close(self.means(model, TASK.target.y)[:1], alone)

    def test_the_likelihood_is_the_mean_density_over_orders(self):
        model = fresh("tnpa", num_orders=3)
        found = model.loglik(TASK, torch.Generator().manual_seed(5))
        generator, densities = torch.Generator().manual_seed(5), []
        for _ in range(3):
            order = torch.randperm(6, generator=generator)
            xt, yt = TASK.target.x[order], TASK.target.y[order]
            densities.append(model.in_order(CONTEXT.x, CONTEXT.y, xt, yt).log_prob(yt).sum().exp())
        torch.testing.assert_close(found, torch.stack(densities).mean().log() / 6)

    def test_the_leaky_mask_differs_in_one_diagonal(self):
        extra = masks.leaky(2, 3) ^ masks.autoregressive(2, 3)
        assert extra.nonzero().tolist() == [[5, 2], [6, 3], [7, 4]]


class TestLatent:
    def test_the_elbo_by_hand_with_beta_on_the_divergence(self):
        for beta in (1.0, 0.25):
            model = NP(beta=beta).double()
            found = model.loss(TASK, torch.Generator().manual_seed(2))
            prior = model.latent_distribution(CONTEXT)
            posterior = model.latent_distribution(
                Points(torch.cat([CONTEXT.x, XT[:6]]), torch.cat([CONTEXT.y, TASK.target.y]))
            )
            noise = torch.randn(1, 1, 64, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
            predicted = model.likelihood(CONTEXT.x, CONTEXT.y, XT[:6], posterior.mean + posterior.stddev * noise)
            elbo = predicted.log_prob(TASK.target.y).sum() - beta * kl_divergence(posterior, prior).sum()
            torch.testing.assert_close(found, -elbo / 6)

    @pytest.mark.parametrize("name", ["np", "anp-latent"])
    def test_the_bound_rises_with_the_number_of_samples(self, name, monkeypatch):
        model, means = fresh(name), []
        for count in (1, 8, 64):
            monkeypatch.setattr(latent, "IMPORTANCE_SAMPLES", count)
            generator = torch.Generator().manual_seed(0)
            means.append(torch.stack([model.loglik(TASK, generator) for _ in range(60)]).mean().item())
        assert means[0] < means[1] < means[2]

    @pytest.mark.parametrize("name", ["np", "anp-latent"])
    def test_the_mixture_has_the_moments_of_many_samples(self, name):
        model = fresh(name)
        drawn = model.sample(CONTEXT, XT, 4000, torch.Generator().manual_seed(0)).detach()
        predicted = predict(model, CONTEXT, XT)
        error = predicted.std / 4000**0.5
        assert ((drawn.mean(0) - predicted.mean).abs() / error).max() < 6
        torch.testing.assert_close(drawn.std(0), predicted.std, atol=0.0, rtol=0.1)

    def test_one_z_serves_all_targets_of_a_draw(self):
        """Draws differ from each other as whole functions: values at one place stay together."""
        predicted = fresh("np").likelihood(CONTEXT.x, CONTEXT.y, XT[:1].expand(2, 1), draw(50, 1, 64)).mean.detach()
        torch.testing.assert_close(predicted[:, 0], predicted[:, 1])
        assert predicted[:, 0].std() > 1e-3


def test_conditional_samples_are_independent():
    drawn = fresh("cnp").sample(CONTEXT, XT[:2], 4000, torch.Generator().manual_seed(0))[..., 0].detach()
    assert drawn.T.corrcoef()[0, 1].abs() < 0.06
