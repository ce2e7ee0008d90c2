"""What a neural process learns from: a prior by its name, or tasks of one's own from a folder; and how good it is."""

from __future__ import annotations

import hashlib
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from pathlib import Path
from typing import Any

import torch

from tnpcore.data.priors import PRIORS, PUBLISHED, Prior, dimensions, prior
from tnpcore.data.stored import StoredTasks, read_tasks
from tnpcore.evaluation import ValidationSet
from tnpcore.evaluation.held_out import loglik_on, score, score_table
from tnpcore.extras import extra
from tnpcore.family import Material
from tnpcore.models import NeuralProcess, initialise
from tnpcore.models.registry import build
from tnpcore.pretrained import reading
from tnpcore.scaling import Scaling, standardise
from tnpcore.spec import Spec
from tnpcore.task import Points
from tnpcore.trained_range import TrainedOn, range_of_sets, trained_on
from tnpcore.training import Run, begin
from tnpcore.training.recipe import TrainingConfig


class Functions(Material):
    """Tasks that are drawn from a prior."""

    @property
    @abstractmethod
    def prior(self) -> Prior:
        """What tasks are drawn from; its name is that of the weights."""

    @property
    def name(self) -> str:
        """That of the prior."""
        return self.prior.name

    @property
    def arguments(self) -> dict[str, Any]:
        """Of the model's class, in place of the spec's: the dimensions of the tasks that are not 1."""
        return {**dimensions(self.prior)}

    def start(self, spec: Spec[Any], recipe: TrainingConfig, device: torch.device) -> Run[NeuralProcess]:
        """A fresh run from fresh weights."""
        model = build(spec.name, **self.arguments)
        initialise(model, torch.Generator().manual_seed(recipe.seed))
        return begin(model.to(device), self.prior, recipe)

    def reading(self, name: str, out: str) -> str:
        """Lines of Python that give the model, and with it a prediction in the units of one's own files."""
        arguments = reading(name, self.name, out)
        if self.scale is None:
            return f"from tnpcore import load\nmodel = load{arguments}"
        return (
            f"trained with up to {self.prior.max_context} context points; to predict in the units of the files:\n\n"
            "from tnpcore import card, load, predict\n"
            f"model, scaling = load{arguments}, card{arguments}.scaling\n"
            "prediction = scaling.back(predict(model, scaling.points(context), scaling.x(xt)))"
        )


@dataclass(frozen=True)
class OnPrior(Functions):
    """Tasks of a named prior.

    Args:
        named: one of those that `tnpcore.data.priors.prior` knows.
    """

    named: str

    @property
    def prior(self) -> Prior:
        """The prior of that name."""
        return prior(self.named)

    def reach(self, recipe: TrainingConfig) -> TrainedOn:
        """The range of the tasks."""
        return trained_on(self.prior, recipe.shift)

    @cached_property
    def _validation(self) -> ValidationSet:
        return ValidationSet(self.prior)

    def validate(self, model: NeuralProcess) -> dict[str, float]:
        """The excess on the validation set."""
        return self._validation.measure(model)


@dataclass(frozen=True, eq=False)
class OnTasks(Functions):
    """Sets of points of one's own, all standardised by one scaling, so that differences between sets remain.

    Args:
        stored: the sets in units of the model.
        scaling: from the units of the files.
    """

    stored: StoredTasks
    scaling: Scaling

    @property
    def prior(self) -> StoredTasks:
        """The sets."""
        return self.stored

    @property
    def scale(self) -> Scaling:
        """From the units of the files."""
        return self.scaling

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

        def scaled(sets: Sequence[Points]) -> tuple[Points, ...]:
            return tuple(map(scaling.points, sets))

        return cls(replace(found, name=name, points=scaled(found.points), held_out=scaled(found.held_out)), scaling)

    @property
    def identity(self) -> str:
        """A hash of all numbers and of the scaling, for a run that is continued: another folder may have the name."""
        found = hashlib.sha256(repr(self.scaling).encode())
        for points in (*self.stored.points, *self.stored.held_out):
            found.update(torch.cat([points.x, points.y], -1).double().numpy().tobytes())
        return found.hexdigest()

    def reach(self, recipe: TrainingConfig) -> TrainedOn:
        """The range of the sets."""
        return range_of_sets(self.stored.points, self.stored.max_context, recipe.shift)

    def validate(self, model: NeuralProcess) -> dict[str, float]:
        """The log-likelihood of the held-out sets."""
        return loglik_on(model, self.stored.held_out, torch.Generator().manual_seed(0))

    def results(self, model: NeuralProcess) -> dict[str, Any]:
        """Beside a Gaussian process that is fitted to each held-out context, in the units of the model."""
        return {"held_out": score(model, self.stored.held_out, torch.Generator().manual_seed(0))}

    def summary(self, results: Mapping[str, Any]) -> str:
        """The results for a person to read: in the end a table of the held-out files."""
        validation = results["validation"]
        line = f"; log-likelihood of held-out files {validation['loglik']} ± {validation['loglik_se']} nats per value"
        return line + (score_table(results["held_out"]) if "held_out" in results else "")
