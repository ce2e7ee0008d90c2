import dataclasses
import json

import pytest
import torch
from torch import nn
from torch.distributions import Normal

from tnpcore import Points, Task, card, check, evaluate, evaluation, load, pretrained, weights, wrap
from tnpcore.data import gp
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.evaluation import measures
from tnpcore.models import NeuralProcess, family
from tnpcore.models.registry import spec
from tnpcore.models.specs.ablations import ABLATIONS
from tnpcore.models.specs.latent_plane import LATENT_PLANE

pytestmark = pytest.mark.slow

AVERAGES = {"cnp", "np"}  # neither attention nor convolution
PARTLY = {spec.name for spec in ABLATIONS}  # without a part of their layers
PLANE = {spec.name for spec in LATENT_PLANE}
STEPS = "tetnp-binned"  # its scores are constant within a bin of x - x'
VECTOR = "(0.3, -2.03)"
BLIND = "convcnp-nodensity"  # broken on purpose: its mean is smooth, its band swells with the signal


@pytest.fixture(scope="module")
def tasks():
    return evaluation.fixed_tasks(prior("smooth"), 64, seed=3)


class Oracle(NeuralProcess):
    """A 'model' with a fixed prediction, to check the measures by hand."""

    def __init__(self, mean, sd):
        super().__init__(1, 1)
        self.fixed = mean, sd

    def forward(self, xc, yc, xt):
        return Normal(torch.full_like(xt, self.fixed[0]), torch.full_like(xt, self.fixed[1]))


def test_fixed_tasks_are_fixed_and_stratified(tasks):
    sizes = [len(task.context) for task in tasks]
    assert sizes[0] == 1 and sorted(sizes) == sizes and len({*sizes}) == 4


def test_a_fingerprint_is_that_of_a_prior_and_its_tasks(tasks):
    smooth = prior("smooth")
    found = evaluation.fingerprint(smooth, tasks)
    again, other = (evaluation.fixed_tasks(smooth, 64, seed) for seed in (3, 4))
    assert evaluation.fingerprint(smooth, again) == found != evaluation.fingerprint(smooth, other)
    # The inputs are those of before, and all values are others.
    louder = dataclasses.replace(smooth, scale=(1.0, 3.0))
    drawn = evaluation.fixed_tasks(louder, 64, seed=3)
    assert torch.equal(drawn[0].target.x, tasks[0].target.x)
    assert evaluation.fingerprint(louder, drawn) != found


def test_loglik_by_hand(tasks):
    found = measures.loglik(Oracle(0.0, 1.0), tasks[0])
    y = tasks[0].target.y
    torch.testing.assert_close(found, (-0.5 * y.square()).mean((-1, -2)) - 0.918938533)


def test_coverage_by_hand(tasks):
    assert measures.coverage(Oracle(0.0, 100.0), tasks) == 1.0
    assert measures.coverage(Oracle(50.0, 0.1), tasks) == 0.0


def test_rmse_by_hand(tasks):
    y = torch.stack([task.target.y for task in tasks])
    assert measures.rmse(Oracle(0.0, 1.0), tasks) == pytest.approx(float(y.square().mean().sqrt()), rel=1e-6)


def test_total_variation_and_roughness_by_hand():
    zigzag = torch.tensor([[0.0], [1.0], [0.0], [2.0]])
    assert measures.total_variation(zigzag).item() == 4.0
    best = Normal(zigzag[None], 1 + zigzag[None])
    worse = Normal(zigzag[None] * 1.5, 1 + zigzag[None] * 3)
    assert measures.roughness(worse, best).item() == pytest.approx(3.0)
    assert measures.roughness(best, best).item() == 1.0


def test_the_line_of_a_plane_runs_from_corner_to_corner():
    task = prior("gp2d").sample(2, 3, 1, torch.Generator().manual_seed(0))
    best = gp.BayesPredictor(prior("gp2d"), (4, 3, 2))
    ((context, limit),) = measures.lines([task], best)
    corners = torch.tensor([[-2.0, -2.0], [2.0, 2.0]], dtype=torch.float64)
    ends = best.predict(context, corners.expand(2, -1, -1))
    torch.testing.assert_close(limit.mean[:, [0, -1]], ends.mean)
    assert limit.mean.shape == (2, 401, 1)


