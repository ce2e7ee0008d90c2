"""F of a TETNP: the part of its scores that depends on the difference of inputs alone. Pure."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from pages.shared.models.catalogue import model

# The forms of F that are functions of the difference alone, by model; that of the joint MLP depends on q·k, too.
FORMS = {
    "tetnp": "RBF with a centre",
    "tetnp-rbf": "RBF",
    "tetnp-raw": "MLP of x − x′",
    "tetnp-fourier": "MLP of Fourier features",
    "tetnp-binned": "table of bins",
}


def bias_heights(name: str, difference: Tensor, layer: int) -> np.ndarray:
    """e^F of every head of a layer, divided by its maximum, [H, T]; difference is the query's input minus the key's."""
    with torch.no_grad():
        terms = model(name).bias(difference[None, :, None].float())[layer]
        scores = sum(term.pairs * term.heads for term in terms)[:, 0, 1:]  # column 0 is the null token's
        return (scores - scores.amax(-1, keepdim=True)).exp().numpy()
