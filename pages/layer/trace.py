"""One target's token through all layers of the trained model, every vector as it was computed. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from pages.layer.controls import LayerControls
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GridPrediction, predictions
from tnpcore import AttentionRecord, LayerRecord, Points, record


@dataclass(frozen=True, eq=False)
class Trace:
    """The run of all layers for the targets in view and the query, which is number `row` of them.

    The predictions are those of the model as it runs, for the inputs as they are and shifted, and as it was trained.
    `layers` and `attention` are the records of every layer; their batch holds the inputs as they are first, the shifted
    ones last. `after` [L + 1, Nt]: the prediction read out of every stream, that of the tokens first.
    """

    here: GridPrediction
    shifted: GridPrediction
    trained: GridPrediction
    row: int
    layers: list[LayerRecord]
    attention: list[AttentionRecord]
    after: tuple[GridPrediction, ...]

    @property
    def targets(self) -> int:
        """Nt, the query included."""
        return len(self.here.x)

    def streams(self, shifted: bool = False) -> np.ndarray:
        """The targets' tokens before the first layer and after every one, [L + 1, Nt, D]."""
        tokens = [self.layers[0].tokens, *(layer.out for layer in self.layers)]
        return np.stack([self.of_targets(z, shifted) for z in tokens])

    def of_targets(self, tokens: torch.Tensor, shifted: bool = False) -> np.ndarray:
        """The rows of the targets [Nt, D] of a record's tokens [*B, N, D]."""
        return tokens.reshape(-1, *tokens.shape[-2:])[-1 if shifted else 0, -self.targets :].numpy()

    def of_query(self, tokens: torch.Tensor | None) -> np.ndarray:
        """The query's row [D]; zeros of what a layer does not have."""
        if tokens is None:
            return np.zeros(self.layers[0].tokens.shape[-1], np.float32)
        return self.of_targets(tokens)[self.row]

    def weights(self, layer: int) -> np.ndarray:
        """The targets' attention weights [H, Nt, 1 + Nc] in a layer, the null token first."""
        return self._rows(self.attention[layer].weights)

    def logits(self, layer: int) -> np.ndarray:
        """The targets' scores [H, Nt, 1 + Nc] in a layer."""
        return self._rows(self.attention[layer].logits)

    def outputs(self, layer: int) -> np.ndarray:
        """What leaves each head for the targets, [H, Nt, Dk]."""
        return self._rows(self.attention[layer].outputs)

    def queries(self, layer: int) -> np.ndarray:
        """The targets' queries [H, Nt, Dk]."""
        return self._rows(self.attention[layer].q)

    def keys_and_values(self, layer: int) -> tuple[np.ndarray, np.ndarray]:
        """Keys and values of the null token and the points, [H, 1 + Nc, Dk] each."""
        entry = self.attention[layer]
        k, v = (z.reshape(-1, *z.shape[-3:])[0].numpy() for z in (entry.k, entry.v))
        return k, v

    def _rows(self, tensor: torch.Tensor) -> np.ndarray:
        return tensor.reshape(-1, *tensor.shape[-3:])[0, :, -self.targets :].numpy()


def trace(points: Points, controls: LayerControls) -> Trace:
    """Run the model, with the query as one more target of the grid, for these inputs and for shifted ones."""
    targets, order = torch.cat([controls.grid, controls.grid.new_tensor([[controls.at]])]).sort(0)
    row = int(order[:, 0].argmax())
    with controls.intervention(), record() as attention, record(LayerRecord) as layers:
        here, shifted = predictions(controls.model, points, (0.0, controls.tau), targets)
    trained = predictions(controls.model, points, xt=targets)[0] if controls.intervenes else here
    return Trace(here, shifted, trained, row, layers, attention, _read_outs(here, layers))


@torch.no_grad()
def _read_outs(here: GridPrediction, layers: list[LayerRecord]) -> tuple[GridPrediction, ...]:
    """The head applied to every stream, the last of which is what the model predicts.

    Reference: Belrose et al. 2023, section 2, after nostalgebraist 2020.
    """
    head, nt, found = model(here.model).head, len(here.x), []
    for tokens in [layers[0].tokens, *(layer.out for layer in layers)]:
        distribution = head(tokens.reshape(-1, *tokens.shape[-2:])[0, -nt:])
        mean, sd = distribution.mean[:, 0].numpy(), distribution.stddev[:, 0].numpy()
        found.append(GridPrediction(here.model, here.x, mean, sd))
    return tuple(found)
