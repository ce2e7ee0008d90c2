"""All panels of the lab in their order: those that follow the hand, and those that take many runs."""

from __future__ import annotations

from pages.melodies import (
    lab_classifiers,
    lab_embedding,
    lab_generation,
    lab_harmony,
    lab_measured,
    lab_transposition,
    panels,
)
from pages.melodies.view import View
from pages.shared.scene.marks import Panel


def at_once(view: View) -> tuple[Panel, ...]:
    """Attention by layer and head; key, chords and beats."""
    return (panels.heads(view), *lab_harmony.panels(view))


def later(view: View) -> tuple[Panel, ...]:
    """Gains, generation, transpositions, mirror images, classifiers, embeddings, and what the cards hold."""
    return (
        *lab_harmony.gain_bars(view),
        *lab_generation.panels(view),
        *lab_transposition.panels(view),
        *lab_transposition.mirror_images(view),
        *lab_classifiers.panels(view),
        *lab_embedding.panels(view),
        *lab_measured.panels(view.controls.model),
        *lab_classifiers.table(),
    )
