"""torch's own Muon is the oracle: the same matrices come out, however many are orthogonalised together."""

import copy

import pytest
import torch

from tnpcore.training.muon import Muon, orthogonalised

pytestmark = pytest.mark.slow

SHAPES = [(16, 16), (32, 16), (16, 16), (16, 48), (32, 16)]


def matrices(seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(shape, generator=generator) for shape in SHAPES]


def moved(make, steps=3):
    parameters = [torch.nn.Parameter(m) for m in matrices()]
    optimizer = make(parameters, lr=0.1, weight_decay=0.05)
    for step in range(steps):
        for parameter, gradient in zip(parameters, matrices(seed=1 + step), strict=True):
            parameter.grad = gradient
        optimizer.step()
    return parameters, optimizer


def test_it_moves_matrices_as_torchs_own_does():
    ours, theirs = moved(Muon)[0], moved(torch.optim.Muon)[0]
    for mine, other, begin in zip(ours, theirs, matrices(), strict=True):
        # Both iterate in bfloat16, which has three digits, and round in another order.
        torch.testing.assert_close(mine, other, atol=0.01, rtol=0)
        assert (mine - begin).abs().max() > 0.02


def test_its_state_is_torchs_and_survives_a_restart():
    parameters, first = moved(Muon)
    again = Muon([torch.nn.Parameter(p.detach().clone()) for p in parameters], lr=0.1, weight_decay=0.05)
    again.load_state_dict(copy.deepcopy(first.state_dict()))
    assert [sorted(state) for state in again.state_dict()["state"].values()] == [["momentum_buffer"]] * len(SHAPES)
    for mine, other in zip(first.param_groups[0]["params"], again.param_groups[0]["params"], strict=True):
        other.grad = mine.grad.clone()
    first.step()
    again.step()
    for mine, other in zip(first.param_groups[0]["params"], again.param_groups[0]["params"], strict=True):
        torch.testing.assert_close(mine, other)


def test_matrices_without_a_gradient_stay_where_they_are():
    still, pulled = (torch.nn.Parameter(m) for m in matrices()[:2])
    pulled.grad = torch.ones_like(pulled)
    Muon([still, pulled], lr=0.1, weight_decay=0.05).step()
    torch.testing.assert_close(still.data, matrices()[0], atol=0, rtol=0)
    assert not torch.equal(pulled.data, matrices()[1])


@pytest.mark.parametrize("shape", [(3, 16, 16), (2, 16, 40), (2, 40, 16)])
def test_singular_values_end_near_one(shape):
    given = torch.randn(shape, generator=torch.Generator().manual_seed(0))
    values = torch.linalg.svdvals(orthogonalised(given, (3.4445, -4.7750, 2.0315), 5, 1e-7))
    assert (values > 0.3).all() and (values < 1.4).all()
    alone = orthogonalised(given[:1], (3.4445, -4.7750, 2.0315), 5, 1e-7)
    torch.testing.assert_close(orthogonalised(given, (3.4445, -4.7750, 2.0315), 5, 1e-7)[:1], alone, atol=0.02, rtol=0)
