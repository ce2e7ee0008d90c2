"""A softmax under a mask, small enough to check by hand: four queries, four keys, and the code that the models run."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch

from tnpcore import masks
from tnpcore.attention import attention_weights

LOGITS = ((0.2, 0.3, 0.5, 0.1), (0.1, 0.2, 0.7, 0.0), (0.3, 0.4, 0.2, 0.1), (0.1, 0.2, 0.3, 0.4))


# What lecture notes print for these logits under a causal mask, in rows 2 to 4.
PRINTED = ((0.5, 0.5), (0.4759, 0.3092, 0.2148), (0.2824, 0.3072, 0.3333, 0.0771))


def masked_softmax(
    logits: Sequence[Sequence[float]], allowed: Sequence[Sequence[bool]] | None = None
) -> list[list[float]]:
    """Attention weights [n, n] for these logits [n, n]; `allowed`: True = may attend, None = no mask.

    The models divide q·k by sqrt(Dk): with sqrt(n) times the logits as queries and unit vectors as keys (Dk = n), q·k /
    sqrt(Dk) is the logits. Raises ValueError unless the logits are n rows of n finite numbers.
    """
    n = len(logits)
    if not n or any(len(row) != n for row in logits):
        raise ValueError(f"the logits must be n rows of n numbers, got rows of {[len(row) for row in logits]}")
    rows = torch.tensor(logits, dtype=torch.float64)
    if not rows.isfinite().all():
        raise ValueError("every logit must be a finite number; to hide a key, clear its tick in the mask")
    mask = None if allowed is None else torch.tensor(allowed, dtype=torch.bool)
    _, weights = attention_weights(math.sqrt(n) * rows[None], torch.eye(n, dtype=torch.float64)[None], mask)
    return weights[0].tolist()


def table(weights: Sequence[Sequence[float]], allowed: Sequence[Sequence[bool]] | None = None) -> str:
    """The weights as a Markdown table with four decimals and the sum of each row; hidden keys say so."""
    n = len(weights)
    head = ["query", *(f"key {c + 1}" for c in range(n)), "sum"]
    rows = [[f"**{r + 1}**", *_cells(row, allowed and allowed[r]), f"{sum(row):g}"] for r, row in enumerate(weights)]
    lines = [head, ["---:"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cells(row: Sequence[float], allowed: Sequence[bool] | None) -> list[str]:
    return [f"{w:.4f}" if allowed is None or allowed[c] else "masked" for c, w in enumerate(row)]


def remark() -> str:
    """Where printed numbers for this example are wrong, beside the right ones."""
    right = masked_softmax(LOGITS, masks.causal(len(LOGITS)).tolist())
    pairs = zip(PRINTED, right[1:], strict=True)
    rows = "; ".join(f"{_listed(row)}, not {_listed(wrong)}" for wrong, row in pairs)
    return (
        f"The lecture notes that this example comes from print other weights. Under the causal mask they are: {rows}."
    )


def _listed(row: Sequence[float]) -> str:
    return "(" + " ".join(f"{weight:.4f}".rstrip("0") for weight in row if weight) + ")"
