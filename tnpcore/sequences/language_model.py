"""Language models: one encoder, with a causal mask to predict what comes next, without one to fill in what is hidden.

Letters: B sequences, T positions, V symbols, D width of tokens. Symbols are numbers from 0 to V - 1; shorter sequences
end in ABSENT. Before the first symbol stands one token of its own, START: from it a causal model predicts the first
symbol; in a masked model it is the [CLS] token, which a classifier reads.
"""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore import masks
from tnpcore.blocks import Layer, LayerDesign, Sizes
from tnpcore.sequences.positions import Positions

ABSENT = -1
# Rows of the embedding before those of the symbols.
START, MASK, SPECIAL = 0, 1, 2

SIZES = Sizes(d_hidden=256)


@final
class LanguageModel(nn.Module):
    """Transformer layers with self-attention alone. Records: "layer 0", "layer 1", ...

    Args:
        symbols: V.
        longest: symbols of the longest sequence in training. Longer ones are read too; see `Positions`.
        causal: whether a token attends to those up to itself alone.
        sizes: of its layers.
        norm: "pre" or "post", see `tnpcore.blocks.LayerDesign`.
        positions: one of `tnpcore.sequences.positions.KINDS`.

    Raises:
        ValueError: unless there is at least one symbol, and `longest` is at least 1.

    Reference: Radford et al. 2018, section 3.1 (causal); Devlin et al. 2019, section 3.1 (masked, [CLS]).
    """

    def __init__(
        self,
        symbols: int,
        longest: int,
        causal: bool,
        sizes: Sizes = SIZES,
        norm: str = "pre",
        positions: str = "sinusoidal",
    ):
        super().__init__()
        if symbols < 1 or longest < 1:
            raise ValueError(f"symbols and longest must be at least 1, got {symbols} and {longest}")
        self.symbols, self.longest, self.causal = symbols, longest, causal
        self.embed = nn.Embedding(SPECIAL + symbols, sizes.d_model)
        self.positions = Positions(positions, sizes.d_model, sizes.num_layers, sizes.num_heads, longest + 1)
        design = LayerDesign(norm=norm)
        self.layers = nn.ModuleList(Layer(sizes, f"layer {n}", design) for n in range(sizes.num_layers))
        # With pre-norm nothing has normalised the last residual stream.
        self.norm = nn.LayerNorm(sizes.d_model) if norm == "pre" else nn.Identity()
        self.head = nn.Linear(sizes.d_model, symbols)

    def forward(
        self, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None, first: int = 0
    ) -> Float[Tensor, "B Predicted V"]:
        """Log-probabilities in nats: of the first symbol and of the one after each, or at every position.

        Args:
            symbols: numbers, ABSENT after the last of a shorter sequence.
            seen: False where a symbol is hidden; None: all are seen. Only a masked model has hidden symbols.
            first: position of the START token, by which the whole sequence is shifted in time.

        Returns:
            [B, T + 1, V] from a causal model, [B, T, V] from a masked one. At seen positions a masked model was not
            trained, and at ABSENT no model predicts anything.

        Raises:
            ValueError: for numbers that stand for nothing, ABSENT before a symbol, or a negative `first`; and for
                hidden symbols in a causal model.
        """
        tokens = self.encode(symbols, seen, first)
        return self.head(tokens if self.causal else tokens[:, 1:]).log_softmax(-1)

    def encode(
        self, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None, first: int = 0
    ) -> Float[Tensor, "B Tokens D"]:
        """The last layer: START, then the symbols, [B, T + 1, D]; arguments as of `forward`.

        Raises:
            ValueError: see `forward`.
        """
        self.check(symbols, seen, first)
        numbers = symbols.clamp(min=0) + SPECIAL
        if seen is not None:
            numbers = torch.where(seen, numbers, MASK)
        tokens = self.positions.added(self.embed(F.pad(numbers, (1, 0), value=START)), first)
        rotation, mask = self.positions.rotation(tokens, first), self.mask(symbols)
        for layer, bias in zip(self.layers, self.positions.biases(tokens), strict=True):
            tokens = layer(tokens, None, mask, bias, rotation)
        return self.norm(tokens)

    def mask(self, symbols: Int[Tensor, "B T"]) -> Bool[Tensor, "*M Tokens Tokens"]:
        """What attends to what: nothing to ABSENT, and under a causal mask nothing to later tokens."""
        count = symbols.shape[1] + 1
        order = (masks.causal(count) if self.causal else masks.full(count)).to(symbols.device)
        padded = F.pad(symbols == ABSENT, (1, 0), value=False)
        return order & ~padded[:, None, None, :] if bool(padded.any()) else order

    def check(self, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None, first: int) -> None:
        """Check what `forward` is given.

        Raises:
            ValueError: see `forward`.
        """
        if symbols.numel() and not ABSENT <= int(symbols.min()) <= int(symbols.max()) < self.symbols:
            wrong = f"{int(symbols.min())} to {int(symbols.max())}"
            raise ValueError(f"symbols must be from 0 to {self.symbols - 1}, or ABSENT at the end, got {wrong}")
        if bool(((symbols[:, :-1] == ABSENT) & (symbols[:, 1:] != ABSENT)).any()):
            raise ValueError("symbols must not follow ABSENT, got a row in which they do")
        if first < 0:
            raise ValueError(f"the position of the first token must be at least 0, got {first}")
        if self.causal and seen is not None and not bool(seen.all()):
            raise ValueError("a causal model reads no hidden symbols, got some: fill them in, or take a masked model")

    def loss(
        self,
        symbols: Int[Tensor, "B T"],
        seen: Bool[Tensor, "B T"],
        targets: Float[Tensor, "B Predicted V"],
        counted: Bool[Tensor, "B Predicted"],
    ) -> Float[Tensor, ""]:
        """KL(target || prediction) in nats per prediction; where targets are single symbols, minus log p of these.

        Args:
            symbols, seen: see `forward`.
            targets: the distribution to learn; all of it on one symbol where that was drawn.
            counted: which predictions are learned from.
        """
        return divergence(targets, self(symbols, seen))[counted].mean()


def divergence(target: Float[Tensor, "*B V"], log_predicted: Float[Tensor, "*B V"]) -> Float[Tensor, "*B"]:
    """KL(target || predicted) in nats."""
    return (torch.xlogy(target, target) - target * log_predicted).sum(-1)
