import pytest
import torch

from tnpcore import Points, Task, intervene, load, masks, predict, sample_autoregressively
from tnpcore.gaussian import JointGaussian
from tnpcore.models import TNPD, initialise
from tnpcore.models.convcnp import interpolation_weights


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


class TestTNPD:
    CONTEXT = Points(draw(7, 1), draw(7, 1, seed=1))
    XT = draw(5, 1, seed=2)

    def test_painting_its_own_mask_changes_nothing(self):
        model, plain = load("tnpd"), predict(load("tnpd"), self.CONTEXT, self.XT)
        with intervene(mask=masks.context_only(7, 5)):
            painted = predict(model, self.CONTEXT, self.XT)
        torch.testing.assert_close(painted.mean, plain.mean, atol=1e-5, rtol=0)

    def test_no_token_attends_to_one_without_a_column(self):
        means = []
        for columns in (12, 7):
            with intervene(mask=masks.context_only(7, 5)[:, :columns]):
                means.append(predict(load("tnpd"), self.CONTEXT, self.XT).mean)
        torch.testing.assert_close(*means, atol=1e-5, rtol=0)

    def test_causal_targets_make_predictions_depend_on_earlier_targets_only(self):
        model, moved = load("tnpd"), self.XT.clone()
        moved[2] += 0.5
        with intervene(mask=masks.causal_targets(7, 5)):
            here, there = (predict(model, self.CONTEXT, xt).mean for xt in (self.XT, moved))
        torch.testing.assert_close(here[:2], there[:2], atol=1e-5, rtol=0)
        assert (here[3:] - there[3:]).abs().max() > 1e-4

    def test_a_mask_of_the_wrong_size_is_named(self):
        with pytest.raises(ValueError, match=r"nc\+nt = 12, got \(3, 3\)"), intervene(mask=masks.full(3)):
            predict(load("tnpd"), self.CONTEXT, self.XT)


def test_tetnp_tokens_hold_no_x_and_tnpd_tokens_do():
    x, y, xt = draw(3, 1), draw(3, 1, seed=1), draw(2, 1, seed=2)
    tetnp, tnpd = load("tetnp"), load("tnpd")
    here, there = (tetnp.embed.tokens(x + shift, y, xt + shift) for shift in (0, 1))
    assert torch.equal(here, there) and torch.equal(here[3], here[4])
    assert not torch.allclose(tnpd.embed.tokens(x, y, xt), tnpd.embed.tokens(x + 1, y, xt + 1))


def test_convcnp_channels_follow_the_data():
    model = load("convcnp")
    (cells,), channels = model.channels(torch.tensor([[2.0]]), torch.tensor([[1.5]]))
    nearest = cells.abs().argmin()
    assert channels.shape == (len(cells), 2)
    assert channels[nearest, 0] > 0.5 and channels[nearest, 1].item() == pytest.approx(1.5, abs=1e-3)


def test_convcnp_target_weights_sum_to_one():
    model = load("convcnp")
    (cells,), _ = model.channels(torch.zeros(1, 1), torch.zeros(1, 1))
    xt = torch.linspace(-3, 3, 7)[:, None]
    rows = interpolation_weights(cells, xt, model.from_grid.lengthscale).sum(-1)
    torch.testing.assert_close(rows, torch.ones(7))


def test_initialise_is_repeatable_and_leaves_the_global_seed_alone():
    state, models = torch.get_rng_state(), [TNPD(), TNPD()]
    torch.set_rng_state(state)
    for model in models:
        initialise(model, torch.Generator().manual_seed(5))
    assert torch.equal(torch.get_rng_state(), state)
    for a, b in zip(models[0].parameters(), models[1].parameters(), strict=True):
        assert torch.equal(a, b)


def test_expected_loss_equals_the_mean_over_many_draws():
    model, generator = load("tnpd"), torch.Generator().manual_seed(0)
    context, xt = Points(draw(3, 1), draw(3, 1, seed=1)), draw(2, 1, seed=2)
    mean, spread = torch.tensor([[0.3], [-1.0]]), torch.tensor([[0.5], [0.2]])
    expected = model.loss(Task(context, Points(xt, mean), JointGaussian(mean, spread.flatten().diag_embed())))
    ys = mean + spread * torch.randn(200_000, 2, 1, generator=generator)
    drawn = -model(context.x, context.y, xt).log_prob(ys).mean()
    torch.testing.assert_close(expected, drawn, atol=0.02, rtol=0.01)


def test_autoregressive_samples_are_coherent():
    """Neighbouring values of one sample agree better than the marginals' spread allows, and their moments fit."""
    model = load("tnpd")
    context, xt = Points(torch.tensor([[-1.0]]), torch.tensor([[0.5]])), torch.tensor([[1.0], [1.05]])
    samples = sample_autoregressively(model, context, xt, 400, torch.Generator().manual_seed(0))
    assert samples.shape == (400, 2, 1)
    marginal = predict(model, context, xt)
    assert (samples[:, 0] - samples[:, 1]).std() < 0.5 * samples[:, 0].std()
    torch.testing.assert_close(samples[:, 0].mean(), marginal.mean[0, 0], atol=0.2, rtol=0)
    batch = Points(context.x.expand(2, 1, 1), context.y.expand(2, 1, 1))
    repeated = sample_autoregressively(model, batch, xt.expand(2, 2, 1), 3, torch.Generator().manual_seed(0))
    assert repeated.shape == (3, 2, 2, 1)
