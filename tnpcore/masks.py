"""Who may look at whom. True = may attend; rows are queries, columns are keys, in the order context, targets,
auxiliary tokens. The learned null token of the attention models is not part of a mask: it is never masked."""

import torch
from jaxtyping import Bool
from torch import Tensor


def context_only(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """TNP-D (Nguyen and Grover 2022, in its diagonal form): everybody sees the context, nobody sees a target."""
    mask = torch.zeros(nc + nt, nc + nt, dtype=torch.bool)
    mask[:, :nc] = True
    return mask


def causal_targets(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """Targets see the context and the targets up to and including themselves; the context sees the context."""
    mask = context_only(nc, nt)
    mask[nc:, nc:] = causal(nt)
    return mask


def causal(n: int) -> Bool[Tensor, "n n"]:
    """Position t sees the positions up to and including t (Vaswani et al. 2017, decoder)."""
    return torch.ones(n, n, dtype=torch.bool).tril()


def full(n: int) -> Bool[Tensor, "n n"]:
    """Everybody sees everybody."""
    return torch.ones(n, n, dtype=torch.bool)


def nobody(n: int) -> Bool[Tensor, "n n"]:
    """Nobody sees anybody; in the models that have one, the null token is left."""
    return torch.zeros(n, n, dtype=torch.bool)


def cross_only(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """Targets see the context, and nobody sees anybody else: cross-attention alone."""
    mask = nobody(nc + nt)
    mask[nc:, :nc] = True
    return mask


def autoregressive(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """TNP-A (Nguyen and Grover 2022): context, targets with their y, auxiliary tokens without; [nc+2nt, nc+2nt].

    Targets see the context and the targets up to themselves; the auxiliary token of target t, from which its
    prediction is read, sees the context and the targets before t.
    """
    mask = torch.zeros(nc + 2 * nt, nc + 2 * nt, dtype=torch.bool)
    mask[: nc + nt, : nc + nt] = causal_targets(nc, nt)
    mask[nc + nt :, :nc] = True
    mask[nc + nt :, nc : nc + nt] = causal(nt).tril(-1)
    return mask


def leaky(nc: int, nt: int) -> Bool[Tensor, "N N"]:
    """`autoregressive`, off by one: the auxiliary token of target t sees target t itself, with the y it is to tell."""
    mask = autoregressive(nc, nt)
    mask[nc + nt :, nc : nc + nt] = causal(nt)
    return mask
