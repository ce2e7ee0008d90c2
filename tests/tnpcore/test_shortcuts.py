"""What is computed the short way, for speed, equals the long way."""

import torch
from torch import nn
from torch.nn import functional as F

from tnpcore.mlp import mlp, summed, with_summary
from tnpcore.models import displacement
from tnpcore.setconv import rbf_weights
from tnpcore.unet import doubled


def draw(*shape):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def test_a_last_linear_layer_may_be_applied_to_the_sum():
    net = mlp(3, 8, 8, 5).double()
    for points in (draw(7, 3), draw(2, 7, 3), draw(0, 3)):
        torch.testing.assert_close(summed(net, points), net(points).sum(-2, keepdim=True))


def test_a_first_linear_layer_may_be_applied_to_a_summary_once():
    net, each, summaries = mlp(5, 8, 2).double(), draw(2, 7, 3), draw(4, 2, 1, 2)
    appended = torch.cat([each.expand(4, -1, -1, -1), summaries.expand(-1, -1, 7, -1)], -1)
    torch.testing.assert_close(with_summary(net, each, summaries), net(appended))


def test_doubled_cells_need_no_doubling():
    for kernel in (1, 5, 9):
        layer = nn.Conv1d(3, 4, kernel, padding=kernel // 2, padding_mode="replicate").double()
        signal = draw(2, 3, 16)
        long_way = layer(F.interpolate(signal, scale_factor=2.0, mode="nearest"))
        first, second = doubled(signal, layer.weight, layer.bias).unbind(1)
        torch.testing.assert_close(torch.stack([first, second], -1).flatten(-2), long_way)


def test_scores_in_pieces_are_scores_at_once(monkeypatch):
    bias, difference = displacement.FourierBias(1, 2, 3).double(), draw(2, 7, 5, 1)
    torch.nn.init.normal_(bias.null)
    at_once = bias(difference)
    monkeypatch.setattr(displacement, "PAIRS_AT_ONCE", 20)
    long_way = bias.scores(difference).unflatten(-3, (2, 3))
    for layer, (pieces,) in enumerate(bias(difference)):
        torch.testing.assert_close(pieces.pairs, at_once[layer][0].pairs)
        torch.testing.assert_close(pieces.pairs[..., 1:], long_way[:, layer])
        assert torch.equal(pieces.pairs[..., 0], bias.null[layer][:, None].expand(2, 3, 7)) and pieces.heads == 1


def test_faint_weights_are_never_below_the_normal_numbers():
    """Products with small gradients included; and what stands for them is far below what can be noticed."""
    far = rbf_weights(torch.zeros(1, 1), torch.tensor([[1.0], [2.0], [1000.0]]), 0.1)
    assert far.min() > 1e8 * torch.finfo(torch.float32).tiny and far[1:].max() < 1e-20
