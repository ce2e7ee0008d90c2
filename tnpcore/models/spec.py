"""What is known of a neural process before it is trained: `ModelSpec` and its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tnpcore.data.priors import PRIORS, PUBLISHED
from tnpcore.models.arguments import Json
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.spec import Paper, Spec
from tnpcore.training.recipe import TrainingConfig

__all__ = ["USUAL_PRIOR", "Guarantees", "ModelSpec", "Paper", "Samples"]

USUAL_PRIOR = "smooth"


class Samples(Enum):
    """How the values of one of a model's own samples are drawn at several targets; the value is what people read."""

    INDEPENDENT = "independent"
    ONE_Z = "one z per sample"
    JOINT_GAUSSIAN = "joint Gaussian"
    AUTOREGRESSIVE = "autoregressive"


@dataclass(frozen=True)
class Guarantees:
    """What holds by construction, trained or not; `tests/tnpcore/models/test_contracts.py` tests it for every model.

    Args:
        order: the order of the context points changes no prediction.
        other_targets: the marginal prediction at a target depends neither on which other targets there are nor on
            their order.
        shift: shifting all inputs shifts the prediction, exactly (translation equivariance).
        samples: how the model's own samples are drawn. Independent ones are jagged; `sample_autoregressively` draws
            coherent ones from any model.
    """

    order: bool = True
    other_targets: bool = True
    shift: bool = False
    samples: Samples = Samples.INDEPENDENT

    @property
    def coherent_samples(self) -> bool:
        """Whether one sample is one function: its values at several targets are drawn jointly."""
        return self.samples is not Samples.INDEPENDENT


@dataclass(frozen=True, kw_only=True)
class ModelSpec(Spec[NeuralProcess]):
    """What is known of a neural process; its weights on a prior are in `<name>-<prior>.safetensors`.

    Args:
        long_name: the title, spelled out.
        guarantees: what holds by construction.
        linear_cost: whether the work grows with the number of context points, not with its square.
        in_two_dimensions: of the arguments, those that are others where x has two dimensions.
    """

    prior: str = USUAL_PRIOR
    recipes: Mapping[str, TrainingConfig]
    long_name: str
    guarantees: Guarantees = Guarantees()
    linear_cost: bool = False
    in_two_dimensions: Mapping[str, Json] = field(default_factory=dict)

    def chosen(self, **arguments: Any) -> dict[str, Any]:
        """The arguments of the class that are not left to its defaults; those of a plane where x has two dimensions."""
        plane = self.in_two_dimensions if arguments.get("dim_x") == 2 else {}
        return super().chosen(**{**plane, **arguments})

    def construct(self, arguments: Mapping[str, Any]) -> NeuralProcess:
        """A model that knows whether it is translation equivariant by construction."""
        model = super().construct(arguments)
        model.translation_equivariant = self.guarantees.shift
        return model

    def recipe(self, prior: str | None = None) -> TrainingConfig:
        """The recipe of a training run on that prior."""
        return self.recipes.get(prior or self.prior, self.recipes[self.prior])

    def command(self, prior: str) -> str:
        """The module and its arguments that train it on that prior, or on a folder of tasks."""
        if prior not in {**PRIORS, **PUBLISHED}:
            return f"tnpcore.train {self.name} --tasks FOLDER"
        return f"tnpcore.train {self.name}" + ("" if prior == USUAL_PRIOR else f" --prior {prior}")
