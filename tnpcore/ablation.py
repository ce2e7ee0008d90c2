"""Switch a part off in a trained Transformer, and what that costs: another question than training without the part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torch

from tnpcore.attention import MultiHeadAttention
from tnpcore.evaluation import EvaluationSet
from tnpcore.models import NeuralProcess
from tnpcore.pretrained import Card
from tnpcore.trace import PARTS, intervene

HEADS, POST_NORM = "heads", "postnorm"
# The whole model, and by part those trained without it, all by one recipe. Post-norm moves a part: there is nothing to
# switch off.
WHOLE = "tnpd-short"
RETRAINED = {
    "feedforward": "tnpd-nofeedforward",
    "residual": "tnpd-noresidual",
    "norm": "tnpd-nonorm",
    HEADS: "tnpd-onehead",
    POST_NORM: "tnpd-postnorm",
}


def switched_off(part: str, layers: Iterable[int | str], num_heads: int, kept: int = 0) -> dict[str, Any]:
    """The arguments of `intervene` that switch a part of some layers off.

    Args:
        part: one of `tnpcore.trace.PARTS`, or "heads": all heads but one are muted.
        layers: their numbers, or names.
        num_heads: H.
        kept: the head that stays.

    Raises:
        ValueError: for another part.

    >>> switched_off("feedforward", [2, 3], 4)
    {'off': ((2, 'feedforward'), (3, 'feedforward'))}
    >>> switched_off("heads", [0], 3, kept=1)
    {'mute': ((0, 0), (0, 2))}
    """
    if part == HEADS:
        return {"mute": tuple((layer, head) for layer in layers for head in range(num_heads) if head != kept)}
    if part not in PARTS:
        raise ValueError(f"the part must be one of {', '.join((*PARTS, HEADS))}, got {part!r}")
    return {"off": tuple((layer, part) for layer in layers)}


def excess_without(model: NeuralProcess, fixed: EvaluationSet) -> dict[str, dict[str, float]]:
    """By part, the excess of a trained model in all of whose layers that part is switched off.

    Args:
        model: trained, a Transformer whose attention layers all have as many heads.
        fixed: the tasks.

    Returns:
        "excess" and its standard error "excess_se" in nats per target, by part; of "heads", with the one "kept" that
        gives the least.
    """
    attention = [module for module in model.modules() if isinstance(module, MultiHeadAttention)]
    layers, num_heads = [module.layer for module in attention], attention[0].num_heads
    results = {part: _excess(model, fixed, switched_off(part, layers, num_heads)) for part in PARTS}
    each = [_excess(model, fixed, switched_off(HEADS, layers, num_heads, kept)) for kept in range(num_heads)]
    kept = min(range(num_heads), key=lambda head: each[head]["excess"])
    return {**results, HEADS: {**each[kept], "kept": kept}}


def excess_of_seeds(models: Sequence[tuple[int, NeuralProcess]], fixed: EvaluationSet) -> dict[str, dict[str, float]]:
    """The excess of equal models that were trained from several seeds, by seed, as a card holds it."""
    return {str(seed): _excess(model, fixed, {}) for seed, model in models}


def seeds(card: Card) -> tuple[float, ...]:
    """The excess from every seed that was measured, the shipped weights' first; () where nothing was."""
    measured = card.results.get("seeds", {})
    own = (card.results["excess"],) if "excess" in card.results else ()
    return tuple(entry["excess"] for entry in measured.values()) or own


@torch.no_grad()
def _excess(model: NeuralProcess, fixed: EvaluationSet, changes: dict[str, Any]) -> dict[str, float]:
    with intervene(**changes):
        mean, error = fixed.excess(model)
    return {"excess": round(mean, 4), "excess_se": round(error, 4)}
