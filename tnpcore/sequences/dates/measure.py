"""Exact match with its standard error, by kind of text and by length of the source."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeVar

from tnpcore.sequences.dates.alphabet import LONGEST, split
from tnpcore.sequences.dates.sampling import Example, kinds

_Key = TypeVar("_Key", bound=Hashable)

BIN = 5  # source symbols in one group of lengths


@dataclass(frozen=True)
class ExactMatch:
    """How many outputs equal their targets.

    Args:
        count: of texts.
        right: of them, with the target as output.
    """

    count: int
    right: int

    @property
    def rate(self) -> float:
        """Between 0 and 1."""
        return self.right / self.count

    @property
    def standard_error(self) -> float:
        """Of the rate. Never 0: that of the estimate with one more right and one more wrong output.

        Reference: Wilson 1927 shrinks the rate alike; at a rate of 0 or 1 the usual formula would state certainty.
        """
        rate = (self.right + 1) / (self.count + 2)
        return sqrt(rate * (1 - rate) / (self.count + 2))


def exact_match(targets: Sequence[str], outputs: Sequence[str]) -> ExactMatch:
    """How many outputs are right, character for character.

    >>> exact_match(["2031-04-03", "?"], ["2031-04-03", "2031-02-31"]).rate
    0.5

    Args:
        targets: ISO 8601 dates, or `?`.
        outputs: of a model, in the same order.

    Raises:
        ValueError: for two lengths, or no targets.
    """
    if len(targets) != len(outputs) or not targets:
        raise ValueError(f"one output for each target is required, got {len(outputs)} for {len(targets)}")
    return ExactMatch(len(targets), sum(one == other for one, other in zip(targets, outputs)))


def by_kind(examples: Sequence[Example], outputs: Sequence[str]) -> dict[str, ExactMatch]:
    """Exact match of each kind that occurs, in the order of `kinds()`.

    Raises:
        ValueError: for two lengths, or no examples.
    """
    found = _grouped(examples, outputs, [example.kind for example in examples])
    return {kind: found[kind] for kind in kinds() if kind in found}


def by_form(examples: Sequence[Example], outputs: Sequence[str]) -> dict[str, ExactMatch]:
    """Exact match of each form that occurs, by its name in alphabetical order.

    Raises:
        ValueError: for two lengths, or no examples.
    """
    found = _grouped(examples, outputs, [example.form for example in examples])
    return dict(sorted(found.items()))


def by_length(examples: Sequence[Example], outputs: Sequence[str]) -> dict[tuple[int, int], ExactMatch]:
    """Exact match by the first and last length of a group, in source symbols, shortest first.

    Raises:
        ValueError: for two lengths, or no examples.
    """
    lengths = [min(len(split(example.text)), LONGEST) for example in examples]
    groups = [((length - 1) // BIN * BIN + 1, ((length - 1) // BIN + 1) * BIN) for length in lengths]
    found = _grouped(examples, outputs, groups)
    return dict(sorted(found.items()))


def _grouped(examples: Sequence[Example], outputs: Sequence[str], keys: Iterable[_Key]) -> dict[_Key, ExactMatch]:
    if len(examples) != len(outputs) or not examples:
        raise ValueError(f"one output for each example is required, got {len(outputs)} for {len(examples)}")
    groups: dict[_Key, list[int]] = {}
    for at, key in enumerate(keys):
        groups.setdefault(key, []).append(at)
    return {
        key: exact_match([examples[at].iso for at in places], [outputs[at] for at in places])
        for key, places in groups.items()
    }
