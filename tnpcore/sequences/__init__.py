"""Sequences of symbols: models from one sequence to another, language models, priors with exact predictions.

Letters beyond those of `tnpcore`: S positions of the source, T of the target, V symbols of a vocabulary.
"""

from tnpcore.cards import Card
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.recurrent import Recurrent
from tnpcore.sequences.trained import card, load, names
from tnpcore.sequences.transformer import Transformer
from tnpcore.sequences.translation import translate
from tnpcore.sequences.vocabulary import Vocabulary

__all__ = [
    "Card",
    "EncoderDecoder",
    "LanguageModel",
    "Recurrent",
    "Transformer",
    "Vocabulary",
    "card",
    "load",
    "names",
    "translate",
]
