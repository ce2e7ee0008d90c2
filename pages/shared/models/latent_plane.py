"""The plane of a latent variable of two numbers: Gaussians on it, the exact posterior as a map, what a hand drags.

Places are in prior standard deviations from the prior's mean, so that one picture serves every model.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Float
from torch.distributions import Normal

from pages.shared.scene.marks import Bars, Field, Line, Mark, Panel, Reading
from pages.shared.scene.readings import in_nats
from tnpcore import latent

Place = tuple[float, float]
SEED = 0
# Half of what is in view, in prior standard deviations: the smallest of these that holds everything.
REACHES = (2.5, 3.5, 5.0, 7.0, 10.0, 12.0)
MOST = REACHES[-1]  # as far as z and q go
TITLES = ("z₁, in prior sd", "z₂, in prior sd")
ROOMS = (10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)  # nats from 0 that bars have room for
OUTLINE = 2.0  # standard deviations: an ellipse holds 86% of its Gaussian


@dataclass(frozen=True)
class Gaussian:
    """Independent Gaussians of the two numbers of z, in prior standard deviations."""

    mean: Place
    sd: Place

    @property
    def area(self) -> float:
        """Of its ellipse, in that of the prior."""
        return self.sd[0] * self.sd[1]

    def outline(self, radius: float = OUTLINE, count: int = 73) -> tuple[np.ndarray, np.ndarray]:
        """The ellipse at so many standard deviations [count]."""
        angle = np.linspace(0.0, 2 * np.pi, count)
        return self.mean[0] + radius * self.sd[0] * np.cos(angle), self.mean[1] + radius * self.sd[1] * np.sin(angle)

    def draws(self, count: int, seed: int = SEED) -> Float[np.ndarray, "count 2"]:
        """z = mean + sd · ε, always of the same ε."""
        noise = torch.randn(count, 2, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).numpy()
        return np.array(self.mean) + np.array(self.sd) * noise


PRIOR = Gaussian((0.0, 0.0), (1.0, 1.0))


def gaussian(q: Normal, prior: Normal) -> Gaussian:
    """A model's q(z) [2] in standard deviations of its prior."""
    mean, sd = (q.mean - prior.mean) / prior.stddev, q.stddev / prior.stddev
    return Gaussian((float(mean[0]), float(mean[1])), (float(sd[0]), float(sd[1])))


@dataclass(frozen=True, eq=False)
class Exact:
    """The exact posterior of z.

    Args:
        density: on a grid [G2, G1], divided by its maximum; the first row is that of the smallest z₂.
        ends: of the grid's nodes along z₁ and along z₂.
        log_p: the evidence, in nats, and how far it may be off.
        error: in nats.
    """

    density: np.ndarray
    ends: tuple[Place, Place]
    log_p: float
    error: float

    @classmethod
    def of(cls, found: latent.Posterior, prior: Normal) -> Exact:
        """What the library has found, on the plane of a model's prior."""
        places = [((axis - m) / s).tolist() for axis, m, s in zip(found.axes, prior.mean, prior.stddev, strict=True)]
        density = (found.log_density - found.log_density.max()).exp().numpy().T
        first, second = ((axis[0], axis[-1]) for axis in places)
        return cls(density, (first, second), found.evidence.log_p, found.evidence.error)

    @property
    def axes(self) -> tuple[np.ndarray, np.ndarray]:
        rows, columns = self.density.shape
        return np.linspace(*self.ends[0], columns), np.linspace(*self.ends[1], rows)

    @cached_property
    def moments(self) -> Gaussian:
        """Its mean and standard deviations."""
        mass, axes = self.density / self.density.sum(), self.axes
        along = mass.sum(0), mass.sum(1)
        means = [float(m @ a) for m, a in zip(along, axes, strict=True)]
        sds = [float(np.sqrt(m @ (a - mean) ** 2)) for m, a, mean in zip(along, axes, means, strict=True)]
        return Gaussian((means[0], means[1]), (sds[0], sds[1]))

    def share(self, q: Gaussian, radius: float = OUTLINE) -> float:
        """How much of its mass lies inside the ellipse of q at so many standard deviations."""
        first, second = self.axes
        far = ((first[None] - q.mean[0]) / q.sd[0]) ** 2 + ((second[:, None] - q.mean[1]) / q.sd[1]) ** 2
        return float(self.density[far <= radius**2].sum() / self.density.sum())

    def mark(self) -> Field:
        """It as a map."""
        return Field(self.density, *self.ends, "exact posterior", "bayes")


