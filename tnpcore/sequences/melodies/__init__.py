"""Melodies from a prior whose exact predictions are known, and language models of them.

A melody is a row of pitches, numbers from 0 to `PITCHES` - 1; shorter rows of a batch end in ABSENT. `predict_next` and
`fill_in` take a trained language model, the prior itself (its prediction is the best that is possible), or an n-gram
model; so do `continued` and `filled`, which sample. `tnpcore.sequences.load("melodies-causal")` gives a trained model.
"""

from tnpcore.sequences.language_model import ABSENT, LanguageModel
from tnpcore.sequences.melodies.generation import Sampled, continued, filled
from tnpcore.sequences.melodies.harmony import (
    CENTRE,
    CHORD_NOTES,
    CHORDS,
    KEYS,
    MODES,
    NAMES,
    PHASES,
    PITCHES,
    SPREAD,
    name,
    notes,
    prior,
)
from tnpcore.sequences.melodies.ngrams import ngram
from tnpcore.sequences.melodies.predictions import (
    Predictor,
    block_probabilities,
    chord_probabilities,
    fill_in,
    fits,
    gain_from_later_notes,
    leave_one_out,
    log_likelihood,
    predict_next,
    transposed,
)

__all__ = [
    "ABSENT",
    "CENTRE",
    "CHORDS",
    "CHORD_NOTES",
    "KEYS",
    "MODES",
    "NAMES",
    "PHASES",
    "PITCHES",
    "SPREAD",
    "LanguageModel",
    "Predictor",
    "Sampled",
    "block_probabilities",
    "chord_probabilities",
    "continued",
    "fill_in",
    "filled",
    "fits",
    "gain_from_later_notes",
    "leave_one_out",
    "log_likelihood",
    "name",
    "ngram",
    "notes",
    "predict_next",
    "prior",
    "transposed",
]
