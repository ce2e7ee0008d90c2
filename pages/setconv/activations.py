"""What the layers of a trained ConvCNP's U-Net give on the grid, and the products behind one value of one layer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from pages.setconv.channels import CHANNELS
from pages.shared.models.catalogue import model
from pages.shared.models.once import once
from pages.shared.scene.marks import Bars, HeatMap, Panel
from pages.shared.scene.quantities import along_x, at_x, words
from tnpcore import Points
from tnpcore.models.convcnp import along_grid
from tnpcore.networks.unet import UNet
from tnpcore.trace import record_activations

LEVELS = 5
DOWN, UP = "\u2193", "\u2191"
NAMES = ("in", *(f"{way}{level}" for way in (DOWN, UP) for level in range(1, LEVELS + 1)), "out")
LAST = len(NAMES) - 1
LEAST = 4  # columns of the map from which on a cell has edges that can be seen
EARLIER = 8  # drawings whose activations are kept: the parts of one response need the same


@dataclass(frozen=True, eq=False)
class Activations:
    """What every layer gave: `channels` [C, G] is the U-Net's input and `layers` hold one array [C, G / 2^level] each,
    those on the way up without the channels of the skip connection. `cells` [G] are the positions on the x axis."""

    name: str
    cells: np.ndarray
    channels: np.ndarray
    layers: tuple[np.ndarray, ...]
    joined: tuple[Tensor, ...]

    def positions(self, layer: int) -> np.ndarray:
        """The middles of the layer's cells on the x axis."""
        return self.cells.reshape(-1, stride(layer)).mean(1)

    def strongest(self, layer: int) -> int:
        """The channel with the largest value of the layer anywhere."""
        return int(np.abs(self.layers[layer]).max(1).argmax())


def level(layer: int) -> int:
    """How often the resolution of a layer has been halved: once more at every step down, once less at every step up."""
    return layer if layer <= LEVELS else max(0, 2 * LEVELS - layer)


def stride(layer: int) -> int:
    """How many cells of the grid one cell of the layer is wide."""
    return 2 ** level(layer)


def record(name: str, points: Points) -> Activations:
    """The activations of a trained model on these points. Raises ValueError without its weights."""
    return _record(name, tuple(map(tuple, torch.cat([points.x, points.y], -1).tolist())))


@once(keep=EARLIER)
def _record(name: str, pairs: tuple[tuple[float, float], ...]) -> Activations:
    network = model(name)
    xy = torch.tensor(pairs, dtype=torch.float64).reshape(-1, 2)
    x, y = xy[:, :1], xy[:, 1:]
    with torch.no_grad(), record_activations() as records:
        (cells,), channels = network.channels(x, y)
        along_grid(network.net, channels)
    joined = tuple(entry.values[0] for entry in records)
    width = joined[0].shape[0]
    layers = tuple(values[:width].numpy() for values in joined)
    at = (cells.double() + network.grid.anchor(x))[:, 0].numpy()
    return Activations(name, at, channels.T.numpy(), layers, (channels.T, *joined))


def convolution(name: str, layer: int) -> nn.Conv1d:
    """The convolution of a layer, numbered as in `NAMES`."""
    net: UNet = model(name).net
    return [net.enter, *net.down, *net.up, net.leave][layer]


def receptive_field(name: str, layer: int) -> int:
    """How many cells of the grid a value of a layer on the way down depends on."""
    convolutions = [convolution(name, number) for number in range(layer + 1)]
    return 1 + sum((conv.kernel_size[0] - 1) * stride(max(0, number - 1)) for number, conv in enumerate(convolutions))


@dataclass(frozen=True, eq=False)
class Products:
    """One value of one layer as a sum: `parts` [K] are the products of the kernel's K places, each added up over the
    channels of the input (K is their number where the kernel has one place only); `total` is their sum and the bias,
    before the ReLU. `at` is the x of the cell, `channel` its channel."""

    at: float
    channel: int
    parts: np.ndarray
    bias: float
    total: float
    labels: tuple[str, ...]


