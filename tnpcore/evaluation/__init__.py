"""How good a model is: `evaluate` measures it against the Bayes predictor on tasks that are fixed by a seed."""

from __future__ import annotations

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.boundary import check_model, check_prior
from tnpcore.data.limit import find_predictor, sampled_predictor
from tnpcore.data.priors import Prior
from tnpcore.evaluation import measures
from tnpcore.evaluation.limits import limit_on, precision
from tnpcore.evaluation.seeded import GROUP, fingerprint, fixed_tasks
from tnpcore.models import NeuralProcess
from tnpcore.models.neural_process import evaluating
from tnpcore.prediction import loglik_autoregressively
from tnpcore.shift_error import VECTOR
from tnpcore.task import Shift

__all__ = ["EvaluationSet", "ValidationSet", "evaluate", "evaluating", "fingerprint", "fixed_tasks"]

NUM_TASKS = 4096
SEED = 1234
# Tasks on which slow measures are taken: autoregressive likelihood, roughness, shifts.
NUM_FEW = 256
SHIFTS = (0.0, 0.3, 1.0, 2.03, 10.0, 100.0)
UNKNOWN = {"limit": "unknown"}


def shifts_of(dim_x: int) -> dict[str, Shift]:
    """The shifts of all inputs whose effect a card holds, by name: numbers along all axes, with two also a vector.

    Args:
        dim_x: Dx.
    """
    shifts: dict[str, Shift] = {f"{tau:g}": tau for tau in SHIFTS}
    return shifts | ({str(VECTOR): torch.tensor(VECTOR, dtype=torch.float64)} if dim_x == len(VECTOR) else {})


def evaluate(
    model: NeuralProcess,
    prior: Prior,
    num_tasks: int = NUM_TASKS,
    seed: int = SEED,
    num_parameters: int | None = None,
) -> dict[str, Any]:
    """What a card holds under "results": the model's measures on fixed tasks, from 1 to 50 context points each.

    Args:
        model: trained; on the CPU.
        prior: what the tasks are drawn from, for example `tnpcore.data.priors.prior("smooth")`, or an object of your
            own with the attributes of `tnpcore.data.priors.Prior`.
        num_tasks: how many, at least 1. The Bayes predictor's scores on the usual 4,096 tasks of the known priors come
            with the package; on others they are computed, which takes minutes for thousands, and kept in the cache.
        seed: of the tasks.
        num_parameters: of a prior that draws its parameters (`tnpcore.data.monte_carlo.SampledPrior`), how many its
            limit is estimated from; None: 4,096.

    Returns:
        Means over tasks in nats per target: "excess" over the best Gaussian of the Bayes predictor with its standard
        error "excess_se" (nan for a single task), "joint_excess" and "autoregressive_excess" over its joint density.
        "rmse" of the mean, in units of y; "coverage_95"; "roughness" (total variation over the Bayes predictor's);
        "shift" (change of the mean, in sd, by each of `shifts_of`). Where no Bayes predictor is known of the prior,
        "limit" is "unknown", and there is neither an excess nor a roughness. Where it is an estimate, "limit_error" is
        the standard error of "limit_gaussian", and so of the excess beside "excess_se"; "effective_sample_size" says
        how many draws explain a context, and "joint_effective_sample_size" how many explain all points, which the joint
        limit needs: the median over tasks and the least. Below 100 the error is not to be trusted: the limit, and with
        it the excess, is then too low.

    Raises:
        ValueError: for a model that is no NeuralProcess, what is no prior, fewer than one task, and for num_parameters
            where the prior draws none.

    Warns:
        FewEffectiveSamples: where fewer than 100 draws explain some points.

    Reference: Bruinsma et al. 2023, "Autoregressive Conditional Neural Processes" (the autoregressive likelihood).
    """
    check_model(model)  # before the tasks are drawn
    return EvaluationSet(prior, num_tasks, seed, num_parameters).measure(model)


