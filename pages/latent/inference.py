"""What is known of z, given the points: the encoder's q, the exact posterior, the evidence and its bounds."""

from __future__ import annotations

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
from pages.shared.models.latent_plane import PRIOR, Exact, Gaussian, Place, gaussian
from pages.shared.models.once import once
from tnpcore import Points, latent
from tnpcore.models.latent import NP

HAND = 33  # nodes a dimension of the mean over q while a hand moves it: within 0.01 nats
REPEATS = (1, 2, 4, 8, 16)


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
        return gaussian(latent.encode(process(name), points), prior(name))


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


def exact(name: str, points: Points) -> Exact:
    """The exact posterior of the model's z."""
    return _exact(name, pairs_of(points))


def pairs_of(points: Points) -> DrawnPoints:
    """The points as what caches know them by."""
    return tuple(zip(points.x[:, 0].tolist(), points.y[:, 0].tolist(), strict=True))


@once(keep=48)
def _exact(name: str, pairs: DrawnPoints) -> Exact:
    """Moving z or q does not change it."""
    return Exact.of(latent.posterior(process(name), context(pairs), nodes=41), prior(name))


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
