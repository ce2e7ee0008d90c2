"""What flows through a model, piece by piece, as matrices with named rows: from the points to mean and sd. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from pages.shared.models.catalogue import model
from pages.shared.scene.marks import TRAINED_ON
from tnpcore import LayerRecord, Points, predict, record
from tnpcore.models.convcnp import along_grid
from tnpcore.trace import record_activations

TARGETS = torch.linspace(*TRAINED_ON, 9, dtype=torch.float64)[:, None]
POINT, TARGET = "point", "target"


@dataclass(frozen=True, eq=False)
class Part:
    """One piece, and where it stands in the diagram.

    Args:
        name: as people read it.
        values: [R, C]; None for a piece that is a text.
        says: one sentence about it.
        lesson: the address of the lesson about it; "" for none.
        row: from the top of the diagram, 0 first.
        half: "left", "right", or "" for both.
        reads: names of the pieces that it is computed from.
        rows, columns: names; () for numbers that have none.
        across: what the columns are.
        keys: the drawn point behind every column, -1 for none.
        text: of a piece without values.
        by_row: whether its rows are of other sizes, each with a colour scale of its own.
    """

    name: str
    values: np.ndarray | None
    says: str
    lesson: str
    row: int
    half: str = ""
    reads: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    across: str = "dimension of the vector"
    keys: tuple[int, ...] = ()
    text: str = ""
    by_row: bool = False

    @property
    def size(self) -> str:
        """Rows and columns, in words for a person."""
        return "" if self.values is None else " × ".join(map(str, self.values.shape))


def names(kind: str, count: int) -> tuple[str, ...]:
    """Names of so many points or targets."""
    return tuple(f"{kind} {i + 1}" for i in range(count))


def parts(name: str, points: Points, tau: float = 0.0) -> tuple[Part, ...]:
    """The pieces of a trained model on these points and nine targets."""
    shifted = Points(points.x + tau, points.y)
    with torch.no_grad():
        return FORMS[name](name, shifted, TARGETS + tau)


def _given(points: Points, xt: Tensor, row: int = 0) -> tuple[Part, Part]:
    """The points, and the targets in a row further down."""
    context = Part(
        "context points",
        torch.cat([points.x, points.y], -1).numpy(),
        "One row for each point that you draw: x and y. It is a set: the order of the rows means nothing.",
        "fit",
        0,
        "left",
        rows=names(POINT, len(points)),
        columns=("x", "y"),
        across="",
    )
    targets = Part(
        "targets",
        xt.numpy(),
        "Where y is predicted: nine places here; the band on the stage has 201.",
        "home",
        row,
        "right",
        rows=names(TARGET, len(xt)),
        columns=("x",),
        across="",
    )
    return context, targets


COMMON = "What targets have in common is lost in it."
NEXT = "A rule turns it into a decision: where to measure next."


def _prediction(mean: Tensor, sd: Tensor, row: int, *reads: str, lesson: str = "paths", says: str = COMMON) -> Part:
    return Part(
        "mean and sd",
        torch.cat([mean, sd], -1).double().numpy(),
        f"A Gaussian at every target: the band on the stage. {says}",
        lesson,
        row,
        reads=reads,
        rows=names(TARGET, len(mean)),
        columns=("mean", "sd"),
        across="",
    )


def _of_attention(name: str, points: Points, xt: Tensor) -> tuple[Part, ...]:
    """Tokens, and after every layer its attention weights (mean over heads) and its tokens."""
    with record() as attention, record(LayerRecord) as layers:
        found = predict(model(name), points, xt)
    every, nc = (*names(POINT, len(points)), *names(TARGET, len(xt))), len(points)
    relative = name == "tetnp"
    holds = "y alone; x enters the weights" if relative else "x and y"
    made = [
        *_given(points, xt),
        Part(
            "tokens",
            layers[0].tokens.numpy(),
            f"A vector of 64 numbers for each point and each target. A point's token holds {holds}; "
            + ("all targets have the same." if relative else "a target's token holds x."),
            "positional",
            1,
            reads=("context points", "targets"),
            rows=every,
        ),
    ]
    for number, (weights, layer) in enumerate(zip(attention, layers, strict=True), start=1):
        before = "tokens" if number == 1 else f"tokens after layer {number - 1}"
        querying = every[-weights.weights.shape[-2] :]
        made.append(
            Part(
                f"attention weights {number}",
                weights.weights.mean(-3).numpy(),
                "How much each row takes from each point, mean over four heads. Rows sum to 1. Null is a learned extra "
                "key; no column is a target: the mask hides them.",
                ("attention", "masks", "kernels", "classes")[min(number, 4) - 1],
                1 + number,
                "left",
                (before,),
                querying,
                ("null", *names(POINT, nc)),
                "point that is attended to (key)",
                (-1, *range(nc)),
            )
        )
        last = number == len(layers)
        made.append(
            Part(
                f"tokens after layer {number}",
                layer.out.numpy(),
                "The same vectors after attention and a feed-forward network"
                + (": only targets are left. Training compares what is read out here with their y." if last else "."),
                "learning" if last else "layer",
                1 + number,
                "right",
                (before, f"attention weights {number}"),
                querying,
            )
        )
    return (*made, _prediction(found.mean, found.std, 2 + len(layers), made[-1].name))


def _of_average(name: str, points: Points, xt: Tensor) -> tuple[Part, ...]:
    """A vector for each point, their mean, and what is decoded at each target."""
    network = model(name)
    x, y = network.cast(points.x, points.y)
    vectors = network.encoder(torch.cat([x, y], -1))
    mean = vectors.mean(-2, keepdim=True) if len(points) else vectors.new_zeros(1, vectors.shape[-1])
    found = predict(network, points, xt)
    return (
        *_given(points, xt, 2),
        Part(
            "vectors",
            vectors.numpy(),
            "One network, the encoder, reads every point, one by one: 128 numbers each. No point knows of another.",
            "home",
            1,
            "left",
            ("context points",),
            names(POINT, len(points)),
        ),
        Part(
            "representation r",
            mean.numpy(),
            "The mean of the vectors: all points in one, however many they are. What it cannot hold, no target can "
            "learn. A latent neural process reads z off such a mean; a CNP has no z.",
            "latent",
            2,
            "left",
            ("vectors",),
            rows=("mean",),
        ),
        _prediction(found.mean, found.std, 3, "representation r", "targets", lesson="decisions", says=NEXT),
    )


def _of_grid(name: str, points: Points, xt: Tensor) -> tuple[Part, ...]:
    """The channels on the grid, the deepest layer of the U-Net, what it gives, and the values at the targets."""
    network = model(name)
    with record_activations() as layers:
        _, channels = network.channels(points.x, points.y)
        given = along_grid(network.net, channels)
    deepest = min(layers, key=lambda layer: layer.values.shape[-1]).values[0]
    found = predict(network, points, xt)
    rows = ("density", "signal")
    return (
        *_given(points, xt, 3),
        Part(
            "channels on a grid",
            channels.T.numpy(),
            "SetConv: an RBF at every point, added up on a grid. Density says where data are, signal which values.",
            "setconv",
            1,
            reads=("context points",),
            rows=rows,
            across="cell of the grid",
            by_row=True,
        ),
        Part(
            "deepest layer of the U-Net",
            deepest.numpy(),
            "The coarsest of ten layers: one cell looks far, so that distant points meet here.",
            "plane",
            2,
            reads=("channels on a grid",),
            across="coarse cell",
        ),
        Part(
            "values on the grid",
            given.T.numpy(),
            "Mean and sd (before a softplus) in every cell. The cells shift with the points.",
            "equivariance",
            3,
            "left",
            ("deepest layer of the U-Net",),
            rows=("mean", "sd"),
            across="cell of the grid",
            by_row=True,
        ),
        _prediction(found.mean, found.std, 4, "values on the grid", "targets"),
    )


Form = Callable[[str, Points, Tensor], tuple[Part, ...]]
FORMS: dict[str, Form] = {"tnpd": _of_attention, "tetnp": _of_attention, "cnp": _of_average, "convcnp": _of_grid}


def changes(here: Sequence[Part], there: Sequence[Part]) -> dict[str, float]:
    """How far each piece that a model computes differs between two runs, as a share of its size: the root mean square
    of the difference over that of the values."""
    found = {}
    for one, other in zip(here, there, strict=True):
        if one.reads and one.values is not None and other.values is not None and one.values.size:
            size = float(np.sqrt(np.square(one.values).mean())) or 1.0
            found[one.name] = float(np.sqrt(np.square(other.values - one.values).mean())) / size
    return found
