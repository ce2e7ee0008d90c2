import math

import pytest
import torch

from tnpcore.models.convcnp import density_and_signal
from tnpcore.setconv import Grid, SetConv, midrange, rbf_weights, with_density


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def test_setconv_equals_a_double_loop():
    layer = SetConv(0.3).double()
    x, y, grid = draw(4, 1), draw(4, 2, seed=1), draw(7, 1, seed=2)
    expected = torch.zeros(7, 3, dtype=torch.float64)
    for m in range(7):
        for n in range(4):
            weight = math.exp(-((grid[m, 0] - x[n, 0]).item() ** 2) / (2 * layer.lengthscale.item() ** 2))
            expected[m] += weight * torch.tensor([1.0, *y[n].tolist()], dtype=torch.float64)
    torch.testing.assert_close(layer(x, with_density(y), grid).detach(), expected, atol=1e-12, rtol=0)


def test_worked_example_of_the_weights():
    weights = rbf_weights(torch.tensor([[0.0], [1.0]]), torch.tensor([[0.0], [3.0]]), 1.0)
    expected = [[1.0, math.exp(-0.5)], [math.exp(-4.5), math.exp(-2)]]
    torch.testing.assert_close(weights, torch.tensor(expected))
    assert rbf_weights(draw(2, 5, 1), draw(2, 3, 1), torch.tensor(0.2)).shape == (2, 3, 5)


def test_duplicates_average_in_the_normalised_signal_and_double_in_the_raw_one():
    x, grid = torch.zeros(2, 1), torch.zeros(1, 1)
    summed = SetConv(0.2)(x, with_density(torch.tensor([[1.0], [3.0]])), grid).detach()
    assert summed.tolist() == [[2.0, 4.0]]
    torch.testing.assert_close(density_and_signal(summed), torch.tensor([[2.0, 2.0]]), atol=1e-4, rtol=0)


def test_density_separates_zero_from_nothing():
    summed = SetConv(0.2)(torch.zeros(1, 1), with_density(torch.zeros(1, 1)), torch.tensor([[0.0], [2.0]])).detach()
    assert summed[:, 1].tolist() == [0.0, 0.0]
    torch.testing.assert_close(summed[:, 0], torch.tensor([1.0, 0.0]))


def test_midrange_ignores_order_and_follows_the_data():
    x = torch.tensor([[3.0], [-1.0], [0.5]], dtype=torch.float64)
    assert midrange(x).item() == 1.0 == midrange(x.flip(0)).item()
    assert midrange(x + 2.03).item() == pytest.approx(3.03, abs=1e-12)
    assert midrange(x[:0]).item() == 0.0


def test_the_grid_grows_in_whole_strides_without_moving_its_cells():
    grid = Grid(points_per_unit=16, margin=8.0, stride=32)
    small = grid.offsets(torch.tensor([[-1.0], [1.0]]), torch.float64)
    large = grid.offsets(torch.tensor([[-4.0], [4.0]]), torch.float64)
    assert len(small) % 64 == 0 and len(large) > len(small)
    assert torch.isin(small, large).all()
    torch.testing.assert_close(large, -large.flip(0))


@pytest.mark.parametrize("tau", [0.3, 2.03, 100.1])
def test_a_span_of_whole_strides_keeps_its_grid_wherever_it_lies(tau):
    grid, x = Grid(16, 8.0, 32), torch.tensor([[-2.0], [2.0]], dtype=torch.float64)
    assert len(grid.offsets(x + tau, torch.float32)) == len(grid.offsets(x, torch.float32))


def test_too_wide_a_context_is_refused_with_the_limit():
    with pytest.raises(ValueError, match="at most 496 units"):
        Grid(16, 8.0, 32).offsets(torch.tensor([[0.0], [600.0]]), torch.float32)
