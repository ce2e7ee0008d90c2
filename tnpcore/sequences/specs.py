"""What is known of each model before it is trained: the table `SPECS`, by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tnpcore.models.spec import Paper
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.positions import KINDS as POSITIONS
from tnpcore.sequences.recipe import LanguageRecipe, Recipe
from tnpcore.sequences.recurrent import Recurrent
from tnpcore.sequences.tasks import trained_on
from tnpcore.sequences.training import SequenceModel
from tnpcore.sequences.transformer import Transformer

VASWANI = Paper("Vaswani et al. 2017", "Attention Is All You Need", "1706.03762")
BAHDANAU = Paper(
    "Bahdanau et al. 2015", "Neural Machine Translation by Jointly Learning to Align and Translate", "1409.0473"
)
LUONG = Paper("Luong et al. 2015", "Effective Approaches to Attention-based Neural Machine Translation", "1508.04025")
SUTSKEVER = Paper("Sutskever et al. 2014", "Sequence to Sequence Learning with Neural Networks", "1409.3215")
DEVLIN = Paper(
    "Devlin et al. 2019",
    "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    "1810.04805",
)

ModelClass: TypeAlias = type[EncoderDecoder[Any]] | type[LanguageModel]


@dataclass(frozen=True)
class Kind:
    """One of the kinds of models.

    Args:
        name: the last part of the names of models.
        title: short name that people read.
        summary: what sets it apart, in at most 60 characters.
        paper: where it was published.
        model: its class.
        arguments: of the class, besides the task's symbols.
    """

    name: str
    title: str
    summary: str
    paper: Paper
    model: ModelClass
    arguments: Mapping[str, Any]


TRANSFORMER = Kind(
    "transformer",
    "Transformer",
    "Self-attention on both sides, cross-attention between them.",
    VASWANI,
    Transformer,
    {},
)
ADDITIVE = Kind(
    "additive",
    "GRU, additive attention",
    "A recurrent decoder that attends with additive scores.",
    BAHDANAU,
    Recurrent,
    {"attention": "additive", "width": 160},
)
DOT = Kind(
    "dot",
    "GRU, dot-product attention",
    "A recurrent decoder that attends with dot-product scores.",
    LUONG,
    Recurrent,
    {"attention": "dot", "width": 176},
)
BOTTLENECK = Kind(
    "bottleneck",
    "GRU, no attention",
    "The source reaches the decoder as one vector.",
    SUTSKEVER,
    Recurrent,
    {"attention": "none", "width": 192},
)
CAUSAL = Kind(
    "causal",
    "Causal language model",
    "Predicts every note from those before it.",
    VASWANI,
    LanguageModel,
    {"causal": True},
)
MASKED = Kind(
    "masked",
    "Masked language model",
    "Predicts hidden notes from all that are seen.",
    DEVLIN,
    LanguageModel,
    {"causal": False},
)
KINDS = (TRANSFORMER, ADDITIVE, DOT, BOTTLENECK)
LANGUAGE_KINDS = (CAUSAL, MASKED)


@dataclass(frozen=True)
class SequenceSpec:
    """One model for one task.

    Args:
        name: in commands and of its files in `pretrained/`.
        task: one of `tnpcore.sequences.tasks.TASKS`, or "melodies".
        kind: of model.
        arguments: in place of, or besides, those of the kind.
        recipe: of the training run.
    """

    name: str
    task: str
    kind: Kind
    arguments: Mapping[str, Any]
    recipe: Recipe

    def every_argument(self) -> dict[str, Any]:
        """All arguments of the class, as JSON: those that the task gives, the spec's own, the defaults of the class."""
        defaults = {
            key: parameter.default
            for key, parameter in inspect.signature(self.kind.model).parameters.items()
            if parameter.default is not inspect.Parameter.empty
        }
        return {**defaults, **trained_on(self.task).arguments(), **self.kind.arguments, **self.arguments}

    def build(self) -> SequenceModel:
        """An untrained model."""
        return self.kind.model(**self.every_argument())


# Optimiser steps by kind: each takes less than twenty minutes of one thread.
STEPS = {"transformer": 22_000, "additive": 12_000, "dot": 12_000, "bottleneck": 12_000}
DRAWN_STEPS, SOFT_STEPS, POSITIONS_STEPS = {"causal": 8_000, "masked": 10_000}, 8_000, 5_000
COPYING_STEPS = {"transformer": 3_000, "additive": 4_000, "dot": 4_000, "bottleneck": 8_000}


def _table() -> dict[str, SequenceSpec]:
    dates = [SequenceSpec(f"dates-{kind.name}", "dates", kind, {}, Recipe(STEPS[kind.name])) for kind in KINDS]
    writing = SequenceSpec("writing-transformer", "writing", TRANSFORMER, {}, Recipe(6_000))
    copying = [
        SequenceSpec(f"copying-{kind.name}", "copying", kind, {}, Recipe(COPYING_STEPS[kind.name])) for kind in KINDS
    ]
    others = [
        SequenceSpec(f"copying-transformer-{name}", "copying", TRANSFORMER, {"positions": name}, Recipe(3_000))
        for name in ("learned", "rotary", "relative")
    ]
    return {known.name: known for known in (*dates, writing, *copying, *others, *_melodies())}


def _melodies() -> list[SequenceSpec]:
    """Causal and masked, on drawn notes; on exact distributions, as "soft"; on these with all kinds of positions."""

    def known(name: str, kind: Kind, positions: str, steps: int, soft: bool = True) -> SequenceSpec:
        recipe = LanguageRecipe(steps, 128, soft=soft)
        return SequenceSpec(f"melodies-{kind.name}{name}", "melodies", kind, {"positions": positions}, recipe)

    found = []
    for kind in LANGUAGE_KINDS:
        found += [known("", kind, "relative", DRAWN_STEPS[kind.name], soft=False)]
        found += [known("-soft", kind, "relative", SOFT_STEPS)]
        found += [known(f"-{name}", kind, name, POSITIONS_STEPS) for name in POSITIONS]
    return found


SPECS = _table()


def spec(name: str) -> SequenceSpec:
    """The spec of a model.

    Args:
        name: for example "copying-dot".

    Raises:
        ValueError: for an unknown name; lists the known ones.
    """
    if name not in SPECS:
        raise ValueError(f"the model must be one of {sorted(SPECS)}, got {name!r}")
    return SPECS[name]
