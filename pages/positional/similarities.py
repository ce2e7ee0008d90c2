"""How similar the codes of two places are under each input encoding: the Gram matrix of the code. Pure but for the
trained models that some codes come from."""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float

from pages.positional.encodings import (
    BINNED,
    CENTRED,
    DISPLACEMENT,
    ENCODINGS,
    INDEX,
    NONE,
    RAW,
    ROTARY,
    SINUSOIDAL,
)
from pages.positional.sinusoidal_encoding import FARTHEST, SinusoidalEncoding
from pages.shared.models.catalogue import model
from pages.shared.models.once import once
from tnpcore import Points
from tnpcore.models.rotary import BASE, FASTEST
from tnpcore.positional import frequencies
from tnpcore.setconv import midrange

Matrix = Float[np.ndarray, "N M"]

NOTES = {
    NONE: "No code: all places are the same to this model.",
    RAW: "x·x′ / 9, the product of the two numbers in the tokens.",
    CENTRED: "(x − m)(x′ − m) / 9, with m the middle of the points: it shifts with them.",
    INDEX: "Cosine of the learned vectors of index 1, 2, …",
    SINUSOIDAL: "The dot product of the two codes, divided by the number of dials.",
    ROTARY: "Mean cosine of the angle between the two rotations of a head.",
    BINNED: "exp F(x − x′), mean over the heads of layer 1, each divided by its maximum.",
    DISPLACEMENT: "exp F(x − x′), mean over the heads of layer 1, each divided by its maximum.",
}


def similarity(
    way: str, x: Float[np.ndarray, " N"], other: Float[np.ndarray, " M"], points: Points, sinusoids: SinusoidalEncoding
) -> Matrix:
    """The similarity of the codes of all pairs of places; `NOTES` says which number it is. Not for INDEX."""
    middle = float(midrange(points.x)) if way == CENTRED else 0.0
    if way == NONE:
        return np.ones((len(x), len(other)))
    if way in (RAW, CENTRED):
        return np.outer(x - middle, other - middle) / FARTHEST**2
    if way == SINUSOIDAL:
        return sinusoids.similarity(x, other)
    return _of_difference(way, x[:, None] - other[None])


def _of_difference(way: str, difference: Matrix) -> Matrix:
    """Similarity where the code is one of differences: equal for equal x − x′."""
    if way == ROTARY:
        width = model(ENCODINGS[way].model).blocks[0].attention
        rates = FASTEST * frequencies(width.to_q.out_features // width.num_heads, BASE).numpy()
        return np.cos(rates * difference[..., None]).mean(-1)
    # Differences are rounded as in the table: on the edge of a bin rounding errors would decide.
    return np.interp(difference.round(6), *_kernel(way))


@once
def _kernel(way: str) -> tuple[Float[np.ndarray, " K"], Float[np.ndarray, " K"]]:
    """exp F by difference, from a model whose logits have a term F(x − x′)."""
    difference = np.round(np.linspace(-2 * FARTHEST, 2 * FARTHEST, 1201), 6)
    with torch.inference_mode():
        process = model(ENCODINGS[way].model)
        first, *_ = process.biases(torch.from_numpy(difference)[:, None], torch.zeros(1, 1, dtype=torch.float64))
        scores = sum(term.pairs * term.heads for term in first)[..., 1]  # column 0 is the null token's
    heads = (scores - scores.amax(-1, keepdim=True)).exp()
    return difference, heads.mean(0).double().numpy()


def index_similarity(count: int) -> Matrix:
    """Cosine of the learned vectors of every two of the first `count` numbers in the list."""
    with torch.inference_mode():
        vectors = model(ENCODINGS[INDEX].model).index_embedding(torch.zeros(count, 1)).double().numpy()
    lengths = np.linalg.norm(vectors, axis=1)
    return vectors @ vectors.T / np.outer(lengths, lengths) if count else np.zeros((0, 0))