def reach(*gaussians: Gaussian, places: tuple[Place, ...] = ()) -> float:
    """Half of the interval in view along each axis."""
    ends = [abs(m) + OUTLINE * s for g in gaussians for m, s in zip(g.mean, g.sd, strict=True)]
    needed = max([*ends, *(abs(v) for place in places for v in place)])
    return next((each for each in REACHES if needed <= each), MOST)


def plane(id: str, title: str, marks: tuple[Mark, ...], half: float, model: str, note: str) -> Panel:
    """A panel of the plane, as far as `half` along each axis."""
    ends, (x_title, y_title) = (-half, half), TITLES
    axes = {"x": ends, "y": ends, "x_title": x_title, "y_title": y_title, "equal": True, "tint": None}
    return Panel(id, title, marks, model=model, note=note, **axes)


def outlines(q: Gaussian, model: str, label: str) -> tuple[Line, Line]:
    """Prior and q."""
    prior = Line(*PRIOR.outline(), "bayes", "prior p(z), 2 sd", dashed=True)
    return prior, Line(*q.outline(), model, f"{label}, 2 sd")


def gap_shown(log_p: float, elbo: float) -> float:
    """KL(q || posterior) to two decimals, as the difference of the evidence and the ELBO that are shown: it adds up."""
    return round(round(log_p, 2) - round(elbo, 2), 2)


def gap_panel(
    lower: latent.Elbo,
    log_p: float,
    seen: tuple[float, float],
    model: str,
    note: str,
    data: tuple[str, str],
    unit: float = 0.0,
) -> tuple[Panel, tuple[Reading, ...]]:
    """ELBO and gap beside the evidence, and the same as readings.

    Args:
        lower: the ELBO of a q.
        log_p: the evidence.
        seen: an ELBO and a gap for which there is room in any case, so that the bars keep their scale.
        model: whose colour they have.
        note: below the title.
        data: as densities are written, without z and given z: "y | x" and "y | x, z".
        unit: is added to all log densities.
    """
    total, value = round(log_p + unit, 2), round(lower.value + unit, 2)
    divergence = gap_shown(log_p + unit, lower.value + unit)
    elbo, gap = seen
    span = (-_room(-min(elbo, lower.value) - unit), max(total, _room(max(gap, divergence))))
    names = ("ELBO", "KL", "log p")  # short: there is little room below a bar
    bars = Bars(np.array([value, divergence, total]), names, model, span=span, pair=(0, 1))
    readings = (
        _reading("evidence", f"Log evidence, log p({data[0]})", log_p + unit, total),
        _reading("elbo", "ELBO of q", lower.value + unit, value),
        _reading("gap", "KL(q ‖ posterior): the gap", log_p - lower.value, divergence),
        _reading("reconstruction", f"Reconstruction: mean log p({data[1]}) over q", lower.reconstruction + unit),
        _reading("kl", "KL(q ‖ prior)", lower.kl),
    )
    title = f"ELBO + KL(q ‖ posterior) = log p({data[0]}), in nats"
    return Panel("gap", title, (bars,), note=note, tint=None), readings


def _room(nats: float) -> float:
    """So far bars reach at most: one of a few lengths, so that they keep their scale while points are moved."""
    return next((room for room in ROOMS if room >= nats), nats) if nats > 0 else 0.0


def _reading(id: str, label: str, value: float, seen: float | None = None) -> Reading:
    return Reading(id, label, value, in_nats(value if seen is None else seen))
