"""Two dimensions as a program: the map, the probe, its gradient, and the shifted map."""

from __future__ import annotations

from string import Template

from pages.plane.controls import AT_ZERO, ON_PICTURES, PICTURES, PRIOR, UNET, PlaneControls
from pages.plane.left_out import step
from pages.plane.maps import cells, stations
from pages.plane.scene import LEAST
from pages.shared.lesson.program import Pairs, Program
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import plain
from pages.shared.models.predictions import COARSE

IMPORTS = """
import torch

from tnpcore import Points, load, predict
"""
LIMIT_IMPORTS = """from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
"""

BODY = """
model = load("$weights", "$prior")
${grid}stations = [  # x1, x2, value
$stations]
table = torch.tensor(stations, dtype=torch.float64).reshape(-1, 3)
x, y = table[:, :2], table[:, 2:]
axis = torch.linspace(-$end, $end, $side, dtype=torch.float64)
cells = torch.cartesian_prod(axis, axis).flip(-1)
probe = torch.tensor([[$probe]], dtype=torch.float64)
tau = torch.tensor([$shift], dtype=torch.float64)
${turned}here = predict(model, Points(x, y), cells)
at_probe = predict(model, Points(x, y), probe)
show("mean-probe", at_probe.mean)
show("sd-probe", at_probe.std)
show("widest", here.std.max())
values = y.clone().requires_grad_()
slopes = torch.zeros(0)
if stations:
    (slopes,) = torch.autograd.grad(model(x, values, probe).mean.sum(), values)
show("depends", (slopes.abs() > $least).sum())
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
$limit"""

LIMIT = """best = predictor(prior("$prior"), $coarse).predict(Points(x, y), probe).gaussian
show("limit-probe", best.mean)
"""
TURNED = """turn = torch.tensor([[0.0, 1.0], [-1.0, 0.0]], dtype=torch.float64)  # to row, downwards, and column
x, cells, probe, tau = x @ turn, cells @ turn, probe @ turn, tau @ turn
"""

AT_ZERO_IMPORTS = """
from dataclasses import replace
from functools import partial
"""
AT_ZERO_GRID = """anchor = partial(nearest_cell, points_per_unit=model.grid.points_per_unit)
model.grid = replace(model.grid, anchor=anchor)  # it follows the stations by whole cells only
"""


def code(points: Pairs, controls: PlaneControls) -> Program:
    """The program for these stations and controls."""
    at_zero, drawn = controls.model == AT_ZERO, controls.model in ON_PICTURES
    rows = (f"    ({x1!r}, {x2!r}, {value!r}),\n" for x1, x2, value in stations(context(points), controls))
    targets = cells(controls.model)
    values = {
        "name": plain(controls.model),
        "weights": plain(UNET if at_zero else controls.model),
        "grid": AT_ZERO_GRID if at_zero else "",
        "prior": PICTURES if drawn else PRIOR,
        "stations": "".join(rows),
        "side": targets.side,
        "end": targets.end,
        "probe": ", ".join(map(repr, controls.probe)),
        "shift": ", ".join(map(repr, controls.shift)),
        "turned": TURNED if drawn else "",
        "least": LEAST,
        "limit": "" if drawn else Template(LIMIT).substitute(prior=PRIOR, coarse=COARSE),
        "step": step(len(points)),
    }
    imports = IMPORTS + ("" if drawn else LIMIT_IMPORTS)
    if at_zero:
        imports = AT_ZERO_IMPORTS + imports + "from tnpcore.setconv import nearest_cell\n"
    return Program("Two dimensions: how do scattered points become a map?", imports, BODY, values)
