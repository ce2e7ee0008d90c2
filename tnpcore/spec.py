"""What is known of a model of any family before it is trained."""

# No annotations as strings here: a dataclass hands them on to those that derive from it in other modules.

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from torch import nn

from tnpcore.models.arguments import complete, construct, missing
from tnpcore.training.recipe import Recipe

Model = TypeVar("Model", bound=nn.Module, covariant=True)


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


@dataclass(frozen=True, kw_only=True)
class Spec(Generic[Model]):
    """Everything about a model that no training run finds out; commands, tables and lessons read it from here.

    Args:
        name: in commands, links and file names.
        title: short name that people read.
        summary: what sets the model apart, in at most 60 characters.
        paper: where it was published.
        model: its class.
        arguments: what the class is constructed with; functions and classes by their names in
            `tnpcore.models.arguments.CHOICES`.
        prior: what it is trained on where nothing else is named.
        recipes: training recipe by what it is trained on; that of `prior` serves the others.
    """

    name: str
    title: str
    summary: str
    paper: Paper
    model: type[Model]
    arguments: Mapping[str, Any]
    prior: str
    recipes: Mapping[str, Recipe]

    def build(self, **arguments: Any) -> Model:
        """An untrained model.

        Args:
            arguments: in place of the spec's own.

        Raises:
            TypeError, ValueError: for arguments that the class does not take.
        """
        return self.construct(self.chosen(**arguments))

    def recorded(self, arguments: Mapping[str, Any]) -> Model:
        """The model of a card, untrained.

        Args:
            arguments: every one of the class, as the card records them.

        Raises:
            ValueError: when a default of the class would have to decide.
            TypeError: for arguments that the class does not take.
        """
        if absent := missing(self.model, arguments):
            raise ValueError(f"their card does not name {', '.join(absent)}")
        return self.construct(arguments)

    def construct(self, arguments: Mapping[str, Any]) -> Model:
        """A model with these arguments of its class, and with the defaults of the class for the others."""
        return construct(self.model, arguments)

    def every_argument(self, **arguments: Any) -> dict[str, Any]:
        """All arguments of the class by name, as JSON: those given, then the spec's, then the defaults of the class."""
        return complete(self.model, self.chosen(**arguments))

    def chosen(self, **arguments: Any) -> dict[str, Any]:
        """The arguments of the class that are not left to its defaults: those given, then the spec's."""
        return {**self.arguments, **arguments}

    def recipe(self, prior: str | None = None) -> Recipe:
        """The recipe of a training run.

        Args:
            prior: what it learns from; None: the spec's own.
        """
        return self.recipes.get(prior or self.prior, self.recipes[self.prior])

    def command(self, prior: str) -> str:
        """The module and its arguments that train it, after `python -m`.

        Args:
            prior: what it learns from.
        """
        return f"tnpcore.train {self.name}"
