"""What a run trains on: a prior by its name, or tasks of one's own from a folder; and how good the model is on it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from pathlib import Path
from typing import Any, TypeAlias

import torch

from tnpcore.data.priors import PRIORS, PUBLISHED, Prior, dimensions, prior
from tnpcore.data.stored import StoredTasks, read_tasks
from tnpcore.evaluation import ValidationSet
from tnpcore.evaluation.held_out import loglik_on, score, score_table
from tnpcore.extras import extra
from tnpcore.models import NeuralProcess
from tnpcore.scaling import Scaling, standardise
from tnpcore.task import Points
from tnpcore.trained_range import TrainedOn, range_of_sets, trained_on


@dataclass(frozen=True)
class OnPrior:
    """Tasks of a named prior.

    Args:
        name: one of those that `tnpcore.data.priors.prior` knows.
    """

    name: str

    @property
    def prior(self) -> Prior:
        """What tasks are drawn from; its name is that of the weights."""
        return prior(self.name)

    @property
    def identity(self) -> str:
        """Names the tasks, for a run that is continued."""
        return self.name

    @property
    def arguments(self) -> dict[str, Any]:
        """Of the model's class, in place of the spec's: the dimensions of the tasks that are not 1."""
        return {**dimensions(self.prior)}

    @property
    def scaling(self) -> None:
        """From the units of a person's own files to the model's: here none."""
        return None

    def reach(self, shift: float) -> TrainedOn:
        """The range of the tasks.

        Args:
            shift: each is shifted by up to this.
        """
        return trained_on(self.prior, shift)

    @cached_property
    def _validation(self) -> ValidationSet:
        return ValidationSet(self.prior)

    def validate(self, model: NeuralProcess) -> dict[str, float]:
        """What is measured at every checkpoint.

        Args:
            model: with the weights so far.
        """
        return self._validation.measure(model)

    def results(self, model: NeuralProcess) -> dict[str, Any]:
        """What is measured once, in the end: nothing yet, `python -m tnpcore.evaluate` measures.

        Args:
            model: with the final weights.
        """
        return {}

    def summary(self, results: dict[str, Any]) -> str:
        """The results for a person to read.

        Args:
            results: of `validate` and `results`.
        """
        return str(results)


@dataclass(frozen=True, eq=False)
class OnTasks:
    """Sets of points of one's own, all standardised by one scaling, so that differences between sets remain.

    Args:
        prior: the sets in units of the model.
        scaling: from the units of the files.
    """

    prior: StoredTasks
    scaling: Scaling

    @classmethod
    def of(cls, folder: str | Path) -> OnTasks:
        """The CSV files of a folder, one set a file: see `tnpcore.data.stored.read_tasks`.

        Args:
            folder: its name, in small letters and hyphens, becomes that of the weights.

        Raises:
            ValueError: for what is no such folder, and for one with the name of a prior.
            ImportError: without scikit-learn, which is needed in the end: said before a step is trained.
        """
        extra("sklearn", "fit")
        found = read_tasks(folder)
        name = re.sub(r"[^a-z0-9]+", "-", found.name.lower()).strip("-") or "tasks"
        if name in {**PRIORS, **PUBLISHED}:
            raise ValueError(f"the folder of tasks needs a name that no prior has, got {name!r}: rename it")
        _, scaling = standardise(reduce(Points.joined, found.points))

        def scaled(sets: tuple[Points, ...]) -> tuple[Points, ...]:
            return tuple(map(scaling.points, sets))

        return cls(replace(found, name=name, points=scaled(found.points), held_out=scaled(found.held_out)), scaling)

    @property
    def identity(self) -> str:
        """A hash of all numbers and of the scaling, for a run that is continued: another folder may have the name."""
        found = hashlib.sha256(repr(self.scaling).encode())
        for points in self.prior.points + self.prior.held_out:
            found.update(torch.cat([points.x, points.y], -1).double().numpy().tobytes())
        return found.hexdigest()

    @property
    def arguments(self) -> dict[str, Any]:
        """Of the model's class, in place of the spec's: the dimensions of the files that are not 1."""
        return {**dimensions(self.prior)}

    def reach(self, shift: float) -> TrainedOn:
        """The range of the sets.

        Args:
            shift: each task is shifted by up to this.
        """
        return range_of_sets(self.prior.points, self.prior.max_context, shift)

    def validate(self, model: NeuralProcess) -> dict[str, float]:
        """The log-likelihood of the held-out sets.

        Args:
            model: with the weights so far.
        """
        return loglik_on(model, self.prior.held_out, torch.Generator().manual_seed(0))

    def results(self, model: NeuralProcess) -> dict[str, Any]:
        """Beside a Gaussian process that is fitted to each held-out context, in the units of the model.

        Args:
            model: with the final weights.
        """
        return {"held_out": score(model, self.prior.held_out, torch.Generator().manual_seed(0))}

    def summary(self, results: dict[str, Any]) -> str:
        """The results for a person to read: in the end a table of the held-out files.

        Args:
            results: of `validate` and `results`.
        """
        validation = results["validation"]
        line = f"log-likelihood of held-out files {validation['loglik']} ± {validation['loglik_se']} nats per value"
        return line + (score_table(results["held_out"]) if "held_out" in results else "")


Material: TypeAlias = OnPrior | OnTasks
