"""Encoder-only, decoder-only and prefix models as masks of one square, under which the trained layers are run; and the
three rectangles of an encoder-decoder, which is no mask of that square."""

from __future__ import annotations

import numpy as np
import torch

from pages.layer.controls import ENCODER_DECODER, SQUARES, LayerControls
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import HeatMap, Panel
from pages.shared.scene.quantities import Prose, at_x
from tnpcore import Points, intervene, masks, predict

TARGETS = 3  # the query, and one on either side
APART = 1.0
MOST_POINTS = 20  # of a square that can still be read
MASKS = {
    "encoder": lambda nc, nt: masks.full(nc + nt),
    "decoder": lambda nc, nt: masks.causal(nc + nt),
    "prefix": masks.causal_targets,
}
NOTES = {
    "encoder": "Encoder-only: every token attends to every token.",
    "decoder": "Decoder-only: every token attends to itself and to the tokens before it.",
    "prefix": "Prefix: the context attends to itself in both directions; then every token to those up to itself.",
}
RECTANGLES = (
    "Top left: the encoder, every point attends to every point. Bottom left: cross-attention, the targets attend to "
    "the points. Bottom right: the decoder, a target attends to the targets up to itself. Each rectangle has a softmax "
    "of its own, so a target's row sums to 1 twice. Here all three are run with TNP-D's layer; in an encoder-decoder "
    "each has weights of its own, and cross-attention reads the encoder's last layer."
)
UNTRAINED = " This TNP-D was trained under another mask, in which no token attends to a target."


def square(points: Points, controls: LayerControls) -> Panel:
    """The weights of the layer on show under the chosen mask, mean over heads; what may not be attended to is hatched.

    Tokens: the points in the order of x, then three targets."""
    order = np.argsort(points.x[:, 0].numpy(), kind="stable")[:MOST_POINTS]
    context = Points(points.x[order], points.y[order])
    xt = torch.tensor([[controls.at + APART * step] for step in (-1, 0, 1)], dtype=torch.float64)
    names = (*(at_x(x) for x in context.x[:, 0].tolist()), *(f"t{i + 1}" for i in range(TARGETS)))
    if controls.square == ENCODER_DECODER:
        return _rectangles(context, xt, names, order, controls)
    mask = MASKS[controls.square](len(context), TARGETS)
    weights = _weights(context, xt, mask, controls)
    keys = (-1, *order.tolist(), *[-1] * TARGETS)
    heat = HeatMap(
        weights, "query", "key", names, ("null", *names), mask=_with_null(mask), keys=keys, model=controls.model
    )
    title = f"One square of tokens, layer {controls.layer}: {SQUARES[controls.square]}"
    return Panel("square", title, (heat,), model=controls.model, note=NOTES[controls.square] + UNTRAINED)


def _rectangles(
    context: Points, xt: torch.Tensor, names: tuple[Prose, ...], order: np.ndarray, controls: LayerControls
) -> Panel:
    """The three rectangles of an encoder-decoder, each with a softmax and a null column of its own: the context attends
    to itself, the targets to the context, and the targets to the targets up to themselves."""
    nc = len(context)
    apart = masks.context_only(nc, TARGETS)
    apart[nc:, :nc] = False
    apart[nc:, nc:] = masks.causal(TARGETS)
    crossed, own = (_weights(context, xt, mask, controls) for mask in (masks.context_only(nc, TARGETS), apart))
    left, right = crossed[:, : 1 + nc], np.concatenate([own[:, :1], own[:, 1 + nc :]], 1)
    right[:nc] = 0.0
    allowed = np.ones((nc + TARGETS, 2 + nc + TARGETS), bool)
    allowed[:nc, 1 + nc :] = False
    allowed[nc:, 2 + nc :] = masks.causal(TARGETS).numpy()
    columns = ("null", *names[:nc], "null", *names[nc:])
    keys = (-1, *order.tolist(), *[-1] * (1 + TARGETS))
    weights = np.concatenate([left, right], 1)
    heat = HeatMap(weights, "query", "key", names, columns, mask=allowed, keys=keys, model=controls.model)
    title = f"Three rectangles, layer {controls.layer}: {SQUARES[ENCODER_DECODER]}"
    return Panel("square", title, (heat,), model=controls.model, note=RECTANGLES)


def _weights(context: Points, xt: torch.Tensor, mask: torch.Tensor, controls: LayerControls) -> np.ndarray:
    """The weights [N, 1 + N] of the layer on show under a mask, mean over heads, the null token's first."""
    with intervene(mask=mask):
        record = predict(model(controls.model), context, xt, record=True).attention[controls.layer_index]
    return record.weights.mean(-3).reshape(len(mask), len(mask) + 1).numpy()


def _with_null(mask: torch.Tensor) -> np.ndarray:
    """The mask with the column of the null token, which is never masked."""
    return np.concatenate([np.ones((len(mask), 1), bool), mask.numpy()], 1)
