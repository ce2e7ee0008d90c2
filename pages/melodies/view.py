"""What is shown at the query: the melody, what models of both kinds predict there, and the best that is possible."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pages.melodies.controls import CAUSAL, MASKED, MelodyControls
from pages.melodies.lattice import Melody, melody
from pages.melodies.run import EXACT, Prediction, attention, before, prediction
from tnpcore import Points
from tnpcore.sequences.melodies.notation import pitch_name


@dataclass(frozen=True, eq=False)
class Attention:
    """The attention weights of one layer.

    Args:
        weights: of the chosen head, or the mean over heads: rows are queries, columns keys [Tokens, Tokens].
        labels: of the tokens: START, then the notes, numbered.
        keys: the drawn point behind each token, -1 for none.
        row: the token that the prediction at the query is read from.
        first: the position in the melody of the note behind START.
    """

    weights: np.ndarray
    labels: tuple[str, ...]
    keys: tuple[int, ...]
    row: int
    first: int = 0


@dataclass(frozen=True, eq=False)
class View:
    """A melody with the position of the query in it; the note there is hidden from every model."""

    melody: Melody
    controls: MelodyControls
    position: int

    @property
    def note(self) -> int | None:
        """The pitch that is drawn at the query; None where there is none."""
        return self.melody.notes[self.position] if self.position < len(self.melody.notes) else None

    @property
    def withheld(self) -> tuple[int, ...]:
        """The drawn point at the query, which no model is given; none where no note is drawn."""
        return () if self.note is None else (self.melody.keys[self.position],)

    @property
    def found(self) -> Prediction:
        """What the chosen model predicts."""
        return self.of(self.controls.model)

    @property
    def limit(self) -> Prediction:
        """The exact prediction from the same notes."""
        return self.limit_of(self.controls.model)

    def of(self, kind: str) -> Prediction:
        """What the model of a kind predicts at the query."""
        return prediction(self.controls.network_of(kind), kind == CAUSAL, self.melody, self.position)

    def limit_of(self, kind: str) -> Prediction:
        """The exact prediction from the notes that a model of this kind reads."""
        return prediction(EXACT, kind == CAUSAL, self.melody, self.position)

    @property
    def gain(self) -> float | None:
        """How much likelier the note at the query is by the masked model than by the causal one, in nats; None without
        a note."""
        if self.note is None:
            return None
        both, first = (self.of(kind).probabilities[self.note] for kind in (MASKED, CAUSAL))
        return float(np.log(both / first))

    def attention(self, kind: str) -> Attention:
        """What a model of a kind attends to: a causal one in all notes around the query that follow each other, a
        masked one in the whole melody with the query's note hidden."""
        weights = attention(self.controls.network_of(kind), kind == CAUSAL, self.melody, self.position)
        causal = kind == CAUSAL
        first = before(self.melody, self.position) if causal else 0
        chosen = weights[f"layer {int(self.controls.layer) - 1}"][list(self.controls.heads)].mean(0)
        count = len(chosen) - 1
        shown = self.melody if causal or self.note is None else self.melody.hiding(self.position)
        notes, keys = (*shown.notes, None)[first : first + count], (*shown.keys, -1)[first : first + count]
        names = tuple(f"{first + i + 1} {_name(note)}" for i, note in enumerate(notes))
        return Attention(chosen, ("START", *names), (-1, *keys), self.position - first + (not causal), first)


def _name(note: int | None) -> str:
    return "?" if note is None else pitch_name(note)


def seen(points: Points, controls: MelodyControls, later: int = 0) -> View:
    """The drawn points as a melody with the query's position, all notes shifted by `later` steps."""
    here = melody(points)
    position = here.position(controls.column)
    return View(melody(points, later) if later else here, controls, position)
