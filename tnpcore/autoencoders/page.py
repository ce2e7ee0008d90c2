"""The page of the models of digits, from their cards."""

from __future__ import annotations

import math

from tnpcore.autoencoders import trained
from tnpcore.autoencoders.measures import PAIRS, PICTURES
from tnpcore.autoencoders.trained import spec
from tnpcore.cards import Card
from tnpcore.data.digit_pictures import LICENCE, SOURCE
from tnpcore.markdown import table, with_error

INTRODUCTION = f"""# Autoencoders and the information bottleneck

Written by `python -m tnpcore.catalogue` from the cards in `pretrained/`, which `python -m tnpcore.evaluate NAME` fills.
`tnpcore.autoencoders.load(name)` gives a model. Pictures: {SOURCE}; licence: {LICENCE}. Each has 8 by 8 pixels, counts
from 0 to 16, and the likelihood is Binomial(16) for every pixel. 1,297 pictures are trained on, 300 are held out, and
all values here are of those. z has two numbers, and r(z) = N(0, I).

## Autoencoders

beta multiplies the KL term in training (some texts put 1/beta on the reconstruction). All columns are at beta = 1, so
that evidence = reconstruction - KL + gap. Means over {PICTURES} held-out pictures in nats a picture, with standard
errors. **Evidence**: log p(x) by quadrature over z; **error**: the largest difference of one picture to the sum over
half the nodes, which is far above the error of the sum itself. **Gap**: KL(q(z | x) || p(z | x)), how loose the ELBO
is. **Active**: dimensions of z with a mean KL of 0.01 nats or more.
"""
PLANE = f"""
## The information plane

Of {PAIRS} held-out pairs of x and y, each as likely as any other, in nats. **I(x; z)** is exact for this set (at most
log {PAIRS}, which is {math.log(PAIRS):.2f}): quadrature over the mixture of the q(z | x). Its **bound** from above is
the mean of KL(q(z | x) || r(z)). The **mean of log p(y given z)**, with z from q(z | x), is what is left of a bound of
I(z; y) from below once the unknown H(y) is left out.

### From the left half to the right half

H(y) is not known, so that I(z; y) has no absolute bound: differences between rows count.
"""
CLASSES = """
### From the digit to its class

**I(z; y)** is exact for this set, too; its **bound** from below is H(y) + E log p(y | z). No model can gain at
beta = 1, because I(z; y) is at most I(x; z). Accuracy in %, with z at the mean of q(z | x).
"""


def page() -> str:
    """The page as Markdown."""
    pictures, halves, classes = (
        [trained.card(name) for name in trained.names(view)] for view in ("picture", "halves", "classes")
    )
    head = "model|beta|reconstruction|KL|evidence|error|gap|active"
    both = "model|beta|I(x; z), exact|I(x; z) at most (bound)|mean of log p(y given z)|active"
    labelled = (
        "model|beta|I(x; z), exact|I(x; z) at most (bound)|I(z; y), exact|I(z; y) at least (bound)|accuracy|active"
    )
    return "".join(
        [
            INTRODUCTION,
            table(head, map(_autoencoder, pictures)),
            PLANE,
            table(both, map(_halves, halves)),
            CLASSES,
            table(labelled, map(_classes, classes)),
        ]
    )


def _autoencoder(card: Card) -> list[str]:
    found = card.results["bound"]
    cells = [with_error(found, key) for key in ("reconstruction", "kl", "evidence")]
    return [*_named(card), *cells, f"{found['evidence_error']:.1g}", with_error(found, "gap"), _active(card)]


def _halves(card: Card) -> list[str]:
    return [*_named(card), *_of_plane(card, "about_x", "about_x_most", "fit"), _active(card)]


def _classes(card: Card) -> list[str]:
    cells = _of_plane(card, "about_x", "about_x_most", "about_y", "about_y_least")
    return [*_named(card), *cells, f"{100 * card.results['accuracy']:.1f}", _active(card)]


def _named(card: Card) -> list[str]:
    return [f"`{card.name}`", f"{spec(card.name).arguments['beta']:g}"]


def _of_plane(card: Card, *keys: str) -> list[str]:
    return [f"{card.results['plane'][key]:.3f}" for key in keys]


def _active(card: Card) -> str:
    return str(card.results["active_dimensions"])
