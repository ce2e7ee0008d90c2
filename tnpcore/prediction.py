"""Predictions: one pass for the marginals, autoregressive sampling for coherent samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore import autoregression, trace
from tnpcore.arrays import Numbers, as_points, check_finite, check_generator, kind_of
from tnpcore.boundary import check_model
from tnpcore.gaussian import JointGaussian
from tnpcore.models import NeuralProcess
from tnpcore.models.joint import Marginals
from tnpcore.outside import warn_coarse, warn_outside
from tnpcore.quantities import whole
from tnpcore.task import Points, Task, check_points, check_task


@dataclass(frozen=True, eq=False)
class Prediction:
    """The predictive distribution at the targets, noise included, and the attention records if there are any.

    Args:
        dist: over [*B, Nt, Dy].
        attention: one record per attention call, in order.
    """

    dist: Distribution
    attention: tuple[trace.AttentionRecord, ...] = ()

    @property
    def mean(self) -> Float[Tensor, "*B Nt Dy"]:
        """The predictive mean."""
        return self.dist.mean

    @property
    def std(self) -> Float[Tensor, "*B Nt Dy"]:
        """The predictive standard deviation."""
        return self.dist.stddev

    @property
    def joint(self) -> JointGaussian | None:
        """The joint distribution of y at all targets, of which `dist` holds the marginals; None where the model
        predicts none. A covariance of low rank is a `LowRankGaussian`."""
        return self.dist.joint if isinstance(self.dist, Marginals) else None

    def numpy(self) -> tuple[np.ndarray, np.ndarray]:
        """Mean and standard deviation as float64 arrays [*B, Nt, Dy]."""
        mean, std = (t.detach().double().cpu().numpy() for t in (self.mean, self.std))
        return mean, std


def predict(model: NeuralProcess, context: Points, xt: Numbers, record: bool = False) -> Prediction:
    """The model's marginal prediction at each target, in one pass without gradients.

    Args:
        model: for example from `load`.
        context: the context set, may be empty.
        xt: target inputs [*B, Nt, Dx], a tensor, an array or a list; [Nt] stands for [Nt, 1], and [Nt, Dx] beside a
            batch of contexts for the same targets of each.
        record: keep an `AttentionRecord` of every attention call.

    Raises:
        ValueError: naming the shapes, unless they fit each other and the model, or the first target that is NaN or
            infinite; for a model that is no NeuralProcess, and a context that is no Points; and where the prediction
            is no finite number, as of values that the model's dtype cannot square.

    Warns:
        OutsideTraining: once for each model and kind, where x, y or the number of context points is outside what the
            model was trained on (`model.trained_on`).
        RuntimeWarning: once for each model, where x is in single precision and so large that neighbours coincide.

    >>> import numpy as np
    >>> from tnpcore import Points, load, predict
    >>> prediction = predict(load("tnpd"), Points([-1.0, 0.5], [0.3, -0.4]), np.linspace(-2, 2, 5), record=True)
    >>> prediction.mean.shape, len(prediction.attention)
    (torch.Size([5, 1]), 4)
    """
    xt = _targets(model, context, xt)
    warn_outside(model, context, xt)
    warn_coarse(model, context, xt)
    if record:
        with torch.inference_mode(), trace.record() as records:
            found = Prediction(model(context.x, context.y, xt), tuple(records))
    else:
        found = predict_anywhere(model, context, xt)
    _check_found(found.mean, "predicted mean", context, xt)
    _check_found(found.std, "predicted standard deviation", context, xt)
    return found


def predict_anywhere(model: NeuralProcess, context: Points, xt: Float[Tensor, "*B Nt Dx"]) -> Prediction:
    """`predict` without its look at the values: for measures that leave the training range on purpose."""
    with torch.inference_mode():
        return Prediction(model(context.x, context.y, xt))


def sample(
    model: NeuralProcess,
    context: Points,
    xt: Numbers,
    num_samples: int,
    generator: torch.Generator,
) -> Float[Tensor, "S *B Nt Dy"]:
    """The model's own samples of y at xt, noise included, without gradients.

    They are coherent, one function each, where the model draws its values jointly: a latent, joint or autoregressive
    one (`ModelSpec.guarantees.samples`, the column "samples" of docs/zoo.md). Of all others, and of a wrapped module,
    the values are independent at each target, hence jagged; `sample_autoregressively` draws coherent ones from these.

    Args:
        model: any.
        context: the context set, may be empty.
        xt: target inputs [*B, Nt, Dx], as in `predict`.
        num_samples: S, at least 1.
        generator: of the random numbers.

    Raises:
        ValueError: for fewer than one sample, something other than a generator, and for targets as `predict` does.

    >>> import torch
    >>> from tnpcore import Points, load, sample
    >>> nothing, xt = Points([], []), torch.linspace(-2, 2, 5)
    >>> sample(load("tnpnd"), nothing, xt, 3, torch.Generator().manual_seed(0)).shape
    torch.Size([3, 5, 1])
    """
    xt = _targets(model, context, xt)
    check_generator(generator)
    count = whole(num_samples, "num_samples")
    with torch.inference_mode():
        drawn = model.sample(context, xt, count, generator)
    _check_found(drawn, "samples", context, xt)
    return drawn


def sample_autoregressively(
    model: NeuralProcess,
    context: Points,
    xt: Numbers,
    num_samples: int,
    generator: torch.Generator,
    refresh: int = 1,
) -> Float[Tensor, "S *B Nt Dy"]:
    """Coherent samples of y at xt, noise included: draw the first target's y, add it to the context, go on.

    The order of the targets matters.

    Args:
        model: any conditional model.
        context: the context set, may be empty.
        xt: target inputs [*B, Nt, Dx], as in `predict`.
        num_samples: S, at least 1.
        generator: of the random numbers.
        refresh: after how many values the context is encoded again; between, Transformers append to their keys and
            values, which is much faster and slightly different.

    Raises:
        ValueError: for fewer than one sample, refresh < 1, something other than a generator, and for targets as
            `predict` does.

    Reference: Bruinsma et al. 2023 (AR CNP).

    >>> import torch
    >>> from tnpcore import Points, load, sample_autoregressively
    >>> nothing, xt = Points([], []), torch.linspace(-2, 2, 5)
    >>> sample_autoregressively(load("tetnp"), nothing, xt, 3, torch.Generator().manual_seed(0)).shape
    torch.Size([3, 5, 1])
    """
    xt = _targets(model, context, xt)
    check_generator(generator)
    count = whole(num_samples, "num_samples")
    with torch.inference_mode():
        drawn = autoregression.sample(model, context, xt, count, generator, refresh)
    _check_found(drawn, "samples", context, xt)
    return drawn


def loglik_autoregressively(model: NeuralProcess, task: Task, refresh: int = 1) -> Float[Tensor, "*B"]:
    """The joint log-likelihood of a task's targets under autoregressive prediction, in nats per target value.

    Args:
        model: any conditional model.
        task: context and targets; unbatched targets beside a batch of contexts are those of each.
        refresh: see `sample_autoregressively`.

    Raises:
        ValueError: for refresh < 1, no targets, and for shapes that do not fit each other and the model.

    Reference: Bruinsma et al. 2023 (AR CNP).

    >>> from tnpcore import load
    >>> from tnpcore.data.priors import prior
    >>> task = prior("smooth").sample(2, 5, 10, torch.Generator().manual_seed(0))
    >>> loglik_autoregressively(load("tetnp"), task).shape
    torch.Size([2])
    """
    check_task(task)
    if not len(task.target):
        raise ValueError("a task needs at least one target, got none")
    xt = _targets(model, task.context, task.target.x)
    target = Points.unchecked(xt, task.target.y.expand(*xt.shape[:-1], -1))
    with torch.inference_mode():
        found = autoregression.loglik(model, Task(task.context, target), refresh)
    _check_found(found, "log-likelihood", task.context.joined(target), xt)
    return found


def check_prediction(value: object) -> None:
    """Raise ValueError for anything but a prediction."""
    if not isinstance(value, Prediction):
        raise ValueError(f"the prediction must be one of tnpcore.predict, got {kind_of(value)}")


def _targets(model: NeuralProcess, context: Points, xt: Numbers) -> Float[Tensor, "*B Nt Dx"]:
    """Target inputs as a tensor [*B, Nt, Dx] that fits the context. Raises ValueError as `predict`."""
    check_model(model)
    check_points(context, "the context")
    targets = as_points(xt, "xt", context.x.device)
    if targets.ndim == 2 and context.x.ndim == 3:
        targets = targets.expand(len(context.x), *targets.shape)
    model.check(context.x, context.y, targets)
    check_finite(targets, "xt")
    return targets


def _check_found(values: Tensor, name: str, points: Points, xt: Tensor) -> None:
    """Raise ValueError for values that are not finite, naming what they were computed from."""
    if bool(values.isfinite().all()):
        return
    x, y = (torch.cat([part.abs().flatten() for part in parts]) for parts in ((points.x, xt), (points.y,)))
    sizes = " and ".join(f"{name} up to {t.max().item():g}" for name, t in (("x", x), ("y", y)) if t.numel())
    raise ValueError(
        f"the {name} must be finite numbers, got {values[~values.isfinite()][0].item()} from values of {sizes} in size:"
        " scale the points with tnpcore.standardise, and see that the weights are finite"
    )
