"""What is known of z, given the points: the encoder's q, the exact posterior, the evidence and its bounds.

Places on the plane are in prior standard deviations from the prior's mean, so that one picture serves every model.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from pages.latent.controls import OWN, LatentControls
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.once import once
from tnpcore import Points, latent
from tnpcore.models.latent import NP

Place = tuple[float, float]
HAND = 33  # nodes a dimension of the mean over q while a hand moves it: within 0.01 nats
SEED = 0
REPEATS = (1, 2, 4, 8, 16)


@dataclass(frozen=True)
class Gaussian:
    """Independent Gaussians of the two numbers of z, in prior standard deviations."""

    mean: Place
    sd: Place

    @property
    def area(self) -> float:
        """Of its ellipse, in that of the prior."""
        return self.sd[0] * self.sd[1]

    def outline(self, radius: float, count: int = 73) -> tuple[np.ndarray, np.ndarray]:
        """The ellipse at so many standard deviations [count]."""
        angle = np.linspace(0.0, 2 * np.pi, count)
        return self.mean[0] + radius * self.sd[0] * np.cos(angle), self.mean[1] + radius * self.sd[1] * np.sin(angle)


PRIOR = Gaussian((0.0, 0.0), (1.0, 1.0))


def process(name: str) -> NP:
    """The trained model; its z has two numbers."""
    return cast(NP, model(name))


@once
def prior(name: str) -> Normal:
    """p(z) of the model [2], as it is trained."""
    return latent.prior(process(name))


def encoded(name: str, points: Points) -> Gaussian:
    """q(z | points) of the encoder."""
    with torch.no_grad():
        q, p = latent.encode(process(name), points), prior(name)
    mean, sd = (q.mean - p.mean) / p.stddev, q.stddev / p.stddev
    return Gaussian((float(mean[0]), float(mean[1])), (float(sd[0]), float(sd[1])))


def chosen(points: Points, controls: LatentControls) -> Gaussian:
    """The q on show: the encoder's, or one's own."""
    if controls.q == OWN:
        return Gaussian((controls.m1, controls.m2), (controls.s1, controls.s2))
    return encoded(controls.model, points)


def distribution(name: str, q: Gaussian) -> Normal:
    """The same Gaussians as the model's z has them."""
    p = prior(name)
    return Normal(p.mean + p.stddev * torch.tensor(q.mean), p.stddev * torch.tensor(q.sd), validate_args=False)


def decoded(name: str, places: Float[np.ndarray, "K 2"], xt: Float[Tensor, "Nt 1"]) -> tuple[np.ndarray, np.ndarray]:
    """Mean and standard deviation of p(y | x, z) [K, Nt] at K places."""
    p = prior(name)
    with torch.no_grad():
        found = latent.decode(process(name), p.mean + p.stddev * torch.from_numpy(places), xt)
    return found.mean[..., 0].numpy(), found.stddev[..., 0].numpy()


def misses(name: str, place: Place, points: Points) -> np.ndarray:
    """How far the curve of a z passes from each point, along y [N]."""
    mean, _ = decoded(name, np.array([place]), points.x)
    return np.abs(mean[0] - points.y[:, 0].numpy())


def drawn_places(q: Gaussian, count: int) -> Float[np.ndarray, "count 2"]:
    """Draws z = mean + sd · ε, always of the same ε."""
    noise = torch.randn(count, 2, generator=torch.Generator().manual_seed(SEED), dtype=torch.float64).numpy()
    return np.array(q.mean) + np.array(q.sd) * noise


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

    def share(self, q: Gaussian, radius: float = 2.0) -> float:
        """How much of its mass lies inside the ellipse of q at so many standard deviations."""
        first, second = self.axes
        far = ((first[None] - q.mean[0]) / q.sd[0]) ** 2 + ((second[:, None] - q.mean[1]) / q.sd[1]) ** 2
        return float(self.density[far <= radius**2].sum() / self.density.sum())


def exact(name: str, points: Points) -> Exact:
    """The exact posterior of the model's z."""
    return _exact(name, pairs_of(points))


def pairs_of(points: Points) -> DrawnPoints:
    """The points as what caches know them by."""
    return tuple(zip(points.x[:, 0].tolist(), points.y[:, 0].tolist(), strict=True))


@once(keep=48)
def _exact(name: str, pairs: DrawnPoints) -> Exact:
    """Moving z or q does not change it."""
    found, p = latent.posterior(process(name), context(pairs), nodes=41), prior(name)
    places = [((axis - m) / s).tolist() for axis, m, s in zip(found.axes, p.mean, p.stddev, strict=True)]
    density = (found.log_density - found.log_density.max()).exp().numpy().T
    first, second = ((axis[0], axis[-1]) for axis in places)
    return Exact(density, (first, second), found.evidence.log_p, found.evidence.error)


def bound(name: str, points: Points, q: Gaussian) -> latent.Elbo:
    """The ELBO of any q: of one's own fast enough for a hand, of the encoder and of the prior to 1e-4 nats."""
    if q in (PRIOR, encoded(name, points)):
        return _bound(name, pairs_of(points), q)
    return latent.elbo(process(name), points, distribution(name, q), nodes=HAND)


@once(keep=48)
def _bound(name: str, pairs: DrawnPoints, q: Gaussian) -> latent.Elbo:
    return latent.elbo(process(name), context(pairs), distribution(name, q))


def gap(name: str, points: Points, q: Gaussian | None = None) -> float:
    """KL(q || posterior) in nats; of the encoder's q unless another is given."""
    return exact(name, points).log_p - bound(name, points, encoded(name, points) if q is None else q).value


def repeats(name: str, points: Points) -> int:
    """How many times each point would have to be there for the exact posterior to be as narrow as the encoder's q: the
    nearest of some numbers. The encoder averages over the points, so its q stays the same."""
    width = encoded(name, points).area

    def distance(count: int) -> float:
        many = Points(points.x.repeat(count, 1), points.y.repeat(count, 1))
        return abs(float(np.log(exact(name, many).moments.area / width)))

    return min(REPEATS, key=distance)
