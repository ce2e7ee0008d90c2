"""What a card of a model of digits holds: its ELBO beside the evidence, and its place in the information plane."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import torch
from torch import Tensor

from tnpcore import latent
from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.autoencoders.information_plane import plane
from tnpcore.autoencoders.views import Example
from tnpcore.cards import Card
from tnpcore.data.digit_pictures import digits
from tnpcore.evaluation.measures import mean_and_error

# Of the held-out pictures: each takes two quadratures.
PICTURES = 100
# Of the held-out pairs, for the information plane: the cost grows with the square of their number.
PAIRS = 150


@torch.no_grad()
def measure(model: Bottleneck, card: Card) -> dict[str, Any]:
    """What is measured on the held-out pictures.

    Returns:
        "kl_per_dimension" in nats and "active_dimensions"; "plane", see `Plane`, of so many "pairs". Of an autoencoder
        also "bound": see `bounds`; of a model of classes "accuracy", with z at the mean of q(z | x).
    """
    pairs = model.view.read(digits("held-out"))
    some = Example(pairs.seen[:PAIRS], pairs.target[:PAIRS])
    kl = latent.kl_per_dimension(model, [single(pairs, index) for index in range(len(pairs.seen))])
    found: dict[str, Any] = {
        "kl_per_dimension": [round(nats, 4) for nats in kl.tolist()],
        "active_dimensions": latent.active_dimensions(kl),
        "plane": {key: None if nats is None else round(nats, 4) for key, nats in asdict(plane(model, some)).items()},
        "pairs": len(some.seen),
    }
    if model.view.name == "picture":
        found["bound"] = bounds(model, [single(pairs, index) for index in range(PICTURES)])
    if model.view.name == "classes":
        right = model.decoder(model.encode(pairs.seen).mean).argmax(-1) == pairs.target
        found["accuracy"] = round(float(right.double().mean()), 4)
    return found


def bounds(model: Bottleneck, examples: list[Example]) -> dict[str, float]:
    """Means over examples with standard errors "..._se", in nats of one picture; for one or two latent dimensions.

    Returns:
        "reconstruction", "kl" and their difference "elbo", at beta = 1 whatever beta was in training; "evidence" by
        quadrature, with "evidence_error", the largest difference to half the nodes; "gap": evidence less ELBO.
    """
    parts: dict[str, list[float]] = {"reconstruction": [], "kl": [], "elbo": [], "evidence": [], "gap": []}
    errors = []
    for one in examples:
        bound, known = latent.elbo(model, one, latent.encode(model, one)), latent.evidence(model, one)
        row = (bound.reconstruction, bound.kl, bound.value, known.log_p, known.log_p - bound.value)
        for values, value in zip(parts.values(), row, strict=True):
            values.append(value)
        errors.append(known.error)
    found: dict[str, float] = {}
    for key, values in parts.items():
        mean, error = mean_and_error(torch.tensor(values, dtype=torch.float64))
        found |= {key: round(mean, 4), f"{key}_se": round(error, 4)}
    return {**found, "evidence_error": round(max(errors), 6), "pictures": len(examples)}


def single(pairs: Example, index: int | Tensor) -> Example:
    """One pair of a batch."""
    return Example(pairs.seen[index], pairs.target[index])
