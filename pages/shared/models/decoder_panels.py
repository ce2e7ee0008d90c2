"""Pictures of a decoder's runs that several lessons show. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pages.shared.models.decoder_runs import END_NAME
from pages.shared.scene.marks import Bars, Panel


def forcing(title: str, symbols: Sequence[str], runs: Mapping[str, np.ndarray], model: str) -> Panel:
    """The probability of each of some symbols and the end after them, under teacher forcing and free running.

    Args:
        title: whose probabilities these are.
        symbols: without the end.
        runs: by title the probabilities, at those positions that the run's output has.
        model: the name of the model on show.
    """
    names = (*symbols, END_NAME)
    bars = (Bars(p, names[: len(p)], model, title=each, span=(0.0, 1.0)) for each, p in runs.items())
    return Panel("forcing", title, tuple(bars), model=model)
