import math

import pytest
import torch

from tnpcore import positional


def test_worked_example():
    encoded = positional.sinusoidal(torch.tensor([[3.0]], dtype=torch.float64), 4)
    expected = [math.sin(3), math.cos(3), math.sin(0.03), math.cos(0.03)]
    torch.testing.assert_close(encoded, torch.tensor([expected], dtype=torch.float64))


def test_every_input_dimension_has_its_own_numbers():
    x = torch.tensor([[1.0, 2.0]])
    both = positional.sinusoidal(x, 6)
    assert both.shape == (1, 12)
    torch.testing.assert_close(both[:, 6:], positional.sinusoidal(x[:, 1:], 6))


@pytest.mark.parametrize("d", [0, 1, 7])
def test_odd_dimensions_are_refused(d):
    with pytest.raises(ValueError, match=f"got {d}"):
        positional.sinusoidal(torch.zeros(1, 1), d)


@pytest.mark.parametrize("tau", [0.3, 2.03])
def test_sinusoid_products_depend_on_the_offset_only(tau):
    x = torch.linspace(-2, 2, 9, dtype=torch.float64)[:, None]
    here, there = positional.sinusoidal(x, 32), positional.sinusoidal(x + tau, 32)
    torch.testing.assert_close(here @ here.mT, there @ there.mT)


@pytest.mark.parametrize("tau", [0.3, 2.03])
def test_rotary_products_depend_on_the_offset_only(tau):
    generator = torch.Generator().manual_seed(0)
    q, k = (torch.randn(5, 8, generator=generator, dtype=torch.float64) for _ in range(2))
    x = torch.linspace(-1, 1, 5, dtype=torch.float64)[:, None]
    here = positional.rotate(q, x) @ positional.rotate(k, x).mT
    there = positional.rotate(q, x + tau) @ positional.rotate(k, x + tau).mT
    torch.testing.assert_close(here, there)
    assert (here - q @ k.mT).abs().max() > 0.1


def test_rotating_by_a_quarter_turn():
    turned = positional.rotate(torch.tensor([[1.0, 0.0]]), torch.tensor([[math.pi / 2]]))
    torch.testing.assert_close(turned, torch.tensor([[0.0, 1.0]]), atol=1e-6, rtol=0)


def test_displacement_and_fourier():
    difference = positional.displacement(torch.tensor([[1.0], [4.0]]), torch.tensor([[0.5]]))
    assert difference.tolist() == [[[0.5]], [[3.5]]]
    features = positional.fourier(torch.tensor([[0.25]]), torch.tensor([1.0, 2.0]))
    torch.testing.assert_close(features, torch.tensor([[1.0, 0.0, 0.0, -1.0]]), atol=1e-6, rtol=0)
