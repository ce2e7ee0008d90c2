"""Autoencoders and information bottlenecks of 8 by 8 digits, with a latent variable of two numbers.

`tnpcore.latent` takes these models with an `Example` as its data: evidence, ELBO, posterior and the rest.

>>> from tnpcore import latent
>>> from tnpcore.autoencoders import digits, load
>>> model = load("vae-beta1")
>>> digit = model.view.read(digits("held-out")[0])
>>> q = latent.encode(model, digit)
>>> both = latent.elbo(model, digit, q).value + latent.kl_to_posterior(model, digit, q)
>>> abs(latent.evidence(model, digit).log_p - both) < 1e-3
True
"""

from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.autoencoders.information_plane import Plane, pixel_gradient, plane
from tnpcore.autoencoders.trained import card, load, names, spec
from tnpcore.autoencoders.views import VIEWS, Example, View, joined, left_half, right_half
from tnpcore.data.digit_pictures import LICENCE, SOURCE, Digits, digits

__all__ = [
    "LICENCE",
    "SOURCE",
    "VIEWS",
    "Bottleneck",
    "Digits",
    "Example",
    "Plane",
    "View",
    "card",
    "digits",
    "joined",
    "left_half",
    "load",
    "names",
    "pixel_gradient",
    "plane",
    "right_half",
    "spec",
]
