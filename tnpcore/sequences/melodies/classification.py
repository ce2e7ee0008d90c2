"""The mode, or the key, of a melody from its [CLS] token: a masked model, fine-tuned on few labels.

Beside it stand the same model trained on the same labels from scratch, and the exact posterior of the prior.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import final

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore.models.neural_process import initialise
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies.harmony import KEYS, MODES, NAMES, PITCHES, prior
from tnpcore.sequences.melodies.predictions import block_probabilities, fits, transposed

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
        model: is copied; all of the copy is trained with the layer.
        classes: how many.

    Raises:
        ValueError: for a causal model, whose first token attends to no note.

    Reference: Devlin et al. 2019, section 4.1.
    """

    def __init__(self, model: LanguageModel, classes: int):
        super().__init__()
        if model.causal:
            raise ValueError("the [CLS] token must attend to the notes: give a masked model, got a causal one")
        self.model = deepcopy(model).requires_grad_(True)
        self.head = nn.Linear(model.head.in_features, classes)

    def forward(self, notes: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None) -> Float[Tensor, "B C"]:
        """log p(class) of each melody.

        Args:
            notes: pitches, ABSENT after the last of a shorter melody.
            seen: False where a note is hidden; None: all are seen, as `tuned` trains it.
        """
        return self.head(self.model.encode(notes, seen)[:, 0]).log_softmax(-1)


@dataclass(frozen=True)
class Tuning:
    """The numbers of a run on labels.

    Args:
        steps: optimiser steps.
        lr: largest learning rate of AdamW; it falls to zero on a cosine.
        batch_size: melodies of a step.
        weight_decay: of AdamW.
    """

    steps: int
    lr: float
    batch_size: int = 60
    weight_decay: float = 0.01


def labelled(labelling: Labelling, generator: torch.Generator) -> tuple[Int[Tensor, "B T"], Int[Tensor, " B"]]:
    """Melodies with their classes, as many of each class; with all transpositions where these change no class.

    Args:
        labelling: what is classified.
        generator: of the random numbers.
    """
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


def tuned(
    model: LanguageModel,
    labels: tuple[Int[Tensor, "B T"], Int[Tensor, " B"]],
    classes: int,
    tuning: Tuning,
    generator: torch.Generator,
) -> Classifier:
    """A classifier trained on labels.

    Args:
        model: what it starts from; stays as it is.
        labels: melodies with their classes.
        classes: how many.
        tuning: the numbers of the run.
        generator: of the head's first weights and of the batches.
    """
    found = Classifier(model, classes).train()
    initialise(found.head, generator)
    adam = torch.optim.AdamW(found.parameters(), lr=tuning.lr, weight_decay=tuning.weight_decay)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(adam, tuning.steps)
    notes, wanted = labels
    order = torch.randperm(0)
    for _ in range(tuning.steps):
        if not len(order):
            order = torch.randperm(len(wanted), generator=generator)
        rows, order = order[: tuning.batch_size], order[tuning.batch_size :]
        loss = F.nll_loss(found(notes[rows]), wanted[rows])
        loss.backward()
        nn.utils.clip_grad_norm_(found.parameters(), 1.0)
        adam.step()
        falling.step()
        adam.zero_grad()
    return found.eval().requires_grad_(False)


def scratch(model: LanguageModel, generator: torch.Generator) -> LanguageModel:
    """The same model with fresh weights.

    Args:
        model: trained; stays as it is.
        generator: of the weights.
    """
    fresh = deepcopy(model).requires_grad_(False)
    for module in fresh.modules():
        if isinstance(module, nn.LayerNorm):
            module.reset_parameters()
    if fresh.positions.bias is not None:
        fresh.positions.bias.scores.zero_()
    initialise(fresh, generator)
    return fresh
