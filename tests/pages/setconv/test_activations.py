"""What is shown of the U-Net is what the trained model computes: layers, products of one kernel, and the read-out."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch

from pages.setconv import activations as unet
from pages.setconv.activations import LAST, NAMES
from pages.setconv.channels import MODELS
from pages.setconv.controls import CNN, READ_OUT, SetConvControls
from pages.setconv.scene import aside, scene
from pages.setconv.weights import interpolation
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Bars, Dots, HeatMap, Line
from tnpcore import predict
from tnpcore.models.convcnp import along_grid
from tnpcore.models.neural_process import gaussian
from tnpcore.trace import record_activations

DRAWN = context(((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5)))


def marks(stage, kind, **controls):
    out = scene(DRAWN, SetConvControls(stage=stage, **controls))
    return [mark for mark in out.panel("stage").marks if isinstance(mark, kind)]


@pytest.mark.parametrize("name", MODELS)
def test_the_last_layer_and_the_read_out_give_the_prediction(name):
    found = unet.record(name, DRAWN)
    network = model(name)
    with torch.no_grad():
        (cells,), channels = network.channels(DRAWN.x, DRAWN.y)
        output = along_grid(network.net, channels)
    assert np.array_equal(found.channels, channels.T.numpy()) and len(found.cells) == len(cells)
    assert np.array_equal(found.layers[LAST], output.T.numpy())
    x = np.linspace(-2.5, 2.5, 11)
    encoding = SetConvControls(model=name).encoding(DRAWN)
    read = gaussian(torch.from_numpy(interpolation(name, encoding, x) @ found.layers[LAST].T))
    truth = predict(network, DRAWN, torch.from_numpy(x)[:, None])
    torch.testing.assert_close(read.mean, truth.mean.float(), atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(read.stddev, truth.std.float(), atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("layer", range(len(NAMES)))
def test_the_products_of_a_kernel_add_up_to_the_activation(name, layer):
    found = unet.record(name, DRAWN)
    for x in (-2.9, -1.1, 0.4, 8.0):
        one = unet.products(found, layer, x)
        at = found.positions(layer)
        cell = int(np.abs(at - x).argmin())
        assert one.at == at[cell] and len(one.parts) == len(one.labels)
        assert one.parts.sum() + one.bias == pytest.approx(one.total, abs=1e-5)
        after = one.total if layer == LAST else max(0.0, one.total)
        assert after == pytest.approx(float(found.layers[layer][one.channel, cell]), abs=1e-4)
    kernel = unet.convolution(name, layer).kernel_size[0]
    assert len(one.parts) == (kernel if kernel > 1 else 2 if layer or name != MODELS[2] else 1)


def test_a_cell_of_a_layer_is_as_wide_as_its_strides_say():
    found = unet.record(MODELS[0], DRAWN)
    for layer in range(len(NAMES)):
        widths = np.diff(found.positions(layer))
        assert np.allclose(widths, unet.stride(layer) / 16) and len(found.positions(layer)) == len(
            found.layers[layer][0]
        )
        reading = scene(DRAWN, SetConvControls(layer=layer)).reading("cell")
        assert reading.value == unet.stride(layer) / 16 and f"“{NAMES[layer]}”" in reading.label
    assert max(map(unet.stride, range(len(NAMES)))) == unet.stride(NAMES.index("↓5")) == 32


@pytest.mark.parametrize("layer", range(6))
def test_a_value_depends_on_so_many_cells(layer):
    """Counted by gradients, in a network whose weights are all 1."""
    net = copy.deepcopy(model(MODELS[0]).net)
    for parameter in net.parameters():
        torch.nn.init.constant_(parameter, 1.0)
    signal = torch.ones(1, 2, 512, requires_grad=True)
    with record_activations() as records:
        net(signal)
    values = records[layer].values
    values[0, 0, values.shape[-1] // 2].backward()
    assert (signal.grad.abs().sum((0, 1)) > 0).sum() == unet.receptive_field(MODELS[0], layer)


def test_the_read_out_shows_the_prediction_at_the_query():
    output, weights = marks(READ_OUT, Line, query=0.5)
    target = next(dots for dots in marks(READ_OUT, Dots, query=0.5) if dots.role == "target")
    mean = predict(model(MODELS[0]), DRAWN, torch.tensor([[0.5]])).mean.item()
    assert target.x[0] == 0.5 and target.y[0] == pytest.approx(mean, abs=0.02)
    assert weights.y.max() == 1 and abs(weights.x[weights.y.argmax()] - 0.5) < 1 / 16
    assert float(output.y @ weights.y / weights.y.sum()) == pytest.approx(mean, abs=1e-3)


def test_the_map_of_layers_is_wider_where_cells_are_wider():
    panel = aside(DRAWN, SetConvControls(layer=3)).panel("layers")
    (heat,) = (mark for mark in panel.marks if isinstance(mark, HeatMap))
    assert heat.values.shape[0] == len(NAMES) - 1 and heat.active_row == 3
    assert np.allclose(heat.values.max(1), 1)
    found = unet.record(MODELS[0], DRAWN)
    runs = [len(row) - np.count_nonzero(np.diff(row)) for row in heat.values[:6]]
    assert runs == sorted(runs)
    for number, starts in enumerate(heat.starts):
        assert {0, *np.flatnonzero(np.diff(heat.values[number])) + 1} <= {0, *starts} or unet.stride(number) < 4
        assert set(np.diff(starts)) == ({unet.stride(number)} if unet.stride(number) >= 4 else set())
    far = np.concatenate([values[:, :1] - values[:, -1:] for values in found.layers])
    assert np.abs(far).max() < 1e-3, "far from all points a layer gives one value on both sides"


def test_channels_and_products_are_those_of_the_layer():
    for layer in (0, 4, LAST):
        out = aside(DRAWN, SetConvControls(layer=layer, query=0.8))
        (heat,) = (mark for mark in out.panel("activations").marks if isinstance(mark, HeatMap))
        found = unet.record(MODELS[0], DRAWN)
        assert len(heat.values) == len(found.layers[layer]) and heat.active_row == found.strongest(layer)
        (bars,) = (mark for mark in out.panel("products").marks if isinstance(mark, Bars))
        one = unet.products(found, layer, 0.8)
        assert bars.values[-1] == pytest.approx(one.total, abs=1e-4) and bars.labels[-2:] == ("bias", "sum")


def test_activations_of_a_view_without_cells_are_no_picture():
    far = SetConvControls(view=(400.0, 403.0), stage=CNN)
    ids = {panel.id for panel in aside(DRAWN, far).panels}
    assert "layers" not in ids and "activations" not in ids and "products" in ids
    assert not [m for m in scene(DRAWN, far).panel("stage").marks if isinstance(m, Line)]
