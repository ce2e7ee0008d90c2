"""What the lessons' programs share: how points are written, the lines at the top, the lines at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Template

from pages.shared.drawing.codec import in_units
from pages.shared.drawing.units import Units
from pages.shared.lesson.controls import PlotControls
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import SHOWN
from pages.shared.models.each_model import for_each_model
from pages.shared.models.own_model import OWN, OwnModel
from pages.shared.models.predictions import GRID, TARGETS, predictions

Pairs = Sequence[tuple[float, float]]

WIDTH = 76

TOP = '''\
"""The numbers of the page “$title”, from tnpcore alone."""
$imports

${drawn}
def rms(values):
    return values.square().mean().sqrt()


def show(name, value):
    print(f"{name:<19} {float(value): .7f}")

'''

DRAWN = """\
points = [$points]$named
x, y = torch.tensor(points, dtype=torch.float64).reshape(-1, 2).split(1, dim=-1)
${standardised}grid = torch.linspace($low, $high, $targets, dtype=torch.float64)[:, None]  # what is in view

"""

PREDICTION = """
for i in range(0, len(grid), (len(grid) - 1) // 4):
    x_shown, mean_shown, sd_shown = $original
    print(f"x = {x_shown: .2f}   mean {mean_shown: .7f}   sd {sd_shown: .7f}")
"""
SEEN = "grid[i, 0], mean[0, i], sd[0, i]"
ORIGINAL = "x_offset + x_factor * grid[i, 0], y_offset + y_factor * mean[0, i], y_factor * sd[0, i]"
STANDARDISED = """\
# The models see x and y standardised, and so does everything below but the last lines.
x_offset, x_factor, y_offset, y_factor = $numbers
x, y = (x - x_offset) / x_factor, (y - y_offset) / y_factor
"""

# The page's definition of the shift error, over the targets in view.
SHIFT_ERROR = '''

def show_shift(name, mean, sd):
    """How far the shifted prediction [1] lies from the original one [0]: the mean in sd, and the log of the sd."""
    show(f"shift-{name}", rms((mean[1] - mean[0]) / sd[0]))
    show(f"spread-{name}", rms(sd[1].log() - sd[0].log()))

'''

# Two sets of inputs in one batch: as drawn, and shifted by tau.
PREDICT_BOTH = '''

def predict_both(model):
    """Mean and sd [2, Nt]: as drawn, and the prediction for all inputs shifted by tau."""
    shifts = torch.tensor([0.0, tau], dtype=torch.float64)[:, None, None]
    prediction = predict(model, Points(x + shifts, y.expand(2, -1, -1)), grid + shifts)
    return prediction.mean[..., 0].double(), prediction.std[..., 0].double()

'''


OWN_LOAD = '''

import runpy
import sys

import tnpcore
from safetensors.torch import load_file

sys.path.append($folder)


def load(name, prior="smooth"):
    """The trained model of that name; "own" is your own."""
    if name != "own":
        return tnpcore.load(name, prior)
    module = runpy.run_path($file)[$build]()
$fill    return $ready.eval()'''


@dataclass(frozen=True)
class Program:
    """A lesson's numbers as a Python program: `body` is a Template, and `values` what is put into it."""

    title: str
    imports: str
    body: str
    values: Mapping[str, object]

    def text(self, units: Units | None = None) -> str:
        """The whole text, with numbers as Python writes them; points and prediction in these units."""
        own = _own_load(OWN) if OWN else ""
        top = {"title": self.title, "imports": self.imports.strip() + own, **self.drawn(units)}
        return Template(TOP + self.body).substitute(top, **{name: _written(v) for name, v in self.values.items()})

    def drawn(self, units: Units | None) -> dict[str, str]:
        """What the top and the body say of points: nothing."""
        return {"drawn": ""}


@dataclass(frozen=True)
class OnPoints(Program):
    """A program that begins with the drawn points, and with the targets over the view."""

    points: Pairs
    view: tuple[float, float]

    def drawn(self, units: Units | None) -> dict[str, str]:
        """The lines of the points, in these units and then as the models see them; how a target is shown."""
        points, named, standardised, original = _listed(self.points), "", "", SEEN
        if units:
            numbers = ", ".join(map(repr, (units.x_offset, units.x_factor, units.y_offset, units.y_factor)))
            points = _listed(in_units(self.points, units) or units.original(self.points))
            named = f"  # {units.x_named()}, {units.y_label}"
            standardised, original = Template(STANDARDISED).substitute(numbers=numbers), ORIGINAL
        low, high = map(_written, self.view)
        lines = Template(DRAWN).substitute(
            points=points, named=named, standardised=standardised, low=low, high=high, targets=TARGETS
        )
        return {"drawn": lines, "original": original}


def program(title: str, imports: str, body: str, points: Pairs, controls: PlotControls, **values: object) -> Program:
    """The program of a lesson on points: `body` is a Template, and `values` what is put into it."""
    return OnPoints(title, imports, body, values, points, controls.view)


def available_models(points: Pairs, names: Sequence[str] = SHOWN) -> tuple[str, ...]:
    """Those of the models that have weights and can take these points."""
    results, _ = for_each_model(lambda name: predictions(name, context(points), xt=GRID[:1]), names)
    return tuple(results)


def _own_load(own: OwnModel) -> str:
    """`load`, for a researcher's own model too."""
    source = own.source
    fill = f"    module.load_state_dict(load_file({str(source.weights)!r}))\n" if source.weights else ""
    values = {"folder": str(source.file.parent), "file": str(source.file), "build": source.build}
    ready = "tnpcore.wrap(module)" if own.wrapped else "module"
    return Template(OWN_LOAD).substitute({key: repr(value) for key, value in values.items()}, fill=fill, ready=ready)


def _written(value: object) -> str:
    return value if isinstance(value, str) else repr(value).replace("'", '"')


def _listed(points: Pairs) -> str:
    """Pairs in rows that fit a page."""
    rows, row = [], ""
    for pair in points:
        text = repr(tuple(map(float, pair)))
        if row and len(row) + len(text) + 2 > WIDTH:
            rows.append(row)
            row = ""
        row += f", {text}" if row else text
    rows += [row] if row else []
    return rows[0] if len(rows) == 1 else "".join(f"\n    {r}," for r in rows) + ("\n" if rows else "")
