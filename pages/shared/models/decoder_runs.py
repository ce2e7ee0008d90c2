"""A decoder run on one source: what it writes, how probable every symbol was, where it attended. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tnpcore import intervene, record
from tnpcore.sequences import EncoderDecoder
from tnpcore.sequences.alignments import joined
from tnpcore.sequences.decoding import forced
from tnpcore.sequences.decoding.steps import most_probable
from tnpcore.sequences.vocabulary import END, PAD

END_NAME = "end"  # what the end of a source or an output is called on a page

Cells = tuple[tuple[int, int], ...]  # of cross-attention: position of the output, symbol of the source


@dataclass(frozen=True)
class Intervention:
    """What is done to a decoder.

    Args:
        forbidden: the cells that may not be attended to, in all layers and heads.
        forced: a position of the output and the symbol that is written there; None where the model chooses all.
    """

    forbidden: Cells = ()
    forced: tuple[int, str] | None = None


FREELY = Intervention()


@dataclass(frozen=True, eq=False)
class DecoderRun:
    """What a model made of a source.

    Args:
        source: the symbols read, the end among them.
        alphabet: the names of the V symbols that may be written, the end's among them.
        written: the symbols written, without the end.
        probabilities: of the alphabet at every position of the output, the end included [T, V].
        weights: of attention by layer, [H, Nq, Nk]; no cross-attention for a model that does not look back.
    """

    source: tuple[str, ...]
    alphabet: tuple[str, ...]
    written: tuple[str, ...]
    probabilities: np.ndarray
    weights: Mapping[str, np.ndarray]

    @property
    def ended(self) -> tuple[str, ...]:
        """What is written, with its end where it came."""
        return (*self.written, END_NAME)[: len(self.probabilities)]

    @property
    def text(self) -> str:
        """What is written, as one string."""
        return "".join(self.written)

    @property
    def chosen(self) -> np.ndarray:
        """The probability of each symbol written, and of the end where it came [T]."""
        return self.probability_of(self.written)

    def probability_of(self, symbols: Sequence[str]) -> np.ndarray:
        """The probability of each of these symbols and the end after them, at those positions that this output has."""
        names = (*symbols, END_NAME)[: len(self.probabilities)]
        return np.array([self.probabilities[i, self.alphabet.index(name)] for i, name in enumerate(names)])


def decode(
    network: EncoderDecoder,
    symbols: Sequence[str],
    alphabet: Sequence[str],
    longest: int,
    done: Intervention = FREELY,
) -> DecoderRun:
    """What a model writes, always the most probable symbol but for what is done to it.

    Args:
        network: any model of `tnpcore.sequences`.
        symbols: the source, without its end.
        alphabet: the names of the symbols whose probabilities are kept, `END_NAME` among them.
        longest: the greatest number of symbols of an output, the end included.
        done: what is forbidden and forced.
    """
    kept = [END if name == END_NAME else network.target.numbers[name] for name in alphabet]
    rows: list[Tensor] = []

    def choose(step: int, going: Int[Tensor, " R"], scores: Float[Tensor, "R V"]) -> Int[Tensor, " R"]:
        rows.append(scores[0, kept].exp())
        return most_probable(step, going, scores)

    with intervene(cross=_mask(done.forbidden)), record() as records:
        decoded = forced(network, network.source.encode([symbols]), _prefix(network, done.forced), longest, choose)
    written = network.target.symbols_of(decoded.symbols[0].tolist())
    weights = {name: found[0].numpy() for name, found in joined(records).items()}
    return DecoderRun((*symbols, END_NAME), tuple(alphabet), tuple(written), torch.stack(rows).numpy(), weights)


@torch.no_grad()
def teacher_forced(network: EncoderDecoder, symbols: Sequence[str], written: Sequence[str]) -> np.ndarray:
    """The probability of each written symbol and the end, given all of them before it, in one pass [T]; source and
    output come without their end."""
    target = network.target.encode([written])
    scores = network(network.source.encode([symbols]), target)
    return scores[0].gather(-1, target[0][:, None])[:, 0].exp().numpy()


def may_attend(forbidden: Cells, shape: tuple[int, int]) -> np.ndarray:
    """The attention mask of cross-attention: True but for the forbidden cells that lie within `shape` (T, S)."""
    mask = np.ones(shape, dtype=bool)
    for row, column in forbidden:
        if row < shape[0] and column < shape[1]:
            mask[row, column] = False
    return mask


def _mask(forbidden: Cells) -> Bool[Tensor, "T S"] | None:
    """The attention mask as far as the last forbidden cell; None where nothing is forbidden."""
    if not forbidden:
        return None
    rows, columns = zip(*forbidden, strict=True)
    return torch.from_numpy(may_attend(forbidden, (max(rows) + 1, max(columns) + 1)))


def _prefix(network: EncoderDecoder, symbol: tuple[int, str] | None) -> Int[Tensor, "1 P"]:
    """What is forced: the one symbol; elsewhere (PAD) the model chooses."""
    prefix = torch.full((1, symbol[0] + 1 if symbol else 0), PAD)
    if symbol:
        prefix[0, symbol[0]] = network.target.numbers[symbol[1]]
    return prefix
