"""What one map costs: multiplications and milliseconds of a prediction, counted and measured while it runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry

from pages.plane.controls import MODELS, PRIOR, TNPD
from pages.plane.maps import MAP
from pages.shared.models import timing
from pages.shared.models.catalogue import NAMES, model, plain
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from pages.shared.scene.marks import Line, Panel
from tnpcore import build, predict
from tnpcore.data.priors import prior
from tnpcore.models import NeuralProcess

COUNTS = (4, 16, 64, 128, 256)  # stations
FEW, MANY = 64, 256  # those of the guess
MILLION = 1e6
PSEUDO = "tetnp-pseudo"
COMPARED = {**MODELS, PSEUDO: NAMES[PSEUDO]}
DASHED = (TNPD, PSEUDO)  # over a line that is nearly the same, or of a model of the same colour


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


@once
def pseudo_tokens() -> NeuralProcess:
    """A TETNP whose 32 pseudo-tokens stand between stations and cells. It is untrained: what a map costs does not
    depend on the weights."""
    return build(PSEUDO, dim_x=2).eval()


def predicting(name: str, count: int) -> Callable[[], object]:
    """What predicts the named model's map from so many stations."""
    given = prior(PRIOR).sample(1, count, 0, torch.Generator().manual_seed(0)).context
    return partial(predict, pseudo_tokens() if name == PSEUDO else model(name), given, MAP.places[None])


@once(keep=len(COMPARED) * len(COUNTS))
def multiplications(name: str, count: int) -> float:
    """Of the named model's map from so many stations, in millions: those of matrix products and convolutions."""
    go_on()
    run = predicting(name, count)
    with Counter() as counter:
        run()
    return counter.total / 2 / MILLION  # a product and a sum count as two


@once(keep=len(COMPARED) * len(COUNTS))
def milliseconds(name: str, count: int) -> float:
    """Of the named model's map from so many stations, on this machine, when it is first wanted."""
    go_on()
    return timing.milliseconds(predicting(name, count))


def growth(name: str) -> float:
    """How many times as many multiplications the named model's map takes from MANY stations as from FEW."""
    return multiplications(name, MANY) / multiplications(name, FEW)


def panel() -> Panel:
    """Multiplications over the number of stations, a line for each model."""
    note = "Of matrix products and convolutions, for maps of 784 cells, counted while the models run."
    return _lines("cost", "Cost of one map", multiplications, "million multiplications", note)


def times() -> Panel:
    """Milliseconds over the number of stations, a line for each model."""
    note = f"On one core of this server, measured when they were first shown: the fastest of {timing.RUNS} runs."
    return _lines("times", "Time of one map, on this server", milliseconds, "milliseconds", note)


def _lines(id: str, title: str, cost: Callable[[str, int], float], unit: str, note: str) -> Panel:
    counts = np.array(COUNTS, float)
    lines = tuple(
        Line(counts, np.array([cost(name, n) for n in COUNTS]), "cost", label, plain(name), name in DASHED)
        for name, label in COMPARED.items()
    )
    most = max(float(line.y.max()) for line in lines)
    axes = {"x": (0.0, float(COUNTS[-1])), "y": (0.0, 1.05 * most), "x_title": "stations", "tint": None}
    return Panel(id, title, lines, y_title=unit, note=note, **axes)
