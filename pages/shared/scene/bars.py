"""Bars: named amounts side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pages.shared.scene.quantities import Prose


@dataclass(frozen=True)
class Bars:
    """Named amounts [N] side by side, for example one softmax row. `keys` [N] as in HeatMap. `title` names them where
    several stand in one panel, one above the other; `span`, from the lowest to the highest amount, is for those that
    are to be compared with each other by height. `spread` [N] holds the lowest and the highest of the amounts whose
    mean a bar is, drawn over it as a line. `pair` numbers two bars whose sum stands above them. `models` [N] gives
    each bar the colour of a model of its own, in place of `model`. `free` places stay empty before the first bar: the
    others stand below those of the same keys in another panel. Their numbers have so many `digits`, or
    are read in the unit of `quantity` (of `scene.quantities`). Bars begin at `base`: at 0 of what the models see."""

    values: np.ndarray
    labels: tuple[Prose, ...]
    model: str = ""
    keys: tuple[int, ...] = ()
    title: Prose = ""
    span: tuple[float, ...] = ()
    spread: tuple[tuple[float, float], ...] = ()
    pair: tuple[int, ...] = ()
    models: tuple[str, ...] = ()
    free: int = 0
    digits: int = 2
    quantity: str = ""
    base: float = 0.0
