"""What a trained model answers on the grid that is in view, here and with the whole world moved sideways.

Tensors become arrays here, once. `answers` runs all shifts as one batch: one pass through the model, not several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.shared.lesson.controls import MAX_X, number
from pages.shared.lesson.typed_controls import Controls
from pages.shared.models.catalogue import USUAL, model, plain
from pages.shared.scene.marks import X_VIEW, Curve, shown
from tnpcore import Points, predict
from tnpcore.data.limit import Predictor, predictor
from tnpcore.data.priors import prior
from tnpcore.models.convcnp import EPSILON
from tnpcore.setconv import midrange, rbf_weights

TARGETS = 201
GRID = torch.linspace(*X_VIEW, TARGETS, dtype=torch.float64)[:, None]
COARSE = 2 / 3  # of the limit's usual nodes along each axis: close enough for the eye, soon enough when the hand rests
THIN = 4  # small pictures take every fourth target, the last included: half of what four models cost in the hand


def view(controls: Controls | Mapping) -> tuple[float, float]:
    """The visible interval of x: the control `view` = [low, high], |x| <= 1e7, between 0.5 and 24 wide."""
    return controls.view if isinstance(controls, Controls) else Controls.parse(controls).view


def in_view(controls: Mapping, name: str) -> float:
    """Where the handle of that control stands: in the middle of the view while its own place is out of it."""
    return Controls.parse(controls).in_view(number(controls, name, 0.0, -MAX_X, MAX_X))


def grid(controls: Controls | Mapping) -> Float[Tensor, "Nt 1"]:
    """The targets that draw a curve: 201 over the view in float64."""
    low, high = view(controls)
    return GRID if (low, high) == X_VIEW else torch.linspace(low, high, TARGETS, dtype=torch.float64)[:, None]


@dataclass(frozen=True, eq=False)
class Answer:
    """A predictive distribution [Nt] at `x` [Nt]; for a moved world mean and sd are slid back to where x is.

    `attention` holds, where it was asked for, the weights of each layer [H, Nt, 1 + Nc]: from the targets to the null
    token ("prior", column 0) and to the context points.
    """

    model: str
    x: np.ndarray
    mean: np.ndarray
    sd: np.ndarray
    attention: tuple[np.ndarray, ...] = ()

    def curve(self, role: str = "model", label: str = "") -> Curve:
        """The answer as a mark."""
        return Curve(self.x, self.mean, self.sd, plain(self.model), role, label)

    def every(self, step: int) -> Answer:
        """The same answer at every `step`-th target, for a small picture."""
        return Answer(self.model, self.x[::step], self.mean[::step], self.sd[::step], self.attention)

    def nearest(self, x: float) -> int:
        """Number of the target nearest to x."""
        return int(np.abs(self.x - x).argmin())

    def at(self, x: float) -> tuple[float, float]:
        """Mean and standard deviation at the target nearest to x."""
        i = self.nearest(x)
        return float(self.mean[i]), float(self.sd[i])


def move(
    context: Points, shifts: Sequence[float], xt: Tensor = GRID, centre: bool = False
) -> tuple[Points, Float[Tensor, "S Nt 1"]]:
    """The world moved sideways by each shift, as one batch: context and targets together, in the dtype of their x.

    With `centre` the middle of the moved context is subtracted from all x; without context there is none, and nothing
    is subtracted.
    """
    tau = torch.tensor(shifts, dtype=xt.dtype)[:, None, None]
    x, targets = context.x + tau, xt + tau
    if centre:
        middle = midrange(x)
        x, targets = x - middle, targets - middle
    return Points(x, context.y.expand(len(shifts), *context.y.shape)), targets


def answers(
    name: str,
    context: Points,
    shifts: Sequence[float] = (0.0,),
    xt: Tensor = GRID,
    record: bool = False,
    centre: bool = False,
) -> list[Answer]:
    """The named model's answer for every shift: context and targets moved by it together, the answer slid back.

    With `record` the attention weights come along (empty for models without attention). x stays in its own dtype
    up to the model: in float64 a large shift loses nothing on the way. Equal shifts are worked out once: a hand that
    drags a point in a world that stands still waits half as long.
    """
    places = list(dict.fromkeys(shifts))
    prediction = predict(model(name), *move(context, places, xt, centre), record=record)
    x, (mean, sd) = xt[:, 0].numpy(), prediction.numpy()
    layers = [entry.weights[..., -len(x) :, :].numpy() for entry in prediction.attention] if record else []
    at = [places.index(tau) for tau in shifts]
    return [Answer(name, x, mean[i, :, 0], sd[i, :, 0], tuple(w[i] for w in layers)) for i in at]


@dataclass(frozen=True, eq=False)
class Heard:
    """Who each target listened to: `values` [Nt, C], a column per context point in the order of x, after one for the
    null token in models with attention. `labels` name the columns, `keys` number their points as drawn (-1: none)."""

    values: np.ndarray
    labels: tuple[str, ...]
    keys: tuple[int, ...]


def heard(answer: Answer, context: Points, tau: float = 0.0) -> Heard:
    """The weights that made an answer in the world moved by tau: those of the last attention layer, averaged over
    heads; each point's share in a ConvCNP's signal; in a CNP's average all the same."""
    order = np.argsort(context.x[:, 0].numpy(), kind="stable")
    labels, keys = tuple(map(shown, context.x[order, 0].tolist())), tuple(order.tolist())
    if answer.attention:
        weights = answer.attention[-1].mean(0)
        prior, points = weights[:, :1], weights[:, 1:][:, order]
        return Heard(np.concatenate([prior, points], 1), ("prior", *labels), (-1, *keys))
    if plain(answer.model) == "cnp":
        return Heard(np.full((len(answer.x), len(order)), 1 / max(1, len(order))), labels, keys)
    lengthscale = model(answer.model).to_grid.lengthscale.double()
    bumps = rbf_weights(context.x + tau, torch.from_numpy(answer.x)[:, None] + tau, lengthscale)
    shares = bumps / (bumps.sum(-1, keepdim=True) + EPSILON)
    return Heard(shares.double().numpy()[:, order], labels, keys)


def residual(answer: Answer, other: Answer) -> float:
    """Root mean square over x of the difference of the two means."""
    return float(np.sqrt(np.mean((answer.mean - other.mean) ** 2)))


def limit(context: Points, xt: Tensor = GRID, prior: str = USUAL) -> Answer:
    """The Bayes predictor of a prior, the one that the models were trained on: its best Gaussian."""
    predictive = bayes(prior).predict(context, xt).gaussian
    return Answer("bayes", xt[:, 0].numpy(), predictive.mean[..., 0].numpy(), predictive.stddev[..., 0].numpy())


def distance(answer: Answer, limit: Answer) -> float:
    """Root mean square over x of the difference of the means, in units of the limit's standard deviation."""
    return float(np.sqrt(np.mean(((answer.mean - limit.mean) / limit.sd) ** 2)))


@cache
def bayes(name: str) -> Predictor:
    """The Bayes predictor of the named prior, with two thirds of its usual nodes along each axis."""
    return predictor(prior(name), COARSE)
