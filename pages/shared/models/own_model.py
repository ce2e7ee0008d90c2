"""A researcher's own model beside the trained ones, for one process: `python -m pages.show` names it.

The command leaves its source in the environment, and this module reads it once, as it is imported: the models of a
process stay the same for all of its sessions. Without the command there is none.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Distribution

import tnpcore
from pages.shared.models.own_file import Source, calmly, module_of, reason_of
from tnpcore import Points, predict
from tnpcore.models import NeuralProcess
from tnpcore.models.spec import Guarantees, ModelSpec, Paper
from tnpcore.models.wrapped import WithoutBatch

NAME = "own"  # in controls and programs, and in the palette
ENVIRONMENT = "PAGES_OWN_MODEL"
CONTEXT, TARGETS, SECONDS = 50, 201, 1.0  # of the trial


class OwnModel(NeuralProcess):
    """A model that others wrote: whatever goes wrong in it is a ValueError, one sentence for the page.

    Args:
        source: where it comes from.
        module: what its file makes: a `NeuralProcess`, or any module that `tnpcore.wrap` takes.

    Raises:
        ValueError: for a model of other dimensions than one input and one output.
    """

    def __init__(self, source: Source, module: nn.Module):
        super().__init__(1, 1)
        self.source = source
        self.wrapped = not isinstance(module, NeuralProcess)
        self.process = tnpcore.wrap(module) if self.wrapped else module
        if (self.process.dim_x, self.process.dim_y) != (1, 1):
            raise ValueError(f"the pages need dim_x = dim_y = 1, got {self.process.dim_x} and {self.process.dim_y}")

    @property
    def title(self) -> str:
        """What people read."""
        return self.source.title

    @property
    def draws_whole(self) -> bool:
        """Whether it has a way of its own to draw samples, in which values may depend on each other."""
        return type(self.process).sample is not NeuralProcess.sample

    @property
    def spec(self) -> ModelSpec:
        """What is known of it: nothing is guaranteed."""
        return ModelSpec(
            name=NAME,
            title=self.title,
            long_name=self.title,
            summary="Your own model.",
            paper=Paper(self.source.file.name, "", ""),
            model=OwnModel,
            arguments={},
            recipes={},
            guarantees=Guarantees(order=False, other_targets=False),
        )

    def forward(
        self, xc: Float[Tensor, "*B Nc 1"], yc: Float[Tensor, "*B Nc 1"], xt: Float[Tensor, "*B Nt 1"]
    ) -> Distribution:
        """The model's own prediction. Raises ValueError where it raises anything, or is not finite."""
        predictive = self._run(lambda: self.process(xc, yc, xt))
        for name in ("mean", "stddev"):
            _check(self.title, name, self._run(lambda name=name: getattr(predictive, name)), xt.shape)
        return predictive

    def sample(
        self, context: Points, xt: Float[Tensor, "*B Nt 1"], num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt 1"]:
        """Samples in the model's own way. Raises ValueError as `forward` does."""
        if not self.draws_whole:
            return super().sample(context, xt, num_samples, generator)
        samples = self._run(lambda: self.process.sample(context, xt, num_samples, generator))
        return _check(self.title, "sample", samples, (num_samples, *xt.shape))

    def _run(self, run: Callable) -> object:
        """What it returns. Raises ValueError whatever goes wrong."""
        return calmly(run, f"{self.title} fails on these points")


def opened(source: Source) -> OwnModel:
    """The model of a source. Raises ValueError for what `module_of` refuses, and for other dimensions than one."""
    return OwnModel(source, module_of(source)).eval()


def refusal_of_nothing(own: OwnModel) -> str:
    """Why the model gives no prediction without context points; empty where it gives one."""
    try:
        predict(own, Points(torch.zeros(0, 1), torch.zeros(0, 1)), _targets())
    except ValueError as error:
        return str(error)
    return ""


def try_out(own: OwnModel) -> None:
    """One prediction and one batch of two, as pages need them. Raises ValueError where one fails, or is slow."""
    x = torch.linspace(-2, 2, CONTEXT, dtype=torch.float64)[:, None]
    context, targets = Points(x, (2 * x).sin()), _targets()
    predict(own, context, targets)  # what a first pass sets up is no part of its time
    start = time.perf_counter()
    dist = predict(own, context, targets).dist
    if (taken := time.perf_counter() - start) > SECONDS:
        raise ValueError(f"a prediction may take {SECONDS:g} second here, and that of {own.title} takes {taken:.1f}")
    predict(own, Points(x.expand(2, -1, -1), context.y.expand(2, -1, -1)), targets.expand(2, -1, -1))
    for name in ("log_prob", "cdf"):
        _check(own.title, name, _score(own, dist, name), targets.shape)


def _score(own: OwnModel, dist: Distribution, name: str) -> object:
    """What a method of the predicted distribution gives at its mean. Raises ValueError where it has none, or fails."""
    kind = type(dist.batch if isinstance(dist, WithoutBatch) else dist).__name__
    needs = f"{own.title}: the predicted distribution needs log_prob and cdf, and"
    try:
        return getattr(dist, name)(dist.mean)
    except NotImplementedError as error:
        raise ValueError(f"{needs} {kind} has no {name}") from error
    except Exception as error:
        raise ValueError(f"{needs} {name} of {kind} fails: {reason_of(error)}") from error


def _check(title: str, name: str, values: object, shape: tuple[int, ...]) -> Tensor:
    """The values, if they are as required. Raises ValueError."""
    if not isinstance(values, Tensor) or values.shape != shape:
        got = list(values.shape) if isinstance(values, Tensor) else type(values).__name__
        raise ValueError(f"{title}: the {name} of its prediction must be of shape {list(shape)}, got {got}")
    if not values.isfinite().all() or (name == "stddev" and (values <= 0).any()):
        positive = " and positive" if name == "stddev" else ""
        raise ValueError(f"{title}: the {name} of its prediction is not finite{positive} on these points")
    return values


def _targets() -> Float[Tensor, "Nt 1"]:
    return torch.linspace(-3, 3, TARGETS, dtype=torch.float64)[:, None]


def _of_environment() -> OwnModel | None:
    text = os.environ.get(ENVIRONMENT)
    return opened(Source.of_text(text)) if text else None


OWN = _of_environment()
OWN_TITLES = {NAME: OWN.title} if OWN else {}
OWN_NAMES = tuple(OWN_TITLES)
