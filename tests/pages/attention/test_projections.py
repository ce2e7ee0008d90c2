"""What the article says of projections and heads, beside notes that say otherwise."""

import torch

from pages.shared.models.catalogue import model
from tnpcore import Points, predict
from tnpcore.attention import MultiHeadAttention


def test_heads_stand_side_by_side_in_one_row_of_the_models_width():
    attention = next(module for module in model("tnpd").modules() if isinstance(module, MultiHeadAttention))
    points = Points(torch.tensor([[-1.0], [0.5]]).double(), torch.tensor([[0.3], [-0.4]]).double())
    entry = predict(model("tnpd"), points, torch.tensor([[0.2]]).double(), record=True).attention[0]
    heads, _, width = entry.v.shape[-3:]
    assert (heads, width) == (4, 16) and attention.to_out.weight.shape[1] == heads * width == 64
