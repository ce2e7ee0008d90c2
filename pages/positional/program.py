"""Positional encoding as a program: one shift under three ways of telling x, and the wheels' promises in numbers."""

from __future__ import annotations

from collections.abc import Mapping

from pages.positional import sinusoid_dials as wheels
from pages.positional.scene import SHIFT, WAYS
from pages.shared.lesson.controls import choice, number
from pages.shared.lesson.program import PREDICTION, Pairs, program

IMPORTS = """
import torch

from tnpcore import Points, load, predict
from tnpcore.positional import rotate, sinusoidal
from tnpcore.setconv import midrange
"""

BODY = '''
tau = $tau  # move all x by


def predict_both(model, centre):
    """Mean and sd [2, Nt]: here, and slid back from a world in which everything stands tau further."""
    worlds = torch.tensor([0.0, tau], dtype=torch.float64)[:, None, None]
    moved, targets = x + worlds, grid + worlds
    if centre:  # tell the model x - the middle of the context
        moved, targets = moved - midrange(moved), targets - midrange(moved)
    told = predict(model, Points(moved, y.expand(2, -1, -1)), targets)
    return told.mean[..., 0].double(), told.std[..., 0].double()


for way, name, centre in $ways:
    mean, sd = predict_both(load(name), centre)
    show(f"shift-{way}", rms(mean[1] - mean[0]))

# The sinusoidal code: similarity depends on the offset alone, and going ahead turns every pair by a fixed angle.
p, d, base, step = $p, $d, $base, $step
code = sinusoidal(torch.arange($last + 1.0, dtype=torch.float64)[:, None], d, base)
alike = (code[:-step] * code[step:]).sum(-1) / (d / 2)
here, there = sinusoidal(torch.tensor([[p], [p + step]], dtype=torch.float64), d, base)
turned = rotate(here[None], torch.tensor([[-float(step)]], dtype=torch.float64), base)
show("similarity", alike[0])
show("spread", alike.max() - alike.min())
show("rotation", (turned - there).abs().max())
'''


def code(points: Pairs, controls: Mapping) -> str:
    """The program for these points and controls; ControlError names a control that does not fit."""
    shown = choice(controls, "way", tuple(WAYS))
    waves = wheels.chosen(controls)
    ways = sorted(WAYS, key=lambda way: way == shown)  # the one on the stage comes last: its prediction is printed
    values = {
        "tau": number(controls, "tau", 0.0, *SHIFT),
        "ways": [(way, WAYS[way].model, way == "centred") for way in ways],
        "p": waves.p,
        "d": waves.d,
        "base": waves.base,
        "step": wheels.STEP,
        "last": wheels.LAST,
    }
    return program("An odometer with round wheels", IMPORTS, BODY + PREDICTION, points, controls, **values)
