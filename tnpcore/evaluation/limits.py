"""The limit on fixed tasks: shipped, found in the user's cache, or computed and put there."""

from __future__ import annotations

import math
import os
import warnings
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor
from tqdm import tqdm

from tnpcore import weights
from tnpcore.data.limit import Predictor
from tnpcore.data.monte_carlo import ENOUGH, MonteCarloPredictor, warn_of_few
from tnpcore.evaluation import measures
from tnpcore.task import Task

SIZE, JOINT_SIZE = "effective_sample_size", "joint_effective_sample_size"
Limit = dict[str, Float[Tensor, " n"]]


def cache() -> Path:
    """The folder of limits that were computed here: `tnpcore` in XDG_CACHE_HOME or ~/.cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tnpcore"


def stored_limit(prior_name: str, mark: str) -> Limit | None:
    """The limit on the tasks with that hash, shipped or in the cache; None where there is none."""
    for file in (
        weights.shipped() / f"limit-{prior_name}.safetensors",
        cache() / f"limit-{prior_name}-{mark}.safetensors",
    ):
        if file.is_file():
            with safe_open(file, "pt") as stored:
                if stored.metadata() == {"hash": mark}:
                    return {key: stored.get_tensor(key).double() for key in stored.keys()}  # noqa: SIM118 (not a dict)
    return None


def keep(limit: Limit, file: Path, mark: str) -> None:
    """Write a limit with the hash of its tasks."""
    file.parent.mkdir(parents=True, exist_ok=True)
    save_file({key: value.float() for key, value in limit.items()}, file, {"hash": mark})


def computed_limit(tasks: list[Task], best: Predictor) -> Limit:
    """The scores of the Bayes predictor on every task, in nats per target: "gaussian", "mixture" and "joint"."""
    limit = measures.limits(tqdm(tasks, "Bayes limit", leave=False), best)
    limit["joint"] = measures.joint_limit(tqdm(tasks, "joint limit", leave=False), best)
    if isinstance(best, MonteCarloPredictor):
        sizes = [best.effective_sample_size(task.context.joined(task.target)) for task in tasks]
        limit[JOINT_SIZE] = torch.cat(sizes)
    return limit


def precision(limit: Limit) -> dict[str, Any]:
    """How precise a Monte-Carlo limit is; empty for an exact one.

    Args:
        limit: as from `limit_on`.

    Returns:
        "limit_error", of "limit_gaussian": an upper bound of its standard error, because all tasks share the draws.
        "effective_sample_size", given the contexts, and "joint_effective_sample_size", given all points, which the
        joint limit needs: the "median" over tasks and the "least".
    """
    if SIZE not in limit:
        return {}
    sizes = {
        key: {"median": round(limit[key].median().item(), 1), "least": round(limit[key].min().item(), 1)}
        for key in (SIZE, JOINT_SIZE)
    }
    return {"limit_error": round(limit["gaussian_error"].mean().item(), 4), **sizes}


def limit_on(tasks: list[Task], prior_name: str, mark: str | None, best: Predictor) -> Limit:
    """The limit on tasks: the stored one, else it is computed and kept in the cache for the next time.

    Args:
        tasks: batches.
        prior_name: for the file's name.
        mark: the hash of prior and tasks; None, where they cannot be recognised: then nothing is stored.
        best: the Bayes predictor of the prior.

    Warns:
        FewEffectiveSamples: for a limit by Monte Carlo with fewer than 100 of them, computed or stored.
    """
    if mark is None:
        return computed_limit(tasks, best)
    if isinstance(best, MonteCarloPredictor):
        mark = f"{mark}-{best.num_parameters}"
    if stored := stored_limit(prior_name, mark):
        least = min((stored[key].min().item() for key in (SIZE, JOINT_SIZE) if key in stored), default=math.inf)
        if isinstance(best, MonteCarloPredictor) and least < ENOUGH:
            warn_of_few(least, best.num_parameters)
        return stored
    limit = computed_limit(tasks, best)
    try:
        keep(limit, cache() / f"limit-{prior_name}-{mark}.safetensors", mark)
    except OSError as error:
        warnings.warn(f"the limit could not be kept for the next time: {error}", stacklevel=2)
    return limit