def test_mean_and_error_by_hand():
    assert measures.mean_and_error(torch.tensor([1.0, 3.0])) == (2.0, 1.0)


def test_shift_change_separates_the_models(tasks):
    assert (
        measures.shift_change(load("tetnp"), tasks, 2.03)
        < 1e-3
        < 0.1
        < measures.shift_change(load("tnpd"), tasks, 2.03)
    )


def test_a_shift_by_a_vector_is_noticed_by_a_model_of_the_difference_of_two_inputs():
    """One number along both axes changes no difference; (0.3, -2.03) changes it by 2.33, in an sd of 2."""

    class Difference(nn.Module):
        def forward(self, xc, yc, xt):
            return xt[..., :1] - xt[..., 1:], torch.full_like(xt[..., :1], 2.0)

    tasks = [prior("gp2d").sample(2, 3, 4, torch.Generator().manual_seed(0))]
    model = wrap(Difference(), dim_x=2)
    found = {name: measures.shift_change(model, tasks, tau) for name, tau in evaluation.shifts_of(2).items()}
    assert found.pop(VECTOR) == pytest.approx(2.33 / 2)
    assert list(found) == list(evaluation.shifts_of(1)) and max(found.values()) == pytest.approx(0, abs=1e-9)
    assert check(model)["shift of x"].error == pytest.approx(2.33 / 2)


@pytest.mark.parametrize("of", ["gp2d", "digits2d"])
def test_a_card_of_two_inputs_says_what_a_shift_by_a_vector_changes(of):
    for name in pretrained.names(of):
        assert (card(name, of).results["shift"][VECTOR] < 1e-3) == spec(name).guarantees.shift, name


def test_a_card_holds_the_change_by_a_vector_that_the_weights_show():
    tasks = family.fixed("digits2d")
    found = measures.shift_change(
        load("tnpd", "digits2d"), tasks.tasks[:: tasks.stride], evaluation.shifts_of(2)[VECTOR]
    )
    assert found == pytest.approx(card("tnpd", "digits2d").results["shift"][VECTOR], rel=0.01)


@pytest.mark.parametrize("name", ["tnpd", "tetnp", "convcnp"])
def test_the_card_holds_what_the_weights_do(name, keyed):
    """Measured afresh on every 16th group of the fixed set, each model is where its card says it is, and good."""

    def measured():
        fixed, model = evaluation.EvaluationSet(prior("smooth")), load(name)
        few, chosen = fixed.tasks[::16], torch.arange(4096).view(-1, 16)[::16].flatten()
        excess = fixed.limit["gaussian"][chosen] - torch.cat([measures.loglik(model, task) for task in few])
        return fixed.hash, *measures.mean_and_error(excess), measures.rmse(model, few)

    results = card(name).results
    tasks_hash, mean, error, rmse = keyed(f"{name}: on every 16th group", measured, f"{name}-smooth")
    assert results["tasks_hash"] == tasks_hash and results["tasks"] == 4096
    assert abs(mean - results["excess"]) < 4 * error
    assert rmse == pytest.approx(results["rmse"], abs=0.03)


def test_the_main_models_are_as_close_to_the_limit_as_was_promised():
    results = {name: card(name).results for name in ("tnpd", "tetnp", "convcnp", "convcnp-mlp")}
    excess = sorted(found["excess"] for found in results.values())
    assert excess[0] <= 0.02 and excess[-1] <= 0.03
    assert results["tetnp"]["autoregressive_excess"] <= 0.05 and results["convcnp"]["autoregressive_excess"] <= 0.05


@pytest.mark.parametrize(("name", "most"), [("tnpd", 0.055), ("tetnp", 0.055), ("convcnp", 0.085)])
def test_models_of_maps_are_close_to_the_limit(name, most):
    assert card(name, "gp2d").results["excess"] <= most


variation = measures.total_variation


@pytest.fixture(scope="module")
def curves():
    """48 contexts of all sizes with the Bayes predictor's curves."""
    smooth = prior("smooth")
    return measures.lines(evaluation.fixed_tasks(smooth, 48, seed=77), predictor(smooth))


