"""Decoding: how an output is made out of the probabilities of its next symbol.

    greedy, sample, forced   one symbol after another
    beam                     several hypotheses at a time, with the tree of what was kept and dropped
    exact                    the most probable output of all, or how far from it the search stopped
    agreement_by_position    teacher forcing beside free running

Everywhere an output is a row of symbols with END as its last, PAD follows, and `longest` counts END. No output has PAD
or START. Log-probabilities are the model's own, in nats. Equal ones are taken in the order of their symbols' numbers.
"""

from tnpcore.sequences.decoding.beams import Beam, Hypothesis, beam, length_normaliser
from tnpcore.sequences.decoding.model import NextSymbolModel
from tnpcore.sequences.decoding.positions import Agreement, agreement_by_position, agreements
from tnpcore.sequences.decoding.search import Bound, Exact, exact
from tnpcore.sequences.decoding.steps import Decoded, forced, generate, greedy, sample, sampling_distribution
from tnpcore.sequences.decoding.tree import Tree

__all__ = [
    "Agreement",
    "Beam",
    "Bound",
    "Decoded",
    "Exact",
    "Hypothesis",
    "NextSymbolModel",
    "Tree",
    "agreement_by_position",
    "agreements",
    "beam",
    "exact",
    "forced",
    "generate",
    "greedy",
    "length_normaliser",
    "sample",
    "sampling_distribution",
]