def products(activations: Activations, layer: int, x: float) -> Products:
    """The products behind the strongest channel of a layer in the cell nearest to x."""
    at, channel = activations.positions(layer), activations.strongest(layer)
    cell = int(np.abs(at - x).argmin())
    conv = convolution(activations.name, layer)
    window = _window(activations.joined[layer], conv, layer, cell)
    each = (conv.weight[channel] * window).detach().double()
    if each.shape[1] == 1:
        parts, labels = each[:, 0], tuple(str(c + 1) for c in range(len(each)))
        if layer == 0:
            labels = CHANNELS[activations.name]
        else:
            half = len(parts) // 2
            parts, labels = torch.stack([parts[:half].sum(), parts[half:].sum()]), (NAMES[2 * LEVELS], "skip")
    else:
        parts, reach = each.sum(0), each.shape[1] // 2
        labels = tuple(f"{tap:+d}".replace("-", "\u2212").replace("+0", "0") for tap in range(-reach, reach + 1))
    bias = float(conv.bias[channel].detach())
    return Products(float(at[cell]), channel, parts.numpy(), bias, float(parts.sum()) + bias, labels)


def _window(values: Float[Tensor, "C G"], conv: nn.Conv1d, layer: int, cell: int) -> Float[Tensor, "C K"]:
    """The cells of the layer's input that lie under its kernel; on the way up each stands there twice."""
    if LEVELS < layer < LAST:
        values = values.repeat_interleave(2, -1)
    size, stride = conv.kernel_size[0], conv.stride[0]
    padded = F.pad(values[None], (size // 2, size // 2), mode="replicate")[0] if size > 1 else values
    return padded[:, stride * cell : stride * cell + size]


def layers_panel(activations: Activations, view: tuple[float, float], layer: int) -> tuple[Panel, ...]:
    """Every layer in one row: how far it is, over its channels, from what it gives far from all points, as a share of
    the row's largest. Nothing where the view shows no cell."""
    inside = _inside(activations.cells, view)
    if not inside.any():
        return ()
    rows = []
    for number, values in enumerate(activations.layers[:LAST]):
        change = np.sqrt(((values - values[:, :1]) ** 2).mean(0)).repeat(stride(number))[inside]
        rows.append(change / max(float(change.max()), 1e-9))
    heat = HeatMap(
        np.stack(rows).round(3),
        "layer",
        "grid cell x",
        NAMES[:LAST],
        columns_at=activations.cells[inside],
        active_row=layer if layer < LAST else None,
        model=activations.name,
        starts=tuple(_starts(number, inside) for number in range(LAST)),
    )
    note = (
        "Root mean square, over the channels, of the difference from what the layer gives far from all points; as a "
        "share of the largest of the row in view."
    )
    titles = {"title": "Where the points reach, layer by layer of the U-Net", "y_title": "layer", "note": note}
    return (Panel(id="layers", marks=(heat,), x=view, model=activations.name, **titles),)


def _starts(layer: int, inside: np.ndarray) -> tuple[int, ...]:
    """The columns of the map, but the first, at which a cell of the layer begins."""
    wide, columns = stride(layer), np.flatnonzero(inside)
    if wide < LEAST:
        return ()
    return tuple(column for column, cell in enumerate(columns.tolist()) if column and cell % wide == 0)


def channels_panel(activations: Activations, view: tuple[float, float], layer: int) -> tuple[Panel, ...]:
    """Every channel of one layer on its own cells. Nothing where the view shows no cell."""
    at = activations.positions(layer)
    inside = _inside(at, view)
    if not inside.any():
        return ()
    values = activations.layers[layer][:, inside]
    heat = HeatMap(
        (values / max(float(np.abs(values).max()), 1e-9)).round(3),
        "channel",
        "cell x",
        tuple(str(c + 1) for c in range(len(values))),
        tuple(map(at_x, at[inside])),
        active_row=activations.strongest(layer),
        diverging=layer == LAST,
        model=activations.name,
    )
    width = along_x(float(at[1] - at[0]), 3)
    note = words("A cell of this layer is ", width, " wide. Values as a share of the largest in view.")
    title = f"Activations of layer “{NAMES[layer]}” by channel"
    return (Panel("activations", title, (heat,), model=activations.name, note=note, y_title="channel"),)


def products_panel(activations: Activations, layer: int, x: float) -> Panel:
    """The convolution kernel of one channel at the query: products, bias and their sum."""
    found = products(activations, layer, x)
    values = np.array([*found.parts, found.bias, found.total])
    bars = (Bars(values.round(4), (*found.labels, "bias", "sum"), activations.name),)
    title = words("Kernel at x = ", at_x(found.at), f": layer “{NAMES[layer]}”, channel {found.channel + 1}")
    after = "" if layer == LAST else " The ReLU sets a sum below 0 to 0."
    note = f"Weight times input at each place of the kernel, added up over the channels of the input.{after}"
    return Panel("products", title, bars, area="multiple", model=activations.name, note=note)


def _inside(at: np.ndarray, view: tuple[float, float]) -> np.ndarray:
    return (at >= view[0]) & (at <= view[1])
