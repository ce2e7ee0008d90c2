"""The named attention masks of the lesson, and which tokens a query's output depends on under a mask. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Bool
from torch import Tensor

from tnpcore import masks

TARGETS = 3
MODEL, CAUSAL = "tnpd", "tnp-causal"

PRESETS = {
    "tnpd": masks.context_only,
    "causal": masks.causal_targets,
    "full": lambda nc, nt: masks.full(nc + nt),
    "cross": masks.cross_only,
    "lm": lambda nc, nt: masks.causal(nc + nt),
    "blank": lambda nc, nt: masks.empty(nc + nt),
}
PRESET_NAMES = {
    "tnpd": "TNP-D (context only)",
    "causal": "Causal targets",
    "full": "Full",
    "cross": "Cross-attention only",
    "lm": "Causal language model",
    "blank": "Blank",
}


@dataclass(frozen=True, eq=False)
class MaskedModel:
    """A trained model by name, and the mask [Nc + 3, Nc + 3] under which it is run."""

    mask: Bool[Tensor, "N N"]
    name: str = MODEL


def trained_under(preset: str) -> str:
    """The model that is run under a named mask: the one trained under it where there is one, and TNP-D otherwise."""
    return CAUSAL if preset == "causal" else MODEL


def reachable(mask: Bool[Tensor, "N N"], query: int) -> Bool[Tensor, " N"]:
    """The tokens on which the query's output can depend over any number of layers: those it may attend to, those that
    these may attend to, and so on. The query itself is left out."""
    known = mask[query]
    while not torch.equal(known, more := known | mask[known].any(0)):
        known = more
    others = known.clone()
    others[query] = False
    return others


def targets_interact(mask: Bool[Tensor, "N N"]) -> bool:
    """Whether some target's prediction can depend on another target, over any number of layers."""
    nc = len(mask) - TARGETS
    return any(bool(reachable(mask, nc + t)[nc:].any()) for t in range(TARGETS))
