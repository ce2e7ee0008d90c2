"""`wrap`: a plain PyTorch module as a neural process, so that all of the library works with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from inspect import signature
from typing import Any, final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Distribution, Independent, Normal

from tnpcore.models.neural_process import NeuralProcess, expected_loss
from tnpcore.quantities import whole
from tnpcore.task import Task

REQUIRED = "forward(xc, yc, xt) must return a torch distribution over [B, Nt, Dy] or a pair (mean, std)"


def wrap(module: nn.Module, dim_x: int = 1, dim_y: int = 1) -> NeuralProcess:
    """A neural process that predicts by `module`, for `predict`, `check`, `train`, `evaluate` and all else.

    The module holds the parameters and is trained in place. It gets xc [B, Nc, Dx], yc [B, Nc, Dy] and xt [B, Nt, Dx],
    always with one batch dimension B, in the dtype of its parameters. Training and autoregressive sampling also bring
    contexts without points (Nc = 0). Training needs `log_prob` of the distribution, and the app (`pages.show`) `cdf`,
    too: not all of torch's have it, `StudentT` has none. float64 parameters keep differences of x exact under large
    shifts.

    Args:
        module: its `forward(xc, yc, xt)` returns a `torch.distributions.Distribution` over [B, Nt, Dy] with a mean and
            a standard deviation, or a pair (mean, std) of tensors [B, Nt, Dy], noise included.
        dim_x, dim_y: the input and output dimensions Dx and Dy that the module is made for.

    Raises:
        ValueError: for something other than a module, one whose forward takes other arguments, or dimensions below 1.
            At each prediction: for a result that is neither a distribution nor a pair, of another shape, joint over
            several values, not finite, or a distribution of mixed dtypes, which torch cannot draw from (pairs and
            `Normal` get the wider one); and for a standard deviation that is not positive.

    >>> import torch
    >>> from tnpcore import Points, predict, wrap
    >>> class Average(torch.nn.Module):
    ...     def forward(self, xc, yc, xt):
    ...         mean = yc.sum(1, keepdim=True) / (1 + yc.shape[1]) + 0 * xt
    ...         return mean, torch.ones_like(mean)
    >>> context = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.6], [0.3]]))
    >>> predict(wrap(Average()), context, torch.zeros(3, 1)).mean[:, 0]
    tensor([0.3000, 0.3000, 0.3000])
    """
    if not isinstance(module, nn.Module):
        made = f"; make one: {module.__name__}()" if isinstance(module, type) else ""
        raise ValueError(f"wrap needs a torch.nn.Module, got {module!r}{made}")
    if not _takes_three(module):
        given = "no forward" if _without_forward(module) else f"forward{signature(module.forward)}"
        raise ValueError(f"{REQUIRED}, got {type(module).__name__} with {given}")
    return Wrapped(module, whole(dim_x, "dim_x"), whole(dim_y, "dim_y"))


def _without_forward(module: nn.Module) -> bool:
    return type(module).forward is nn.Module.forward


def _takes_three(module: nn.Module) -> bool:
    try:
        signature(module.forward).bind(None, None, None)
    except TypeError:
        return False
    except ValueError:  # compiled code may not say what it takes
        return True
    return not _without_forward(module)


@final
class Wrapped(NeuralProcess):
    """A module in the place of a model's own `forward`; see `wrap`.

    Args:
        module: from (xc, yc, xt) to a distribution, or to a pair (mean, std).
        dim_x, dim_y: Dx and Dy.
    """

    def __init__(self, module: nn.Module, dim_x: int, dim_y: int):
        super().__init__(dim_x, dim_y)
        self.module = module
        self.train(module.training)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Distribution:
        """What the module predicts, after a check; one task goes through it as a batch of one."""
        alone = xc.ndim == 2
        inputs = self.cast(*(t[None] if alone else t for t in (xc, yc, xt)))
        found = checked(self.module(*inputs), inputs, self.dim_y)
        if not isinstance(found, Normal):
            return WithoutBatch(found) if alone else found
        mean, std = (t[0] if alone else t for t in (found.mean, found.stddev))
        widest = torch.promote_types(mean.dtype, std.dtype)
        return Normal(mean.to(widest), std.to(widest), validate_args=False)

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """Minus the marginal log-likelihood of the targets, in nats per target value.

        In expectation over `task.known` for Gaussian predictions alone: for others the two values that give the
        expectation of a Gaussian's log-likelihood do not.
        """
        predictive = self(task.context.x, task.context.y, task.target.x)
        return expected_loss(predictive, task, task.known if isinstance(predictive, Normal) else None)

    def cast(self, *tensors: Tensor) -> tuple[Tensor, ...]:
        """The tensors in the dtype of the module's parameters; without parameters, in one that holds all of them."""
        own = (p.dtype for p in self.parameters() if p.is_floating_point())
        dtype = next(own, None) or reduce(torch.promote_types, (t.dtype for t in tensors))
        return tuple(t.to(dtype) for t in tensors)


