"""The pieces of a Transformer encoder-decoder that reads a date and writes it as year-month-day. Pure."""

from __future__ import annotations

import numpy as np

from pages.shared.models.decoder_runs import END_NAME, DecoderRun, decode
from pages.shared.models.once import once
from pages.whole.parts import Part
from tnpcore import LayerRecord, record
from tnpcore.sequences import load
from tnpcore.sequences.dates import split

NETWORK = "dates-transformer"
TEXTS = ("3 April 2031", "April 3, 2031", "3 avril 2031")
LONGEST = 12  # symbols of an output, its end included
ALPHABET = (*"0123456789-", END_NAME)
START = "start"

_network = once(lambda: load(NETWORK))


@once(keep=len(TEXTS))
def _run(text: str) -> tuple[DecoderRun, np.ndarray, np.ndarray]:
    """The run, and the encoder's tokens before and after its layers [S, D]."""
    with record(LayerRecord) as layers:
        found = decode(_network(), split(text), ALPHABET, LONGEST)
    return found, layers[0].tokens[0].numpy(), layers[-1].out[0].numpy()


def parts(text: str) -> tuple[Part, ...]:
    """From the text to the date that is written; the weights are those of the last layers, mean over heads."""
    found, before, after = _run(text)
    source, written = found.source, found.ended
    given = (START, *written[:-1])
    depth = {kind: max(int(key.split()[1]) for key in found.weights if key.startswith(kind)) for kind in KINDS}
    own, causal, cross = (found.weights[f"{kind} {depth[kind]}"].mean(0) for kind in KINDS)
    return (
        Part("text that is read", None, "The letters of the source.", "sequences", 0, "left", text=text),
        Part(
            "what the decoder is given",
            None,
            "START, then what it has written so far. In training: START, then the right date, whatever it would write "
            "(teacher forcing).",
            "sequences",
            1,
            "right",
            text=START + " " + "".join(given[1:]),
        ),
        Part(
            "source tokens",
            before,
            "A vector for each letter, with its position.",
            "positional",
            1,
            "left",
            ("text that is read",),
            source,
        ),
        Part(
            "encoder attention",
            own,
            "Self-attention: every letter attends to every letter, in both directions.",
            "melodies",
            2,
            "left",
            ("source tokens",),
            source,
            source,
            "letter that is attended to (key)",
        ),
        Part(
            "encoded text",
            after,
            "The encoder's last layer: what the decoder attends to.",
            "sequences",
            3,
            "left",
            ("encoder attention",),
            source,
        ),
        Part(
            "decoder attention",
            causal,
            "Masked self-attention, a triangle: a symbol attends to what was written before it, never to later ones.",
            "masks",
            2,
            "right",
            ("what the decoder is given",),
            given,
            given,
            "symbol that is attended to (key)",
        ),
        Part(
            "cross-attention",
            cross,
            "From each symbol that is written to the letters that it is read from.",
            "sequences",
            3,
            "right",
            ("decoder attention", "encoded text"),
            written,
            source,
            "letter that is attended to (key)",
        ),
        Part(
            "probabilities",
            found.probabilities,
            "Each step's last vector, read out to the vocabulary: a score for every symbol, then softmax.",
            "decoding",
            4,
            "right",
            ("cross-attention",),
            written,
            ALPHABET,
            "symbol",
        ),
        Part(
            "what is written",
            None,
            "The most probable symbol of each row; it is what the decoder is given next.",
            "decoding",
            5,
            "right",
            ("probabilities",),
            text=found.text + " " + END_NAME * (len(written) > len(found.written)),
        ),
    )


KINDS = ("encoder", "decoder", "cross")
