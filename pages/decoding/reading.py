"""One model reading one text: what it reads, what it writes, how probable every letter was, where it attended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from pages.decoding.controls import FREE, LONGEST_OUTPUT, WRITTEN, DecodingControls
from pages.shared.models.catalogue import once
from tnpcore import intervene, record
from tnpcore.sequences import Card, EncoderDecoder, card, load
from tnpcore.sequences.alignments import joined
from tnpcore.sequences.dates import split
from tnpcore.sequences.decoding import forced
from tnpcore.sequences.decoding.steps import most_probable
from tnpcore.sequences.vocabulary import END, PAD

READINGS = 64  # kept at a time
SHOWN = (*WRITTEN, "end")

model = once(lambda name: load(f"dates-{name}"))


@once
def known(name: str) -> Card:
    """The card of a model; raises ValueError where there is none."""
    return card(f"dates-{name}")


@dataclass(frozen=True, eq=False)
class Reading:
    """What a model made of a text.

    Args:
        source: the symbols read: letters, perhaps a locale token before them, and the end.
        written: the letters written.
        probabilities: of every letter and the end, at every position of the output, the end included [T, 13].
        weights: by layer, [H, Nq, Nk]; empty for a model without attention.
    """

    source: tuple[str, ...]
    written: tuple[str, ...]
    probabilities: np.ndarray
    weights: Mapping[str, np.ndarray]

    @property
    def text(self) -> str:
        """The date written."""
        return "".join(self.written)

    @property
    def chosen(self) -> np.ndarray:
        """The probability of each letter written, and of the end where it came [T]."""
        names = (*self.written, "end")[: len(self.probabilities)]
        return np.array([row[SHOWN.index(name)] for row, name in zip(self.probabilities, names, strict=True)])


def complaint(text: str, name: str) -> str:
    """Why a model cannot read a text, in one sentence; "" where it can."""
    found, network = split(text), model(name)
    if not found:
        return "Type a date: there is nothing to read yet."
    if len(found) > network.longest:
        return f"{len(found)} letters: it reads at most {network.longest}."
    unknown = next((symbol for symbol in found if symbol not in network.source.numbers), None)
    return f"“{unknown}” is no letter that it knows." if unknown else ""


def read(controls: DecodingControls) -> Reading:
    """The chosen model on the text, with what the controls forbid and force. `complaint` must be ""."""
    symbols = tuple(split(controls.text))
    letter = None if controls.force == FREE else (controls.query, controls.force)
    return _read(controls.model, symbols, controls.forbidden(len(symbols)), letter)


def read_freely(name: str, text: str, spaces: int = 0) -> Reading:
    """A model on a text, nothing forbidden or forced, `spaces` put before it as symbols of their own."""
    return _read(name, (*" " * spaces, *split(text)), (), None)


@lru_cache(READINGS)
def _read(
    name: str, symbols: tuple[str, ...], forbidden: tuple[tuple[int, int], ...], letter: tuple[int, str] | None
) -> Reading:
    network, rows = model(name), []
    shown = [END if each == "end" else network.target.numbers[each] for each in SHOWN]

    def choose(step: int, going: Int[Tensor, " R"], scores: Float[Tensor, "R V"]) -> Int[Tensor, " R"]:
        rows.append(scores[0, shown].exp())
        return most_probable(step, going, scores)

    source = network.source.encode([symbols])
    with intervene(cross=_allowed(forbidden)), record() as records:
        decoded = forced(network, source, _prefix(network, letter), LONGEST_OUTPUT, choose)
    written = network.target.symbols_of(decoded.symbols[0].tolist())
    weights = {name: found[0].numpy() for name, found in joined(records).items()}
    return Reading((*symbols, "end"), tuple(written), torch.stack(rows).numpy(), weights)


def _allowed(forbidden: tuple[tuple[int, int], ...]) -> Tensor | None:
    """The mask of cross-attention without these cells; None where nothing is forbidden."""
    if not forbidden:
        return None
    rows, columns = zip(*forbidden, strict=True)
    mask = torch.ones(max(rows) + 1, max(columns) + 1, dtype=torch.bool)
    mask[list(rows), list(columns)] = False
    return mask


def _prefix(network: EncoderDecoder, letter: tuple[int, str] | None) -> Int[Tensor, "1 P"]:
    """What is forced: the one letter; elsewhere (PAD) the model chooses."""
    prefix = torch.full((1, letter[0] + 1 if letter else 0), PAD)
    if letter:
        prefix[0, letter[0]] = network.target.numbers[letter[1]]
    return prefix


@torch.no_grad()
def given(name: str, text: str, written: tuple[str, ...]) -> np.ndarray:
    """The probability of each of these letters and the end, given all of them before it, in one pass [T]."""
    network = model(name)
    target = network.target.encode([written])
    scores = network(network.source.encode([split(text)]), target)
    return scores[0].gather(-1, target[0][:, None])[:, 0].exp().numpy()


def exact_by_kind(name: str) -> dict[str, tuple[float, float]]:
    """Exact match and its standard error on held-out days, by the kind of text, from the card."""
    return {kind: (one["exact"], one["se"]) for kind, one in known(name).results["by_kind"].items()}
