"""Whatever is given in the wrong place, one sentence says what was required and what came."""

import dataclasses
from functools import partial

import numpy as np
import pytest
import torch
from torch import nn
from torch.distributions import Normal

import tnpcore
from tests.tnpcore.models.attentive import AttentiveProcess
from tnpcore import Points, Task, benchmark, build, check, load, names, predict, sample, standardise, wrap
from tnpcore.data import gp, kernels
from tnpcore.data.limit import predictor
from tnpcore.data.monte_carlo import MonteCarloPredictor
from tnpcore.data.priors import prior
from tnpcore.evaluation import EvaluationSet, evaluate
from tnpcore.evaluation.held_out import score
from tnpcore.plotting import plot
from tnpcore.training import TrainingConfig, train
from tnpcore.weights import write_weights

CONTEXT, XT = Points([-1.0, 0.5], [0.3, -0.4]), [0.0, 1.0]
SMOOTH, STEP = prior("smooth"), TrainingConfig(steps=1, batch_size=2, pool_size=64)
WRAP, LOAD = r"the model must be a NeuralProcess: wrap\(module\) makes one", r"for example load\('tetnp'\)"


def seeded():
    return torch.Generator().manual_seed(0)


@pytest.fixture(scope="module")
def cnp():
    return build("cnp", d_model=16)


USES = {
    "predict": lambda model: predict(model, CONTEXT, XT),
    "sample": lambda model: sample(model, CONTEXT, XT, 2, seeded()),
    "sample_autoregressively": lambda model: tnpcore.sample_autoregressively(model, CONTEXT, XT, 2, seeded()),
    "loglik_autoregressively": lambda model: tnpcore.loglik_autoregressively(model, Task(CONTEXT, CONTEXT)),
    "train": lambda model: train(model, SMOOTH, STEP),
    "evaluate": lambda model: evaluate(model, SMOOTH, 2),
    "EvaluationSet": lambda model: EvaluationSet(SMOOTH, 2).measure(model),
    "benchmark": lambda model: benchmark("eq").evaluate(model, 2),
    "check": check,
}


@pytest.mark.parametrize("use", USES)
def test_a_model_must_be_a_neural_process(use):
    with pytest.raises(ValueError, match=f"{WRAP}.*got AttentiveProcess$"):
        USES[use](AttentiveProcess())
    with pytest.raises(ValueError, match=f"{LOAD}, got 'tetnp'$"):
        USES[use]("tetnp")


TAKING_PRIORS = {
    "train": lambda model, given: train(model, given, STEP),
    "evaluate": lambda model, given: evaluate(model, given, 2),
    "EvaluationSet": lambda _, given: EvaluationSet(given, 2),
}


@pytest.mark.parametrize("use", TAKING_PRIORS)
def test_a_prior_must_be_an_object_with_all_that_priors_have(use, cnp):
    measure = partial(TAKING_PRIORS[use], cnp)

    class Nameless:
        max_context = 3

        def sample(self, batch, num_context, num_target, generator): ...

    required = r"the prior must be an object such as tnpcore.data.priors.prior\('smooth'\), got "
    for given, got in (("smooth", "'smooth'"), (Nameless(), "Nameless, which has no name"), (Nameless, "the class")):
        with pytest.raises(ValueError, match=required + got):
            measure(given)


@pytest.mark.parametrize(
    "use",
    [
        lambda cnp: predict(cnp, ([0.0], [1.0]), XT),
        lambda cnp: sample(cnp, ([0.0], [1.0]), XT, 1, seeded()),
        lambda cnp: check(cnp, ([0.0], [1.0])),
        lambda cnp: standardise(([0.0], [1.0])),
        lambda cnp: plot(predict(cnp, CONTEXT, XT), ([0.0], [1.0]), XT),
    ],
)
def test_points_must_be_points(use, cnp):
    with pytest.raises(ValueError, match=r"must be Points\(x, y\), got tuple"):
        use(cnp)


@pytest.mark.parametrize("draw", [sample, tnpcore.sample_autoregressively])
def test_samples_need_a_number_and_a_generator(draw, cnp):
    with pytest.raises(ValueError, match=r"the generator must be a torch.Generator.*got 0"):
        draw(cnp, CONTEXT, XT, 1, 0)
    for count in (0, -1, 1.5):
        with pytest.raises(ValueError, match=f"num_samples must be a whole number of at least 1, got {count}"):
            draw(cnp, CONTEXT, XT, count, seeded())


