import pytest
import torch

from tnpcore import load
from tnpcore.networks.unet import UNet


def test_the_length_must_fit_the_levels():
    net = UNet(2, 3, 8, levels=3)
    assert net(torch.zeros(2, 2, 24)).shape == (2, 3, 24)
    with pytest.raises(ValueError, match="multiple of 8, got 20"):
        net(torch.zeros(1, 2, 20))


def test_constant_input_gives_constant_output():
    out = UNet(2, 1, 8, levels=4)(torch.ones(1, 2, 64)).detach()
    torch.testing.assert_close(out, out[..., :1].expand_as(out))


@pytest.mark.parametrize("name", ["convcnp", "convcnp-nodensity"])
def test_the_margin_covers_the_reach_of_the_trained_network(name):
    """An impulse on a long grid leaves no trace further away than the grid's margin."""
    model = load(name)
    cells = 48 * model.grid.stride
    signal = torch.zeros(1, model.net.enter.in_channels, cells)
    far = model.net(signal)
    signal[..., cells // 2] = 3.0
    touched = ((model.net(signal) - far).abs().amax((0, 1)) > 1e-4).nonzero()[:, 0]
    reach = (touched - cells // 2).abs().max().item() / model.grid.points_per_unit
    assert 1.0 < reach <= model.grid.margin + 2.0
