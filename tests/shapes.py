"""The runtime check of types and shapes on the functions of tnpcore. Importing this module switches it on: modules are
instrumented when they are imported, so tests/conftest.py imports this one before anything that imports tnpcore.

A check takes longer than most functions, and depends only on the kinds of the values: on their types, and on the shapes
and number types of arrays. So a function is checked once for each combination of kinds that it is called with."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from functools import partial, wraps
from types import FunctionType
from typing import Any

import jaxtyping
import numpy as np
import torch
from beartype import BeartypeConf, beartype

# These check their own arguments and promise a ValueError; the checker would be first, with an error of its own.
PROMISE_A_VALUE_ERROR = {
    "tnpcore.benchmarks.Benchmark.evaluate",
    "tnpcore.data.broad.BroadPrior.__init__",
    "tnpcore.data.broad.BroadPrior.sample",
    "tnpcore.data.csv_points.read_points",
    "tnpcore.data.digits.DigitPrior.__init__",
    "tnpcore.data.digits.DigitPrior.sample",
    "tnpcore.data.drawing.Sizes.__init__",
    "tnpcore.data.drawing.check_ranges",
    "tnpcore.data.drawing.factor",
    "tnpcore.data.exact.joint_posterior",
    "tnpcore.data.exact.posterior",
    "tnpcore.data.fitted.FittedGP._centred",
    "tnpcore.data.fitted.FittedGP.given",
    "tnpcore.data.fitted.FittedGP.predict",
    "tnpcore.data.fitted.FittedGP.predict_jointly",
    "tnpcore.data.fitted._checked",
    "tnpcore.data.fitted.fit",
    "tnpcore.data.gp.BayesPredictor.log_joint",
    "tnpcore.data.gp.BayesPredictor.log_leave_one_out",
    "tnpcore.data.gp.BayesPredictor.predict",
    "tnpcore.data.gp.BayesPredictor.predict_jointly",
    "tnpcore.data.limit.find_predictor",
    "tnpcore.data.limit.predictor",
    "tnpcore.data.monte_carlo.MonteCarloPredictor.__init__",
    "tnpcore.data.monte_carlo.MonteCarloPredictor.log_joint",
    "tnpcore.data.monte_carlo.MonteCarloPredictor.log_leave_one_out",
    "tnpcore.data.monte_carlo.MonteCarloPredictor.predict",
    "tnpcore.data.periodic.PeriodicPrior.__init__",
    "tnpcore.data.periodic.PeriodicPrior.sample",
    "tnpcore.data.priors.GPPrior.__init__",
    "tnpcore.data.priors.GPPrior.sample",
    "tnpcore.data.priors.prior",
    "tnpcore.data.sawtooth.SawtoothPredictor.log_joint",
    "tnpcore.data.sawtooth.SawtoothPredictor.log_leave_one_out",
    "tnpcore.data.sawtooth.SawtoothPredictor.predict",
    "tnpcore.data.sawtooth.SawtoothPrior.__init__",
    "tnpcore.data.sawtooth.SawtoothPrior.sample",
    "tnpcore.data.stored.StoredTasks.__init__",
    "tnpcore.data.stored.StoredTasks.sample",
    "tnpcore.data.stored.read_tasks",
    "tnpcore.evaluation.EvaluationSet.__init__",
    "tnpcore.evaluation.EvaluationSet.excess",
    "tnpcore.evaluation.EvaluationSet.measure",
    "tnpcore.evaluation.evaluate",
    "tnpcore.evaluation.held_out.halves",
    "tnpcore.evaluation.held_out.loglik_on",
    "tnpcore.evaluation.held_out.score",
    "tnpcore.evaluation.seeded.fixed_tasks",
    "tnpcore.gaussian.JointGaussian._residual",
    "tnpcore.gaussian.JointGaussian.log_prob",
    "tnpcore.gaussian.LowRankGaussian.log_prob",
    "tnpcore.latent.measures.measure",
    "tnpcore.models.neural_process.NeuralProcess.__call__",
    "tnpcore.models.registry.build",
    "tnpcore.models.registry.spec",
    "tnpcore.models.wrapped.wrap",
    "tnpcore.plotting._check",
    "tnpcore.plotting.plot",
    "tnpcore.prediction._targets",
    "tnpcore.prediction.loglik_autoregressively",
    "tnpcore.prediction.predict",
    "tnpcore.prediction.sample",
    "tnpcore.prediction.sample_autoregressively",
    "tnpcore.pretrained._path",
    "tnpcore.pretrained.card",
    "tnpcore.pretrained.load",
    "tnpcore.pretrained.names",
    "tnpcore.properties.check",
    "tnpcore.scaling.Scaling.back",
    "tnpcore.scaling.Scaling.points",
    "tnpcore.scaling.Scaling.y",
    "tnpcore.scaling.standardise",
    "tnpcore.task.Points.__init__",
    "tnpcore.task.Points.joined",
    "tnpcore.task.Points.unchecked",
    "tnpcore.task.Task.__init__",
    "tnpcore.task.together",
    "tnpcore.training.recipe.TrainingConfig.__init__",
    "tnpcore.training.train",
    "tnpcore.weights.write_weights",
}

# Of a collection the checker looks at one entry, another one at each call: a longer one than this is always checked.
LONGEST = 16

# An int will do where a float is annotated, as for a static checker (PEP 484).
_checked = beartype(conf=BeartypeConf(is_pep484_tower=True))
_always = jaxtyping.jaxtyped


def check(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its arguments and result checked by beartype; jaxtyping's import hook applies it."""
    name = f"{function.__module__}.{function.__qualname__}"
    return function if name in PROMISE_A_VALUE_ERROR else _checked(function)


