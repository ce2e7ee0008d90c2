"""The evidence and what bounds it from below, as bars and as curves over the number of draws."""

from __future__ import annotations

import numpy as np
import torch

from pages.latent.controls import AS_DRAWN, LARGE, OWN, LatentControls
from pages.latent.inference import bound, distribution, encoded, pairs_of, process
from pages.shared.lesson.values import context
from pages.shared.models import latent_plane
from pages.shared.models.latent_plane import PRIOR, Exact, Gaussian
from pages.shared.models.once import once
from pages.shared.scene.marks import Line, Panel, Reading
from pages.shared.scene.readings import in_nats
from tnpcore import Points, latent

DRAWS = tuple(2**power for power in range(9))
REPEATS = 24  # of a bound whose mean is shown
SEED = 0
LEAST_DEPTH, GAPS = 10.0, 3.0  # nats below the evidence, and gaps of the encoder's q, that the bars have room for
ENCODED = (-20.0, 5.0)  # an ELBO and a gap of the encoder's q that few points lead to
# A density is one per unit of y: the same model in another unit has others, and an ELBO above 0 is no fault.
IN_UNIT = {
    AS_DRAWN: "",
    LARGE: "Each y times 0.01 adds log 100 = 4.61 to its log density; the gap stays, and a positive ELBO is no fault.",
}


def gap_panel(points: Points, q: Gaussian, found: Exact, controls: LatentControls) -> tuple[Panel, tuple[Reading, ...]]:
    """ELBO and gap beside the evidence, and the same as readings."""
    lower = bound(controls.model, points, q)
    seen = _while_dragged(points, found, controls) if controls.q == OWN else ENCODED
    note = f"In nats, of all points. Log p(y | x), the log evidence, is an integral over z. {IN_UNIT[controls.unit]}"
    unit = len(points) * controls.log_unit
    data = ("y | x", "y | x, z")
    return latent_plane.gap_panel(lower, found.log_p, seen, controls.model, note, data, unit)


def _while_dragged(points: Points, found: Exact, controls: LatentControls) -> tuple[float, float]:
    """What keeps the bars' scale as q is dragged: the prior's ELBO, but no extreme of that, which makes them flat."""
    gap = found.log_p - bound(controls.model, points, encoded(controls.model, points)).value
    worst = max(bound(controls.model, points, PRIOR).value, found.log_p - max(LEAST_DEPTH, GAPS * gap))
    return worst, found.log_p - worst


def draws_panel(points: Points, q: Gaussian, found: Exact, controls: LatentControls) -> tuple[Panel, Reading]:
    """The importance-weighted bound over the number of draws, between ELBO and evidence."""
    unit = len(points) * controls.log_unit
    drawn, log_p = _bounds(controls.model, points, q) + unit, found.log_p + unit
    k = np.log2(np.array(DRAWS, float))
    ends = np.array([k[0], k[-1]])
    here = float(drawn[:, controls.power].mean())
    marks = (
        Line(k, drawn.mean(0), controls.model, "bound, mean of 24"),
        Line(k, drawn.min(0), "grid", "smallest and largest of 24"),
        Line(k, drawn.max(0), "grid"),
        Line(ends, np.full(2, log_p), "bayes", "log evidence", dashed=True),
    )
    values = [*drawn.ravel().tolist(), log_p]
    room = 0.05 * (max(values) - min(values)) + 1e-3
    panel = Panel(
        "draws",
        "The bound of K draws of z",
        marks,
        x=(float(ends[0]), float(ends[1])),
        y=(min(values) - room, max(values) + room),
        x_title="log₂ K",
        y_title="nats",
        tint=None,
        note="K = 1 is the ELBO by a single draw: it scatters, and may lie above the evidence.",
    )
    label = f"Bound of K = {controls.draws} draws, mean of {REPEATS}"
    return panel, Reading("bound", label, here, in_nats(here))


def _bounds(name: str, points: Points, q: Gaussian) -> np.ndarray:
    return _drawn(name, pairs_of(points), q)


@once(keep=16)
def _drawn(name: str, pairs: tuple, q: Gaussian) -> np.ndarray:
    """Bounds [REPEATS, number of DRAWS], always of the same random numbers."""
    generator, points, given = torch.Generator().manual_seed(SEED), context(pairs), distribution(name, q)
    rows = [
        [latent.importance_weighted(process(name), points, count, generator, given) for count in DRAWS]
        for _ in range(REPEATS)
    ]
    return np.array(rows)
