"""How good a model is: `evaluate` measures it against the Bayes predictor on tasks that are fixed by a seed."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

import torch
from jaxtyping import Float
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor
from tqdm import tqdm

from tnpcore import pretrained
from tnpcore.data.limit import predictor
from tnpcore.data.priors import Prior
from tnpcore.evaluation import measures
from tnpcore.models import NeuralProcess
from tnpcore.models.neural_process import evaluating
from tnpcore.prediction import loglik_autoregressively
from tnpcore.task import Task

GROUP = 16
NUM_TARGET = 50
NUM_TASKS = 4096
SEED = 1234
# Tasks on which slow measures are taken: autoregressive likelihood, roughness, shifts.
NUM_FEW = 256
SHIFTS = (0.0, 0.3, 1.0, 2.03, 10.0, 100.0)


def fixed_tasks(prior: Prior, count: int, seed: int) -> list[Task]:
    """Tasks with 50 targets each in batches of 16 with equal context size, the sizes spread over 1 .. max_context.

    Args:
        prior: what they are drawn from.
        count: how many tasks, a multiple of 16.
        seed: the same seed gives the same tasks.
    """
    generator = torch.Generator().manual_seed(seed)
    groups = count // GROUP
    sizes = [1 + (g * prior.max_context) // groups for g in range(groups)]
    return [prior.sample(GROUP, size, NUM_TARGET, generator) for size in sizes]


def fingerprint(prior: Prior, tasks: list[Task]) -> str:
    """A hash of the prior's numbers and of all inputs: equal where two machines measure on the same tasks.

    Values of y pass through linear algebra whose last bit may differ, so they are left out; the prior's numbers are
    in, because inputs do not depend on them.
    """
    values = {field.name: getattr(prior, field.name) for field in fields(cast(Any, prior))}
    numbers = {name: value for name, value in values.items() if not callable(value)}
    digest = hashlib.sha256(repr(numbers).encode())
    for task in tasks:
        digest.update(task.context.x.numpy().tobytes() + task.target.x.numpy().tobytes())
    return digest.hexdigest()[:16]


def evaluate(model: NeuralProcess, prior: Prior, num_tasks: int = NUM_TASKS, seed: int = SEED) -> dict[str, Any]:
    """What a card holds under "results": the model's measures on fixed tasks, from 1 to 50 context points each.

    Args:
        model: trained; on the CPU.
        prior: what the tasks are drawn from, for example `tnpcore.data.priors.prior("smooth")`.
        num_tasks: how many, a multiple of 16. The Bayes predictor's scores on the usual 4,096 are stored beside the
            weights; on others they are computed, which takes minutes for thousands.
        seed: of the tasks.

    Returns:
        Means over tasks in nats per target: "excess" over the best Gaussian of the Bayes predictor with its standard
        error "excess_se", "joint_excess" and "autoregressive_excess" over its joint density. "rmse" of the mean, in
        units of y; "coverage_95"; "roughness" (total variation over the Bayes predictor's); "shift" (change of the
        mean by shifts, in sd).

    Reference: Bruinsma et al. 2023, "Autoregressive Conditional Neural Processes" (the autoregressive likelihood).
    """
    return EvaluationSet(prior, num_tasks, seed).measure(model)


class EvaluationSet:
    """Tasks that are fixed by a seed, with the scores of the Bayes predictor on each.

    The scores on the usual tasks are stored in `pretrained/limit-<prior>.safetensors` together with the hash of the
    tasks; they are computed again (some minutes) when that file is missing or belongs to other tasks.

    Args:
        prior: what the tasks are drawn from.
        num_tasks: how many, a multiple of 16.
        seed: of the tasks.
    """

    def __init__(self, prior: Prior, num_tasks: int = NUM_TASKS, seed: int = SEED):
        self.prior = prior
        self.tasks = fixed_tasks(prior, num_tasks, seed)
        self.hash = fingerprint(prior, self.tasks)
        usual = (num_tasks, seed) == (NUM_TASKS, SEED)
        self.limit = (self._stored_limit() if usual else None) or self._fresh_limit(keep=usual)

    @property
    def _file(self) -> Path:
        return pretrained.folder() / f"limit-{self.prior.name}.safetensors"

    def _stored_limit(self) -> dict[str, Float[Tensor, " n"]] | None:
        if not self._file.is_file():
            return None
        with safe_open(self._file, "pt") as stored:
            if stored.metadata() != {"hash": self.hash}:
                return None
            return {key: stored.get_tensor(key).double() for key in stored.keys()}  # noqa: SIM118 (not a dict)

    def _fresh_limit(self, keep: bool) -> dict[str, Float[Tensor, " n"]]:
        best = predictor(self.prior)
        limit = measures.limits(tqdm(self.tasks, "Bayes limit", leave=False), best)
        limit["joint"] = measures.joint_limit(tqdm(self.tasks, "joint limit", leave=False), best)
        if keep:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            save_file({key: value.float() for key, value in limit.items()}, self._file, {"hash": self.hash})
        return limit

    @property
    def stride(self) -> int:
        """Slow measures are taken on every batch of that number."""
        return max(1, len(self.tasks) * GROUP // NUM_FEW)

    def measure(self, model: NeuralProcess) -> dict[str, Any]:
        """The results of a card: see `evaluate`."""
        with evaluating(model):
            return self._measured(model)

    def excess(self, model: NeuralProcess) -> tuple[float, float]:
        """The mean excess over the best Gaussian of the Bayes predictor, in nats per target, and its standard error."""
        with evaluating(model):
            marginal = torch.cat([measures.loglik(model, task) for task in self.tasks])
        return measures.mean_and_error(self.limit["gaussian"] - marginal)

    def _measured(self, model: NeuralProcess) -> dict[str, Any]:
        marginal = torch.cat([measures.loglik(model, task) for task in self.tasks])
        excess = self.limit["gaussian"] - marginal
        mean, error = measures.mean_and_error(excess)
        few = self.tasks[:: self.stride]
        rough = measures.median_roughness(model, measures.lines(few, predictor(self.prior)))
        return {
            "excess": round(mean, 4),
            "excess_se": round(error, 4),
            "loglik": round(marginal.mean().item(), 4),
            "limit_gaussian": round(self.limit["gaussian"].mean().item(), 4),
            "limit_mixture": round(self.limit["mixture"].mean().item(), 4),
            "excess_by_context": self._by_context(excess),
            **self.joint_excess(model),
            "rmse": round(measures.rmse(model, self.tasks), 4),
            "coverage_95": round(measures.coverage(model, self.tasks), 4),
            "roughness": round(rough, 3),
            "shift": {f"{tau:g}": float(f"{measures.shift_change(model, few, tau):.3g}") for tau in SHIFTS},
            "tasks": len(self.tasks) * GROUP,
            "tasks_hash": self.hash,
        }

    def joint_excess(self, model: NeuralProcess) -> dict[str, float]:
        """The excess over the joint limit: of the model's own joint density, and of the autoregressive one.

        The second is measured on few tasks: it takes as many passes as there are targets.
        """
        own = self.limit["joint"] - torch.cat([measures.joint_loglik(model, task) for task in self.tasks])
        few = [loglik_autoregressively(model, task).double() for task in self.tasks[:: self.stride]]
        few_limits = self.limit["joint"].view(-1, GROUP)[:: self.stride].flatten()
        excesses = {"joint_excess": own, "autoregressive_excess": few_limits - torch.cat(few)}
        results = {"limit_joint": round(self.limit["joint"].mean().item(), 4)}
        for key, excess in excesses.items():
            mean, error = measures.mean_and_error(excess)
            results |= {key: round(mean, 4), f"{key}_se": round(error, 4)}
        return results

    def _by_context(self, excess: Float[Tensor, " n"]) -> dict[str, float]:
        """Mean excess for five equal classes of context size."""
        sizes = torch.tensor([len(task.context) for task in self.tasks for _ in range(GROUP)])
        width = self.prior.max_context // 5
        classes = range(1, self.prior.max_context + 1, width)
        return {
            f"{low}-{low + width - 1}": round(excess[(sizes >= low) & (sizes < low + width)].mean().item(), 4)
            for low in classes
        }


class ValidationSet:
    """256 tasks apart from the evaluation set, for choosing settings.

    Their limit is computed on the spot, with two thirds of the usual number of nodes for each hyper-parameter.

    Args:
        prior: what the tasks are drawn from.
        count: how many, a multiple of 16.
        seed: of the tasks.
    """

    def __init__(self, prior: Prior, count: int = 256, seed: int = 4321):
        self.tasks = fixed_tasks(prior, count, seed)
        best = predictor(prior, 2 / 3)
        self.limit = measures.limits(self.tasks, best)["gaussian"]
        self.lines = measures.lines(self.tasks[::4], best)

    def measure(self, model: NeuralProcess) -> dict[str, float]:
        """The excess over the Gaussian Bayes limit with its standard error, and the median roughness."""
        with evaluating(model):
            marginal = torch.cat([measures.loglik(model, task) for task in self.tasks])
            rough = measures.median_roughness(model, self.lines)
        excess, error = measures.mean_and_error(self.limit - marginal)
        return {"excess": round(excess, 4), "excess_se": round(error, 4), "roughness": round(rough, 3)}
