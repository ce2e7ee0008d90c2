"""What one map costs: the multiplications of a prediction, counted while it runs."""

from __future__ import annotations

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry

from pages.plane.controls import MODELS, PRIOR, TNPD
from pages.plane.maps import CELLS
from pages.shared.models.catalogue import model, plain
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from pages.shared.scene.marks import Line, Panel
from tnpcore import predict
from tnpcore.data.priors import prior

COUNTS = (4, 16, 64, 128, 256)  # stations
FEW, MANY = 64, 256  # those of the guess
MILLION = 1e6
DASHED = (TNPD,)  # over a line that is nearly the same


class Counter(TorchDispatchMode):
    """Counts the floating-point operations of one request alone: PyTorch's own FlopCounterMode hooks every module of
    the process, and a gradient that another request takes meanwhile fails."""

    def __init__(self):
        super().__init__()
        self.total = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        count = flop_registry.get(func._overloadpacket)
        if count is None:  # of an operation that consists of others, those are counted
            with self:
                made = func.decompose(*args, **kwargs)
            return func(*args, **kwargs) if made is NotImplemented else made
        out = func(*args, **kwargs)
        self.total += count(*args, **kwargs, out_val=out)
        return out


@once(keep=len(MODELS) * len(COUNTS))
def multiplications(name: str, count: int) -> float:
    """Of the named model's map from so many stations, in millions: those of matrix products and convolutions."""
    go_on()
    given = prior(PRIOR).sample(1, count, 0, torch.Generator().manual_seed(0)).context
    with Counter() as counter:
        predict(model(name), given, CELLS[None])
    return counter.total / 2 / MILLION  # a product and a sum count as two


def growth(name: str) -> float:
    """How many times as many multiplications the named model's map takes from MANY stations as from FEW."""
    return multiplications(name, MANY) / multiplications(name, FEW)


def panel() -> Panel:
    """Multiplications over the number of stations, a line for each model."""
    counts = np.array(COUNTS, float)
    lines = tuple(
        Line(counts, np.array([multiplications(name, n) for n in COUNTS]), "cost", title, plain(name), name in DASHED)
        for name, title in MODELS.items()
    )
    most = max(float(line.y.max()) for line in lines)
    axes = {"x": (0.0, float(COUNTS[-1])), "y": (0.0, 1.05 * most), "x_title": "stations", "tint": None}
    note = "Of matrix products and convolutions, for maps of 784 cells, counted while the models run."
    return Panel("cost", "Cost of one map", lines, y_title="million multiplications", note=note, **axes)
