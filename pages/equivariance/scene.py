"""Equivariance lab: the whole world moves sideways, and each model is asked the same question again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from pages.equivariance.layers import layer_panels, weight_panel
from pages.equivariance.shift_sweep import grid_change, grid_panel, sweep_dots, sweep_line, sweep_panel
from pages.shared.lesson.controls import choice, flag, number
from pages.shared.models.catalogue import FOUR, NAMES
from pages.shared.models.each_model import error_panels, for_each_model
from pages.shared.models.predictions import (
    THIN,
    GridPrediction,
    bayes_prediction,
    grid,
    predictions,
    rms_in_sd,
    shift_inputs,
    view,
)
from pages.shared.scene.marks import TRAINED_ON, Panel, Reading, Scene
from pages.shared.scene.readings import EXACT, small
from tnpcore import Points

FARTHEST = 1e6
START = 2.0  # far enough for TNP-D to fail at first sight, near enough to look harmless
EXACT_GRID = 1e-5  # one trained network on two grids: only rounding is forgiven
NUMBERS = {"float64": torch.float64, "float32": torch.float32}


@dataclass(frozen=True, eq=False)
class World:
    """What was drawn and chosen: the context in the chosen precision, the shift, the model on the stage, and the
    targets [Nt, 1] in view."""

    context: Points
    model: str
    tau: float
    dtype: torch.dtype
    centre: bool
    grid: Tensor

    def ask(self, name: str, xt: Tensor, record: bool = False) -> tuple[GridPrediction, GridPrediction]:
        """The model's answer here, and in the moved world, slid back. `centre` helps those that read raw x."""
        return tuple(predictions(name, self.context, (0.0, self.tau), xt, record, self.centre))


def world(points: Points, controls: Mapping) -> World:
    """The controls, checked; ControlError says what was required."""
    dtype = NUMBERS[choice(controls, "input", tuple(NUMBERS))]
    return World(
        Points(points.x.to(dtype), points.y),
        choice(controls, "model", FOUR),
        number(controls, "tau", START, -FARTHEST, FARTHEST),
        dtype,
        flag(controls, "centre"),
        grid(controls).to(dtype),
    )


def scene(points: Points, controls: Mapping) -> Scene:
    """The prediction where the data is, the moved one slid back over it, and how far they lie apart: one model."""
    asked = world(points, controls)
    name, tau, seen = asked.model, asked.tau, view(controls)
    here, moved = asked.ask(name, asked.grid, record=True)
    apart = rms_in_sd(moved.every(THIN), here.every(THIN))
    stage = Panel(
        "stage",
        f"{NAMES[name]}: here, and moved by {_shift(tau)} and slid back",
        (here.curve(label="here"), *_ghost(moved, tau)),
        area="stage",
        x=seen,
        points=True,
        model=name,
    )
    return Scene(
        panels=(
            stage,
            _moved_world(moved, asked.context, tau, seen),
            sweep_panel(tau, apart),
            weight_panel(here, moved, asked.context, tau),
        ),
        ledger=(_reading(name, apart, tau),),
        caption=_caption(asked),
        equation=_equation(here, moved, apart, tau),
    )


def aside(points: Points, controls: Mapping) -> Scene:
    """The four models small, each with its moved self, and how far each came from itself."""
    asked = world(points, controls)
    tau, seen = asked.tau, view(controls)
    pairs, refused = for_each_model(lambda name: asked.ask(name, asked.grid[::THIN]))
    apart = {name: rms_in_sd(moved, here) for name, (here, moved) in pairs.items()}
    others = {name: value for name, value in apart.items() if name != asked.model}
    return Scene(
        panels=(
            Panel("sweep", "", sweep_dots(tau, others.values())),
            *(replace(_multiple(*pair, apart[name], tau), x=seen) for name, pair in pairs.items()),
            *error_panels(refused),
        ),
        ledger=tuple(_reading(name, value, tau) for name, value in others.items()),
        caption=_verdict(apart) if tau else "",
    )


def later(points: Points, controls: Mapping) -> Scene:
    """The residual for every shift, layer by layer and on a grid that stays behind; the limit; what else must hold."""
    asked = world(points, controls)
    context, tau, centre, targets = asked.context, asked.tau, asked.centre, asked.grid[::THIN]
    best, best_moved = _limits(context, tau, targets)
    dashed = best.curve("limit", "Bayes predictor")
    (here,) = predictions(asked.model, context, (0.0,), targets, centre=centre)
    lines, _ = for_each_model(lambda name: sweep_line(name, context, targets, centre))
    grids, _ = for_each_model(lambda _: _grid(context, tau, targets), ("convcnp",))
    return Scene(
        panels=(
            Panel("sweep", "", tuple(lines.values())),
            *layer_panels(context, tau, targets, centre),
            *(panel for panel, _ in grids.values()),
            *(Panel(name, NAMES[name], (dashed,), area="multiple", x=view(controls)) for name in lines),
        ),
        ledger=(
            *(reading for _, reading in grids.values()),
            _reading("bayes", rms_in_sd(best_moved, best), tau, "Bayes predictor"),
            _fixed_reading(asked, here),
            *_order_readings(asked, here),
        ),
    )


def _grid(context: Points, tau: float, targets: Tensor) -> tuple[Panel, Reading]:
    """The trained ConvCNP on a grid that stays behind."""
    fine, on_zero = grid_change(context, tau, targets)
    return grid_panel(fine), _reading("grid", on_zero, tau, "ConvCNP, grid anchored at zero", EXACT_GRID)


