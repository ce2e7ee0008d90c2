"""The trained models of a family by name: what is known of each before training, its card, and its weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from torch import nn

from tnpcore import cards
from tnpcore.cards import Card
from tnpcore.spec import Spec

Known = TypeVar("Known", bound=Spec[Any])
Model = TypeVar("Model", bound=nn.Module)


@dataclass(frozen=True)
class Shelf(Generic[Known, Model]):
    """The models of one family, each with weights of one kind; its methods are the family's `names`, `card` and `load`.

    Args:
        specs: by name.
        kind: what `names` may choose models by.
    """

    specs: Mapping[str, Known]
    kind: Callable[[Known], object] = lambda known: known.prior

    def spec(self, name: str) -> Known:
        """The spec of a model.

        Args:
            name: of the model.

        Raises:
            ValueError: for another name; lists the known ones.
        """
        if name not in self.specs:
            raise ValueError(f"the model must be one of {', '.join(self.specs)}, got {name!r}")
        return self.specs[name]

    def names(self, kind: str | None = None, where: str | Path | None = None) -> list[str]:
        """The models for which trained weights are there.

        Args:
            kind: of sequence models the task ("copying", "melodies"), of models of digits the view ("picture",
                "halves", "classes"), of others what they learned from; None: all.
            where: the folder of weights of one's own, instead of the usual ones.
        """
        chosen = (known for known in self.specs.values() if kind in (None, self.kind(known)))
        return [known.name for known in chosen if cards.path_of(known, known.prior, "safetensors", where).is_file()]

    def card(self, name: str, where: str | Path | None = None) -> Card:
        """The card of trained weights.

        Args:
            name: the model, one of `names()`.
            where: the folder of weights of one's own, instead of the usual ones.

        Raises:
            ValueError: for an unknown name, and for a file that is missing or no card; names the file and what to do.
        """
        return cards.read(self.spec(name), self.spec(name).prior, where)

    def load(self, name: str, where: str | Path | None = None) -> Model:
        """The trained model, ready to predict: in evaluation mode, without gradients.

        Args:
            name, where: see `card`.

        Raises:
            ValueError: for an unknown name, and for a file that is missing, damaged or not the one of the card; names
                the file and what to do.
        """
        model: Model = cards.restore(self.spec(name), self.card(name, where), where)
        return model
