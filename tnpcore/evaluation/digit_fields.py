"""How well a model completes the pictures of digits that it never met, where it was trained and beside that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.data.digit_pictures import SIDE
from tnpcore.data.digits import DigitPrior
from tnpcore.evaluation.measures import mean_and_error
from tnpcore.models.neural_process import NeuralProcess, evaluating
from tnpcore.task import Points, Task

TASKS, SEED, GROUP = 600, 4321, 20  # fields of held-out digits; of the draws; fields of one forward pass
CONTEXT = 200  # pixels of 576 that are given, about 22 of them on the digit
BESIDE = 2.03  # added to both inputs: the whole field lies beside those of training
Reader = Callable[[Float[Tensor, "B 8 8"]], Int[Tensor, " B"]]


@dataclass(frozen=True)
class Completed:
    """Means over fields, each with its standard error.

    Args:
        loglik: of all other pixels, in nats a pixel.
        rmse: root of the mean squared difference from them, over all fields; without an error.
        accuracy: how often the completed digit, cut out where it is, is read as what it is.
    """

    loglik: tuple[float, float]
    rmse: float
    accuracy: tuple[float, float]

    def rounded(self) -> dict[str, float]:
        """For a card: means, each with its standard error under the same name and "_se"."""
        both = {"loglik": self.loglik, "accuracy": self.accuracy}
        found = {name + end: value for name, pair in both.items() for end, value in zip(("", "_se"), pair, strict=True)}
        return {name: round(value, 4) for name, value in {**found, "rmse": self.rmse}.items()}


def completed(model: NeuralProcess, prior: DigitPrior, read: Reader, shift: float = 0.0) -> Completed:
    """Held-out digits at random places, of which `CONTEXT` random pixels are given.

    Args:
        model: trained on digits of the part "training".
        prior: whose fields and noise they have.
        read: says which digit a picture is, from values between 0 and 1 [B, 8, 8].
        shift: added to all inputs, of given pixels and of the others.
    """
    logliks, squares, right = [], [], []
    with evaluating(model), torch.no_grad():
        for task in _fields(prior):
            given, others = task.context.shifted(shift), task.target.shifted(shift)
            found = model(given.x.float(), given.y.float(), others.x.float())
            y = others.y.float()
            logliks.append(found.log_prob(y).mean((-1, -2)))
            squares.append((found.mean - y).square().mean((-1, -2)))
            right.append(_right(task, found.mean, prior, read))
    rmse = torch.cat(squares).mean().sqrt().item()
    return Completed(mean_and_error(torch.cat(logliks)), rmse, mean_and_error(torch.cat(right)))


def truth(prior: DigitPrior, read: Reader) -> tuple[float, float]:
    """How often the fields themselves, with their noise, are read right, with its standard error."""
    return mean_and_error(torch.cat([_right(task, task.target.y, prior, read) for task in _fields(prior)]))


def _right(task: Task, predicted: Float[Tensor, "B N 1"], prior: DigitPrior, read: Reader) -> Float[Tensor, " B"]:
    pictures = _cut_out(task, predicted.double(), prior.field).float()
    return (read(pictures) == task.parameters["digit"].flatten()).double()


def _fields(prior: DigitPrior) -> list[Task]:
    prior = replace(prior, part="held-out")
    generator, rest = torch.Generator().manual_seed(SEED), prior.field**2 - CONTEXT
    return [prior.sample(GROUP, CONTEXT, rest, generator) for _ in range(TASKS // GROUP)]


def _cut_out(task: Task, predicted: Float[Tensor, "B N 1"], field: int) -> Float[Tensor, "B 8 8"]:
    """The digit of every field, from the given pixels and the predicted means of the others."""
    whole = Points(torch.cat([task.context.x, task.target.x], 1), torch.cat([task.context.y, predicted], 1))
    order = whole.x[..., 0].mul(1e3).add(whole.x[..., 1]).argsort(1)  # row by row, as the pixels are numbered
    rows = whole.y[..., 0].gather(1, order).unflatten(1, (field, field))
    side = torch.arange(SIDE)
    row, column = (task.parameters[name] + side for name in ("row", "column"))
    cut = rows[torch.arange(len(rows))[:, None, None], row.transpose(1, 2), column]
    return cut.clamp(0.0, 1.0)
