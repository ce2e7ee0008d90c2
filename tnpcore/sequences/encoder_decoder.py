"""What every model from one sequence to another is: it reads the source once, then predicts symbol after symbol.

Letters beyond those of `tnpcore`: S positions of the source, T positions of the target, V symbols.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore.sequences.vocabulary import END, PAD, START, Vocabulary
from tnpcore.trace import intervention

# The log-probability of PAD and START, which never follow anything: finite, so that p log p is 0 and not undefined.
IMPOSSIBLE = -1e9

State = TypeVar("State")


class EncoderDecoder(nn.Module, ABC, Generic[State]):
    """The abstract base of all models from one sequence to another.

    States are values: `advance` and `select` leave the one that they are given as it was.

    Args:
        source, target: the symbols of both sides.
        longest: how many symbols a source may have at most.
        task: one of `tnpcore.sequences.tasks.TASKS`, which knows how texts are spelled; "" for none of them.

    Raises:
        ValueError: unless `longest` is at least 1.
    """

    def __init__(self, source: Sequence[str], target: Sequence[str], longest: int, task: str = ""):
        super().__init__()
        if longest < 1:
            raise ValueError(f"the longest source must have at least one symbol, got {longest}")
        self.source, self.target = Vocabulary(source), Vocabulary(target)
        self.longest, self.task = longest, task

    @property
    @abstractmethod
    def source_embedding(self) -> nn.Embedding:
        """The vectors of the source's symbols."""

    @abstractmethod
    def read(self, source: Int[Tensor, "B S"]) -> State:
        """Run the encoder once: the decoder's state before the first symbol.

        Args:
            source: numbers from `self.source.encode`.

        Raises:
            ValueError: for a source that is too long, or numbers that are not in the vocabulary.
        """

    @abstractmethod
    def advance(self, symbols: Int[Tensor, " B"], state: State) -> tuple[Float[Tensor, "B V"], State]:
        """Log-probabilities of the symbols that may follow, in nats, and the state after a symbol of every row.

        Args:
            symbols: one of every row; START first.
            state: from `read` or an earlier `advance`.
        """

    @abstractmethod
    def select(self, state: State, rows: Int[Tensor, " R"]) -> State:
        """The state of some rows, repeated or in another order."""

    @abstractmethod
    def forward(self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]) -> Float[Tensor, "B T V"]:
        """Log-probabilities under teacher forcing, in one pass: position t is given START and target[:t].

        Args:
            source: numbers from `self.source.encode`.
            target: numbers from `self.target.encode`.
        """

    def loss(self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]) -> Float[Tensor, ""]:
        """Minus the log-likelihood under teacher forcing, in nats per symbol of the target, END included."""
        return F.nll_loss(self(source, target).flatten(0, 1), target.flatten(), ignore_index=PAD)

    def check(self, source: Int[Tensor, "B S"]) -> None:
        """Check a source.

        Raises:
            ValueError: unless its rows are END after at most `longest` symbols, by numbers of the vocabulary.
        """
        if not 1 <= source.shape[1] <= self.longest + 1:
            raise ValueError(
                f"a source must have END after at most {self.longest} symbols, got {source.shape[1]} numbers"
            )
        if source.numel() and not 0 <= int(source.min()) <= int(source.max()) < len(self.source):
            wrong = f"{int(source.min())} to {int(source.max())}"
            raise ValueError(f"the numbers of a source must be from 0 to {len(self.source) - 1}, got {wrong}")
        if bool((source[:, 0] == PAD).any()):
            raise ValueError("a source must have at least one symbol or END, got a row of PAD")


def shifted(target: Int[Tensor, "B T"]) -> Int[Tensor, "B T"]:
    """What the decoder is fed under teacher forcing: START, then the target without its last symbol."""
    return F.pad(target[:, :-1], (1, 0), value=START)


def log_probabilities(logits: Float[Tensor, "*B Possible"]) -> Float[Tensor, "*B V"]:
    """Log-probabilities of all V symbols from the logits of those that may follow: END and the vocabulary's own."""
    return F.pad(logits.log_softmax(-1), (END, 0), value=IMPOSSIBLE)


def cross_mask(seen: Bool[Tensor, "B S"], first: int, count: int) -> Bool[Tensor, "B 1 T S"]:
    """The mask of cross-attention: nothing attends to padding, nor to what `intervene(cross=...)` forbids.

    Args:
        seen: False where the source is padded.
        first: position of the first query in the target.
        count: T, how many queries there are.

    Raises:
        ValueError: when the intervention has more columns than the source has symbols.
    """
    allowed = seen[:, None, None, :].expand(-1, 1, count, -1)
    cross = intervention().cross
    if cross is None:
        return allowed
    length = seen.shape[1]
    if cross.shape[1] > length:
        raise ValueError(f"the mask of cross-attention must have at most {length} columns, got {cross.shape[1]}")
    rows = cross[first : first + count].to(seen.device)
    return allowed & F.pad(rows, (0, length - rows.shape[1], 0, count - rows.shape[0]), value=True)


def rows_of(tensor: Tensor, rows: Int[Tensor, " R"]) -> Tensor:
    """Some rows of a tensor [B, ...]."""
    return torch.index_select(tensor, 0, rows)
