"""One row of one attention layer: what the query listens to, and what happens without each of its points. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from pages.shared.lesson.controls import choice, flag, number
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GridPrediction, grid, in_view, predictions
from tnpcore import Points, intervene, predict, record

MODELS = ("tnpd", "tetnp", "anp")
# Its targets ask once, after the layers in which the points listen to each other.
ASKING_ONCE = {"anp": 4}
LAYERS = ("1", "2", "3", "4")
HEADS = ("1", "2", "3", "4", "mean")
TEMPERATURE = (0.1, 5.0)
SHIFT = (-3.0, 3.0)
# Leaving out each of n points costs n passes over n^2 pairs of tokens: 48 points take no longer than this.
MOST_PAIRS = 48**3


@dataclass(frozen=True, eq=False)
class Choice:
    """What the person has chosen; layer and heads count from 0, and several heads are shown by their mean. `grid`
    [Nt, 1] are the targets in view. Where targets ask once, the layer is that one."""

    model: str
    layer: int
    heads: tuple[int, ...]
    query: float
    tau: float
    mute: bool
    temperature: float
    scale: bool
    grid: Tensor

    @property
    def intervenes(self) -> bool:
        """Whether the model runs otherwise than it was trained."""
        return self.mute or self.temperature != 1.0 or not self.scale

    def intervention(self):
        """The context manager under which the model is to run."""
        muted = tuple((self.layer, head) for head in self.heads) if self.mute else ()
        return intervene(mute=muted, temperature=self.temperature, scale=self.scale)

    @property
    def layers(self) -> tuple[int, ...]:
        """All layers in which the model's targets ask, counted from 0."""
        return (ASKING_ONCE[self.model],) if self.model in ASKING_ONCE else tuple(range(len(LAYERS)))

    @property
    def level(self) -> str:
        """The layer in words."""
        return f"layer {self.layer + 1}" if len(self.layers) > 1 else "the targets' layer"

    @property
    def place(self) -> str:
        """Layer and head in words."""
        if len(self.heads) > 1:
            return f"{self.level}, mean of {len(self.heads)} heads"
        return f"{self.level}, head {self.heads[0] + 1}"


@dataclass(frozen=True, eq=False)
class Heard:
    """What one layer did. Rows are the targets `here.x`, of which number `row` is the query itself.

    Column 0 belongs to the null token ("prior"), the others to the context points in the order drawn. weights
    [H, Nt, 1+Nc]; of the query alone q [H, Dk], k [H, 1+Nc, Dk], logits [H, 1+Nc], and its weights in the moved world
    moved_row [H, 1+Nc]. `untouched` is the same model without the intervention.
    """

    here: GridPrediction
    moved: GridPrediction
    untouched: GridPrediction
    row: int
    weights: np.ndarray
    q: np.ndarray
    k: np.ndarray
    logits: np.ndarray
    moved_row: np.ndarray


def chosen(controls: Mapping) -> Choice:
    """The controls, checked; ControlError names one that does not fit."""
    name, layer = choice(controls, "model", MODELS), choice(controls, "layer", LAYERS)
    head = choice(controls, "head", HEADS)
    heads = tuple(range(len(HEADS) - 1)) if head == "mean" else (HEADS.index(head),)
    return Choice(
        name,
        ASKING_ONCE.get(name, LAYERS.index(layer)),
        heads,
        in_view(controls, "query"),
        number(controls, "tau", 0.0, *SHIFT),
        flag(controls, "mute"),
        number(controls, "temperature", 1.0, *TEMPERATURE),
        flag(controls, "scale", True),
        grid(controls),
    )


def listen(points: Points, choice: Choice) -> Heard:
    """Run the model with the query as one more target of the grid, here and in the moved world, and look inside."""
    targets, order = torch.cat([choice.grid, choice.grid.new_tensor([[choice.query]])]).sort(0)
    row = int(order[:, 0].argmax())
    with choice.intervention(), record() as layers:
        here, moved = predictions(choice.model, points, (0.0, choice.tau), targets)
    entry, nt = layers[choice.layer], len(targets)  # of one world, or of two: the moved one is the last
    untouched = predictions(choice.model, points, xt=targets)[0] if choice.intervenes else here
    weights, logits = entry.weights[..., -nt:, :].numpy(), entry.logits[..., -nt:, :].numpy()
    q, k = entry.q[0, :, -nt:].numpy(), entry.k[0].numpy()
    return Heard(here, moved, untouched, row, weights[0], q[:, row], k, logits[0, :, row], weights[-1, :, row])


def without_each(points: Points, choice: Choice, row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How the mean at the query changes when a point is left out: the points' numbers [K] and the changes [K].

    All points while there are at most 48; of more only those with the largest weights in `row` [1+Nc], so that the
    work stays bounded.
    """
    n = len(points)
    which = np.argsort(-row[1:], kind="stable")[: MOST_PAIRS // max(1, n * n)]
    which.sort()
    everyone = torch.arange(n).expand(len(which), n)
    kept = everyone[everyone != torch.from_numpy(which)[:, None]].reshape(len(which), max(0, n - 1))
    query = choice.grid.new_tensor([[choice.query]])
    with choice.intervention():
        full = predict(model(choice.model), points, query).mean
        less = predict(model(choice.model), Points(points.x[kept], points.y[kept]), query.expand(len(which), 1, 1)).mean
    return which, (less - full).double()[:, 0, 0].numpy()
