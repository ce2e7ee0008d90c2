"""Two dimensions as a program: the map, the probe, its gradient, and the shifted map."""

from __future__ import annotations

from pages.plane.controls import PRIOR, PlaneControls
from pages.plane.left_out import step
from pages.plane.maps import SIDE, stations
from pages.plane.scene import LEAST
from pages.shared.lesson.program import Pairs, Program
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import plain
from pages.shared.models.predictions import COARSE

IMPORTS = """
import torch

from tnpcore import Points, load, predict
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
"""

BODY = """
model = load("$name", "$prior")
stations = [  # x1, x2, value
$stations]
table = torch.tensor(stations, dtype=torch.float64).reshape(-1, 3)
x, y = table[:, :2], table[:, 2:]
axis = torch.linspace(-2, 2, $side, dtype=torch.float64)
cells = torch.cartesian_prod(axis, axis).flip(-1)
probe = torch.tensor([[$probe]], dtype=torch.float64)
here = predict(model, Points(x, y), cells)
at_probe = predict(model, Points(x, y), probe)
show("mean-probe", at_probe.mean)
show("sd-probe", at_probe.std)
show("widest", here.std.max())
values = y.clone().requires_grad_()
slopes = torch.zeros(0)
if stations:
    (slopes,) = torch.autograd.grad(model(x, values, probe).mean.sum(), values)
show("depends", (slopes.abs() > $least).sum())
tau = torch.tensor([$shift], dtype=torch.float64)
there = predict(model, Points(x + tau, y), cells + tau)
show("shift-$name", rms((there.mean.double() - here.mean.double()) / here.std.double()))
show("spread-$name", rms(there.std.double().log() - here.std.double().log()))
errors, inside = [], []
for i in range(0, len(stations), $step) if len(stations) > 1 else ():
    rest = torch.arange(len(stations)) != i
    one = predict(model, Points(x[rest], y[rest]), x[i : i + 1])
    errors.append((one.mean - y[i]).item())
    inside.append(abs(errors[-1]) <= 2 * one.std.item())
if errors:
    show("left-out-rmse", rms(torch.tensor(errors)))
    show("left-out-inside", torch.tensor(inside).double().mean())
best = predictor(prior("$prior"), $coarse).predict(Points(x, y), probe).gaussian
show("limit-probe", best.mean)
"""


def code(points: Pairs, controls: PlaneControls) -> Program:
    """The program for these stations and controls."""
    rows = (f"    ({x1!r}, {x2!r}, {value!r}),\n" for x1, x2, value in stations(context(points), controls))
    values = {
        "name": plain(controls.model),
        "prior": PRIOR,
        "stations": "".join(rows),
        "side": SIDE,
        "probe": ", ".join(map(repr, controls.probe)),
        "shift": ", ".join(map(repr, controls.shift)),
        "least": LEAST,
        "coarse": COARSE,
        "step": step(len(points)),
    }
    return Program("Two dimensions: how do scattered points become a map?", IMPORTS, BODY, values)
