"""All panels of the lab in their order: those that follow the hand, and those that take many runs."""

from __future__ import annotations

from pages.melodies import (
    lab_attention,
    lab_classifiers,
    lab_embedding,
    lab_gains,
    lab_generation,
    lab_harmony,
    lab_measured,
    lab_mirror,
    lab_transposition,
)
from pages.melodies.view import View
from pages.shared.scene.marks import Panel


def at_once(view: View) -> tuple[Panel, ...]:
    """Attention by layer and head; key, chords and beats."""
    return (*lab_attention.panels(view), *lab_harmony.panels(view))


def later(view: View) -> tuple[Panel, ...]:
    """Gains, generation, transpositions, mirror images, classifiers, embeddings, and what the cards hold."""
    drawn = (lab_gains, lab_generation, lab_transposition, lab_mirror, lab_classifiers, lab_embedding)
    return (
        *(panel for part in drawn for panel in part.panels(view)),
        *lab_measured.panels(view.controls.model),
        *lab_classifiers.table(),
    )
