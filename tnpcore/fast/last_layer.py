"""Self-attention in which no token attends to a target: keys of the context alone, and the last layer for the targets
alone.

Under `masks.context_only`, masked self-attention over context and targets equals attention from all tokens to the
context with the same weights; and the context's tokens after the last layer are not used.
"""

from __future__ import annotations

from collections.abc import Sequence

from jaxtyping import Bool, Float
from torch import Tensor

from tnpcore.attention import Bias
from tnpcore.blocks import Block, Blocks


def attend(
    blocks: Blocks,
    tokens: Float[Tensor, "*B N D"],
    num_keys: int,
    num_targets: int,
    mask: Bool[Tensor, "N K"] | None = None,
    biases: Sequence[Bias] = (),
) -> Float[Tensor, "*B Nt D"]:
    """The targets' tokens after all layers.

    Args:
        blocks: the layers; at least one.
        tokens: [*B, N, D], the targets last.
        num_keys: K, how many tokens, from the first on, are attended to.
        num_targets: Nt.
        mask: [N, K], True = may attend; None allows all K.
        biases: terms of the logits of every layer; () adds none.
    """
    *earlier, last = zip(blocks, biases or [()] * len(blocks), strict=True)
    for block, bias in earlier:
        tokens = self_attention(block, tokens, num_keys, mask, bias)
    block, bias = last
    first = tokens.shape[-2] - num_targets
    rows = None if mask is None else mask[first:]
    bias = tuple(term.last(num_targets) for term in bias)
    return block.attend(tokens[..., first:, :], block.keys_and_values(tokens[..., :num_keys, :]), rows, bias)


def self_attention(
    block: Block, tokens: Float[Tensor, "*B N D"], num_keys: int, mask: Bool[Tensor, "N K"] | None, bias: Bias
) -> Float[Tensor, "*B N D"]:
    """block(tokens, the first num_keys tokens, mask, bias), every token normalised once."""
    return block.among(tokens, num_keys, mask, bias)