SMOOTH = [n for n in pretrained.names() if n not in {*AVERAGES, *PARTLY, *PLANE, STEPS, BLIND}]


@pytest.mark.parametrize("name", SMOOTH)
def test_the_bands_of_attention_and_convolution_are_smooth(name, curves):
    """Total variation over the Bayes predictor's: what a projector shows of a model that is jagged."""
    assert measures.median_roughness(load(name), curves) <= 1.45


def test_without_the_density_channel_the_mean_is_smooth_and_the_band_restless(curves):
    model, line = load(BLIND), measures.LINE.expand(evaluation.GROUP, -1, -1)
    curves_of_both = [(model(context.x, context.y, line), best) for context, best in curves]
    mean, sd = (
        torch.cat(
            [variation(getattr(own, part)) / variation(getattr(best, part)) for own, best in curves_of_both]
        ).median()
        for part in ("mean", "stddev")
    )
    assert mean <= 1.1 and sd > 1.45


@torch.no_grad()
def test_without_the_density_channel_the_band_swells_with_the_signal(curves):
    """At the context points themselves, where the model with a density channel is sure of loud and quiet ones alike."""
    loud, quiet = {}, {}
    for name in (BLIND, "convcnp"):
        predictions = [load(name)(context.x, context.y, context.x) for context, _ in curves if len(context) > 16]
        sizes = torch.cat([one.mean.abs().flatten() for one in predictions])
        sds = torch.cat([one.stddev.flatten() for one in predictions])
        loud[name], quiet[name] = sds[sizes > 0.5].median(), sds[sizes < 0.1].median()
    assert loud[BLIND] > 1.6 * quiet[BLIND] and loud["convcnp"] < 1.1 * quiet["convcnp"]


def test_the_stored_limit_is_what_the_predictor_gives():
    fixed = evaluation.EvaluationSet(prior("smooth"))
    fresh = measures.limits(fixed.tasks[200:202], predictor(fixed.prior))
    for key, values in fresh.items():
        torch.testing.assert_close(values, fixed.limit[key][3200:3232], atol=1e-4, rtol=0)


def test_the_table_holds_the_cards_numbers(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["evaluate", "--table"])
    evaluate.main()
    printed = capsys.readouterr().out
    for name in pretrained.names():
        excess = json.loads((weights.shipped() / f"{name}-smooth.json").read_text())["results"]["excess"]
        assert f"`{name}-smooth.safetensors` |" in printed and f"{excess:.3f}" in printed


def test_a_folder_that_is_not_there_is_not_taken_for_the_shipped_weights(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["evaluate", "cnp", "--table", "--out", "nowhere"])
    with pytest.raises(SystemExit, match="2"):
        evaluate.main()
    assert "--out must be a folder with weights, got nowhere, which is none" in capsys.readouterr().err


def test_validation_separates_a_models_own_prior_from_another():
    model = load("tnpd")
    smooth, sawtooth = (evaluation.ValidationSet(prior(p), count=32).measure(model) for p in ("smooth", "sawtooth"))
    assert abs(smooth["excess"]) < 0.1 < 1 < sawtooth["excess"]


def test_joint_excess_is_small_autoregressively_and_large_for_marginals(tasks):
    """Conditional models predict many targets jointly badly, unless they predict one after the other."""
    fixed = evaluation.EvaluationSet.__new__(evaluation.EvaluationSet)
    fixed.tasks = [Task(t.context, Points(t.target.x[:, :12], t.target.y[:, :12])) for t in tasks]
    found = fixed.joint_excess(load("tnpd"), measures.joint_limit(fixed.tasks, predictor(prior("smooth"), 2 / 3)))
    assert found["autoregressive_excess"] < 0.06 < 0.1 < found["joint_excess"]


def test_the_stored_joint_limit_is_what_the_predictor_gives():
    fixed = evaluation.EvaluationSet(prior("smooth"))
    fresh = measures.joint_limit(fixed.tasks[3:4], predictor(fixed.prior))
    torch.testing.assert_close(fresh, fixed.limit["joint"][48:64], atol=1e-4, rtol=0)