class EvaluationSet:
    """Tasks that are fixed by a seed, with the scores of the Bayes predictor on each where one is known.

    Args:
        prior: what the tasks are drawn from.
        num_tasks: how many.
        seed: of the tasks.
        num_parameters: see `evaluate`.

    Raises:
        ValueError: as `evaluate`; later, for a model that is no NeuralProcess.
    """

    def __init__(self, prior: Prior, num_tasks: int = NUM_TASKS, seed: int = SEED, num_parameters: int | None = None):
        check_prior(prior)
        self.prior = prior
        self.tasks = fixed_tasks(prior, num_tasks, seed)
        self.hash = _hash(self)
        self.best = find_predictor(prior) if num_parameters is None else sampled_predictor(prior, num_parameters)
        self.limit = None if self.best is None else limit_on(self.tasks, prior.name, self.hash, self.best)

    @property
    def stride(self) -> int:
        """Slow measures are taken on every batch of that number."""
        return max(1, len(self.tasks) * GROUP // NUM_FEW)

    def measure(self, model: NeuralProcess) -> dict[str, Any]:
        """The results of a card: see `evaluate`."""
        check_model(model)
        with evaluating(model):
            return self._measured(model)

    def excess(self, model: NeuralProcess) -> tuple[float, float]:
        """The mean excess over the best Gaussian of the Bayes predictor, in nats per target, and its standard error.

        Raises:
            ValueError: where no Bayes predictor is known.
        """
        if self.limit is None:
            raise ValueError(f"no Bayes predictor is known for the prior {self.prior.name!r}: there is no excess")
        check_model(model)
        with evaluating(model):
            return measures.mean_and_error(self.limit["gaussian"] - self._marginal(model))

    def _marginal(self, model: NeuralProcess) -> Float[Tensor, " n"]:
        return torch.cat([measures.loglik(model, task) for task in self.tasks])

    def _measured(self, model: NeuralProcess) -> dict[str, Any]:
        marginal = self._marginal(model)
        few, shifts = self.tasks[:: self.stride], shifts_of(model.dim_x)
        mean, error = measures.mean_and_error(marginal)
        return {
            **self._against_limit(model, marginal),
            "loglik": round(mean, 4),
            "loglik_se": round(error, 4),
            "rmse": round(measures.rmse(model, self.tasks), 4),
            "coverage_95": round(measures.coverage(model, self.tasks), 4),
            "shift": {name: float(f"{measures.shift_change(model, few, tau):.3g}") for name, tau in shifts.items()},
            "tasks": len(marginal),
            "tasks_hash": self.hash,
        }

    def _against_limit(self, model: NeuralProcess, marginal: Float[Tensor, " n"]) -> dict[str, Any]:
        if self.limit is None or self.best is None:
            return UNKNOWN
        excess = self.limit["gaussian"] - marginal
        mean, error = measures.mean_and_error(excess)
        rough = measures.median_roughness(model, measures.lines(self.tasks[:: self.stride], self.best))
        return {
            "excess": round(mean, 4),
            "excess_se": round(error, 4),
            "limit_gaussian": round(self.limit["gaussian"].mean().item(), 4),
            "limit_mixture": round(self.limit["mixture"].mean().item(), 4),
            **precision(self.limit),
            "excess_by_context": self._by_context(excess),
            **self.joint_excess(model, self.limit["joint"]),
            "roughness": round(rough, 3),
        }

    def joint_excess(self, model: NeuralProcess, limit: Float[Tensor, " n"]) -> dict[str, float]:
        """The excess over the joint limit: of the model's own joint density, and of the autoregressive one.

        The second is measured on few tasks: it takes as many passes as there are targets.

        Args:
            model: in evaluation mode.
            limit: the joint log-likelihood of the Bayes predictor on each task.
        """
        own = limit - torch.cat([measures.joint_loglik(model, task) for task in self.tasks])
        few = torch.cat([loglik_autoregressively(model, task).double() for task in self.tasks[:: self.stride]])
        few_limits = torch.cat(limit.split([len(task.target.x) for task in self.tasks])[:: self.stride])
        results = {"limit_joint": round(limit.mean().item(), 4)}
        for key, excess in {"joint_excess": own, "autoregressive_excess": few_limits - few}.items():
            mean, error = measures.mean_and_error(excess)
            results |= {key: round(mean, 4), f"{key}_se": round(error, 4)}
        return results

    def _by_context(self, excess: Float[Tensor, " n"]) -> dict[str, float]:
        """Mean excess for five equal classes of context size, as far as there are tasks in them."""
        sizes = torch.tensor([len(task.context) for task in self.tasks for _ in task.target.x])
        width = max(1, self.prior.max_context // 5)
        classes = {
            f"{low}-{low + width - 1}": (sizes >= low) & (sizes < low + width)
            for low in range(1, self.prior.max_context + 1, width)
        }
        return {name: round(excess[inside].mean().item(), 4) for name, inside in classes.items() if inside.any()}


def _hash(fixed: EvaluationSet) -> str | None:
    """None for a prior without source text: its limit is neither stored nor looked up, so that none can be wrong."""
    try:
        return fingerprint(fixed.prior, fixed.tasks)
    except ValueError:
        return None


class ValidationSet:
    """256 tasks apart from the evaluation set, for choosing settings.

    Their limit, where one is known, is computed on the spot, with two thirds of the usual number of nodes for each
    hyper-parameter.

    Args:
        prior: what the tasks are drawn from.
        count: how many.
        seed: of the tasks.
    """

    def __init__(self, prior: Prior, count: int = 256, seed: int = 4321):
        self.tasks = fixed_tasks(prior, count, seed)
        best = find_predictor(prior, 2 / 3)
        self.limit = None if best is None else measures.limits(self.tasks, best)["gaussian"]
        self.lines = [] if best is None else measures.lines(self.tasks[::4], best)

    def measure(self, model: NeuralProcess) -> dict[str, float]:
        """The excess over the Gaussian Bayes limit with its standard error, and the median roughness; where no limit
        is known, the log-likelihood with its standard error."""
        with evaluating(model):
            marginal = torch.cat([measures.loglik(model, task) for task in self.tasks])
            if self.limit is None:
                mean, error = measures.mean_and_error(marginal)
                return {"loglik": round(mean, 4), "loglik_se": round(error, 4)}
            rough = measures.median_roughness(model, self.lines)
        excess, error = measures.mean_and_error(self.limit - marginal)
        return {"excess": round(excess, 4), "excess_se": round(error, 4), "roughness": round(rough, 3)}
