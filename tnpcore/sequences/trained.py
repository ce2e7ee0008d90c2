"""Trained sequence models: which there are, their cards and their weights."""

from tnpcore.sequences.learning import SequenceModel
from tnpcore.sequences.specs import SPECS, SequenceSpec
from tnpcore.shelf import Shelf

SHELF: Shelf[SequenceSpec, SequenceModel] = Shelf(SPECS)
names, card, load, spec = SHELF.names, SHELF.card, SHELF.load, SHELF.spec
