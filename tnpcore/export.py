"""Models as ONNX files, which browsers and other programs run without PyTorch.

    python -m tnpcore.export tnpd tetnp --folder exported

What depends on absolute x in double precision stays outside the graph: `graph_inputs` takes differences of x, and lays
the ConvCNP's grid, before anything is cast to single precision. The weights are inside the file.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore import trace
from tnpcore.command import Parser
from tnpcore.extras import extra
from tnpcore.fast.switch import plain_forms
from tnpcore.models import NeuralProcess
from tnpcore.models.cnp import CNP
from tnpcore.models.convcnp import ConvCNP
from tnpcore.models.neural_process import STD_FLOOR, gaussian
from tnpcore.models.tetnp import TETNP
from tnpcore.models.tnp import TNPD
from tnpcore.positional import displacement
from tnpcore.pretrained import load
from tnpcore.setconv import Grid, log_rbf_weights, with_density
from tnpcore.weights import writable

OPSET = 17
# For each form of input, the names of what a graph takes.
INPUTS = {
    "raw": ("xc", "yc", "xt"),
    "difference": ("difference", "yc"),
    "grid": ("context", "yc", "cells", "targets"),
}


def raw_inputs(
    xc: Float[Tensor, "B Nc 1"], yc: Float[Tensor, "B Nc 1"], xt: Float[Tensor, "B Nt 1"]
) -> tuple[Tensor, ...]:
    """The inputs themselves, of a graph that reads x."""
    return xc, yc, xt


def difference_inputs(
    xc: Float[Tensor, "B Nc 1"], yc: Float[Tensor, "B Nc 1"], xt: Float[Tensor, "B Nt 1"]
) -> tuple[Tensor, ...]:
    """x_i - x_j of all points and the context points [B, Nc + Nt, Nc, 1], and yc."""
    return displacement(torch.cat([xc, xt], -2), xc), yc


def grid_inputs(
    xc: Float[Tensor, "B Nc 1"], yc: Float[Tensor, "B Nc 1"], xt: Float[Tensor, "B Nt 1"], grid: Grid
) -> tuple[Tensor, ...]:
    """All x relative to the grid's anchor, with the grid's cells [G, 1]; targets beyond the grid stand at its edge.

    Raises:
        ValueError: when the context spans more than a grid can.
    """
    anchor, cells = grid.anchor(xc), grid.offsets(xc, torch.float64)
    return xc - anchor, yc, cells, (xt - anchor).clamp(cells.min(), cells.max())


def form(model: NeuralProcess) -> str:
    """Which of INPUTS the model's graph takes.

    Raises:
        ValueError: for a model that cannot be exported.
    """
    known = {CNP: "raw", TNPD: "raw", TETNP: "difference", ConvCNP: "grid"}
    if type(model) not in known:
        names = ", ".join(kind.__name__ for kind in known)
        raise ValueError(f"a model to be exported must be one of {names}, got {type(model).__name__}")
    if model.dim_x != 1:
        raise ValueError(f"a model to be exported must have one input dimension, got {model.dim_x}")
    return known[type(model)]


def graph_inputs(
    model: NeuralProcess, xc: Float[Tensor, "B Nc 1"], yc: Float[Tensor, "B Nc 1"], xt: Float[Tensor, "B Nt 1"]
) -> dict[str, Tensor]:
    """What the model's graph takes, by name, in float32; x is given in double precision."""
    kind = form(model)
    known = {"raw": raw_inputs, "difference": difference_inputs}
    values = grid_inputs(xc, yc, xt, model.grid) if isinstance(model, ConvCNP) else known[kind](xc, yc, xt)
    return {name: value.float() for name, value in zip(INPUTS[kind], values, strict=True)}


class _Graph(nn.Module):
    """The part of a model behind `graph_inputs`."""

    def __init__(self, model: NeuralProcess, run: Callable[..., tuple[Tensor, ...]]):
        super().__init__()
        self.model, self.run = model, run

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        with plain_forms():
            return self.run(self.model, *inputs)


def _with_zeros(values: Tensor) -> Tensor:
    """[B, N, C] with one more row, of zeros. It changes no sum over rows; ONNX Runtime 1.20 has none of no rows."""
    return F.pad(values, (0, 0, 0, 1))


def _average(model: Any, xc: Tensor, yc: Tensor, xt: Tensor) -> tuple[Tensor, ...]:
    ones, codes = _with_zeros(yc * 0 + 1), _with_zeros(model.encoder(torch.cat([xc, yc], -1)))
    total = ones.mT @ codes
    first, average = model.decoder[0], total / (ones.mT @ ones).clamp_min(1.0)
    hidden = F.linear(xt, first.weight[:, :1]) + F.linear(average, first.weight[:, 1:], first.bias)
    predictive = gaussian(model.decoder[1:](hidden))
    return predictive.mean, predictive.stddev