@pytest.mark.parametrize("given", [[0.0, 1.0], np.array([0.0, 1.0]), torch.tensor([[0.0], [1.0]])])
def test_targets_of_every_form_are_sampled_and_drawn(given, cnp):
    batch = Points(torch.zeros(3, 4, 1), torch.ones(3, 4, 1))
    assert sample(cnp, batch, given, 2, seeded()).shape == (2, 3, 2, 1)
    axes = plot(predict(cnp, CONTEXT, given), CONTEXT, given, samples=np.zeros((5, 2, 1)))
    assert len(axes.lines) > 5


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *[(name, value) for name in ("steps", "batch_size", "groups", "num_target", "pool_size") for value in (0, 2.5)],
        *[("warmup", 0), ("seed", -1), ("seed", 0.5), ("steps", "10"), ("steps", True)],
        *[(name, value) for name in ("lr", "matrix_lr", "clip") for value in (0.0, -1.0, float("nan"), "a")],
        *[("weight_decay", -0.1), ("shift", -1.0), ("ema", 1.0), ("ema", -0.1), ("ema", float("inf"))],
    ],
)
def test_every_number_of_a_recipe_is_validated(name, wrong):
    with pytest.raises(ValueError, match=rf"^{name} must be a (whole )?number .*got {wrong!r}$"):
        dataclasses.replace(STEP, **{name: wrong})


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda cnp: train(cnp, SMOOTH, 5), "the recipe must be a TrainingConfig, got 5"),
        (lambda cnp: plot("p", CONTEXT, XT), "the prediction must be one of tnpcore.predict, got 'p'"),
        (lambda cnp: check(cnp, tolerance=-1), "tolerance must be a number above 0, got -1"),
        (lambda cnp: evaluate(cnp, SMOOTH, 2.5), "the number of tasks must be a whole number of at least 1, got 2.5"),
        (lambda cnp: load("cnp", device="gpu"), "the device must be one that PyTorch knows.*got 'gpu'"),
        (lambda cnp: load("cnp", device="mps"), "the device mps cannot be used here"),
        (lambda cnp: load(None), "the model must be one of .*got None"),
        (lambda cnp: names("foo"), "the prior must be one of .*got 'foo'"),
        (lambda cnp: names(SMOOTH), "the prior must be a name such as smooth"),
        (lambda cnp: build("cnp", d_model=-3), "d_model must be a whole number of at least 1, got -3"),
        (lambda cnp: write_weights("cnp", "weights"), "weights are those of a torch.nn.Module, got str"),
        (lambda cnp: wrap(nn.Linear(1, 1)), r"forward\(xc, yc, xt\) must return .*got Linear with forward\(input"),
        (lambda cnp: wrap(nn.Module()), "got Module with no forward"),
        (lambda cnp: wrap(type(cnp)), r"make one: CNP\(\)"),
        (lambda cnp: tnpcore.loglik_autoregressively(cnp, CONTEXT), "the task must be Task.*got Points"),
    ],
)
def test_other_things_in_the_wrong_place(use, message, cnp):
    with pytest.raises(ValueError, match=message):
        use(cnp)


def test_a_model_without_parameters_is_not_trained():
    class Wide(nn.Module):
        def forward(self, xc, yc, xt):
            return xt, torch.ones_like(xt)

    with pytest.raises(ValueError, match="must have parameters to train"):
        train(wrap(Wide()), SMOOTH, STEP)


def test_an_unknown_argument_of_a_model_lists_the_known_ones():
    with pytest.raises(ValueError, match="cnp takes the arguments dim_x, dim_y, d_model, depth, got width=3"):
        build("cnp", width=3)


def test_names_finds_weights_of_ones_own_tasks(tmp_path):
    assert write_weights(build("cnp"), str(tmp_path / "own" / "cnp-years.safetensors"))
    assert names("years", where=tmp_path / "own") == ["cnp"]


def test_a_pool_that_takes_minutes_to_draw_is_refused_at_once(cnp):
    recipe = TrainingConfig(steps=1, num_target=500)
    with pytest.raises(ValueError, match=r"65536 tasks of 600 points takes too long.*at most 8192"):
        next(train(cnp, SMOOTH, recipe))


class Wrong:
    """A prior whose `sample` gives something else than what it was called for."""

    name, max_context = "wrong", 8

    def __init__(self, change):
        self.change = change

    def sample(self, batch, num_context, num_target, generator):
        return self.change(prior("smooth").sample(batch, num_context, num_target, generator))


