"""Tasks that are fixed by a seed, and the hash that recognises them."""

from __future__ import annotations

import hashlib
import math

import torch

from tnpcore.data.drawn import drawn
from tnpcore.data.fingerprint import described
from tnpcore.data.priors import Prior
from tnpcore.quantities import whole
from tnpcore.task import Task

GROUP = 16
NUM_TARGET = 50


def fixed_tasks(prior: Prior, count: int, seed: int) -> list[Task]:
    """Tasks with 50 targets each in batches of 16 with equal context size, the sizes spread over 1 .. max_context.

    Args:
        prior: what they are drawn from.
        count: how many tasks; the last batch has what is left.
        seed: the same seed gives the same tasks.

    Raises:
        ValueError: for a count below 1, and a seed that is none.
    """
    whole(count, "the number of tasks")
    generator = torch.Generator().manual_seed(whole(seed, "seed", 0))
    groups = math.ceil(count / GROUP)
    sizes = [1 + (g * prior.max_context) // groups for g in range(groups)]
    numbers = [min(GROUP, count - g * GROUP) for g in range(groups)]
    return [drawn(prior, n, size, NUM_TARGET, generator) for n, size in zip(numbers, sizes, strict=True)]


def fingerprint(prior: Prior, tasks: list[Task]) -> str:
    """A hash of the prior and of all inputs: equal where two machines measure on the same tasks.

    Values of y pass through linear algebra whose last bit may differ, so they are left out; what determines them, the
    prior with its functions, is in.

    Raises:
        ValueError: for a prior with a function or class that has no source text.
    """
    digest = hashlib.sha256(described(prior).encode())
    for task in tasks:
        digest.update(task.context.x.numpy().tobytes() + task.target.x.numpy().tobytes())
    return digest.hexdigest()[:16]
