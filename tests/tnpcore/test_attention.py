import inspect

import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from tnpcore import intervene, masks, record
from tnpcore.attention import MultiHeadAttention, Term, attention_weights, masked_softmax
from tnpcore.blocks import Block, Sizes
from tnpcore.fast.softmax import REGISTER


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def attend_rows(logits, mask):
    """Softmax of given rows through the real code: q = 2 * logits and k = identity give these logits at Dk = 4."""
    return attention_weights(2 * logits, torch.eye(4, dtype=torch.float64), mask)


def test_worked_example_of_the_masked_softmax():
    rows = torch.tensor(
        [[0.2, 0.3, 0.5, 0.1], [0.1, 0.2, 0.7, 0.0], [0.3, 0.4, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]], dtype=torch.float64
    )
    logits, weights = attend_rows(rows, masks.causal(4))
    expected = [[1, 0, 0, 0], [0.475, 0.525, 0, 0], [0.3322, 0.3672, 0.3006, 0], [0.2138, 0.2363, 0.2612, 0.2887]]
    torch.testing.assert_close(logits, rows)
    torch.testing.assert_close(weights, torch.tensor(expected, dtype=torch.float64), atol=5e-5, rtol=0)


@pytest.mark.parametrize("count", [5, REGISTER - 1, REGISTER])
@pytest.mark.parametrize("causal", [False, True])
def test_equals_torch_scaled_dot_product_attention(count, causal):
    q, k, v = (draw(2, 3, count, 8, seed=s) for s in range(3))
    mask = masks.causal(count) if causal else None
    _, weights = attention_weights(q, k, mask)
    torch.testing.assert_close(weights @ v, scaled_dot_product_attention(q, k, v, mask), atol=1e-6, rtol=0)


@pytest.mark.parametrize("mask", [None, masks.causal(6)])
def test_equals_torch_multi_head_attention_with_copied_weights(mask):
    ours = MultiHeadAttention(16, 4).double()
    theirs = torch.nn.MultiheadAttention(16, 4, batch_first=True, dtype=torch.float64)
    parts = (ours.to_q, ours.to_k, ours.to_v)
    theirs.in_proj_weight.data = torch.cat([p.weight.data for p in parts])
    theirs.in_proj_bias.data = torch.cat([p.bias.data for p in parts])
    theirs.out_proj.load_state_dict(ours.to_out.state_dict())
    tokens = draw(3, 6, 16)
    expected, _ = theirs(tokens, tokens, tokens, attn_mask=None if mask is None else ~mask)
    torch.testing.assert_close(ours(tokens, tokens, tokens, mask), expected, atol=1e-6, rtol=0)


def test_rows_sum_to_one_or_to_zero_where_nothing_may_be_attended():
    mask = torch.tensor([[True, False], [False, False]])
    _, weights = attention_weights(draw(2, 4), draw(2, 4, seed=1), mask)
    assert weights[0].tolist() == [1.0, 0.0] and weights[1].tolist() == [0.0, 0.0]


def test_bias_is_added_before_the_softmax():
    q, k = draw(1, 2, 4), draw(1, 3, 4, seed=1)
    bias = torch.tensor([[[50.0, 0, 0], [0, 50, 0]]], dtype=torch.float64)
    _, weights = attention_weights(q, k, bias=(Term(bias, bias.new_ones(1, 1, 1)),))
    assert weights.argmax(-1).tolist() == [[0, 1]]


def test_one_number_of_a_pair_serves_all_heads():
    """Worked by hand: 3 times 2 for the first head, 3 times -1 for the second."""
    term = Term(torch.tensor([[[0.0, 3.0]]]), torch.tensor([[[2.0]], [[-1.0]]]))
    logits, _ = attention_weights(torch.zeros(2, 1, 4), torch.zeros(2, 2, 4), bias=(term,))
    assert logits.tolist() == [[[0.0, 6.0]], [[0.0, -3.0]]]


def test_heads_must_divide_the_model():
    with pytest.raises(ValueError, match="10 and 4"):
        MultiHeadAttention(10, 4)


def test_temperature_and_scale():
    q, k = draw(2, 16), draw(3, 16, seed=1)
    plain, _ = attention_weights(q, k)
    with intervene(temperature=2.0):
        halved, _ = attention_weights(q, k)
    with intervene(scale=False):
        raw, _ = attention_weights(q, k)
    torch.testing.assert_close(halved, plain / 2)
    torch.testing.assert_close(raw, plain * 4)
    torch.testing.assert_close(attention_weights(q, k)[0], plain)


def test_a_muted_head_contributes_nothing():
    layer = MultiHeadAttention(8, 2, layer=3).double()
    tokens = draw(4, 8)
    layer.to_out.weight.data[:, :4] = 0  # head 0 contributes nothing in any case
    with intervene(mute=((3, 0),)):
        torch.testing.assert_close(layer(tokens, tokens, tokens), layer(tokens, tokens, tokens))
        without_first = layer(tokens, tokens, tokens)
    torch.testing.assert_close(without_first, layer(tokens, tokens, tokens))
    with intervene(mute=((3, 1),)):
        torch.testing.assert_close(layer(tokens, tokens, tokens), layer.to_out.bias.expand(4, 8))
    other = MultiHeadAttention(8, 2, layer=2).double()
    with intervene(mute=((2, 1),)):  # which this layer is not
        torch.testing.assert_close(layer(tokens, tokens, tokens), without_first)
        other(tokens, tokens, tokens)


def test_records_hold_what_was_computed():
    block = Block(Sizes(8, 2, d_hidden=16), layer=1).double()
    tokens = draw(5, 8)
    with record() as records:
        block(tokens, tokens[:3])
    (entry,) = records
    assert entry.name == "layer 1" and entry.weights.shape == (2, 5, 4) and entry.q.shape == (2, 5, 4)
    expected = (entry.q @ entry.k.mT / 2).softmax(-1)
    torch.testing.assert_close(entry.weights, expected)


def test_the_null_token_is_never_masked():
    block, tokens = Block(Sizes(8, 2, d_hidden=16), layer=0).double(), draw(3, 8)
    with record() as records:
        out = block(tokens, tokens, torch.zeros(3, 3, dtype=torch.bool))
    assert out.isfinite().all()
    assert records[0].weights[..., 0].eq(1).all() and records[0].weights[..., 1:].eq(0).all()


def test_a_mask_of_floats_is_refused_in_one_sentence():
    logits, mask = torch.zeros(2, 3), torch.ones(2, 3)
    with pytest.raises(ValueError, match=r"mask must be a tensor of torch\.bool, .*, got torch\.float32"):
        # The check of shapes that runs with the tests would refuse it first.
        inspect.unwrap(masked_softmax)(logits, mask)
