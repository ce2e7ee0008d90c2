"""How a recurrent decoder attends to the encoder's states: additive and dot-product scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import final

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from tnpcore.attention import masked_softmax, without_muted
from tnpcore.sequences.encoder_decoder import cross_mask, rows_of
from tnpcore.trace import AttentionRecord, collect, intervention

NAME = "cross 0"  # of the records: one layer with one head


@dataclass(frozen=True, eq=False)
class Memory:
    """What a decoder attends to.

    Args:
        keys: what scores are computed from, [B, 1, S, A]; the dimension of heads is 1.
        values: the encoder's states [B, 1, S, W].
        seen: False where the source is padded [B, S].
    """

    keys: Float[Tensor, "B 1 S A"]
    values: Float[Tensor, "B 1 S W"]
    seen: Bool[Tensor, "B S"]

    def select(self, rows: Int[Tensor, " R"]) -> Memory:
        """Some rows."""
        return Memory(rows_of(self.keys, rows), rows_of(self.values, rows), rows_of(self.seen, rows))


class Scores(nn.Module, ABC):
    """Attention of one head with scores of its own."""

    @abstractmethod
    def keys(self, encoded: Float[Tensor, "B S W"]) -> Float[Tensor, "B S A"]:
        """What the scores of the encoder's states are computed from."""

    @abstractmethod
    def queries(self, hidden: Float[Tensor, "B T W"]) -> Float[Tensor, "B T A"]:
        """What the scores of the decoder's states are computed from."""

    @abstractmethod
    def logits(self, q: Float[Tensor, "B 1 T A"], k: Float[Tensor, "B 1 S A"]) -> Float[Tensor, "B 1 T S"]:
        """The score of every pair of `queries` and `keys`."""

    def memory(self, encoded: Float[Tensor, "B S W"], seen: Bool[Tensor, "B S"]) -> Memory:
        """What is kept of the encoder's states where the source is `seen` (not padded)."""
        return Memory(self.keys(encoded)[:, None], encoded[:, None], seen)

    def forward(self, hidden: Float[Tensor, "B T W"], memory: Memory, first: int) -> Float[Tensor, "B T W"]:
        """The context vector of every decoder state, the first of them at position `first`: the mean of the
        encoder's states under its attention weights.

        `record` and `intervene` act here.
        """
        q = self.queries(hidden)[:, None]
        logits = self.logits(q, memory.keys) / intervention().temperature
        mask = cross_mask(memory.seen, first, hidden.shape[1])
        weights = masked_softmax(logits, mask)
        context = without_muted(weights @ memory.values, NAME)
        collect(AttentionRecord(NAME, q, memory.keys, logits, mask, weights, memory.values, context))
        return context[:, 0]


@final
class AdditiveScores(Scores):
    """v . tanh(U h_i + W s_j).

    Args:
        width: of the states.
        d_score: A, how many numbers tanh is applied to.

    Reference: Bahdanau et al. 2015, section A.1.2.
    """

    def __init__(self, width: int, d_score: int = 64):
        super().__init__()
        self.to_q, self.to_k = nn.Linear(width, d_score), nn.Linear(width, d_score, bias=False)
        self.to_score = nn.Linear(d_score, 1, bias=False)

    def keys(self, encoded: Float[Tensor, "B S W"]) -> Float[Tensor, "B S A"]:
        """U h_i."""
        return self.to_k(encoded)

    def queries(self, hidden: Float[Tensor, "B T W"]) -> Float[Tensor, "B T A"]:
        """W s_j."""
        return self.to_q(hidden)

    def logits(self, q: Float[Tensor, "B 1 T A"], k: Float[Tensor, "B 1 S A"]) -> Float[Tensor, "B 1 T S"]:
        """A network of one hidden layer for every pair."""
        return self.to_score((q[..., :, None, :] + k[..., None, :, :]).tanh())[..., 0]


@final
class DotScores(Scores):
    """h_i . s_j, without parameters; the encoder's states are as wide as the decoder's.

    Reference: Luong et al. 2015, section 3.1 ("dot").
    """

    def keys(self, encoded: Float[Tensor, "B S W"]) -> Float[Tensor, "B S W"]:
        """h_i."""
        return encoded

    def queries(self, hidden: Float[Tensor, "B T W"]) -> Float[Tensor, "B T W"]:
        """s_j."""
        return hidden

    def logits(self, q: Float[Tensor, "B 1 T W"], k: Float[Tensor, "B 1 S W"]) -> Float[Tensor, "B 1 T S"]:
        """Products of all pairs."""
        return q @ k.mT
