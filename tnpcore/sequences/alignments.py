"""Attention weights of a whole output, from records of one pass or of many steps."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

from tnpcore.trace import AttentionRecord


def joined(records: Iterable[AttentionRecord]) -> dict[str, Float[Tensor, "B H Nq Nk"]]:
    """The weights by the name of their layer; those of several steps one below the other, 0 at keys yet to come.

    Args:
        records: from `tnpcore.record()`, of one decoder pass or of its steps in order; of one batch.
    """
    parts: dict[str, list[Tensor]] = {}
    for entry in records:
        parts.setdefault(entry.name, []).append(entry.weights)
    return {name: _stacked(steps) for name, steps in parts.items()}


def _stacked(steps: list[Tensor]) -> Tensor:
    keys = max(step.shape[-1] for step in steps)
    return torch.cat([F.pad(step, (0, keys - step.shape[-1])) for step in steps], -2)
