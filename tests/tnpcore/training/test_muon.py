"""torch's own Muon is the oracle: the same matrices come out, however many are orthogonalised together."""

import copy

import pytest
import torch

from tnpcore import build
from tnpcore.data.priors import prior
from tnpcore.training import TrainingConfig, begin
from tnpcore.training.muon import Muon, orthogonalised

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
    for mine, other, start in zip(ours, theirs, matrices(), strict=True):
        # Both iterate in bfloat16, which has three digits, and round in another order.
        torch.testing.assert_close(mine, other, atol=0.01, rtol=0)
        assert (mine - start).abs().max() > 0.02


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


def test_a_kernel_moves_as_the_matrix_of_its_output_channels_does():
    flat = torch.randn(16, 3 * 25, generator=torch.Generator().manual_seed(0))
    moved = []
    for shape in ((16, 75), (16, 3, 5, 5), (16, 15, 5)):
        parameter = torch.nn.Parameter(flat.clone().view(shape))
        parameter.grad = flat.sin().view(shape)
        Muon([parameter], lr=0.1, weight_decay=0.05).step()
        moved.append(parameter.detach().view_as(flat))
    assert not torch.equal(moved[0], flat)
    torch.testing.assert_close(moved[1:], [moved[0]] * 2)


@pytest.mark.parametrize("shape", [(3, 16, 16), (2, 16, 40), (2, 40, 16)])
def test_singular_values_end_near_one(shape):
    given = torch.randn(shape, generator=torch.Generator().manual_seed(0))
    values = torch.linalg.svdvals(orthogonalised(given))
    assert (values > 0.3).all() and (values < 1.4).all()
    alone = orthogonalised(given[:1])
    torch.testing.assert_close(orthogonalised(given)[:1], alone, atol=0.02, rtol=0)


def test_kernels_are_muons_where_the_recipe_says_so():
    taken = {}
    for kernels in (False, True):
        recipe = TrainingConfig(steps=1, batch_size=2, num_target=4, pool_size=512, kernels=kernels)
        run = begin(build("convcnp", width=16, levels=1), prior("smooth"), recipe)
        taken[kernels] = [
            p.shape for o in run.updates.optimizers if isinstance(o, Muon) for p in o.param_groups[0]["params"]
        ]
        before = {name: p.detach().clone() for name, p in run.model.named_parameters()}
        run.advance()
        assert all(not torch.equal(before[name], p) for name, p in run.model.named_parameters())
    assert taken == {False: [], True: [(16, 16, 5), (16, 16, 5)]}
