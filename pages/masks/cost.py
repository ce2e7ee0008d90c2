"""What a mask costs: the cells that have to be computed for all targets in view, and the measured time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import torch

from pages.masks.mask_presets import MODEL
from pages.shared.lesson.values import MAX_POINTS
from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.once import once
from pages.shared.models.predictions import GRID, TARGETS
from pages.shared.models.timing import milliseconds
from pages.shared.scene.marks import Bars, Panel
from tnpcore import Points, intervene, masks, predict

LITERAL = "all cells"


@dataclass(frozen=True)
class Cost:
    """Of one prediction at all targets in view: cells of one layer's scores, in one head, and milliseconds."""

    name: str
    cells: int
    milliseconds: float


@once(keep=64)
def costs(nc: int) -> tuple[Cost, ...]:
    """For nc points: TNP-D, every cell computed and then masked; only the allowed ones computed; and two other models.

    Time depends on how many points there are, not on where: it is measured once for each number of them.
    """
    nt, context = TARGETS, Points(torch.linspace(-2, 2, nc)[:, None], torch.zeros(nc, 1))

    def literal():
        with intervene(mask=masks.context_only(nc, nt)):
            predict(model(MODEL), context, GRID)

    cells = {MODEL: (nc + nt) * nc, "eqtnp": (nc + nt) * nc, "lbanp": latent_cells(nc, nt)}
    times = (milliseconds(partial(predict, model(name), context, GRID)) for name in cells)
    each = (Cost(NAMES[name], cells[name], time) for name, time in zip(cells, times))
    return Cost(LITERAL, (nc + nt) ** 2, milliseconds(literal)), *each


def latent_cells(nc: int, nt: int) -> int:
    """LBANP's cells: from the latent tokens to the context and to each other, and from the targets to the latent
    tokens."""
    count = len(model("lbanp").latents)
    return count * (nc + count + nt)


def pays_from() -> int:
    """The smallest number of points from which LBANP computes fewer cells than TNP-D for all targets in view."""
    return next(nc for nc in range(1, MAX_POINTS) if latent_cells(nc, TARGETS) < (nc + TARGETS) * nc)


def cost_panels(nc: int) -> tuple[Panel, Panel]:
    """The cells as bars, with the time in the note: what a mask saves, and what two other models do."""
    literal, allowed, *others = costs(nc)
    title = f"Cells computed for {TARGETS} targets, share of all"
    models = _bars("cost-models", f"{title}: other models", (literal, *others))
    saves = f" {NAMES['lbanp']} computes fewer cells than {NAMES[MODEL]} from {pays_from()} points on."
    return _bars("cost", title, (literal, allowed)), replace(models, note=models.note + saves)


def _bars(id: str, title: str, found: tuple[Cost, ...]) -> Panel:
    shares = np.array([cost.cells for cost in found]) / found[0].cells
    times = "; ".join(f"{cost.name}: {cost.cells:,} cells, {cost.milliseconds:.1f} ms" for cost in found)
    note = f"One head of one layer, without the null token's column, and the time of a whole pass. {times}."
    bars = Bars(shares, tuple(cost.name for cost in found))
    return Panel(id, title, (bars,), note=note)
