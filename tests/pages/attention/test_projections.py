"""What the article says of projections and heads, beside notes that say otherwise."""

import torch

from pages.shared.models.catalogue import model
from tests.articles import texts
from tnpcore import Points, predict, record
from tnpcore.attention import MultiHeadAttention

ATTENTION = next(module for module in model("tnpd").modules() if isinstance(module, MultiHeadAttention))


def test_heads_stand_side_by_side_in_one_row_of_the_models_width():
    points = Points(torch.tensor([[-1.0], [0.5]]).double(), torch.tensor([[0.3], [-0.4]]).double())
    entry = predict(model("tnpd"), points, torch.tensor([[0.2]]).double(), record=True).attention[0]
    heads, _, width = entry.v.shape[-3:]
    assert (heads, width) == (4, 16) and ATTENTION.to_out.weight.shape[1] == heads * width == 64


def test_values_come_from_w_v_alone_and_heads_are_concatenated():
    """Values of W_q are not what the model computes, and heads on top of each other do not fit into W_o."""
    tokens = torch.randn(5, 64, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode(), record() as kept:
        output = ATTENTION(tokens, tokens, tokens)
        values = (part(tokens).unflatten(-1, (4, 16)).transpose(0, 1) for part in (ATTENTION.to_v, ATTENTION.to_q))
        right, slip = (ATTENTION.to_out(torch.cat([*(kept[0].weights @ each)], -1)) for each in values)
    torch.testing.assert_close(right, output)
    assert (slip - output).abs().mean() > 0.1 and kept[0].outputs.flatten(0, 1).shape[
        -1
    ] != ATTENTION.to_out.in_features
    assert "come from $W_v$ alone (a set of notes prints $V = XW_q$, a slip)" in texts("attention")
    assert "(concatenated, not stacked on top of each other)" in texts("attention")