def _ghost(moved: GridPrediction, tau: float) -> tuple:
    return (moved.curve("ghost", f"moved by {_shift(tau)}, slid back"),) if tau else ()


def _moved_world(moved: GridPrediction, context: Points, tau: float, seen: tuple[float, float]) -> Panel:
    """The same drawing where it went. The frame travels with it, so it is the training range that slides away."""
    far = abs(tau) > 1e4  # where six digits would not fit under a tick
    origin = 0.0 if far else tau
    (low, high), (first, last) = seen, TRAINED_ON
    x, tinted = context.x + tau, "" if far else " (tinted)"
    inside = int(((x >= first) & (x <= last)).sum())
    return Panel(
        "moved",
        "The moved world",
        (replace(moved, x=moved.x + origin).curve(label="in the moved world"),),
        area="strip",
        x=(low + origin, high + origin),
        x_title=f"x − {tau:,.0f}" if far else "x",
        points=True,
        moved=origin,
        tint=None if far else TRAINED_ON,
        model=moved.model,
        note=f"The same points at x {_shift(tau)}: {inside} of {len(context)} in the training range{tinted}.",
    )


def _multiple(here: GridPrediction, moved: GridPrediction, apart: float, tau: float) -> Panel:
    name = here.model
    note = f"{_amount(apart)} apart" if tau else ""
    marks = (here.curve(), *((moved.curve("ghost"),) if tau else ()))
    return Panel(name, NAMES[name], marks, area="multiple", points=True, model=name, note=note)


def _limits(context: Points, tau: float, xt: Tensor) -> tuple[GridPrediction, GridPrediction]:
    """The Bayes predictor here and in the moved world: the same question put to the model that is the limit."""
    batch, targets = shift_inputs(context, (0.0, tau), xt)
    here, moved = (bayes_prediction(Points(batch.x[i].double(), batch.y[i]), targets[i].double()) for i in (0, 1))
    return here, moved


def _reading(name: str, apart: float, tau: float, title: str = "", most: float = EXACT) -> Reading:
    tone = _tone(apart, most) if tau else ""
    label = f"{title or NAMES[name]}: moved by {_shift(tau)} and slid back, changed by"
    return Reading(f"shift-{name}", label, apart, _amount(apart), tone, name)


def _fixed_reading(asked: World, here: GridPrediction) -> Reading:
    """Equivariant is not invariant: at the x that stay where they are, answers change when the data move away."""
    stays = asked.grid[::THIN] - asked.tau
    (moved,) = predictions(asked.model, asked.context, (asked.tau,), stays, centre=asked.centre)
    change = rms_in_sd(moved, here)
    label = f"{NAMES[asked.model]} is not invariant: asked again at the old x, changed by"
    return Reading("fixed", label, change, _amount(change), "", asked.model)


def _order_readings(asked: World, here: GridPrediction) -> tuple[Reading, ...]:
    """Reverse the context, and reverse the targets (and put the answers back): nothing may change."""
    targets = asked.grid[::THIN]
    turned = Points(asked.context.x.flip(0), asked.context.y.flip(0))
    (context,) = predictions(asked.model, turned, (0.0,), targets, centre=asked.centre)
    (flipped,) = predictions(asked.model, asked.context, (0.0,), targets.flip(0), centre=asked.centre)
    back = replace(flipped, mean=flipped.mean[::-1], sd=flipped.sd[::-1])
    told = {
        "context-order": ("context in reverse order, answers changed by", rms_in_sd(context, here)),
        "target-order": ("targets in reverse order, each answer changed by", rms_in_sd(back, here)),
    }
    return tuple(
        Reading(id, f"{NAMES[asked.model]}: {label}", value, _amount(value), _tone(value), asked.model)
        for id, (label, value) in told.items()
    )


def _tone(value: float, most: float = EXACT) -> str:
    return "good" if value < most else "bad"


def _shift(tau: float) -> str:
    """A shift with its sign: +1.00, −0.30, +1,000,000."""
    return f"{tau:+,.{2 if abs(tau) < 1000 else 0}f}".replace("-", "−")


def _amount(value: float) -> str:
    """A residual in standard deviations, as short as it can be told."""
    return f"{value:,.0f} sd" if value >= 100 else f"{small(value)} sd"


def _equation(here: GridPrediction, moved: GridPrediction, apart: float, tau: float) -> str:
    """The claim with its numbers, at the x where it fails most; in the middle where it holds."""
    gap = np.abs(moved.mean - here.mean) / here.sd
    i = int(gap.argmax()) if gap.max() > EXACT else len(gap) // 2
    x, before, after = (f"{value:.2f}" for value in (here.x[i], here.mean[i], moved.mean[i]))
    there = f"f({x} {_shift(tau)}; D {_shift(tau)}) = {after}"
    return f"f({x}; D) = {before},  {there},  E({_shift(tau)}) = {_amount(apart)}".replace("-", "−")


def _caption(asked: World) -> str:
    if not asked.tau:
        return "Nothing has moved yet: slide τ, and the ghost shows what each model says in the moved world."
    told = f"All x moved by {_shift(asked.tau)}, and each answer slid back."
    lost = asked.centre and not len(asked.context)
    return f"{told} Without points there is nothing to centre x on." if lost else told


def _verdict(apart: Mapping[str, float]) -> str:
    kept = [NAMES[name] for name, value in apart.items() if value < EXACT]
    lost = [f"{NAMES[name]} by {_amount(value)}" for name, value in apart.items() if value >= EXACT]
    told = {"Unchanged": kept, "Changed": lost}
    return " ".join(f"{what}: {', '.join(names)}." for what, names in told.items() if names)
