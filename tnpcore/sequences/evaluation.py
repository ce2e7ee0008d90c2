"""Exact match of what models write, with standard errors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import torch

from tnpcore.sequences import copying
from tnpcore.sequences.decoding import greedy
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.tasks import Pair, task

SEED = 17  # of the sources that are measured; training seeds are far from it


def matches(model: EncoderDecoder[Any], pairs: list[Pair], batch_size: int = 250) -> list[bool]:
    """Whether the greedy output of each source is its target, symbol for symbol.

    Args:
        model: trained.
        pairs: source and target symbols.
        batch_size: sources that are decoded together.
    """
    longest = task(model.task).longest_target + 1
    # Sources of similar length together: little padding.
    order = sorted(range(len(pairs)), key=lambda number: len(pairs[number][0]))
    found = [False] * len(pairs)
    for start in range(0, len(order), batch_size):
        chosen = order[start : start + batch_size]
        source = model.source.encode([pairs[number][0] for number in chosen])
        for number, row in zip(chosen, greedy(model, source, longest).symbols.tolist(), strict=True):
            found[number] = model.target.symbols_of(row) == pairs[number][1]
    return found


def share(found: Iterable[bool]) -> dict[str, float]:
    """The share that is right, its standard error, and of how many.

    The standard error is that of a binomial share after Agresti and Coull: positive at 0 % and 100 % too.

    Args:
        found: whether each is right.

    Reference: Agresti and Coull 1998, section 3 (two successes and two failures added).
    """
    every = list(found)
    count, right = len(every), sum(every)
    padded = (right + 2) / (count + 4)
    error = math.sqrt(padded * (1 - padded) / (count + 4))
    return {"exact": round(right / count, 5), "se": round(error, 5), "count": count}


def measure_copying(model: EncoderDecoder[Any], per_length: int = 250) -> dict[str, Any]:
    """Exact match for both tasks by the number of pitches, and for lengths within and beyond training.

    Args:
        model: trained.
        per_length: sources of each task and length.
    """
    generator = torch.Generator().manual_seed(SEED)
    results: dict[str, Any] = {}
    for name in copying.TASKS:
        found = {}
        for length in range(1, copying.LONGEST + 1):
            found[length] = matches(model, [copying.pair(name, length, generator) for _ in range(per_length)])
        within = [one for length in range(1, copying.TRAINED + 1) for one in found[length]]
        beyond = [one for length in range(copying.TRAINED + 1, copying.LONGEST + 1) for one in found[length]]
        results[name] = {
            "within": share(within),
            "beyond": share(beyond),
            "by_length": {str(length): share(every) for length, every in found.items()},
        }
    return {**results, "limit": 1.0, "seed": SEED}


MEASURES = {"copying": measure_copying}
