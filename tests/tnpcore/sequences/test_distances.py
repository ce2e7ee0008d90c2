"""Vectors of distances: what they add to keys and values is what the paper's sums say, pair by pair."""

import math

import pytest
import torch

from tnpcore.attention import MultiHeadAttention
from tnpcore.sequences.distances import LONGEST, DistanceVectors

HEADS, WIDTH, D_HEAD = 3, 12, 4


@pytest.fixture
def vectors():
    made, generator = DistanceVectors(2, D_HEAD).double().requires_grad_(False), torch.Generator().manual_seed(0)
    for learned in made.parameters():
        learned.normal_(generator=generator)
    return made


def paper(attention, vectors, tokens, layer, first=0):
    """z_i = sum_j softmax_j(q_i (k_j + a_ij)' / sqrt(Dk)) (v_j + b_ij), one pair at a time."""
    q, k, v = attention.queries(tokens)[0], attention.keys(tokens)[0], attention.values(tokens)[0]
    rows = []
    for i in range(first, tokens.shape[1]):
        at = [max(-LONGEST, min(LONGEST, j - i)) + LONGEST for j in range(tokens.shape[1])]
        keys, values = k + vectors.keys[layer, at], v + vectors.values[layer, at]
        weights = (torch.einsum("hd,hjd->hj", q[:, i], keys) / math.sqrt(D_HEAD)).softmax(-1)
        rows.append(torch.einsum("hj,hjd->hd", weights, values).flatten())
    return attention.to_out(torch.stack(rows))


@pytest.mark.parametrize("count", [5, 40])
def test_attention_with_vectors_is_that_of_the_paper(vectors, count):
    attention = MultiHeadAttention(WIDTH, HEADS).double().requires_grad_(False)
    tokens = torch.randn(1, count, WIDTH, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    for layer, bias in enumerate(vectors(0, count)):
        torch.testing.assert_close(
            attention(tokens, tokens, tokens, bias=bias)[0], paper(attention, vectors, tokens, layer)
        )


def test_the_last_queries_alone_read_the_same(vectors):
    """As a decoder does symbol by symbol, with the keys of all before it."""
    attention = MultiHeadAttention(WIDTH, HEADS).double().requires_grad_(False)
    tokens = torch.randn(1, 7, WIDTH, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    expected = paper(attention, vectors, tokens, 1, first=5)
    ((term,),) = vectors(5, 2)[1:]
    (whole,) = vectors(0, 7)[1]
    for bias in ((term,), (whole.last(2),)):
        torch.testing.assert_close(attention(tokens[:, 5:], tokens, tokens, bias=bias)[0], expected)
