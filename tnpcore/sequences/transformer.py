"""The Transformer as published: an encoder, and a decoder with cross-attention (Vaswani et al. 2017)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast, final

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from tnpcore import masks
from tnpcore.blocks import Layer, LayerDesign, Sizes
from tnpcore.sequences.encoder_decoder import EncoderDecoder, cross_mask, log_probabilities, rows_of, shifted
from tnpcore.sequences.layers import Cached, DecoderLayer
from tnpcore.sequences.positions import Positions
from tnpcore.sequences.vocabulary import END, PAD


@dataclass(frozen=True, eq=False)
class TransformerState:
    """The decoder between two symbols.

    Args:
        seen: False where the source is padded [B, S].
        cross: keys and values of every layer's cross-attention [B, H, S, Dk].
        own: those of its self-attention, of all symbols so far [B, H, t, Dk]; () before the first.
        length: t, how many symbols it was fed.
    """

    seen: Bool[Tensor, "B S"]
    cross: tuple[Cached, ...]
    own: tuple[Cached, ...]
    length: int


@final
class Transformer(EncoderDecoder[TransformerState]):
    """Encoder and decoder of Transformer layers. Records: "encoder 0", ..., "decoder 0", "cross 0", ...

    Args:
        source, target, longest, task: see `EncoderDecoder`.
        d_model, num_heads, d_hidden: width of tokens, heads, and width of the feed-forward networks.
        encoder_layers, decoder_layers: how many.
        norm: "pre" or "post", see `tnpcore.blocks.LayerDesign`.
        positions: one of `tnpcore.sequences.positions.KINDS`.

    Reference: Vaswani et al. 2017, section 3; with the normalisation of Xiong et al. 2020, figure 1b.
    """

    def __init__(
        self,
        source: Sequence[str],
        target: Sequence[str],
        longest: int,
        task: str = "",
        d_model: int = 64,
        num_heads: int = 4,
        d_hidden: int = 256,
        encoder_layers: int = 3,
        decoder_layers: int = 2,
        norm: str = "pre",
        positions: str = "sinusoidal",
    ):
        super().__init__(source, target, longest, task)
        design, sizes = LayerDesign(norm=norm), Sizes(d_model, num_heads, d_hidden=d_hidden)
        self.embed_source, self.embed_target = (nn.Embedding(len(v), d_model) for v in (self.source, self.target))
        self.source_positions, self.target_positions = (
            Positions(positions, d_model, layers, num_heads, longest + 1) for layers in (encoder_layers, decoder_layers)
        )
        self.encoder = nn.ModuleList(Layer(sizes, f"encoder {n}", design) for n in range(encoder_layers))
        self.decoder = nn.ModuleList(
            DecoderLayer(sizes, f"decoder {n}", f"cross {n}", design) for n in range(decoder_layers)
        )
        # With pre-norm nothing has normalised the last residual stream.
        self.norm_source, self.norm_target = (
            nn.LayerNorm(d_model) if norm == "pre" else nn.Identity() for _ in ("source", "target")
        )
        self.head = nn.Linear(d_model, len(self.target) - END)

    @property
    def source_embedding(self) -> nn.Embedding:
        """Before positions are added."""
        return self.embed_source

    def read(self, source: Int[Tensor, "B S"]) -> TransformerState:
        """Encode the source, and project it for every layer's cross-attention."""
        self.check(source)
        seen = source != PAD
        encoded = self.encode(source)
        return TransformerState(seen, tuple(layer.encoded(encoded) for layer in self.decoder_layers), (), 0)

    @property
    def decoder_layers(self) -> Iterator[DecoderLayer]:
        """The decoder's layers, in order."""
        return cast(Iterator[DecoderLayer], iter(self.decoder))

    def encode(self, source: Int[Tensor, "B S"]) -> Float[Tensor, "B S D"]:
        """The encoder's last layer; every symbol of the source attends to every one."""
        mask = (source != PAD)[:, None, None, :].expand(-1, 1, source.shape[1], -1)
        tokens = self.source_positions.added(self.embed_source(source))
        rotation = self.source_positions.rotation(tokens)
        for layer, bias in zip(self.encoder, self.source_positions.biases(tokens), strict=True):
            tokens = layer(tokens, None, mask, bias, rotation)
        return self.norm_source(tokens)

    def advance(
        self, symbols: Int[Tensor, " B"], state: TransformerState
    ) -> tuple[Float[Tensor, "B V"], TransformerState]:
        """One symbol of every row, attending to the cached keys of those before."""
        found, state = self.decode(symbols[:, None], state)
        return found[:, 0], state

    def forward(self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]) -> Float[Tensor, "B T V"]:
        """All positions at once, under a causal mask."""
        return self.decode(shifted(target), self.read(source))[0]

    def decode(
        self, symbols: Int[Tensor, "B T"], state: TransformerState
    ) -> tuple[Float[Tensor, "B T V"], TransformerState]:
        """Log-probabilities after each of T symbols that follow a state, and the state after them.

        Args:
            symbols: what is fed; one symbol unless the state is a fresh one.
            state: before them.

        Raises:
            ValueError: for several symbols after others.
        """
        count, first = symbols.shape[1], state.length
        if first and count > 1:
            raise ValueError(f"after the first symbol one is fed at a time, got {count} after {first}")
        tokens = self.target_positions.added(self.embed_target(symbols), first)
        rotation = self.target_positions.rotation(tokens, first)
        own_mask = None if count == 1 else masks.causal(count).to(symbols.device)
        both, own = (own_mask, cross_mask(state.seen, first, count)), []
        biases = self.target_positions.biases(tokens, first)
        earlier = state.own or (None,) * len(self.decoder)
        for layer, bias, past, offered in zip(self.decoder_layers, biases, earlier, state.cross, strict=True):
            tokens, keys_and_values = layer.decode(tokens, (past, offered), both, bias, rotation)
            own.append(keys_and_values)
        found = log_probabilities(self.head(self.norm_target(tokens)))
        return found, TransformerState(state.seen, state.cross, tuple(own), first + count)

    def select(self, state: TransformerState, rows: Int[Tensor, " R"]) -> TransformerState:
        """Rows of the mask and of all keys and values."""
        cross, own = (tuple((rows_of(k, rows), rows_of(v, rows)) for k, v in kept) for kept in (state.cross, state.own))
        return TransformerState(rows_of(state.seen, rows), cross, own, state.length)
