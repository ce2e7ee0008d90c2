"""What the trained models make of a painted digit: q(z | digit), pictures of z, classes, the evidence and its bound."""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float

from pages.shared.models.latent_plane import Exact, Gaussian, Place, gaussian
from pages.shared.models.once import once
from pages.shared.scene.pixels import SIDE, counts
from tnpcore import latent
from tnpcore.autoencoders import Bottleneck, Digits, Example, digits, joined, left_half, load, pixel_gradient
from tnpcore.autoencoders.reading import READER

NODES = 49  # a dimension of the mean over q: within 1e-4 nats for digits, and quick for whatever else is painted
Picture = Float[np.ndarray, "64"]
Pictures = Float[np.ndarray, "K 64"]


@once
def network(name: str) -> Bottleneck:
    """The trained model; raises ValueError, naming the file and how to get it back, when its weights are not there."""
    with torch.inference_mode(False):  # whoever loads it first: a later one may differentiate through it
        return load(name)


def example(name: str, picture: Picture) -> Example:
    """The part of a picture that the model sees; its class is unknown."""
    one = Digits(torch.from_numpy(picture).float(), torch.tensor(0))
    return network(name).view.read(one)


def encoded(name: str, picture: Picture) -> Gaussian:
    """q(z | what the model sees of a picture)."""
    with torch.no_grad():
        return gaussian(latent.encode(network(name), example(name, picture)), latent.prior(network(name)))


def decoded(name: str, places: Float[np.ndarray, "K 2"]) -> tuple[Pictures, Pictures]:
    """Mean and standard deviation of every pixel, given z at K places, in counts of ink."""
    with torch.no_grad():
        found = network(name).decode(torch.from_numpy(places))
        return found.mean.numpy(), found.stddev.numpy()


def means(name: str, *places: Place) -> Pictures:
    """The mean pictures of some z."""
    return decoded(name, np.array(places))[0]


def rebuilt(name: str, picture: Picture) -> Picture:
    """What comes back of a picture: the mean at the mean of q."""
    return means(name, encoded(name, picture).mean)[0]


def completed(name: str, picture: Picture) -> Picture:
    """A picture's left half beside the right half that a bottleneck gives for it."""
    left = left_half(torch.from_numpy(picture))
    with torch.no_grad():
        right = network(name).decode(network(name).encode(left).mean).mean
    return joined(left.double(), right).numpy()


def classified(pictures: Pictures, name: str = READER) -> Float[np.ndarray, "K 10"]:
    """Probabilities of the ten digits, with z at the mean of q."""
    reader = network(name)
    with torch.no_grad():
        return reader.decode(reader.encode(torch.from_numpy(pictures).float()).mean).probs.numpy()


def read_as(picture: Picture) -> tuple[int, float]:
    """Which digit a picture is read as, and with which probability."""
    (probabilities,) = classified(picture[None])
    return int(probabilities.argmax()), float(probabilities.max())


def gradients(name: str, place: Place) -> Float[np.ndarray, "2 64"]:
    """How every pixel's mean changes with z₁ and with z₂, in counts of ink a unit of z."""
    return pixel_gradient(network(name), torch.tensor([place], dtype=torch.float64))[0].numpy().T


def moved(picture: Picture, columns: int) -> Picture:
    """A picture moved to the right by so many pixels; what leaves it is lost."""
    grid, out = picture.reshape(SIDE, SIDE), np.zeros((SIDE, SIDE))
    kept = SIDE - abs(columns)
    to, source = max(columns, 0), max(-columns, 0)
    out[:, to : to + kept] = grid[:, source : source + kept]
    return out.ravel()


@once(keep=48)
def exact(name: str, text: str) -> Exact:
    """The exact posterior of z given a digit, and its evidence. Moving z does not change it."""
    model = network(name)
    return Exact.of(latent.posterior(model, example(name, counts(text)), nodes=41), latent.prior(model))


@once(keep=48)
def bound(name: str, text: str) -> latent.Elbo:
    """The ELBO of the encoder's q, at β = 1 whatever β was in training."""
    data = example(name, counts(text))
    return latent.elbo(network(name), data, latent.encode(network(name), data), nodes=NODES)


def gap(name: str, text: str) -> float:
    """KL(q || posterior), in nats."""
    return exact(name, text).log_p - bound(name, text).value


@once(keep=8)
def shares(name: str, half: float = 5.0, count: int = 101) -> Float[np.ndarray, "10"]:
    """How often a picture of the prior is read as each digit: a sum over a lattice of z."""
    axis = np.linspace(-half, half, count)
    places = np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 2)
    weights = np.exp(-(places**2).sum(-1) / 2)
    digit = classified(decoded(name, places)[0]).argmax(-1)
    return np.bincount(digit, weights, 10) / weights.sum()


@once(keep=8)
def distances(name: str) -> Float[np.ndarray, "10"]:
    """How far from the prior's mean the encoder puts the held-out pictures of each digit, on average."""

    held_out = digits("held-out")
    with torch.no_grad():
        far = network(name).encode(held_out.pictures).mean.norm(dim=-1).numpy()
    return np.array([far[held_out.labels.numpy() == digit].mean() for digit in range(10)])
