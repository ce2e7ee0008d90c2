"""The cross-attention on show: of one layer of a decoder, of one head or the mean over heads. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

LAYERS = ("1", "2")  # the options of a control; counted from 1, as on a page
HEADS = ("mean", "1", "2", "3", "4")


def heads_of(head: str) -> tuple[int, ...]:
    """The heads that an option of `HEADS` stands for, from 0; several are shown by their mean."""
    return tuple(range(len(HEADS) - 1)) if head == "mean" else (HEADS.index(head) - 1,)


@dataclass(frozen=True, eq=False)
class CrossAttention:
    """The weights of a decoder run, and which of them are on show.

    Args:
        weights: of all attention by layer, as records call them, [H, Nq, Nk].
        number: of the chosen layer, an option of `LAYERS`; a recurrent model has one.
        head: the chosen option of `HEADS`; a recurrent model has one head.
    """

    weights: Mapping[str, np.ndarray]
    number: str
    head: str

    @property
    def layer(self) -> str:
        """The layer of cross-attention on show, as records call it."""
        last = "cross 1" if "cross 1" in self.weights else "cross 0"
        return "cross 0" if self.number == LAYERS[0] else last

    @property
    def there(self) -> bool:
        """Whether the decoder looks back."""
        return self.layer in self.weights

    def of_layer(self, name: str) -> np.ndarray:
        """The weights of any layer, of the chosen head or the mean over heads [Nq, Nk]."""
        weights = self.weights[name]
        heads = [h for h in heads_of(self.head) if h < len(weights)] or [0]
        return weights[heads].mean(0)

    @property
    def alignment(self) -> np.ndarray:
        """The weights of the layer on show: rows are positions of the output, columns the symbols of the source."""
        return self.of_layer(self.layer)

    @property
    def by_head(self) -> np.ndarray:
        """The weights of the layer on show, of every head [H, Nq, Nk]."""
        return self.weights[self.layer]

    @property
    def title(self) -> str:
        """Layer and head in words."""
        if len(self.by_head) == 1:
            return "one head"
        chosen = "mean of heads" if self.head == "mean" else f"head {self.head}"
        return f"layer {1 + int(self.layer[-1])}, {chosen}"
