"""From texts to texts: what a model writes for each source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tnpcore.sequences.decoding import greedy
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.tasks import TASKS


def translate(model: EncoderDecoder[Any], texts: Sequence[str]) -> list[str]:
    """What a model writes for each text, greedily: the most probable symbol at every step.

    Args:
        model: for example `load("copying-dot")`.
        texts: sources, as the model's task spells them.

    Raises:
        ValueError: with the index of the text, for one that is empty or too long, and for an unknown character.
    """
    if isinstance(texts, str):
        raise ValueError(f"a list of texts is required, got the text {texts!r}")
    if not texts:
        return []
    task = TASKS[model.task]
    sources = [_symbols(model, index, text) for index, text in enumerate(texts)]
    return model.target.decode(greedy(model, model.source.encode(sources), task.longest_target + 1).symbols)


def _symbols(model: EncoderDecoder[Any], index: int, text: str) -> list[str]:
    split = TASKS[model.task].split
    found = list(model.source.split(text, index)) if split is None else split(text)
    if not 1 <= len(found) <= model.longest:
        raise ValueError(f"text {index} must have 1 to {model.longest} symbols, got {len(found)}: {text[:80]!r}")
    return found
