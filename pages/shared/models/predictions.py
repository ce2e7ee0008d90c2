"""Predictions of a trained model on the grid that is in view, at the drawn inputs and with all inputs shifted.

Tensors become arrays here, once. `predictions` runs all shifts as one batch: one pass through the model, not several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import USUAL, is_own, model, plain
from pages.shared.models.graphs import Forward, graph, joined
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import X_VIEW, Curve
from pages.shared.scene.quantities import Prose, at_x
from tnpcore import Points, predict
from tnpcore.data.limit import Predictor, predictor
from tnpcore.data.priors import prior
from tnpcore.models import NeuralProcess
from tnpcore.models.convcnp import EPSILON
from tnpcore.setconv import midrange, rbf_weights
from tnpcore.shift_error import shift_errors

TARGETS = 201
GRID = torch.linspace(*X_VIEW, TARGETS, dtype=torch.float64)[:, None]
COARSE = 2 / 3  # of the limit's usual nodes along each axis: close enough for the eye, soon enough when the hand rests
AVERAGING = ("cnp", "np")  # models that encode the context as one average
ROWS = 4  # of a batch in one pass: between passes work may stop, and a graph keeps no memory for more
THIN = 4  # small pictures take every fourth target, the last included: half of what four models cost in the hand


def grid(controls: PlotControls) -> Float[Tensor, "Nt 1"]:
    """The targets that draw a curve: 201 over the view in float64."""
    low, high = controls.view
    return GRID if (low, high) == X_VIEW else torch.linspace(low, high, TARGETS, dtype=torch.float64)[:, None]


@dataclass(frozen=True, eq=False)
class GridPrediction:
    """A predictive distribution [Nt] at `x` [Nt]. A shifted prediction is shown back at the original x.

    `attention` holds, where it was recorded, the weights of each layer [H, Nt, 1 + Nc]: from the targets to the null
    token (column 0) and to the context points.
    """

    model: str
    x: np.ndarray
    mean: np.ndarray
    sd: np.ndarray
    attention: tuple[np.ndarray, ...] = ()

    def curve(self, role: str = "model", label: Prose = "") -> Curve:
        """The prediction as a mark."""
        return Curve(self.x, self.mean, self.sd, plain(self.model), role, label)

    def every(self, step: int) -> GridPrediction:
        """The same prediction at every `step`-th target, for a small picture."""
        attention = tuple(weights[:, ::step] for weights in self.attention)
        return GridPrediction(self.model, self.x[::step], self.mean[::step], self.sd[::step], attention)

    def without(self, row: int) -> GridPrediction:
        """The same prediction without one target: the one that was added to those in view."""
        kept = np.arange(len(self.x)) != row
        return GridPrediction(self.model, self.x[kept], self.mean[kept], self.sd[kept])

    def nearest(self, x: float) -> int:
        """Number of the target nearest to x."""
        return int(np.abs(self.x - x).argmin())

    def at(self, x: float) -> tuple[float, float]:
        """Mean and standard deviation at the target nearest to x."""
        i = self.nearest(x)
        return float(self.mean[i]), float(self.sd[i])


def shift_inputs(
    context: Points, shifts: Sequence[float], xt: Tensor = GRID, centre: bool = False
) -> tuple[Points, Float[Tensor, "S Nt 1"]]:
    """Context and targets shifted together by each of `shifts`, as one batch, in the dtype of their x.

    With `centre` the middle of the shifted context is subtracted from all x; without context there is none, and nothing
    is subtracted.
    """
    tau = torch.tensor(shifts, dtype=xt.dtype)[:, None, None]
    x, targets = context.x + tau, xt + tau
    if centre:
        middle = midrange(x)
        x, targets = x - middle, targets - middle
    return Points(x, context.y.expand(len(shifts), *context.y.shape)), targets


def predictions(
    name: str,
    context: Points,
    shifts: Sequence[float] = (0.0,),
    xt: Tensor = GRID,
    record: bool = False,
    centre: bool = False,
    process: NeuralProcess | None = None,
) -> list[GridPrediction]:
    """The named model's prediction for every shift of all inputs, shown back at the original inputs.

    With `record` they hold the attention weights (empty for models without attention, and for one's own). x stays in
    its own dtype up to the model: in float64 a large shift loses nothing on the way. Equal shifts run once: a drag at
    shift 0 takes half as long. `process` runs instead of the model as it was loaded, for a lesson that changes a part
    of it.
    """
    distinct = list(dict.fromkeys(shifts))
    found = forward(process or model(name), *shift_inputs(context, distinct, xt, centre), record and not is_own(name))
    x, rows = xt[:, 0].numpy(), [distinct.index(tau) for tau in shifts]
    return [GridPrediction(name, x, found.mean[i], found.sd[i], tuple(w[i] for w in found.layers)) for i in rows]


def forward(process: NeuralProcess, context: Points, xt: Float[Tensor, "S Nt 1"], record: bool = False) -> Forward:
    """The prediction for a batch of contexts x, y [S, Nc, 1], a few of them in each pass."""
    if len(xt) <= ROWS:
        return _pass(process, context, xt, record)
    parts = zip(context.x.split(ROWS), context.y.split(ROWS), xt.split(ROWS))
    return joined([_pass(process, Points(x, y), targets, record) for x, y, targets in parts])


def _pass(process: NeuralProcess, context: Points, xt: Float[Tensor, "S Nt 1"], record: bool) -> Forward:
    """Through the model's graph where the server has prepared one."""
    go_on()
    if prepared := graph(process):
        return prepared.run(context, xt, record)
    prediction = predict(process, context, xt, record=record)
    mean, sd = prediction.numpy()
    layers = [entry.weights[..., -xt.shape[-2] :, :].numpy() for entry in prediction.attention] if record else []
    return Forward(mean[..., 0], sd[..., 0], tuple(layers))


@dataclass(frozen=True, eq=False)
class AttentionMap:
    """The weight of each context point at each target: `values` [Nt, C], a column per context point in the order of x,
    after one for the null token in models with attention. `labels` name the columns, `keys` number their points as
    drawn (-1: none)."""

    values: np.ndarray
    labels: tuple[Prose, ...]
    keys: tuple[int, ...]


def attention_map(prediction: GridPrediction, context: Points, tau: float = 0.0, layer: int = -1) -> AttentionMap:
    """The weights behind a prediction whose inputs were shifted by tau: those of an attention layer (the last one
    unless another is named), averaged over heads; each point's share in a ConvCNP's signal; in the average of a CNP or
    an NP all the same."""
    x = context.x[:, 0].numpy()
    order = np.argsort(x, kind="stable")
    labels, keys = tuple(map(at_x, x[order].tolist())), tuple(order.tolist())
    if prediction.attention:
        weights = prediction.attention[layer].mean(0)
        null, points = weights[:, :1], weights[:, 1:][:, order]
        return AttentionMap(np.concatenate([null, points], 1), ("null", *labels), (-1, *keys))
    if plain(prediction.model) in AVERAGING:
        return AttentionMap(np.full((len(prediction.x), len(order)), 1 / max(1, len(order))), labels, keys)
    lengthscale = model(prediction.model).to_grid.lengthscale.double()
    kernel = rbf_weights(context.x + tau, torch.from_numpy(prediction.x)[:, None] + tau, lengthscale)
    shares = kernel / (kernel.sum(-1, keepdim=True) + EPSILON)
    return AttentionMap(shares.double().numpy()[:, order], labels, keys)


def shift_error(here: GridPrediction, shifted: GridPrediction) -> ShiftError:
    """How far the shifted prediction lies from the original one, at the targets that both have."""
    mean, spread = shift_errors(here.mean, here.sd, shifted.mean, shifted.sd)
    return ShiftError(float(mean), float(spread))


def rms_difference(prediction: GridPrediction, other: GridPrediction) -> float:
    """Root mean square over x of the difference of the two means, in units of y."""
    return float(np.sqrt(np.mean((prediction.mean - other.mean) ** 2)))


def rms_in_sd(prediction: GridPrediction, reference: GridPrediction) -> float:
    """Root mean square over x of the difference of the means, in standard deviations of the reference."""
    return float(np.sqrt(np.mean(((prediction.mean - reference.mean) / reference.sd) ** 2)))


def bayes_prediction(context: Points, xt: Tensor = GRID, prior: str = USUAL) -> GridPrediction:
    """The best Gaussian of the Bayes predictor of a prior, the one that the models were trained on."""
    go_on()
    predictive = bayes_predictor(prior).predict(context, xt).gaussian
    return GridPrediction("bayes", xt[:, 0].numpy(), predictive.mean[..., 0].numpy(), predictive.stddev[..., 0].numpy())


@once
def bayes_predictor(name: str) -> Predictor:
    """The Bayes predictor of the named prior, with two thirds of its usual nodes along each axis."""
    return predictor(prior(name), COARSE)
