"""One model reading one text: what it reads, what it writes, how probable every letter was, where it attended."""

from __future__ import annotations

import numpy as np

from pages.decoding.controls import FREE, LONGEST_OUTPUT, WRITTEN, DecodingControls
from pages.shared.models.decoder_runs import END_NAME, FREELY, DecoderRun, Intervention, decode, teacher_forced
from pages.shared.models.once import once
from tnpcore.sequences import Card, card, load
from tnpcore.sequences.dates import split

READINGS = 64  # kept at a time
SHOWN = (*WRITTEN, END_NAME)

model = once(lambda name: load(f"dates-{name}"))


@once
def known(name: str) -> Card:
    """The card of a model; raises ValueError where there is none."""
    return card(f"dates-{name}")


def complaint(text: str, name: str) -> str:
    """Why a model cannot read a text, in one sentence; "" where it can."""
    found, network = split(text), model(name)
    if not found:
        return "Type a date: there is nothing to read yet."
    if len(found) > network.longest:
        return f"{len(found)} letters: it reads at most {network.longest}."
    unknown = next((symbol for symbol in found if symbol not in network.source.numbers), None)
    return f"“{unknown}” is no letter that it knows." if unknown else ""


def read(controls: DecodingControls) -> DecoderRun:
    """The chosen model on the text, with what the controls forbid and force. `complaint` must be ""."""
    symbols = tuple(split(controls.text))
    letter = None if controls.force == FREE else (controls.query, controls.force)
    return _read(controls.model, symbols, Intervention(controls.forbidden(len(symbols)), letter))


def read_freely(name: str, text: str, spaces: int = 0) -> DecoderRun:
    """A model on a text, nothing forbidden or forced, `spaces` put before it as symbols of their own."""
    return _read(name, (*" " * spaces, *split(text)), FREELY)


@once(keep=READINGS)
def _read(name: str, symbols: tuple[str, ...], done: Intervention) -> DecoderRun:
    return decode(model(name), symbols, SHOWN, LONGEST_OUTPUT, done)


def given(name: str, text: str, written: tuple[str, ...]) -> np.ndarray:
    """The probability of each of these letters and the end, given all of them before it [T]."""
    return teacher_forced(model(name), split(text), written)


def exact_by_kind(name: str) -> dict[str, tuple[float, float]]:
    """Exact match and its standard error on held-out days, by the kind of text, from the card."""
    return {kind: (one["exact"], one["se"]) for kind, one in known(name).results["by_kind"].items()}
