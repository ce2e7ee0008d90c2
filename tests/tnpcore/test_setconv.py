import math
from itertools import product

import pytest
import torch

from tnpcore.models.convcnp import density_and_signal
from tnpcore.setconv import Grid, SetConv, midrange, rbf_weights, with_density


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.mark.parametrize("cells", [(7,), (5, 3)])
def test_setconv_equals_a_loop_over_cells_and_points(cells):
    layer = SetConv(0.3).double()
    x, y = draw(4, len(cells)), draw(4, 2, seed=1)
    axes = [draw(count, 1, seed=2 + axis) for axis, count in enumerate(cells)]
    expected = torch.zeros(*cells, 3, dtype=torch.float64)
    for *cell, n in product(*map(range, cells), range(4)):
        squares = sum((axis[m, 0] - at).item() ** 2 for axis, m, at in zip(axes, cell, x[n], strict=True))
        weight = math.exp(-squares / (2 * layer.lengthscale.item() ** 2))
        expected[tuple(cell)] += weight * torch.tensor([1.0, *y[n].tolist()], dtype=torch.float64)
    torch.testing.assert_close(layer(x, with_density(y), *axes).detach(), expected, atol=1e-12, rtol=0)
    batched = layer(x.expand(2, -1, -1), with_density(y).expand(2, -1, -1), *axes).detach()
    torch.testing.assert_close(batched, expected.expand(2, *expected.shape), atol=1e-12, rtol=0)


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


def test_each_axis_grows_with_the_span_along_it():
    grid, x = Grid(points_per_unit=8, margin=3.0, stride=8), torch.tensor([[-2.0, 0.0], [2.0, 0.1]])
    wide, narrow = grid.axes(x, torch.float64)
    assert (len(wide), len(narrow)) == (80, 64)
    torch.testing.assert_close(wide, -wide.flip(0))
    cells = grid.offsets(x, torch.float64)
    assert cells.shape == (80 * 64, 2)
    assert torch.equal(cells[:64, 1], narrow[:, 0]) and torch.equal(cells[::64, 0], wide[:, 0])
    assert len(grid.offsets(x[:0], torch.float64)) == 48 * 48


@pytest.mark.parametrize("tau", [0.3, 2.03, 100.1])
def test_a_span_of_whole_strides_keeps_its_grid_wherever_it_lies(tau):
    grid, x = Grid(16, 8.0, 32), torch.tensor([[-2.0], [2.0]], dtype=torch.float64)
    assert len(grid.offsets(x + tau, torch.float32)) == len(grid.offsets(x, torch.float32))


def test_too_wide_a_context_is_refused_with_the_limit():
    with pytest.raises(ValueError, match="at most 496 units"):
        Grid(16, 8.0, 32).offsets(torch.tensor([[0.0], [600.0]]), torch.float32)
    with pytest.raises(ValueError, match=r"at most 26 units of x \(256 grid cells\), got 30 units"):
        Grid(8, 3.0, 8).axes(torch.tensor([[0.0, 0.0], [1.0, 30.0]]), torch.float32)
