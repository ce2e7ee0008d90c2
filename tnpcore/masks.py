"""Attention masks. True = may attend; rows are queries, columns are keys, in the order context, targets, auxiliary
tokens. The learned null token of the attention models is not part of a mask: it is never masked.

Nc is the number of context points, Nt that of targets, throughout.
"""

import torch
from jaxtyping import Bool
from torch import Tensor


def context_only(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """TNP-D's mask [Nc + Nt, Nc + Nt]: every token attends to the context, no token to a target.

    Reference: Nguyen and Grover 2022, in its diagonal form.
    """
    mask = torch.zeros(nc + nt, nc + nt, dtype=torch.bool)
    mask[:, :nc] = True
    return mask


def causal_targets(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """Targets attend to the context and to the targets up to and including themselves; the context to the context."""
    mask = context_only(nc, nt)
    mask[nc:, nc:] = causal(nt)
    return mask


def causal(n: int) -> Bool[Tensor, "n n"]:
    """Position t attends to the positions up to and including t.

    Reference: Vaswani et al. 2017, section 3.2.3 (decoder).
    """
    return torch.ones(n, n, dtype=torch.bool).tril()


def full(n: int) -> Bool[Tensor, "n n"]:
    """Every token attends to every token."""
    return torch.ones(n, n, dtype=torch.bool)


def empty(n: int) -> Bool[Tensor, "n n"]:
    """No token attends to any; in the models that have one, the null token is left."""
    return torch.zeros(n, n, dtype=torch.bool)


def cross_only(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """Targets attend to the context, and no other pair is allowed: cross-attention alone."""
    mask = empty(nc + nt)
    mask[nc:, :nc] = True
    return mask


def autoregressive(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """TNP-A's mask [Nc + 2 Nt, Nc + 2 Nt] over context, targets with their y, auxiliary tokens without.

    Targets attend to the context and to the targets up to themselves; the auxiliary token of target t, from which its
    prediction is read, to the context and to the targets before t.

    Reference: Nguyen and Grover 2022 (TNP-A).
    """
    mask = torch.zeros(nc + 2 * nt, nc + 2 * nt, dtype=torch.bool)
    mask[: nc + nt, : nc + nt] = causal_targets(nc, nt)
    mask[nc + nt :, :nc] = True
    mask[nc + nt :, nc : nc + nt] = causal(nt).tril(-1)
    return mask


def leaky(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """`autoregressive`, off by one: the auxiliary token of target t attends to target t, whose y it should predict."""
    mask = autoregressive(nc, nt)
    mask[nc + nt :, nc : nc + nt] = causal(nt)
    return mask