@pytest.mark.parametrize(
    ("change", "got"),
    [
        (lambda task: (task.context, task.target), "must give a Task of two Points, got tuple"),
        (lambda task: Task(Points(task.context.x[0], task.context.y[0]), task.target), "its context with x"),
        (lambda task: Task(task.context, Points(task.target.x[:1], task.target.y[:1])), "its target with x"),
        (lambda task: Task(task.context, Points(task.target.x[:, :0], task.target.y[:, :0])), r"got x \[4, 0, 1\]"),
    ],
)
def test_what_a_prior_draws_must_be_what_was_called_for(change, got, cnp):
    with pytest.raises(ValueError, match=got):
        next(train(cnp, Wrong(change), TrainingConfig(steps=2, batch_size=4, pool_size=64)))
    with pytest.raises(ValueError, match="sample of the prior 'wrong' must give a Task"):
        evaluate(cnp, Wrong(change), num_tasks=4)


FITTED, (SCALED, SCALING) = gp.fit(CONTEXT), standardise(CONTEXT)
SAWTOOTH = prior("sawtooth")


class Drawn:
    """A prior of constants, whose prediction is what `given` makes of means [n, 2, 1]."""

    name, max_context = "drawn", 3

    def __init__(self, given):
        self.given = given

    def sample_parameters(self, n, generator):
        return torch.randn(n, 1, 1, generator=generator)

    def log_likelihood(self, parameters, points):
        return torch.zeros(len(parameters))

    def predict(self, parameters, context, xt):
        return self.given(parameters.expand(-1, 2, 1))


def drawn(given):
    return MonteCarloPredictor(Drawn(given), 128)


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda: gp.fit([1, 2]), r"what is fitted must be Points\(x, y\), got list"),
        (lambda: FITTED.given([1, 2]), r"what is fitted must be Points\(x, y\), got list"),
        (lambda: FITTED.predict([[0.5, 1.0]]), r"predict needs xt \[Nt, 1\], got \(1, 2\)"),
        (lambda: predictor(SMOOTH).predict([1], XT), r"the context must be Points\(x, y\), got list"),
        (lambda: predictor(SMOOTH).predict(CONTEXT, [[0.5, 1.0]]), r"got \[1, 2\] beside \[2, 1\]"),
        (lambda: predictor(SMOOTH).predict(CONTEXT, [np.nan]), "xt must be finite numbers, got nan in row 0"),
        (lambda: predictor(SMOOTH).predict_jointly([1], XT), r"the context must be Points\(x, y\), got list"),
        (lambda: predictor(SMOOTH).log_joint(CONTEXT), r"the task must be Task\(context, target\), .*, got Points"),
        (lambda: predictor(SAWTOOTH).predict(CONTEXT, "a"), "xt must be real numbers"),
        (lambda: predictor(SAWTOOTH).log_leave_one_out([1]), r"the points must be Points\(x, y\), got list"),
        (lambda: drawn(lambda mean: (mean, mean)).predict(CONTEXT, XT), r"= \[128, 2, 1\], got tuple"),
        (lambda: drawn(lambda mean: Normal(mean[..., 0], 1.0)).predict(CONTEXT, XT), r"got means \[128, 2\]"),
        (lambda: score(build("cnp"), CONTEXT, seeded()), "score needs a list of Points, one for each .*, got Points"),
        (lambda: score(build("cnp"), [[1, 2]], seeded()), r"each held-out set must be Points\(x, y\), got list"),
        (lambda: SCALING.back(CONTEXT), "the prediction must be one of tnpcore.predict, got Points"),
        (lambda: SCALING.points([1]), r"what is standardised must be Points\(x, y\), got list"),
        (lambda: SCALING.y("a"), "y must be real numbers"),
        (lambda: CONTEXT.joined([1]), r"the points that are joined must be Points\(x, y\), got list"),
        (lambda: CONTEXT.joined(Points([[1, 2]], [1])), r"same \*B, Dx and Dy, got x \[2, 1\] and y .* x \[1, 2\]"),
        (lambda: plot(predict(build("cnp"), CONTEXT, XT), CONTEXT, XT, ax="a"), "ax must be the axes .*, got 'a'"),
        (lambda: Task(CONTEXT, XT), r"the target of a task must be Points\(x, y\), got list"),
        (lambda: Task([1, 2], CONTEXT), r"the context of a task must be Points\(x, y\), got list"),
        (lambda: gp.posterior(kernels.rbf, [1], XT, 0.1), r"the context must be Points\(x, y\), got list"),
        (lambda: gp.posterior(kernels.rbf, CONTEXT, [[1, 2]], 0.1), r"got \[1, 2\] beside \[2, 1\]"),
        (lambda: score(build("cnp"), [CONTEXT], 0), r"the generator must be a torch\.Generator, .*, got 0"),
        (lambda: FITTED.predict(XT, of="g"), "of must be 'y', a new measurement, or 'f', .*, got 'g'"),
        (lambda: predictor(SMOOTH, share=0), "share must be a number above 0, got 0"),
        (lambda: MonteCarloPredictor("lines"), "must be an object with sample_parameters, .* and predict, got 'lines'"),
        (lambda: MonteCarloPredictor(Drawn), "must be an object with sample_parameters, .*, got the class Drawn"),
        (lambda: MonteCarloPredictor(Wrong(None)), "must be an object with sample_parameters, .*, got Wrong$"),
        (lambda: MonteCarloPredictor(Drawn(None), 128, 3), r"the generator must be a torch\.Generator, .*, got 3"),
    ],
)
def test_whatever_takes_points_or_targets_names_what_it_needs(use, message):
    with pytest.raises(ValueError, match=message):
        use()


