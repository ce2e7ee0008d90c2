"""Sequence models, as one of the families that are trained, measured and listed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tnpcore.cards import Card
from tnpcore.family import Family, Material, alone
from tnpcore.sequences import page
from tnpcore.sequences.evaluation import MEASURES
from tnpcore.sequences.learning import SequenceModel, on_sequences
from tnpcore.sequences.melodies import page as melodies
from tnpcore.sequences.specs import SPECS, SequenceSpec
from tnpcore.sequences.tasks import trained_on


def material(spec: SequenceSpec, prior: str | None, folder: str | None) -> Material:
    """The sequences of the model's own task."""
    return alone(on_sequences(trained_on(spec.prior)), spec, prior, folder)


def measure(model: SequenceModel, card: Card) -> dict[str, Any]:
    """What is measured of all models for a task."""
    return MEASURES[card.prior](model)


def table(cards: Sequence[Card]) -> str:
    """The results of each as JSON."""
    return json.dumps({card.name: card.results for card in cards}, ensure_ascii=False)


SEQUENCES = Family(SPECS, material, measure, table, {"sequences.md": page.page, "melodies.md": melodies.page})
