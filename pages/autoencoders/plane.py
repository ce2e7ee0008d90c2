"""The plane of z: q of a digit, the z that a hand drags, the exact posterior, and the plane as a map of pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.autoencoders.controls import ONE, SECOND, AutoencoderControls
from pages.autoencoders.inference import decoded, encoded, moved
from pages.autoencoders.pictures import INK
from pages.shared.models.latent_plane import MOST, PRIOR, Gaussian, outlines, plane, reach
from pages.shared.models.once import once
from pages.shared.scene.field import matrix
from pages.shared.scene.marks import Field, Line, Mark, Panel, shown
from pages.shared.scene.marks import Place as Ring
from pages.shared.scene.pixels import SIDE, counts

NEAR = 6.0  # standard deviations of q to each side: there the posterior can be seen
LEAST = 3.5  # prior standard deviations in view where z is dragged
TILES = 11  # pictures along each axis of the map
HUE = "vae"


def plane_panel(q: Gaussian, controls: AutoencoderControls) -> Panel:
    """q of the digit, and what else is on show: q of the shifted or of a second digit, the z that is dragged."""
    marks: list[Mark] = list(outlines(q, HUE, "q(z | digit)"))
    others = [q]
    if controls.tau:
        there = encoded(controls.model, moved(counts(controls.digit), controls.tau))
        marks.append(Line(*there.outline(), "second", "q of the shifted digit", dashed=True))
        others.append(there)
    if controls.show == SECOND:
        other = encoded(controls.model, counts(controls.other))
        marks.append(Line(*other.outline(), "second", "q of the second digit"))
        ends = np.array([q.mean, other.mean])
        marks.append(Line(ends[:, 0], ends[:, 1], "bayes", "from one to the other"))
        others.append(other)
    if controls.show != ONE:
        return plane(
            "plane", "The plane of z", tuple(marks), reach(PRIOR, *others), HUE, "q: what z the digit may have."
        )
    half = max(LEAST, reach(PRIOR, *others, places=(controls.z,)))
    return plane("plane", "The plane of z", (*marks, ring(controls, half)), half, HUE, "A place on it is one picture.")


def ring(controls: AutoencoderControls, half: float) -> Ring:
    """The z that a hand drags."""
    ends = (-half, half)
    label = f"z = ({shown(controls.z1, 1)}, {shown(controls.z2, 1)})"
    return Ring(*controls.z, ("z1", "z2"), (ends, ends), "z", label)


def posterior_panel(q: Gaussian) -> Panel:
    """Prior and q; the posterior comes as a part of its own: it takes longer."""
    marks = outlines(q, HUE, "q(z | digit)")
    note = "Grey: the exact posterior, its maximum 1."
    panel = plane("posterior", "q and the exact posterior", marks, MOST, HUE, note)
    half = NEAR * max(q.sd)
    (x, y) = ((mean - half, mean + half) for mean in q.mean)
    return replace(panel, x=x, y=y)


def map_panel() -> Panel:
    """Where the prior lies on the map; the pictures come as a part of their own."""
    marks = (Line(*PRIOR.outline(), "bayes", "prior p(z), 2 sd", dashed=True),)
    note = f"{TILES} × {TILES} places, each with the mean picture of its z."
    return plane("map", "The plane as a map of pictures", marks, LEAST, HUE, note)


@once(keep=8)
def pictures_of(name: str) -> Field:
    """The pictures of a lattice of z, each in the middle of its tile."""
    axis = LEAST * (2 * np.arange(TILES) + 1 - TILES) / TILES
    down, across = np.meshgrid(axis[::-1], axis, indexing="ij")
    pictures, _ = decoded(name, np.stack([across, down], -1).reshape(-1, 2))
    tiles = pictures.reshape(TILES, TILES, SIDE, SIDE).transpose(0, 2, 1, 3).reshape(TILES * SIDE, TILES * SIDE)
    return matrix(tiles, (-LEAST, LEAST), (-LEAST, LEAST), HUE, INK)
