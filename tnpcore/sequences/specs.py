"""What is known of each model before it is trained: the table `SPECS`, by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.learning import SequenceModel
from tnpcore.sequences.positions import KINDS as POSITIONS
from tnpcore.sequences.recipe import LanguageRecipe, SequenceRecipe
from tnpcore.sequences.recurrent import Recurrent
from tnpcore.sequences.tasks import trained_on
from tnpcore.sequences.transformer import Transformer
from tnpcore.spec import Paper, Spec

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


@dataclass(frozen=True, kw_only=True)
class SequenceSpec(Spec[SequenceModel]):
    """One model for one task, which is its `prior`: one of `tnpcore.sequences.tasks.TASKS`, or "melodies".

    Args:
        kind: what sets it apart from other models for its task.
    """

    kind: str

    def chosen(self, **arguments: Any) -> dict[str, Any]:
        """Those given, then the spec's, then those that follow from the task."""
        return {**trained_on(self.prior).arguments(), **super().chosen(**arguments)}


def _kind(name: str, title: str, summary: str, paper: Paper, model: Any, **arguments: Any) -> SequenceSpec:
    """What models of that kind have in common, whatever their task."""
    return SequenceSpec(
        name=name,
        title=title,
        summary=summary,
        paper=paper,
        model=model,
        arguments=arguments,
        prior="",
        recipes={},
        kind=name,
    )


TRANSFORMER = _kind(
    "transformer",
    "Transformer",
    "Self-attention on both sides, cross-attention between them.",
    VASWANI,
    Transformer,
)
ADDITIVE = _kind(
    "additive",
    "GRU, additive attention",
    "A recurrent decoder that attends with additive scores.",
    BAHDANAU,
    Recurrent,
    attention="additive",
    width=160,
)
DOT = _kind(
    "dot",
    "GRU, dot-product attention",
    "A recurrent decoder that attends with dot-product scores.",
    LUONG,
    Recurrent,
    attention="dot",
    width=176,
)
BOTTLENECK = _kind(
    "bottleneck",
    "GRU, no attention",
    "The source reaches the decoder as one vector.",
    SUTSKEVER,
    Recurrent,
    attention="none",
    width=192,
)
CAUSAL = _kind(
    "causal",
    "Causal language model",
    "Predicts every note from those before it.",
    VASWANI,
    LanguageModel,
    causal=True,
)
MASKED = _kind(
    "masked",
    "Masked language model",
    "Predicts hidden notes from all that are seen.",
    DEVLIN,
    LanguageModel,
    causal=False,
)
KINDS = (TRANSFORMER, ADDITIVE, DOT, BOTTLENECK)
LANGUAGE_KINDS = (CAUSAL, MASKED)


def _for(task: str, kind: SequenceSpec, recipe: SequenceRecipe, ending: str = "", **arguments: Any) -> SequenceSpec:
    """The model of a kind for a task, with arguments in place of, or besides, those of the kind."""
    return replace(
        kind,
        name=f"{task}-{kind.name}{ending}",
        prior=task,
        recipes={task: recipe},
        arguments={**kind.arguments, **arguments},
    )


# Optimiser steps by kind: each takes less than twenty minutes of one thread.
STEPS = {"transformer": 22_000, "additive": 12_000, "dot": 12_000, "bottleneck": 12_000}
DRAWN_STEPS, SOFT_STEPS, POSITIONS_STEPS = {"causal": 8_000, "masked": 10_000}, 8_000, 5_000
COPYING_STEPS = {"transformer": 3_000, "additive": 4_000, "dot": 4_000, "bottleneck": 8_000}


def _table() -> dict[str, SequenceSpec]:
    dates = [_for("dates", kind, SequenceRecipe(STEPS[kind.name])) for kind in KINDS]
    writing = _for("writing", TRANSFORMER, SequenceRecipe(6_000))
    copying = [_for("copying", kind, SequenceRecipe(COPYING_STEPS[kind.name])) for kind in KINDS]
    others = [
        _for("copying", TRANSFORMER, SequenceRecipe(3_000), f"-{name}", positions=name)
        for name in ("learned", "rotary", "relative", "shaw")
    ]
    return {known.name: known for known in (*dates, writing, *copying, *others, *_melodies())}


def _melodies() -> list[SequenceSpec]:
    """Causal and masked, on drawn notes; on exact distributions, as "soft"; on these with all kinds of positions."""

    def known(ending: str, kind: SequenceSpec, positions: str, steps: int, soft: bool = True) -> SequenceSpec:
        return _for("melodies", kind, LanguageRecipe(steps, 128, soft=soft), ending, positions=positions)

    found = []
    for kind in LANGUAGE_KINDS:
        found += [known("", kind, "relative", DRAWN_STEPS[kind.name], soft=False)]
        found += [known("-soft", kind, "relative", SOFT_STEPS)]
        found += [known(f"-{name}", kind, name, POSITIONS_STEPS) for name in POSITIONS]
    return found


SPECS = _table()
