"""Embedding plus position, as the running network adds them: one row for START and every note."""

from __future__ import annotations

import numpy as np
import torch

from pages.melodies.controls import KINDS, MASKED, network
from pages.melodies.lattice import as_tensors
from pages.melodies.panels import NAMES
from pages.melodies.run import predictor, step
from pages.melodies.trained import HIDDEN
from pages.melodies.view import View
from pages.shared.scene.marks import HeatMap, Panel
from tnpcore import LayerRecord, record
from tnpcore.sequences.language_model import LanguageModel

ADDED = ("sinusoidal", "learned")  # kinds of positions that are vectors added to the tokens
MOST = 16  # notes that can still be read
NOTES = {
    "embedding": "What the network has learned for each note: equal notes have equal rows.",
    "position": "The vector of each place (position embedding): it is the same whatever note stands there.",
    "token": "Their sum: what layer 1 reads. Equal notes at two places have different rows.",
}
OTHERWISE = " Relative and rotary positions add nothing; they enter the scores. Shown: the model with {positions} ones."


def vectors(view: View) -> tuple[str, dict[str, np.ndarray]]:
    """Which positions, and embedding, position and token of START and every note, [1 + T, D] each.

    The tokens are those that the first layer of the running network was given.
    """
    chosen = view.controls.positions
    positions = chosen if chosen in ADDED else ADDED[0]
    name = network(view.controls.model, positions)
    model = None if name is None else predictor(name)
    if not isinstance(model, LanguageModel):
        raise ValueError(f"there must be a model with {positions} positions")
    pitches, seen = (each[None, :MOST] for each in as_tensors(view.melody.notes))
    given = seen if view.controls.model == MASKED else None
    with torch.no_grad(), record(LayerRecord) as layers:
        model(pitches, given, step(view.melody))
        tokens = layers[0].tokens[0]
        position = model.positions.added(torch.zeros_like(tokens)[None], step(view.melody))[0]
    parts = {"embedding": tokens - position, "position": position, "token": tokens}
    return positions, {part: values.numpy() for part, values in parts.items()}


def panels(view: View) -> tuple[Panel, ...]:
    """A map for each of the three; nothing without notes, or for a causal model with hidden ones."""
    hidden = view.melody.hidden and view.controls.model != MASKED
    if not view.melody.notes or hidden:
        return ()
    positions, found = vectors(view)
    names = (
        "START",
        *(f"{i} {HIDDEN if note is None else NAMES[note]}" for i, note in enumerate(view.melody.notes, 1)),
    )
    note = "" if positions == view.controls.positions else OTHERWISE.format(positions=positions)
    kind = KINDS[view.controls.model]
    titles = {"embedding": "Embedding of every note", "position": "+ its position", "token": "= what layer 1 reads"}
    return tuple(
        Panel(
            f"vectors-{part}",
            f"{kind}: {titles[part]}",
            (
                HeatMap(
                    values,
                    "",
                    f"the {values.shape[1]} numbers of a vector",
                    names[: len(values)],
                    diverging=True,
                    model=view.controls.model,
                    wide=True,
                ),
            ),
            model=view.controls.model,
            note=NOTES[part] + note,
        )
        for part, values in found.items()
    )
