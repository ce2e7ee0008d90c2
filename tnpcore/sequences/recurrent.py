"""Recurrent encoder-decoders: one vector (Sutskever et al. 2014), attention (Bahdanau et al., Luong et al. 2015)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from tnpcore.sequences.encoder_decoder import EncoderDecoder, log_probabilities, rows_of, shifted
from tnpcore.sequences.scores import AdditiveScores, DotScores, Memory
from tnpcore.sequences.vocabulary import END, PAD


@dataclass(frozen=True, eq=False)
class RecurrentState:
    """The decoder between two symbols.

    Args:
        hidden: the GRU's state [B, W].
        memory: what it attends to; None without attention.
        length: how many symbols it was fed.
    """

    hidden: Float[Tensor, "B W"]
    memory: Memory | None
    length: int

    @property
    def attended(self) -> Memory:
        """What a decoder with attention attends to."""
        assert self.memory is not None, "a decoder without attention attends to nothing"
        return self.memory


@final
class RecurrentEncoder(nn.Module):
    """A GRU in each direction over the source.

    Args:
        symbols: V of the source.
        d_embed: width of a symbol's vector.
        width: W, of both directions together.
    """

    def __init__(self, symbols: int, d_embed: int, width: int):
        super().__init__()
        self.embed = nn.Embedding(symbols, d_embed)
        self.gru = nn.GRU(d_embed, width // 2, batch_first=True, bidirectional=True)

    def forward(
        self, source: Int[Tensor, "B S"]
    ) -> tuple[Float[Tensor, "B S W"], Float[Tensor, "B W"], Bool[Tensor, "B S"]]:
        """The states at all positions, the last state of both directions, and where the source is not padded.

        Packed, so that neither direction runs over padding.
        """
        seen = source != PAD
        packed = pack_padded_sequence(self.embed(source), seen.sum(1).cpu(), batch_first=True, enforce_sorted=False)
        states, last = self.gru(packed)
        encoded, _ = pad_packed_sequence(states, batch_first=True, total_length=source.shape[1])
        return encoded, torch.cat(last.unbind(0), -1), seen


class RecurrentDecoder(nn.Module, ABC):
    """A GRU over the target's symbols: any number of positions, one after the other."""

    @abstractmethod
    def memory(self, encoded: Float[Tensor, "B S W"], seen: Bool[Tensor, "B S"]) -> Memory | None:
        """What is kept of the encoder's states where the source is `seen` (not padded), besides its last state."""

    @abstractmethod
    def forward(
        self, inputs: Float[Tensor, "B T E"], state: RecurrentState
    ) -> tuple[Float[Tensor, "B T W"], Float[Tensor, "B W"]]:
        """What predictions are read from, after each of T symbols, and the hidden state after the last."""


@final
class BottleneckDecoder(RecurrentDecoder):
    """No attention: the encoder's last state, from which the first hidden state is made, is all that it is given.

    Args:
        d_embed, width: E and W.

    Reference: Sutskever et al. 2014, section 2.
    """

    def __init__(self, d_embed: int, width: int):
        super().__init__()
        self.gru = nn.GRU(d_embed, width, batch_first=True)

    def memory(self, encoded: Float[Tensor, "B S W"], seen: Bool[Tensor, "B S"]) -> None:
        """Nothing."""

    def forward(
        self, inputs: Float[Tensor, "B T E"], state: RecurrentState
    ) -> tuple[Float[Tensor, "B T W"], Float[Tensor, "B W"]]:
        """s_j = GRU(s_(j-1), y_(j-1))."""
        hidden, last = self.gru(inputs, state.hidden[None])
        return hidden, last[0]


@final
class AdditiveDecoder(RecurrentDecoder):
    """Attends first, from its last state; the context vector is a part of the GRU's input.

    Args:
        d_embed, width: E and W.

    Reference: Bahdanau et al. 2015, section A.2.2; the prediction is read from s_j alone.
    """

    def __init__(self, d_embed: int, width: int):
        super().__init__()
        self.scores = AdditiveScores(width)
        self.gru = nn.GRU(d_embed + width, width, batch_first=True)

    def memory(self, encoded: Float[Tensor, "B S W"], seen: Bool[Tensor, "B S"]) -> Memory:
        """All states of the encoder."""
        return self.scores.memory(encoded, seen)

    def forward(
        self, inputs: Float[Tensor, "B T E"], state: RecurrentState
    ) -> tuple[Float[Tensor, "B T W"], Float[Tensor, "B W"]]:
        """s_j = GRU(s_(j-1), [y_(j-1), c_j]) with c_j attended to from s_(j-1)."""
        hidden, states = state.hidden, []
        for step in range(inputs.shape[1]):
            context = self.scores(hidden[:, None], state.attended, state.length + step)
            hidden = self.gru(torch.cat([inputs[:, step : step + 1], context], -1), hidden[None])[1][0]
            states.append(hidden)
        return torch.stack(states, 1), hidden


