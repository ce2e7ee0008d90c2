"""A layer without a part, or normalised elsewhere, computes what its design says."""

import pytest
import torch

from tnpcore.blocks import WHOLE, Block, LayerDesign, Sizes
from tnpcore.models import initialise

D, N = 8, 5


def layer(design):
    block = Block(Sizes(D, 2, d_hidden=16), 0, design).double()
    initialise(block, torch.Generator().manual_seed(0))
    for name, parameter in block.named_parameters():
        if "norm" in name or name == "null":  # not 1 and 0, which would hide a norm that is forgotten or applied twice
            parameter.data = torch.linspace(0.5, 1.5, D, dtype=torch.float64)
    return block


TOKENS = torch.randn(N, D, generator=torch.Generator().manual_seed(1), dtype=torch.float64)


def mix(block, tokens):
    """Attention of all tokens to themselves and the null token."""
    keys = torch.cat([block.null[None], tokens])
    return block.attention(tokens, keys, keys)


def test_post_norm_normalises_each_sum():
    block = layer(LayerDesign(norm="post"))
    z = block.norm_attention(TOKENS + mix(block, TOKENS))
    expected = block.norm_feedforward(z + block.feedforward(z))
    torch.testing.assert_close(block(TOKENS, TOKENS), expected)


def test_without_residuals_each_step_replaces_the_tokens():
    block = layer(LayerDesign(residual=False))
    z = mix(block, block.norm_attention(TOKENS))
    torch.testing.assert_close(block(TOKENS, TOKENS), block.feedforward(block.norm_feedforward(z)))


def test_without_norm_everything_reads_the_tokens_themselves():
    block = layer(LayerDesign(norm="none"))
    z = TOKENS + mix(block, TOKENS)
    torch.testing.assert_close(block(TOKENS, TOKENS), z + block.feedforward(z))
    assert not any("norm" in name for name, _ in block.named_parameters())


@pytest.mark.parametrize("norm", ["pre", "post", "none"])
def test_without_feedforward_only_attention_is_left(norm):
    block = layer(LayerDesign(norm=norm, feedforward=False))
    z = TOKENS + mix(block, block.norm_attention(TOKENS) if norm == "pre" else TOKENS)
    torch.testing.assert_close(block(TOKENS, TOKENS), block.norm_attention(z) if norm == "post" else z)
    assert not any("feedforward" in name for name, _ in block.named_parameters())


def test_the_usual_layer_is_the_whole_one():
    block = layer(WHOLE)
    z = TOKENS + mix(block, block.norm_attention(TOKENS))
    torch.testing.assert_close(block(TOKENS, TOKENS), z + block.feedforward(block.norm_feedforward(z)))


def test_another_norm_is_refused():
    with pytest.raises(ValueError, match="must be one of pre, post, none, got 'batch'"):
        LayerDesign(norm="batch")
