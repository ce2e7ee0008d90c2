import threading

import pytest
import torch

from tnpcore import load
from tnpcore.networks.unet import UNet
from tnpcore.trace import record_activations


def test_the_length_must_fit_the_levels():
    net = UNet(2, 3, 8, levels=3)
    assert net(torch.zeros(2, 2, 24)).shape == (2, 3, 24)
    with pytest.raises(ValueError, match="multiple of 8, got 20"):
        net(torch.zeros(1, 2, 20))
    plane = UNet(2, 3, 8, levels=2, dim=2)
    assert plane(torch.zeros(2, 2, 8, 12)).shape == (2, 3, 8, 12)
    with pytest.raises(ValueError, match="multiple of 4, got 10"):
        plane(torch.zeros(1, 2, 8, 10))


@pytest.mark.parametrize("wrong, message", [({"kernel": 3}, "1, 5, 9, ... cells wide, got 3"), ({"dim": 3}, "got 3")])
def test_networks_that_do_not_exist_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        UNet(2, 1, 8, levels=2, **wrong)


@pytest.mark.parametrize("dim", [1, 2])
def test_constant_input_gives_constant_output(dim):
    out = UNet(2, 1, 8, levels=3, dim=dim)(torch.ones(1, 2, *(64,) * dim)).detach()
    torch.testing.assert_close(out, out.flatten()[0].expand_as(out))


@pytest.mark.parametrize("name, prior", [("convcnp", "smooth"), ("convcnp-nodensity", "smooth"), ("convcnp", "gp2d")])
def test_the_margin_covers_the_reach_of_the_trained_network(name, prior):
    """What a context point leaves on a long grid leaves no trace further away than the grid's margin."""
    model = load(name, prior)
    cells = 24 * model.grid.stride
    signal = torch.zeros(1, model.net.enter.in_channels, *(cells,) * model.dim_x)
    far = model.net(signal)
    signal[(..., *(slice(cells // 2 - 2, cells // 2 + 3),) * model.dim_x)] = 3.0
    touched = ((model.net(signal) - far).abs().amax((0, 1)) > 1e-4).nonzero()
    reach = (touched - cells // 2).abs().max().item() / model.grid.points_per_unit
    assert 1.0 < reach <= model.grid.margin + 2.0


def recorded(seed=0):
    """A trained U-Net, its input, its output, and what its layers gave, by name."""
    net = load("convcnp").net
    signal = torch.randn(1, 2, 96, generator=torch.Generator().manual_seed(seed))
    with torch.no_grad(), record_activations() as records:
        out = net(signal)
    return net, signal, out, {entry.name: entry.values for entry in records}


def test_every_layer_is_recorded_once_in_order():
    _, _, out, layers = recorded()
    steps = [f"{way} {level}" for way in ("down", "up") for level in range(1, 6)]
    assert list(layers) == ["enter", *steps, "leave"]
    assert torch.equal(layers["leave"], out)
    assert [layers[name].shape[-1] for name in ("enter", "down 1", "down 5", "up 1", "up 5")] == [96, 48, 3, 6, 96]


def test_recorded_activations_reproduce_the_output():
    """Each layer, written as in the paper, gives the next record from the ones before it."""
    net, signal, out, layers = recorded()
    with torch.no_grad():
        torch.testing.assert_close(net.enter(signal).relu(), layers["enter"])
        before = ["enter", *(f"down {level}" for level in range(1, 6))]
        for name, down, after in zip(before, net.down, before[1:], strict=False):
            torch.testing.assert_close(down(layers[name]).relu(), layers[after])
        hidden = layers["down 5"]
        for level, up in enumerate(net.up, start=1):
            twice = hidden.repeat_interleave(2, -1)
            hidden = torch.cat([up(twice).relu(), layers[before[5 - level]]], 1)
            torch.testing.assert_close(hidden, layers[f"up {level}"], rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(net.leave(layers["up 5"]), out)


def test_two_threads_sharing_a_network_record_only_their_own_calls():
    net, seen, barrier = load("convcnp").net, {}, threading.Barrier(2)

    def work(cells):
        with record_activations() as records:
            barrier.wait()
            for _ in range(5):
                net(torch.zeros(1, 2, cells))
        seen[cells] = {entry.values.shape[-1] for entry in records if entry.name == "enter"}, len(records)

    threads = [threading.Thread(target=work, args=(cells,)) for cells in (64, 96)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {64: ({64}, 60), 96: ({96}, 60)}


def test_blocks_nest_and_end():
    net = load("convcnp").net
    with record_activations() as outer:
        net(torch.zeros(1, 2, 32))
        with record_activations() as inner:
            net(torch.zeros(1, 2, 64))
    net(torch.zeros(1, 2, 96))
    assert {entry.values.shape[-1] for entry in outer if entry.name == "leave"} == {32}
    assert {entry.values.shape[-1] for entry in inner if entry.name == "leave"} == {64}