class TooLong(Exception):
    """A collection is too long for its kind to be known."""


def kind(value: Any) -> Hashable:
    """What the check of a value depends on.

    Raises:
        TooLong: A collection has more entries than one check looks at.
    """
    if isinstance(value, torch.Tensor | np.ndarray):
        return type(value), value.shape, value.dtype
    if isinstance(value, type):  # where a class is wanted
        return value
    if not isinstance(value, tuple | list | set | frozenset | dict):
        return type(value)
    if len(value) > LONGEST:
        raise TooLong
    entries = (*value, *value.values()) if isinstance(value, dict) else value
    return type(value), *map(kind, entries)


def once_for_each_kind(function: Any = None, *, typechecker: Any) -> Any:
    """As jaxtyping.jaxtyped, but a call of known kinds with a result of a known kind is not checked again."""
    if function is None:
        return partial(once_for_each_kind, typechecker=typechecker)
    if inspect.isclass(function):
        return _always(function, typechecker=typechecker)
    given: ContextVar[list[Any] | None] = ContextVar("given", default=None)
    always = _always(_relay(function, given), typechecker=typechecker)
    accepted: dict[Hashable, set[Hashable]] = {}

    @wraps(function)
    def checked(*values: Any, **named: Any) -> Any:
        __tracebackhide__ = True
        try:
            arguments = kind(values), kind(named)
        except TooLong:
            return always(*values, **named)
        known = arguments in accepted
        result = (function if known else always)(*values, **named)
        results = accepted.setdefault(arguments, set())
        try:
            found = kind(result)
        except TooLong:
            found = None
        if known and (found is None or found not in results):
            token = given.set([result])
            try:
                always(*values, **named)
            finally:
                given.reset(token)
        results.add(found)
        return result

    return checked


def _relay(function: FunctionType, given: ContextVar[list[Any] | None]) -> FunctionType:
    """The function, or the result that it has been given, in the function's own module: annotations are read there."""

    def relay(*values, **named):
        result = given.get()
        return result.pop() if result else function(*values, **named)

    code, closure = relay.__code__, relay.__closure__
    return wraps(function)(FunctionType(code, function.__globals__, function.__name__, None, closure))


jaxtyping.jaxtyped = once_for_each_kind  # the import hook decorates every function with what stands here
jaxtyping.install_import_hook("tnpcore", "tests.shapes.check")