class WithoutBatch(Distribution):
    """A distribution over [1, Nt, Dy] as one over [Nt, Dy].

    Args:
        batch: over a batch of one task.
    """

    def __init__(self, batch: Distribution):
        super().__init__(batch.batch_shape[1:], validate_args=False)
        self.batch = batch

    def __repr__(self) -> str:
        return f"WithoutBatch({self.batch!r})"

    @property
    def mean(self) -> Float[Tensor, "Nt Dy"]:
        return self.batch.mean[0]

    @property
    def variance(self) -> Float[Tensor, "Nt Dy"]:
        return self.batch.variance[0]

    def log_prob(self, value: Float[Tensor, "*S Nt Dy"]) -> Float[Tensor, "*S Nt Dy"]:
        return self.batch.log_prob(value.unsqueeze(-3)).squeeze(-3)

    def cdf(self, value: Float[Tensor, "*S Nt Dy"]) -> Float[Tensor, "*S Nt Dy"]:
        return self.batch.cdf(value.unsqueeze(-3)).squeeze(-3)

    def sample(self, sample_shape: Any = ()) -> Float[Tensor, "*S Nt Dy"]:
        return self.batch.sample(torch.Size(sample_shape)).squeeze(-3)


def checked(found: Any, inputs: tuple[Tensor, ...], dim_y: int) -> Distribution:
    """What a module returned, as a distribution over [B, Nt, Dy].

    Args:
        found: what it returned.
        inputs: xc, yc, xt with one batch dimension.
        dim_y: Dy.

    Raises:
        ValueError: naming what was returned, unless it is such a distribution or pair with finite means and finite,
            positive standard deviations.
    """
    xc, _, xt = inputs
    required = (*xt.shape[:-1], dim_y)
    predictive = _marginal(found, required) if isinstance(found, Distribution) else _of_pair(found, required)
    try:
        mean, std = predictive.mean, predictive.stddev
    except NotImplementedError:
        raise ValueError(f"{type(predictive).__name__} has no mean or no standard deviation; {REQUIRED}") from None
    given = f"for {xc.shape[-2]} context points and {xt.shape[-2]} targets"
    for name, values in (("mean", mean), ("standard deviation", std)):
        if not values.isfinite().all():
            raise ValueError(f"the module's {name} must be finite, got {_first(values, ~values.isfinite())} {given}")
    if not (std > 0).all():
        raise ValueError(f"the module's standard deviation must be positive, got {_first(std, std <= 0)} {given}")
    return predictive


def _marginal(found: Distribution, required: tuple[int, ...]) -> Distribution:
    while isinstance(found, Independent):
        found = found.base_dist
    name, batch, event = type(found).__name__, tuple(found.batch_shape), tuple(found.event_shape)
    if event:
        raise ValueError(
            f"{name} with batch_shape {batch} and event_shape {event} is joint over several values, and wrap takes "
            "marginals alone: return the distribution of each value, or derive from tnpcore.models.JointNeuralProcess"
        )
    if batch != required:
        raise ValueError(f"the module's distribution must be over [B, Nt, Dy] = {required}, got {name} over {batch}")
    dtypes = {} if isinstance(found, Normal) else _dtypes(found)
    if len({*dtypes.values()}) > 1:
        got = ", ".join(f"{parameter} {dtype}" for parameter, dtype in dtypes.items())
        raise ValueError(f"the module's distribution must have parameters of one dtype, got {name} with {got}")
    return found


def _dtypes(predictive: Distribution) -> dict[str, torch.dtype]:
    """Of the parameters that the distribution says it has. Its mean and standard deviation may fail with mixed ones."""
    named: Any = type(predictive).arg_constraints  # torch's base class has a property here
    values = {str(name): getattr(predictive, name) for name in named} if isinstance(named, Mapping) else {}
    return {name: value.dtype for name, value in values.items() if isinstance(value, Tensor)}


def _of_pair(found: Any, required: tuple[int, ...]) -> Normal:
    if not (isinstance(found, tuple | list) and len(found) == 2 and all(isinstance(t, Tensor) for t in found)):
        kinds = f" of {', '.join(type(t).__name__ for t in found)}" if isinstance(found, tuple | list) else ""
        raise ValueError(f"{REQUIRED}, got {type(found).__name__}{kinds}")
    shapes = [tuple(t.shape) for t in found]
    if shapes != [required, required]:
        raise ValueError(f"the module's mean and std must be [B, Nt, Dy] = {required}, got {shapes[0]} and {shapes[1]}")
    mean, std = found
    return Normal(mean, std, validate_args=False)


def _first(values: Tensor, wrong: Tensor) -> float:
    return values[wrong][0].item()
