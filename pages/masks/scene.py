"""Masking: the rules of who may look, edited by hand, and what the trained TNP-D says under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from pages.masks.mask_presets import RULE_NAMES, RULES, TARGETS, hears_targets, painted_in, painted_mask
from pages.masks.painted_mask import MODEL, STEP, Changes, Look, bands_under, changes_under, look_under
from pages.shared.lesson.controls import MAX_X, ControlError, choice, number, numbers
from pages.shared.models.predictions import GridPrediction, rms_difference, view
from pages.shared.scene.marks import Dots, HeatMap, Line, Panel, Reading, Scene
from tnpcore import Points

LETTERS = ("A", "B", "C")
START = (-0.3, 0.5, 2.4)
SHIFT = (-3.0, 3.0)
EXACT = 1e-4  # in standard deviations: more than float32 loses, less than any eye sees


def scene(points: Points, controls: Mapping) -> Scene:
    """Target A's band under the painted mask, the three targets, the mask itself and the targets' weights."""
    mask, at = painted_mask(controls, len(points)), target_positions(controls)
    tau = number(controls, "tau", 0.0, *SHIFT)
    look = look_under(mask, points, at)
    seen = view(controls)
    here, *moved = bands_under(mask, points, at, (0.0, tau) if tau else (0.0,), seen)
    return Scene(
        panels=(replace(_stage(look, at, here, moved, tau), x=seen), _square(mask, look, controls), _rows(mask, look)),
        ledger=(_cost(mask), _shift(rms_difference(here, moved[0]) if moved else 0.0, tau)),
        caption=_caption(mask, look, at, controls),
        equation=_equation(look),
    )


def later(points: Points, controls: Mapping) -> Scene:
    """The lamps: the model runs again with the context in other orders, with one target moved, and as plain TNP-D."""
    mask, at = painted_mask(controls, len(points)), target_positions(controls)
    return Scene(panels=(), ledger=_lamps(changes_under(mask, points, at), len(points)))


def target_positions(controls: Mapping) -> Tensor:
    """Where the targets A, B and C stand, [3, 1] in float64."""
    at = numbers(controls, "targets", START, -MAX_X, MAX_X, TARGETS)
    if len(at) != TARGETS:
        raise ControlError("targets", f"a list of {TARGETS} numbers", list(at))
    return torch.tensor(at, dtype=torch.float64)[:, None]


def _lamps(changes: Changes, count: int) -> tuple[Reading, ...]:
    mover, listener = np.unravel_index(changes.others.argmax(), changes.others.shape)
    who = f": {LETTERS[mover]} moves, {LETTERS[listener]} changes"
    order = _lamp("order", "Order: shuffle the points, keep the square", changes.order)
    return (
        order if count > 1 else replace(order, text="needs two points", tone=""),
        _lamp("others", f"Other targets: move one by {STEP}", float(changes.others.max()), who),
        _lamp("equal", "Equals TNP-D: largest difference at A, B, C", changes.apart),
    )


def _lamp(id: str, label: str, value: float, more: str = "") -> Reading:
    if value < EXACT:
        return Reading(id, label, value, f"< {EXACT} sd", "good")
    return Reading(id, label, value, f"{value:.4f} sd{more}" if value < 0.01 else f"{value:.2f} sd{more}", "bad")


def _cost(mask: Bool[Tensor, "N N"]) -> Reading:
    allowed = int(mask.sum())
    return Reading("cost", "Cost: cells allowed", allowed, f"{allowed} of {mask.numel()}")


def _shift(value: float, tau: float) -> Reading:
    tone = ("good" if value < 1e-3 else "bad") if tau else ""
    text = "0" if value == 0 else "< 0.0001" if value < 1e-4 else f"{value:.3f}"
    return Reading("shift-tnpd", f"A's mean: change in view when all x move by {tau:+.2f}", value, text, tone, MODEL)


def _stage(look: Look, at: Tensor, here: GridPrediction, moved: Sequence[GridPrediction], tau: float) -> Panel:
    x = at[:, 0].numpy()
    ghosts = tuple(a.curve("ghost", f"moved by {tau:+.2f}, slid back") for a in moved)
    bars = tuple(
        Line(np.full(2, x[t]), look.mean[t] + 2 * look.sd[t] * np.array([-1.0, 1.0]), MODEL, model=MODEL)
        for t in range(TARGETS)
    )
    targets = Dots(x, look.mean, edit="targets", labels=LETTERS)
    return Panel(
        "stage",
        "TNP-D under your rules",
        (here.curve(label="target A moved along x"), *ghosts, *bars, targets),
        area="stage",
        y_title="y",
        points=True,
        model=MODEL,
        note="The band is A's prediction as A is moved along x while B and C stay. Upright lines: ±2 sd at A, B and C.",
    )


def _names(nc: int) -> tuple[str, ...]:
    return (*(f"c{i + 1}" for i in range(nc)), *(f"t{letter}" for letter in LETTERS))


def _keys(nc: int) -> tuple[int, ...]:
    """The drawn point behind each column; targets are none."""
    return (*range(nc), *(-1 for _ in LETTERS))


def _square(mask: Bool[Tensor, "N N"], look: Look, controls: Mapping) -> Panel:
    """The editable mask; inside allowed cells the weights of the last layer."""
    nc = len(mask) - TARGETS
    heat = HeatMap(
        look.weights[:, 1:],
        "query",
        "key",
        _names(nc),
        _names(nc),
        mask=mask.numpy(),
        edit=painted_in(nc),
        show_numbers=True,
        keys=_keys(nc),
        model=MODEL,
    )
    return Panel("mask", "Who may look at whom", (heat,), model=MODEL, note=_square_note(mask, controls))


def _square_note(mask: Bool[Tensor, "N N"], controls: Mapping) -> str:
    how = "Click or paint cells to switch them. The prior (null token) is no cell: it is never masked."
    nc = len(mask) - TARGETS
    if choice(controls, "rule", tuple(RULES)) == "causal" and hears_targets(mask):
        return (
            f"{how} Earlier targets carry y = 0: predictions depend on where else you ask. That is not autoregression."
        )
    if hears_targets(mask):
        return f"{how} Targets carry y = 0: predictions depend on where else you ask."
    if mask[nc:, nc:].any():
        return f"{how} A target that sees itself sees y = 0."
    return how


def _rows(mask: Bool[Tensor, "N N"], look: Look) -> Panel:
    """The targets' rows with the prior in front: each sums to 1 whatever is masked."""
    nc = len(mask) - TARGETS
    allowed = torch.nn.functional.pad(mask[nc:], (1, 0), value=True).numpy()
    names = _names(nc)
    heat = HeatMap(
        look.weights[nc:],
        "target (query)",
        "key",
        names[nc:],
        ("prior", *names),
        mask=allowed,
        show_numbers=True,
        keys=(-1, *_keys(nc)),
        model=MODEL,
    )
    note = "Last layer, averaged over heads. Each row sums to 1: what is masked, the others share."
    return Panel("weights", "The targets' attention weights", (heat,), model=MODEL, note=note)


def _shares(look: Look) -> tuple[float, float, float]:
    """How A's weight splits into prior, context points and targets."""
    row = look.weights[-TARGETS]
    return float(row[0]), float(row[1:-TARGETS].sum()), float(row[-TARGETS:].sum())


def _equation(look: Look) -> str:
    prior, context, targets = _shares(look)
    return f"A's weights: {prior:.2f} prior + {context:.2f} context + {targets:.2f} targets = {sum(_shares(look)):.2f}"


def _caption(mask: Bool[Tensor, "N N"], look: Look, at: Tensor, controls: Mapping) -> str:
    rule = choice(controls, "rule", tuple(RULES))
    start = RULES[rule](len(mask) - TARGETS, TARGETS)
    switched = int((mask != start).sum())
    edited = {0: "", 1: " with one cell switched"}.get(switched, f" with {switched} cells switched")
    told = "; ".join(
        f"{LETTERS[t]} at x = {at[t, 0]:.2f} is {look.mean[t]:.2f} ± {2 * look.sd[t]:.2f} (2 sd)"
        for t in range(TARGETS)
    )
    return f"Rule: {RULE_NAMES[rule]}{edited}. {told}. {100 * _shares(look)[1]:.0f} % of A's weight is on the context."
