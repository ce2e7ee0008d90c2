"""What a prediction holds beside its marginals, and the model's own samples."""

import pytest
import torch

from tnpcore import Points, load, predict, sample
from tnpcore.gaussian import LowRankGaussian

CONTEXT = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.4]]))
XT = torch.linspace(-2, 2, 4)[:, None]


@pytest.mark.parametrize("name", ["tnpnd", "convgnp"])
def test_a_joint_model_predicts_the_joint_distribution_of_which_it_shows_the_marginals(name):
    model = load(name)
    found, exact = predict(model, CONTEXT, XT), model.joint(CONTEXT.x, CONTEXT.y, XT)
    assert torch.equal(found.joint.scale_tril, exact.scale_tril)
    assert torch.equal(found.joint.mean, found.mean) and torch.equal(found.joint.stddev, found.std)
    assert found.joint.log_prob(torch.zeros(4, 1)).shape == ()
    assert isinstance(found.joint, LowRankGaussian) == (name != "tnpnd")
    assert repr(found.joint) == f"{type(exact).__name__}(mean: (4, 1))"


@pytest.mark.parametrize("name", ["tnpnd", "convgnp"])
def test_a_joint_density_names_the_shape_of_its_values(name):
    with pytest.raises(ValueError, match=r"values must be \[\*S, Nt, Dy\] with \(Nt, Dy\) = \(4, 1\), got \(4,\)"):
        predict(load(name), CONTEXT, XT).joint.log_prob(torch.zeros(4))


def test_a_factor_of_low_rank_is_multiplied_out_only_where_it_is_used():
    joint = predict(load("convgnp"), CONTEXT, XT).joint
    assert "scale_tril" not in vars(joint)


@pytest.mark.parametrize("name", ["tetnp", "np"])
def test_other_models_predict_no_joint_distribution(name):
    assert predict(load(name), CONTEXT, XT).joint is None


def test_samples_are_the_models_own_without_gradients():
    model = load("tnpnd")
    seeds = [torch.Generator().manual_seed(2) for _ in range(2)]
    drawn = sample(model, CONTEXT, XT, 3, seeds[0])
    assert torch.equal(drawn, model.sample(CONTEXT, XT, 3, seeds[1])) and not drawn.requires_grad
