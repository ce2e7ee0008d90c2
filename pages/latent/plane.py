"""The plane of z as a picture: the exact posterior under the outlines of prior and q, and the z that a hand moves."""

from __future__ import annotations

import numpy as np

from pages.latent.controls import MOST, NARROW, ONE, OWN, WIDE, LatentControls
from pages.latent.inference import PRIOR, Exact, Gaussian, Place
from pages.shared.scene.marks import Dots, Field, Line, Mark, Panel, shown
from pages.shared.scene.marks import Place as Ring

# Half of what is in view, in prior standard deviations: the smallest of these that holds everything.
REACHES = (2.5, 3.5, 5.0, 7.0, 10.0, MOST)
TITLES = ("z₁, in prior sd", "z₂, in prior sd")
LEAST = 3.5  # for a z that is dragged: far from the prior, too
OUTLINE = 2.0  # standard deviations: an ellipse holds 86% of its Gaussian


def reach(*gaussians: Gaussian, places: tuple[Place, ...] = ()) -> float:
    """Half of the interval in view along each axis."""
    ends = [abs(m) + OUTLINE * s for g in gaussians for m, s in zip(g.mean, g.sd, strict=True)]
    needed = max([*ends, *(abs(v) for place in places for v in place)])
    return next((each for each in REACHES if needed <= each), MOST)


def plane_panel(q: Gaussian, drawn: np.ndarray, controls: LatentControls) -> Panel:
    """What is on the stage, on the plane: the z that can be dragged, or q with the z that were drawn from it [K, 2]."""
    if controls.show != ONE:
        half, dots = reach(PRIOR, q), Dots(drawn[:, 0], drawn[:, 1], "grid")
        note = f"Dots: {len(drawn)} z drawn from q, each with its curve."
        return _plane("plane", "The plane of z", (*_outlines(q, controls), dots), half, controls, note)
    half = max(LEAST, reach(PRIOR, places=(controls.z,)))
    ends = (-half, half)
    label = f"z = ({shown(controls.z1, 1)}, {shown(controls.z2, 1)})"
    ring = Ring(*controls.z, ("z1", "z2"), (ends, ends), "z", label)
    marks = (_outlines(q, controls)[0], ring)
    return _plane("plane", "The plane of z", marks, half, controls, "A place on it is one curve.")


def posterior_panel(q: Gaussian, controls: LatentControls) -> Panel:
    """Prior and q, and where q is one's own, what it is dragged by. The posterior comes as a part of its own: it takes
    longer."""
    own = controls.q == OWN
    # What a hand drags has a fixed plane below it.
    half = reach(PRIOR, places=(q.mean,)) if own else reach(PRIOR, q)
    marks = (*_outlines(q, controls), *(_handles(q, half) if own else ()))
    note = "Grey: the exact posterior, its maximum 1." + " Drag q by its middle and by its width." * own
    return _plane("posterior", "q and the exact posterior", marks, half, controls, note)


def _plane(id: str, title: str, marks: tuple[Mark, ...], half: float, controls: LatentControls, note: str) -> Panel:
    ends, (x_title, y_title) = (-half, half), TITLES
    axes = {"x": ends, "y": ends, "x_title": x_title, "y_title": y_title, "equal": True, "tint": None}
    return Panel(id, title, marks, model=controls.model, note=note, **axes)


def _outlines(q: Gaussian, controls: LatentControls) -> tuple[Line, Line]:
    whose = "your own q" if controls.q == OWN else "q(z | context)"
    prior = Line(*PRIOR.outline(OUTLINE), "bayes", "prior p(z), 2 sd", dashed=True)
    return prior, Line(*q.outline(OUTLINE), controls.model, f"{whose}, 2 sd")


def _handles(q: Gaussian, half: float) -> tuple[Ring, Ring]:
    """The middle of q, and a ring one standard deviation away from it along both axes."""
    ends = (-half, half)
    beside = tuple((m + NARROW, max(m + NARROW, min(m + WIDE, half))) for m in q.mean)
    corner = (q.mean[0] + q.sd[0], q.mean[1] + q.sd[1])
    width = Ring(*corner, ("s1", "s2"), (beside[0], beside[1]), "mean + sd of q", "width", origin=q.mean)
    return Ring(*q.mean, ("m1", "m2"), (ends, ends), "mean of q", "middle"), width


def posterior_mark(found: Exact) -> Field:
    """The posterior as a map."""
    return Field(found.density, *found.ends, "exact posterior", "bayes")


def direction(z: Place, q: Gaussian) -> np.ndarray:
    """The ε with which z is drawn from q: z = mean + sd · ε."""
    return (np.array(z) - np.array(q.mean)) / np.array(q.sd)
