"""The square of the mask with the attention weights in it, which a person edits, and the targets' rows alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float

from pages.masks.controls import MaskControls, cells_control
from pages.masks.mask_presets import (
    BUILT_IN,
    CAUSAL,
    JOINT,
    PADDED,
    TARGETS,
    MaskedModel,
    shortest_path,
    targets_interact,
    token_names,
)
from pages.masks.masked_prediction import MaskedPrediction
from pages.shared.models.catalogue import NAMES
from pages.shared.scene.marks import HeatMap, Panel

WEIGHTS = "Weights of the last layer, mean over its heads."
NULL = "null"
BOTTLENECK = "lbanp"


@dataclass(frozen=True, eq=False)
class Square:
    """Rows and columns by name, the weights [R, C] and which of them are allowed [R, C]; column 0 is the null token's.
    `keys` [C] number the drawn points behind the columns (-1: none)."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    weights: Float[np.ndarray, "R C"]
    allowed: Bool[np.ndarray, "R C"]
    keys: tuple[int, ...]

    def heat_map(self, model: str, row_title: str = "query", first: int = 0, edit: str = "") -> HeatMap:
        """The rows from number `first` on as a mark; with `edit` its cells can be switched, except for the null
        token's."""
        return HeatMap(
            self.weights[first:],
            row_title,
            "key",
            self.rows[first:],
            self.columns,
            mask=self.allowed[first:],
            edit=edit,
            fixed=1 if edit else 0,
            first_row=first if edit else 0,
            show_numbers=True,
            keys=self.keys,
            model=model,
        )


def square(run: MaskedModel, prediction: MaskedPrediction, nc: int) -> Square:
    """The square of a model that was run on nc points."""
    if run.name == BOTTLENECK:
        return _bottleneck(prediction, nc)
    names = token_names(nc, run.tokens)
    weights = prediction.weights()
    if run.tokens == BUILT_IN:
        # Two kinds of layers: the context's own, and those in which the targets attend to it.
        weights = np.concatenate([prediction.weights(len(prediction.layers) // 2 - 1), weights])
        weights = np.pad(weights, ((0, 0), (0, TARGETS)))
    allowed = torch.nn.functional.pad(run.mask, (1, 0), value=True).numpy()
    keys = (-1, *range(nc), *(-1 for _ in names[nc:]))
    return Square(names, (NULL, *names), weights, allowed, keys)


def _bottleneck(prediction: MaskedPrediction, nc: int) -> Square:
    """The latent tokens attend to the context, the targets to the latent tokens; columns context, then latent."""
    to_context, to_latents = prediction.weights(-3), prediction.weights(-1)
    count = len(to_context)
    latents = tuple(f"l{i + 1}" for i in range(count))
    weights = np.zeros((count + TARGETS, 1 + nc + count))
    weights[:count, : 1 + nc] = to_context
    weights[count:, 0], weights[count:, 1 + nc :] = to_latents[:, 0], to_latents[:, 1:]
    allowed = np.zeros(weights.shape, bool)
    allowed[:, 0] = allowed[:count, : 1 + nc] = allowed[count:, 1 + nc :] = True
    columns = (NULL, *token_names(nc, BUILT_IN)[:nc], *latents)
    rows = (*latents, *token_names(0, BUILT_IN))
    return Square(rows, columns, weights, allowed, (-1, *range(nc), *(-1 for _ in latents)))


def square_panels(run: MaskedModel, prediction: MaskedPrediction, controls: MaskControls, nc: int) -> tuple[Panel, ...]:
    """The editable mask with the weights inside allowed cells, and the targets' rows of the same weights."""
    shown = square(run, prediction, nc)
    edit = "" if run.tokens == BUILT_IN else cells_control(nc)
    whole = shown.heat_map(run.name, edit=edit)
    rows = shown.heat_map(run.name, "target (query)", len(shown.rows) - TARGETS, edit)
    note = f'{WEIGHTS} The column "null" is the learned null token. Each row sums to 1; a masked weight is 0.'
    title = "Attention mask and weights by query and key"
    return (
        Panel("mask", title, (whole,), model=run.name, note=_note(run, controls.rule)),
        Panel("weights", "Attention weights by target and key", (rows,), model=run.name, note=note),
    )


def _note(run: MaskedModel, rule: str) -> str:
    mask, nc = run.mask, run.a
    if run.name == BOTTLENECK:
        return (
            f"{WEIGHTS} The latent tokens l1 ... attend to the context, and among themselves (not shown); targets "
            "attend to the latent tokens alone. This mask is built into the layers."
        )
    if run.tokens == BUILT_IN:
        return f"{WEIGHTS} Targets have layers of their own, so this mask is built in."
    how = f"{WEIGHTS} Press or paint cells to switch them; the null token is never masked."
    if run.tokens == JOINT:
        tokens = "yA, yB, yC: targets with their y. tA, tB, tC: without; predictions are read there."
        leaks = [name for t, name in enumerate("ABC") if shortest_path(mask, nc + t, nc + t - TARGETS)]
        leak = f" A leak: {', '.join(leaks)} can reach its own y." if leaks else ""
        return f"{how} {tokens}{leak}"
    if run.tokens == PADDED:
        return f"{how} p1 and p2 are padding, zeros that fill up a batch; no row may attend to them."
    if targets_interact(mask):
        depend = "Targets carry y = 0: predictions depend on where the other targets are."
        trained = f" {NAMES[CAUSAL]} was trained under this mask." if run.name == CAUSAL else ""
        return f"{how}{trained} {depend} That is not autoregression." if rule == "causal" else f"{how} {depend}"
    if mask[nc:, nc:].any():
        return f"{how} A target that attends to itself attends to y = 0."
    return how