@final
class DotDecoder(RecurrentDecoder):
    """Attends last, from its new state; the prediction is read from the state and the context vector.

    Args:
        d_embed, width: E and W.

    Reference: Luong et al. 2015, section 3.1 and equation 5 (global attention, without input feeding).
    """

    def __init__(self, d_embed: int, width: int):
        super().__init__()
        self.scores = DotScores()
        self.gru = nn.GRU(d_embed, width, batch_first=True)
        self.combine = nn.Linear(2 * width, width)

    def memory(self, encoded: Float[Tensor, "B S W"], seen: Bool[Tensor, "B S"]) -> Memory:
        """All states of the encoder."""
        return self.scores.memory(encoded, seen)

    def forward(
        self, inputs: Float[Tensor, "B T E"], state: RecurrentState
    ) -> tuple[Float[Tensor, "B T W"], Float[Tensor, "B W"]]:
        """tanh(W_c [c_j, s_j]) with s_j = GRU(s_(j-1), y_(j-1)) and c_j attended to from s_j."""
        hidden, last = self.gru(inputs, state.hidden[None])
        context = self.scores(hidden, state.attended, state.length)
        return self.combine(torch.cat([context, hidden], -1)).tanh(), last[0]


DECODERS: dict[str, Callable[[int, int], RecurrentDecoder]] = {
    "none": BottleneckDecoder,
    "additive": AdditiveDecoder,
    "dot": DotDecoder,
}


@final
class Recurrent(EncoderDecoder[RecurrentState]):
    """A bidirectional GRU reads, another writes. Records, with attention: "cross 0".

    Args:
        source, target, longest, task: see `EncoderDecoder`.
        attention: "none" (the bottleneck), "additive" or "dot".
        width: W, of the encoder's two directions together and of the decoder.
        d_embed: E, width of a symbol's vector.

    Raises:
        ValueError: for another attention, or an odd width.

    Reference: Sutskever et al. 2014; Bahdanau et al. 2015; Luong et al. 2015.
    """

    def __init__(
        self,
        source: Sequence[str],
        target: Sequence[str],
        longest: int,
        task: str = "",
        attention: str = "none",
        width: int = 160,
        d_embed: int = 64,
    ):
        super().__init__(source, target, longest, task)
        if attention not in DECODERS or width % 2:
            raise ValueError(
                f"required: attention of {', '.join(DECODERS)} and an even width, got {attention}, {width}"
            )
        self.encoder = RecurrentEncoder(len(self.source), d_embed, width)
        self.bridge = nn.Linear(width, width)
        self.embed = nn.Embedding(len(self.target), d_embed)
        self.decoder = DECODERS[attention](d_embed, width)
        self.head = nn.Linear(width, len(self.target) - END)

    @property
    def source_embedding(self) -> nn.Embedding:
        """What the encoder's GRUs read."""
        return self.encoder.embed

    def read(self, source: Int[Tensor, "B S"]) -> RecurrentState:
        """Encode the source; the first hidden state is tanh of a linear map of the encoder's last."""
        self.check(source)
        encoded, last, seen = self.encoder(source)
        return RecurrentState(self.bridge(last).tanh(), self.decoder.memory(encoded, seen), 0)

    def advance(self, symbols: Int[Tensor, " B"], state: RecurrentState) -> tuple[Float[Tensor, "B V"], RecurrentState]:
        """One step of the GRU."""
        features, hidden = self.decoder(self.embed(symbols[:, None]), state)
        return log_probabilities(self.head(features))[:, 0], RecurrentState(hidden, state.memory, state.length + 1)

    def forward(self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]) -> Float[Tensor, "B T V"]:
        """All positions, the GRU step by step."""
        features, _ = self.decoder(self.embed(shifted(target)), self.read(source))
        return log_probabilities(self.head(features))

    def select(self, state: RecurrentState, rows: Int[Tensor, " R"]) -> RecurrentState:
        """Rows of the hidden state and of what is attended to."""
        memory = None if state.memory is None else state.memory.select(rows)
        return RecurrentState(rows_of(state.hidden, rows), memory, state.length)
