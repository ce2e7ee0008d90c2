"""Trained models of digits: which there are, their cards and their weights.

>>> names("picture")[:5], load("vae-beta1").dim_z
(['vae-beta0.1', 'vae-beta1', 'vae-beta4', 'vae-beta10', 'vae-beta44'], 2)
"""

from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.autoencoders.specs import SPECS
from tnpcore.shelf import Shelf
from tnpcore.spec import Spec

SHELF: Shelf[Spec[Bottleneck], Bottleneck] = Shelf(SPECS, lambda known: known.arguments["view"])
names, card, load, spec = SHELF.names, SHELF.card, SHELF.load, SHELF.spec
