"""Notes that the board's synthesiser plays: voices of a tune, over one clock."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STEP = 0.35  # seconds


@dataclass(frozen=True)
class Voice:
    """Notes [N] of one voice, each as long as one step, in order of time.

    `times` [N] are steps after the beginning of the tune, `hertz` [N] frequencies; the place (`x`, `y`) [N] is ringed
    on the plot while a note sounds, and `words` [N] name it in the caption, which `label` begins ("Drawn notes").
    `model` is whose notes they are; a model's have another timbre than drawn ones (""). While a step of the story
    hides the part of that name ("targets"; see `STEP_PARTS`), the voice is left out.

    Raises:
        ValueError: the fields have different lengths, a time comes before an earlier one, or a frequency is none.
    """

    label: str
    times: np.ndarray
    hertz: np.ndarray
    x: np.ndarray
    y: np.ndarray
    words: tuple[str, ...]
    model: str = ""
    part: str = ""

    def __post_init__(self):
        lengths = {name: len(getattr(self, name)) for name in ("times", "hertz", "x", "y", "words")}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"a voice must have as many of each as notes, got {lengths}")
        if not (np.diff(self.times, prepend=0.0) >= 0).all():
            raise ValueError(f"the times of a voice must be at least 0 and in order, got {list(self.times)}")
        if not (np.asarray(self.hertz) > 0).all():
            raise ValueError(f"the frequencies of a voice must be positive, got {list(self.hertz)}")


@dataclass(frozen=True)
class Tune:
    """Voices over one clock, which can be played where they are among the stage's marks in the scene's first part;
    `step` is the length of a step in seconds."""

    voices: tuple[Voice, ...]
    step: float = STEP
