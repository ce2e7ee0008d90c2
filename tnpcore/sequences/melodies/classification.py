"""The mode, or the key, of a melody from its [CLS] token: a masked model, fine-tuned on few labels.

Beside it stand the same model trained on the same labels from scratch, and the exact posterior of the prior.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, final

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore.models.neural_process import initialise
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies.harmony import KEYS, MODES, NAMES, PITCHES, prior
from tnpcore.sequences.melodies.predictions import block_probabilities, fits, transposed
from tnpcore.training import Recipe, Run, finish
from tnpcore.training.draws import Draws

LENGTH = 16  # notes of a melody


@dataclass(frozen=True)
class Labelling:
    """What is classified.

    Args:
        name: of it.
        classes: their names.
        per_class: labels of each class.
        transposed: whether a label counts for every transposition of its melody that fits; those change no mode.
    """

    name: str
    classes: tuple[str, ...]
    per_class: int
    transposed: bool

    def of(self, blocks: Int[Tensor, " B"]) -> Int[Tensor, " B"]:
        """The class of each block of the prior.

        Args:
            blocks: key by key, major before minor.
        """
        return blocks % len(MODES) if self.classes == MODES else blocks // len(MODES)

    def exact(self, notes: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None) -> Float[Tensor, "B C"]:
        """p(class | seen notes) under the prior.

        Args:
            notes: pitches, ABSENT after the last of a shorter melody.
            seen: False where a note is hidden; None: all are seen.
        """
        blocks = block_probabilities(notes, seen).unflatten(-1, (KEYS, len(MODES)))
        return blocks.sum(1 if self.classes == MODES else 2)


LABELLINGS = {"mode": Labelling("mode", MODES, 10, True), "key": Labelling("key", NAMES, 20, False)}


@final
class Classifier(nn.Module):
    """A linear layer on the [CLS] token of a masked model.

    Args:
        encoder: is copied; all of the copy is trained with the layer.
        classes: how many.

    Raises:
        ValueError: for a causal model, whose first token attends to no note.

    Reference: Devlin et al. 2019, section 4.1.
    """

    def __init__(self, encoder: LanguageModel, classes: int):
        super().__init__()
        if encoder.causal:
            raise ValueError("the [CLS] token must attend to the notes: give a masked model, got a causal one")
        self.model = deepcopy(encoder).requires_grad_(True)
        self.head = nn.Linear(encoder.head.in_features, classes)

    def forward(self, notes: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None) -> Float[Tensor, "B C"]:
        """log p(class) of each melody.

        Args:
            notes: pitches, ABSENT after the last of a shorter melody.
            seen: False where a note is hidden; None: all are seen, as in training.
        """
        return self.head(self.model.encode(notes, seen)[:, 0]).log_softmax(-1)

    def loss(self, notes: Int[Tensor, "B T"], classes: Int[Tensor, " B"]) -> Float[Tensor, ""]:
        """Minus the log-probability of the right class, in nats per melody."""
        return F.nll_loss(self(notes), classes)


def labelled(labelling: Labelling, generator: torch.Generator) -> tuple[Int[Tensor, "B T"], Int[Tensor, " B"]]:
    """Melodies with their classes, as many of each class; with all transpositions where these change no class."""
    count = len(labelling.classes)
    notes, blocks = draw(prior(), 8 * count * (labelling.per_class + 10), LENGTH, generator)
    classes = labelling.of(blocks)
    chosen = torch.cat([(classes == one).nonzero()[: labelling.per_class, 0] for one in range(count)])
    notes, classes = notes[chosen], classes[chosen]
    if not labelling.transposed:
        return notes, classes
    stay = {by: fits(notes, by) for by in range(1 - PITCHES, PITCHES)}
    return (
        torch.cat([transposed(notes[kept], by) for by, kept in stay.items()]),
        torch.cat([classes[kept] for kept in stay.values()]),
    )


class Shuffled(Draws):
    """Labels in a random order, all of them before any comes again.

    Args:
        labels: melodies with their classes.
        batch_size: melodies of a step, or fewer where the last of an order are left.
        generator: of the orders.
    """

    def __init__(
        self, labels: tuple[Int[Tensor, "B T"], Int[Tensor, " B"]], batch_size: int, generator: torch.Generator
    ):
        self.labels, self.batch_size, self.generator = labels, batch_size, generator
        self.order = torch.randperm(0)

    def batch(self, step: int) -> tuple[Tensor, ...]:
        """The next melodies of the order, with their classes."""
        if not len(self.order):
            self.order = torch.randperm(len(self.labels[1]), generator=self.generator)
        rows, self.order = self.order[: self.batch_size], self.order[self.batch_size :]
        return tuple(part[rows] for part in self.labels)

    def state(self) -> dict[str, Any]:
        """The generator's, and what is left of the order."""
        return {"generator": self.generator.get_state(), "order": self.order}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on in the order that was left."""
        self.generator.set_state(state["generator"].cpu())
        self.order = state["order"]


def begin(encoder: LanguageModel, labelling: Labelling, recipe: Recipe, fine_tuned: bool = True) -> Run[Classifier]:
    """A fresh run of a classifier, on labels of its own.

    Args:
        encoder: a masked model; stays as it is.
        labelling: what is classified.
        recipe: of the run; its seed is that of labels, weights and order.
        fine_tuned: whether it starts from the encoder's weights, or from scratch.
    """
    generator = torch.Generator().manual_seed(1_000 + recipe.seed)
    labels = labelled(labelling, generator)
    found = Classifier(encoder if fine_tuned else scratch(encoder, generator), len(labelling.classes))
    initialise(found.head, generator)
    return Run(found, Shuffled(labels, recipe.batch_size, generator), recipe)


def trained(run: Run[Classifier]) -> Classifier:
    """The classifier at the end of its run, ready to predict."""
    for _ in finish(run):
        pass
    return run.result.eval().requires_grad_(False)


def scratch(model: LanguageModel, generator: torch.Generator) -> LanguageModel:
    """A copy of the model with fresh weights."""
    fresh = deepcopy(model).requires_grad_(False)
    for module in fresh.modules():
        if isinstance(module, nn.LayerNorm):
            module.reset_parameters()
    if fresh.positions.bias is not None:
        fresh.positions.bias.scores.zero_()
    initialise(fresh, generator)
    return fresh
