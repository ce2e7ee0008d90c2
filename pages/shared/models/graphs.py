"""Trained models as graphs that ONNX Runtime runs in about half the processor time of PyTorch.

A graph is traced from the model's own functions (tnpcore.export), and its predictions differ from theirs by rounding
alone. The server prepares those models that every visitor sees; any other model, and any model under an intervention,
runs in PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from weakref import WeakKeyDictionary

import numpy as np
import onnxruntime
import torch
from jaxtyping import Float
from torch import Tensor

from pages.shared.models.catalogue import FOUR, spec
from tnpcore import Points
from tnpcore.export import RUN, export, graph_inputs
from tnpcore.models import NeuralProcess
from tnpcore.trace import untouched

ERRORS_ONLY = 3
PREPARED = FOUR  # models, by the names that pages have for them
LARGEST_DIFFERENCE = 1e-5  # of a mean, a standard deviation or a weight from PyTorch's in double precision
TRACED = (
    f"{', '.join(spec(name).title for name in PREPARED)} run as ONNX graphs where none of their layers is looked into. "
    "The graphs were traced from lines of `tnpcore.export` and what these call; what they give differs from PyTorch's "
    f"by at most {LARGEST_DIFFERENCE:g}."
)


def forwards(*names: str) -> tuple[Callable, ...]:
    """What computes the predictions of the named models in PyTorch."""
    return tuple(dict.fromkeys(spec(name).model.forward for name in names))


def lines(*names: str) -> tuple[Callable, ...]:
    """What computes the predictions of the named models: what their graphs were traced from, or their own forward."""
    graphs = [RUN[spec(name).model] for name in names if name in PREPARED]
    others = forwards(*(name for name in names if name not in PREPARED))
    return (*((graph_inputs,) if graphs else ()), *dict.fromkeys(graphs), *others)


@dataclass(frozen=True)
class Forward:
    """A pass through a model: mean and standard deviation [B, Nt], and the targets' attention weights of each layer
    [B, H, Nt, 1 + Nc] where they were recorded."""

    mean: Float[np.ndarray, "B Nt"]
    sd: Float[np.ndarray, "B Nt"]
    layers: tuple[Float[np.ndarray, "B H Nt K"], ...]


class Graph:
    """The graph of one model; it runs on the thread that calls it.

    Args:
        process: a model that can be exported.
        file: what it was exported to.
    """

    def __init__(self, process: NeuralProcess, file: Path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = ERRORS_ONLY  # it warns of every size that differs from the traced example's
        self._session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        self._has_weights = "weights" in {output.name for output in self._session.get_outputs()}
        self._process = process

    def run(self, context: Points, xt: Float[Tensor, "B Nt 1"], record: bool) -> Forward:
        """The prediction for a batch of contexts x, y [B, Nc, 1]; with `record` with the attention weights."""
        with torch.inference_mode():
            inputs = graph_inputs(self._process, context.x, context.y, xt)
        wanted = ["mean", "std", *(["weights"] if record and self._has_weights else [])]
        mean, sd, *weights = self._session.run(wanted, {name: value.numpy() for name, value in inputs.items()})
        layers = tuple(weights[0]) if weights else ()
        return Forward(mean[..., 0].astype(np.float64), sd[..., 0].astype(np.float64), layers)


def joined(passes: Sequence[Forward]) -> Forward:
    """Passes of parts of a batch as one."""
    mean, sd = (np.concatenate([getattr(each, name) for each in passes]) for name in ("mean", "sd"))
    return Forward(mean, sd, tuple(np.concatenate(layer) for layer in zip(*(each.layers for each in passes))))


_graphs: WeakKeyDictionary[NeuralProcess, Graph] = WeakKeyDictionary()


def prepare(process: NeuralProcess) -> None:
    """Trace the model: from now on `graph` has it, with the weights of this moment."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "model.onnx"
        export(process, file)
        use(process, file)


def use(process: NeuralProcess, file: Path) -> None:
    """From now on `graph` has what the model was exported to."""
    _graphs[process] = Graph(process, file)


def graph(process: NeuralProcess) -> Graph | None:
    """The model's graph; None where there is none, or where a block of `tnpcore.trace` looks into the models or changes
    them: a graph would not notice."""
    return _graphs.get(process) if untouched() else None
