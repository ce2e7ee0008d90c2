"""Several texts as a tree that shares their beginnings: letters in columns, one row for each text. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.shared.scene.symbols import Symbols

ROW = 2.0  # boxes from one text to the next
SCORE = 8  # boxes behind the last letter, for the score
FLAT = 0.5  # the least height of a picture, as a part of its width
JOINED = 0.12  # the weight of a line where a text leaves another


def ends(texts: Sequence[str]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The intervals of x and y of a picture of these texts."""
    wide = max((len(text) for text in texts), default=10) + SCORE
    high = max(FLAT * wide, ROW * (len(texts) + 1))
    return (-1.0, float(wide)), (-high / 2, high / 2)


def symbols(texts: Sequence[str], scores: Sequence[str], tones: Sequence[str], model: str) -> Symbols:
    """A row for each text, in a order that keeps shared beginnings together; those are written once.

    Args:
        texts: the best one first; no two are the same.
        scores: written behind each.
        tones: of each, as `Symbols` has them.
        model: whose colour it has.
    """
    order = _order(texts)
    level = {index: ROW * ((len(texts) - 1) / 2 - row) for row, index in enumerate(order)}
    at: dict[str, int] = {}  # the letter that ends each beginning
    x, y, labels, shown, lines = [], [], [], [], []
    for index, text in enumerate(texts):
        for end in range(1, len(text) + 1):
            if text[:end] in at:
                continue
            at[text[:end]] = len(labels)
            if end > 1 and y[at[text[: end - 1]]] != level[index]:
                lines.append((at[text[: end - 1]], len(labels)))
            x.append(end - 1.0)
            y.append(level[index])
            labels.append(text[end - 1])
            shown.append(tones[index])
    for index, text in enumerate(texts):
        if text and y[at[text]] != level[index]:  # it is the beginning of a better one
            lines.append((at[text], len(labels)))
        x.append(len(text) + 0.6)
        y.append(level[index])
        labels.append(scores[index])
        shown.append("start")
    weights = (JOINED,) * len(lines)
    return Symbols(np.array(x), np.array(y), tuple(labels), tuple(shown), tuple(lines), weights, model)


def _order(texts: Sequence[str]) -> list[int]:
    """The texts from the highest row to the lowest: those that share more letters stand closer, the best one first."""
    ranks: dict[str, int] = {}
    for index, text in enumerate(texts):
        for end in range(len(text) + 1):
            ranks.setdefault(text[:end], index)  # the best text with this beginning
    keys = {i: [*(ranks[text[: end + 1]] for end in range(len(text))), i] for i, text in enumerate(texts)}
    return sorted(range(len(texts)), key=lambda index: keys[index])
