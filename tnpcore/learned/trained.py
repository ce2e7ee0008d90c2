"""Trained models along a run and of few functions: their cards and their weights.

>>> names()[:3], load("tnpd-step100").dim_x
(['cnp-step1', 'cnp-step10', 'cnp-step30'], 1)
"""

from tnpcore.learned.specs import SPECS
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.models.spec import ModelSpec
from tnpcore.shelf import Shelf

SHELF: Shelf[ModelSpec, NeuralProcess] = Shelf(SPECS)
names, card, load, spec = SHELF.names, SHELF.card, SHELF.load, SHELF.spec