def _tokens(model: Any, xc: Tensor, yc: Tensor, xt: Tensor) -> tuple[Tensor, ...]:
    return _attended(model, model.embed.tokens(xc, yc, xt), yc, ())


def _differences(model: Any, difference: Tensor, yc: Tensor) -> tuple[Tensor, ...]:
    none = difference.new_zeros(yc.shape[0], difference.shape[1] - yc.shape[1], 1)  # no token reads x
    return _attended(model, model.embed.tokens(yc, yc, none), yc, model.bias(difference))


def _attended(model: Any, tokens: Tensor, yc: Tensor, biases: Any) -> tuple[Tensor, ...]:
    """Mean, standard deviation, the targets' attention weights [L, B, H, Nt, 1 + Nc], and the embedded tokens."""
    num_context = yc.shape[-2]
    num_targets = tokens.shape[-2] - num_context
    with trace.record() as records:
        last = model.blocks.to_first(tokens, num_context, num_targets, biases=biases)
    predictive = model.head(last)
    weights = [entry.weights[..., -num_targets:, :] for entry in records]
    return predictive.mean, predictive.stddev, torch.stack(weights), tokens


def _on_grid(model: Any, context: Tensor, yc: Tensor, cells: Tensor, targets: Tensor) -> tuple[Tensor, ...]:
    sums = model.to_grid(_with_zeros(context), _with_zeros(with_density(yc)), cells)
    weights = log_rbf_weights(cells, targets, model.from_grid.lengthscale).softmax(-1)
    values = model.net(model.encode_channels(sums).transpose(1, 2)).transpose(1, 2)
    mean, spread = model.readout(weights @ values).chunk(2, -1)
    return mean, STD_FLOOR + F.softplus(spread)


RUN: dict[type, Callable[..., tuple[Tensor, ...]]] = {
    CNP: _average,
    TNPD: _tokens,
    TETNP: _differences,
    ConvCNP: _on_grid,
}
OUTPUTS = ("mean", "std", "weights", "tokens")  # a graph without attention has the first two


def example(kind: str) -> tuple[Tensor, ...]:
    """Inputs of a graph, by the name of its form; sizes that are equal here may differ in use."""
    batch, context, targets, cells = 2, 5, 7, 320
    y = torch.linspace(-1.0, 1.0, batch * context).reshape(batch, context, 1)
    xt = torch.linspace(-2.0, 2.0, batch * targets).reshape(batch, targets, 1)
    if kind == "grid":
        return y, y, torch.linspace(-10.0, 10.0, cells)[:, None], xt
    return {"raw": raw_inputs, "difference": difference_inputs}[kind](y, y, xt)


def export(model: NeuralProcess, file: Path) -> None:
    """Write the model's graph as one ONNX file.

    Args:
        model: one that can be exported.
        file: is replaced.

    Raises:
        ValueError: for a model that cannot be exported.
        ImportError: where onnx is not installed.
    """
    extra("onnx", "export")
    kind = form(model)
    inputs = example(kind)
    names = OUTPUTS[: 4 if hasattr(model, "embed") else 2]
    free = {name: dict(enumerate(f"{name}_{axis}" for axis in range(2))) for name in INPUTS[kind]}
    if kind == "difference":
        free["difference"][2] = "difference_2"
    if kind == "grid":
        free["cells"] = {0: "cells_0"}
    sizes = {"mean": (0, 1), "std": (0, 1), "weights": (1, 3, 4), "tokens": (0, 1)}
    free |= {name: {axis: f"{name}_{axis}" for axis in sizes[name]} for name in names}
    torch.onnx.utils.register_custom_op_symbolic("aten::mT", _transposed, OPSET)
    with warnings.catch_warnings(), torch.no_grad():
        # What warns is the exporter itself, older than the one that PyTorch recommends (to which sizes of 0 and 1 are
        # special), and every shape that Python code compares while it is traced.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Graph(model, RUN[type(model)]).eval(),
            inputs,
            str(file),
            dynamo=False,
            opset_version=OPSET,
            input_names=list(INPUTS[kind]),
            output_names=list(names),
            dynamic_axes=free,
        )


def _transposed(graph: Any, value: Any) -> Any:
    rank = value.type().dim()
    return graph.op("Transpose", value, perm_i=[*range(rank - 2), rank - 1, rank - 2])


def main() -> None:
    """Write a file for every model that is named."""
    command = Parser("tnpcore.export", __doc__)
    command.add_argument("names", nargs="+", metavar="NAME", help="models that have weights")
    command.add_argument("--prior", default="smooth", help="the one that they were trained on (default: smooth)")
    command.add_argument("--folder", type=Path, default=Path("exported"), help="where the files go (default: exported)")
    options = command.parse_args()
    with command.one_line_errors():
        for name in options.names:
            file = writable(options.folder) / f"{name}-{options.prior}.onnx"
            export(load(name, options.prior), file)
            print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
