"""What is known of a model before it is trained: `ModelSpec` and its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tnpcore.models.arguments import Json, complete, construct, missing
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.training.recipe import TrainingConfig

USUAL_PRIOR = "smooth"


class Samples(Enum):
    """How the values of one of a model's own samples are drawn at several targets; the value is what people read."""

    INDEPENDENT = "independent"
    ONE_Z = "one z per sample"
    JOINT_GAUSSIAN = "joint Gaussian"
    AUTOREGRESSIVE = "autoregressive"


class Family(Enum):
    """Models that are compared with each other; the value is what people read."""

    TOUR = "Tour"
    AVERAGING = "Averaging"
    ATTENTION = "Attention"
    CONVOLUTION = "Convolution"
    LATENT = "Latent"
    JOINT = "Joint"
    ENCODINGS = "Input encodings"
    ABLATIONS = "Without a part"
    BROKEN = "Broken on purpose"
    LATENT_PLANE = "Latent plane"  # of one lesson alone: see `ModelSpec.compared`


@dataclass(frozen=True)
class Paper:
    """Where a model was published. `cited` is how a text names it, for example "Kim et al. 2019"."""

    cited: str
    title: str
    arxiv: str

    @property
    def link(self) -> str:
        """The address of the paper."""
        return f"https://arxiv.org/abs/{self.arxiv}"


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


@dataclass(frozen=True)
class ModelSpec:
    """Everything about a model that no training run finds out; tables, lessons and colours read it from here.

    Args:
        name: in commands, links and file names: `<name>-<prior>.safetensors`.
        title: short name that people read.
        long_name: the same, spelled out.
        summary: what sets the model apart, in at most 60 characters.
        paper: where it was published.
        model: its class.
        arguments: what the class is constructed with; functions and classes by their names in
            `tnpcore.models.arguments.CHOICES`.
        recipes: training recipe for each prior; that of the prior "smooth" serves the others.
        in_two_dimensions: of the arguments, those that are others where x has two dimensions.
        families: which models it is compared with.
        colour: CSS colours on a light and on a dark background.
        guarantees: what holds by construction.
        linear_cost: whether the work grows with the number of context points, not with its square.
    """

    name: str
    title: str
    long_name: str
    summary: str
    paper: Paper
    model: type[NeuralProcess]
    arguments: Mapping[str, Json]
    recipes: Mapping[str, TrainingConfig]
    families: tuple[Family, ...]
    colour: tuple[str, str]
    guarantees: Guarantees = Guarantees()
    linear_cost: bool = False
    in_two_dimensions: Mapping[str, Json] = field(default_factory=dict)

    @property
    def compared(self) -> bool:
        """Whether lists of models to choose from name it; those of the latent plane stand in their lesson alone."""
        return Family.LATENT_PLANE not in self.families

    def build(self, **arguments: Any) -> NeuralProcess:
        """An untrained model.

        Args:
            arguments: in place of the spec's own.

        Raises:
            TypeError, ValueError: for arguments that the class does not take.
        """
        return self._construct(self._with(arguments))

    def recorded(self, arguments: Mapping[str, Any]) -> NeuralProcess:
        """The model of a card, untrained.

        Args:
            arguments: every one of the class, as the card records them.

        Raises:
            ValueError: when a default of the class would have to decide.
            TypeError: for arguments that the class does not take.
        """
        if absent := missing(self.model, arguments):
            raise ValueError(f"their card does not name {', '.join(absent)}")
        return self._construct(arguments)

    def _construct(self, arguments: Mapping[str, Any]) -> NeuralProcess:
        model = construct(self.model, arguments)
        model.translation_equivariant = self.guarantees.shift
        return model

    def every_argument(self, **arguments: Any) -> dict[str, Json]:
        """All arguments of the class by name, as JSON: those given, then the spec's, then the defaults of the class."""
        return complete(self.model, self._with(arguments))

    def _with(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        plane = self.in_two_dimensions if arguments.get("dim_x") == 2 else {}
        return {**self.arguments, **plane, **arguments}

    def recipe(self, prior: str = USUAL_PRIOR) -> TrainingConfig:
        """The recipe of a training run on that prior."""
        return self.recipes.get(prior, self.recipes[USUAL_PRIOR])
