"""The plane of z as a picture: the exact posterior under the outlines of prior and q, and the z that a hand moves."""

from __future__ import annotations

import numpy as np

from pages.latent.controls import NARROW, ONE, OWN, WIDE, LatentControls
from pages.shared.models.latent_plane import PRIOR, Gaussian, Place, outlines, plane, reach
from pages.shared.scene.marks import Dots, Line, Panel, shown
from pages.shared.scene.marks import Place as Ring

LEAST = 3.5  # for a z that is dragged: far from the prior, too


def plane_panel(q: Gaussian, drawn: np.ndarray, controls: LatentControls) -> Panel:
    """What is on the stage, on the plane: the z that can be dragged, or q with the z that were drawn from it [K, 2]."""
    if controls.show != ONE:
        half, dots = reach(PRIOR, q), Dots(drawn[:, 0], drawn[:, 1], "grid")
        note = f"Dots: {len(drawn)} z drawn from q, each with its curve."
        return plane("plane", "The plane of z", (*_outlines(q, controls), dots), half, controls.model, note)
    half = max(LEAST, reach(PRIOR, places=(controls.z,)))
    ends = (-half, half)
    label = f"z = ({shown(controls.z1, 1)}, {shown(controls.z2, 1)})"
    ring = Ring(*controls.z, ("z1", "z2"), (ends, ends), "z", label)
    marks = (_outlines(q, controls)[0], ring)
    return plane("plane", "The plane of z", marks, half, controls.model, "A place on it is one curve.")


def posterior_panel(q: Gaussian, controls: LatentControls) -> Panel:
    """Prior and q, and where q is one's own, what it is dragged by. The posterior comes as a part of its own: it takes
    longer."""
    own = controls.q == OWN
    # What a hand drags has a fixed plane below it.
    half = reach(PRIOR, places=(q.mean,)) if own else reach(PRIOR, q)
    marks = (*_outlines(q, controls), *(_handles(q, half) if own else ()))
    note = "Grey: the exact posterior, its maximum 1." + " Drag q by its mean and by its sd." * own
    return plane("posterior", "q and the exact posterior", marks, half, controls.model, note)


def _outlines(q: Gaussian, controls: LatentControls) -> tuple[Line, Line]:
    return outlines(q, controls.model, "your own q" if controls.q == OWN else "q(z | context)")


def _handles(q: Gaussian, half: float) -> tuple[Ring, Ring]:
    """The middle of q, and a ring one standard deviation away from it along both axes."""
    ends = (-half, half)
    beside = tuple((m + NARROW, max(m + NARROW, min(m + WIDE, half))) for m in q.mean)
    corner = (q.mean[0] + q.sd[0], q.mean[1] + q.sd[1])
    width = Ring(*corner, ("s1", "s2"), (beside[0], beside[1]), "mean + sd of q", "sd", origin=q.mean)
    return Ring(*q.mean, ("m1", "m2"), (ends, ends), "mean of q", "mean"), width


def direction(z: Place, q: Gaussian) -> np.ndarray:
    """The ε with which z is drawn from q: z = mean + sd · ε."""
    return (np.array(z) - np.array(q.mean)) / np.array(q.sd)
