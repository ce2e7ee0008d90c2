"""Two dimensions as a program: the map, the probe, its gradient, and the shifted map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from string import Template

from pages.plane.controls import AT_ZERO, ON_PICTURES, PICTURES, PRIOR, UNET, PlaneControls
from pages.plane.left_out import ALIKE
from pages.plane.maps import Station, cells, stations
from pages.plane.scene import LEAST
from pages.shared.drawing.units import Units
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
${grid}stations = [  # $columns
$stations]
table = torch.tensor(stations, dtype=torch.float64).reshape(-1, 3)
${scaled}axis = torch.linspace(-$end, $end, $side, dtype=torch.float64)
cells = torch.cartesian_prod(axis, axis).flip(-1)
probe = torch.tensor([[$probe]], dtype=torch.float64)
tau = torch.tensor([$shift], dtype=torch.float64)
${turned}here = predict(model, Points(x, y), cells)
at_probe = predict(model, Points(x, y), probe)
show("mean-probe", ${at}at_probe.mean$close)
show("sd-probe", ${along}at_probe.std)
show("widest", ${along}here.std.max())
values = y.clone().requires_grad_()
slopes = torch.zeros(0)
if stations:
    (slopes,) = torch.autograd.grad(model(x, values, probe).mean.sum(), values)
show("depends", (slopes.abs() > $least).sum())
there = predict(model, Points(x + tau, y), cells + tau)
show("shift-$name", rms((there.mean.double() - here.mean.double()) / here.std.double()))
show("spread-$name", rms(there.std.double().log() - here.std.double().log()))
spots = [tuple(spot) for spot in table[:, :2].mul(10**$alike).round().tolist()]  # stations at one place go together
errors, inside, logs = [], [], []
for i in range(len(stations)) if len(set(spots)) > 1 else ():
    rest = torch.tensor([spot != spots[i] for spot in spots])
    one = predict(model, Points(x[rest], y[rest]), x[i : i + 1])
    mean, sd = one.mean.double(), one.std.double()
    errors.append((mean - y[i]).item())
    inside.append(abs(errors[-1]) <= 2 * sd.item())
    logs.append(torch.distributions.Normal(mean, sd).log_prob(y[i]).item())
if errors:
    show("left-out-rmse", ${along}rms(torch.tensor(errors)))
    show("left-out-inside", torch.tensor(inside).double().mean())
    show("left-out-loglik", torch.tensor(logs).double().mean())
"""

LIMIT = """best = predictor(prior("$prior"), $coarse).predict(Points(x, y), probe).gaussian
show("limit-probe", ${at}best.mean$close)
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


SCALED = """scaling = Scaling.from_json(  # of the page: one scale for both axes, the values standardised
    {
        "x_offset": [$x_offset, $y_offset],
        "x_factor": [$x_factor, $y_factor],
        "y_offset": [$z_offset],
        "y_factor": [$z_factor],
    }
)
seen = scaling.points(Points(table[:, :2], table[:, 2:]))  # as the models see them
x, y = seen.x, seen.y
"""
SCALING_IMPORT = "from tnpcore.scaling import Scaling\n"
SEEN = "x, y = table[:, :2], table[:, 2:]\n"
CLOSE = 1e-9  # of what the models see as 1: a number in the units of the data is written as finely


@dataclass(frozen=True)
class OnStations(Program):
    """A program that begins with stations, in the units of their data, and prints its numbers in them."""

    given: tuple[Station, ...]

    def text(self, units: Units | None = None) -> str:
        """As of a program, with what data in units of their own need."""
        scaled = replace(self, imports=self.imports + SCALING_IMPORT) if units else self
        return Program.text(scaled, units)

    def drawn(self, units: Units | None) -> dict[str, str]:
        """The stations in these units and how the models see them; how a value and a difference are given back."""
        if units is None:
            said = {"columns": "x1, x2, value", "scaled": SEEN, "at": "", "close": "", "along": ""}
            return {"drawn": "", "stations": _rows(self.given), **said}
        axes = [(getattr(units, f"{axis}_offset"), getattr(units, f"{axis}_factor")) for axis in "xyz"]
        original = (tuple(_original(value, *axis) for value, axis in zip(row, axes, strict=True)) for row in self.given)
        return {
            "drawn": "",
            "stations": _rows(original),
            "columns": ", ".join((units.x_label, units.y_label, units.z_label or "value")),
            "scaled": Template(SCALED).substitute({name: repr(value) for name, value in units.wire().items()}),
            "at": "scaling.y(",
            "close": ")",
            "along": "scaling.y_factor * ",
        }


def _rows(stations: Iterable[Station]) -> str:
    return "".join(f"    ({x1!r}, {x2!r}, {value!r}),\n" for x1, x2, value in stations)


def _original(value: float, offset: float, factor: float) -> float:
    """A number that models see as it was, with as few digits as say it."""
    exact = offset + factor * value
    written = (float(f"{exact:.{digits}g}") for digits in range(4, 17))
    return next((short for short in written if abs(short - exact) <= CLOSE * factor), exact)


def code(points: Pairs, controls: PlaneControls) -> Program:
    """The program for these stations and controls."""
    at_zero, drawn = controls.model == AT_ZERO, controls.model in ON_PICTURES
    targets = cells(controls.model)
    values = {
        "name": plain(controls.model),
        "weights": plain(UNET if at_zero else controls.model),
        "grid": AT_ZERO_GRID if at_zero else "",
        "prior": PICTURES if drawn else PRIOR,
        "side": targets.side,
        "end": targets.end,
        "probe": ", ".join(map(repr, controls.probe)),
        "shift": ", ".join(map(repr, controls.shift)),
        "turned": TURNED if drawn else "",
        "least": LEAST,
        "coarse": COARSE,
        "alike": ALIKE,
    }
    imports = IMPORTS + ("" if drawn else LIMIT_IMPORTS)
    if at_zero:
        imports = AT_ZERO_IMPORTS + imports + "from tnpcore.setconv import nearest_cell\n"
    title = "Two dimensions: how do scattered points become a map?"
    return OnStations(title, imports, BODY + ("" if drawn else LIMIT), values, stations(context(points), controls))
