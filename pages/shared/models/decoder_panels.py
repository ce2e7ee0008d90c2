"""Pictures of a decoder's runs that several lessons show. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pages.shared.models.decoder_runs import END_NAME, DecoderRun
from pages.shared.scene.marks import Bars, Panel


def forcing(title: str, symbols: Sequence[str], runs: Mapping[str, np.ndarray], model: str) -> Panel:
    """The probability of each of some symbols and the end after them, under teacher forcing and free running (`runs`,
    by title)."""
    names = (*symbols, END_NAME)
    bars = (Bars(p, names[: len(p)], model, title=each, span=(0.0, 1.0)) for each, p in runs.items())
    return Panel("forcing", title, tuple(bars), model=model)


def forced_note(run: DecoderRun, position: int, symbol: str, wanted: str) -> str:
    """What to say of a forced symbol beside the bars: the bar at its position is that of a symbol that was not written.

    Args:
        run: with the forced symbol.
        position: of the output, from 0.
        symbol: the one that is forced there.
        wanted: whose probability the bar at that position is.
    """
    if position >= len(run.written) or symbol == wanted:
        return ""
    probability = run.probabilities[position, run.alphabet.index(wanted)]
    return f"{symbol} forced, {wanted} had {probability:.0%}"