PLANE = Points([0.0, 1.0], torch.zeros(2, 2))


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda: gp.fit(PLANE).predict_jointly(XT), r"a joint prediction needs .*, y \[\*B, N, 1\], got \[2, 2\]"),
        (
            lambda: predictor(SMOOTH).predict_jointly(PLANE, XT),
            "a joint prediction needs points of one output dimension",
        ),
        (lambda: predictor(SAWTOOTH).predict(PLANE, XT), "a sawtooth needs points of one output dimension"),
        (lambda: predictor(SAWTOOTH).log_leave_one_out(PLANE), r"leave-one-out needs .*, y \[N, 1\], got \[2, 2\]"),
        (lambda: predictor(SMOOTH).log_leave_one_out(Points(PLANE.y[None], PLANE.y[None])), r"got \[1, 2, 2\]"),
    ],
)
def test_what_has_one_output_dimension_refuses_more(use, message):
    """The first three gave numbers that mean nothing."""
    with pytest.raises(ValueError, match=message):
        use()


def test_a_loaded_model_says_how_it_is_trained_further():
    with pytest.raises(ValueError, match=r"model\.requires_grad_\(\) makes them trainable"):
        train(load("cnp"), SMOOTH, STEP)


@pytest.mark.parametrize("change", [torch.no_grad(), torch.inference_mode()])
def test_a_loss_without_a_gradient_is_no_loss_to_train(change):
    module = AttentiveProcess()
    module.forward = change(module.forward)
    with pytest.raises(ValueError, match="the loss must depend on the model's parameters, got one without a gradient"):
        next(train(wrap(module), SMOOTH, STEP))


def test_lists_are_targets_and_values_everywhere():
    column = torch.tensor(XT, dtype=torch.float64)[:, None]
    exact = partial(gp.posterior, partial(kernels.rbf, lengthscale=1.0), CONTEXT, noise=0.1)
    for call in (FITTED.predict, lambda xt: predictor(SMOOTH).predict(CONTEXT, xt), exact):
        assert torch.equal(call(XT).mean, call(column).mean)
    assert torch.equal(SCALING.y(XT), SCALING.y(column))
    batch = Points(CONTEXT.x.expand(2, -1, -1), CONTEXT.y.expand(2, -1, -1))
    for known in (SMOOTH, SAWTOOTH):
        best = predictor(known)
        torch.testing.assert_close(best.predict(batch, XT).mean[1], best.predict(CONTEXT, XT).mean)


@pytest.mark.parametrize("use", ["train", "evaluate"])
def test_the_largest_context_of_a_prior_is_a_whole_number(use, cnp):
    half = Wrong(lambda task: task)
    half.max_context = 3.5
    with pytest.raises(ValueError, match=r"max_context of the prior must be a whole number of at least 1, got 3\.5"):
        train(cnp, half, STEP) if use == "train" else evaluate(cnp, half, 2)


@pytest.mark.parametrize(("given", "got"), [("smooth", "'smooth'"), (3, "3"), (type(SMOOTH), "the class GPPrior")])
def test_a_predictor_is_that_of_a_prior_not_of_its_name(given, got):
    required = r"the prior must be an object such as tnpcore.data.priors.prior\('smooth'\), got "
    with pytest.raises(ValueError, match=required + got):
        predictor(given)
