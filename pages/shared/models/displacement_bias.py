"""F of a TETNP: the part of its scores that depends on the difference of inputs. Pure."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor

from pages.shared.models.catalogue import model
from tnpcore import Points, predict
from tnpcore.models.displacement import REACH

# The forms of F that are functions of the difference alone, by model; that of the joint MLP depends on q·k, too.
FORMS = {
    "tetnp": "RBF with a centre",
    "tetnp-rbf": "RBF",
    "tetnp-raw": "MLP of x − x′",
    "tetnp-fourier": "MLP of Fourier features",
    "tetnp-binned": "table of bins",
}
JOINT = "tetnp-joint"
LEVELS = {"lower quartile": 0.25, "median": 0.5, "upper quartile": 0.75}


def bias_heights(name: str, difference: Tensor, layer: int) -> np.ndarray:
    """e^F of every head of a layer, divided by its maximum, [H, T]; difference is the query's input minus the key's."""
    with torch.no_grad():
        terms = model(name).bias(difference[None, :, None].float())[layer]
        scores = sum(term.pairs * term.heads for term in terms)[:, 0, 1:]  # column 0 is the null token's
        return (scores - scores.amax(-1, keepdim=True)).exp().numpy()


def joint_heights(points: Points, difference: Tensor, layer: int, head: int) -> np.ndarray:
    """e^F of a head of the joint MLP, divided by the maximum of all, [3, T]: the q·k of every head are those of LEVELS
    among all pairs of the points, as the running model has them."""
    entry = predict(model(JOINT), points, points.x, record=True).attention[layer]
    products = (entry.q @ entry.k[..., 1:, :].mT / math.sqrt(entry.q.shape[-1])).flatten(-2)
    levels = products.quantile(products.new_tensor([*LEVELS.values()]), -1)[:, None].expand(-1, len(difference), -1)
    limited = difference.to(levels.dtype).clamp(-REACH, REACH)[None, :, None].expand(len(levels), -1, -1)
    with torch.no_grad():
        scores = model(JOINT).bias.scores[layer](torch.cat([levels, limited], -1).float())[..., head]
    return (scores - scores.max()).exp().numpy()
