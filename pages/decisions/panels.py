"""The panels of decisions: the rule's curve, the games of all players, and the figures of 200 games."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from pages.decisions.controls import RULE_TITLES, SHORT, TITLES, TURNS, DecisionsControls
from pages.decisions.game import Belief, X
from pages.shared.models.predictions import attention_map, predictions
from pages.shared.scene.marks import TRAINED_ON, Bars, Dots, Line, Mark, Panel
from tnpcore.decisions import Played, stored
from tnpcore.decisions.bands import NOMINAL

YOU = "you"
PLACE, VALUE = "place", "value"
RANGE = (-3.0, 3.0)
ATTENDS = "tnpd"
UNTIL = "Shown after ten measurements."
YOURS = "Yours is shown after ten measurements."


def rule_panel(here: Belief, moved: Belief | None, controls: DecisionsControls) -> Panel:
    """What the rule maximises at every place, and where that is largest."""
    marks: list[Mark] = []
    values = [each.wanted for each in (here, moved) if each is not None and each.wanted is not None]
    if here.wanted is not None:
        marks = [Line(X, here.wanted, controls.model, RULE_TITLES[controls.rule], controls.model)]
        ends = np.array(_ends(values))
        marks.append(
            Line(np.full(2, here.next_x), ends, controls.model, "next measurement", controls.model, dashed=True)
        )
    if moved is not None and moved.wanted is not None:
        marks.append(Line(X, moved.wanted, controls.model, "inputs shifted", controls.model, dashed=True))
    note = "" if values else "A rule needs a first measurement."
    return Panel(
        "rule",
        f"What the rule maximises: {RULE_TITLES[controls.rule]}",
        tuple(marks),
        x=controls.view,
        y=_ends(values),
        x_title=PLACE,
        y_title="",
        model=controls.model,
        note=note,
    )


def draws_panel(paths: np.ndarray, controls: DecisionsControls) -> Panel:
    """Paths of f, and the maximum of each: the place of a measurement."""
    tops = paths.argmax(-1)
    lines = [
        Line(X, path, "path", f"{len(paths)} paths" if i == 0 else "", controls.model) for i, path in enumerate(paths)
    ]
    dots = Dots(X[tops], paths[np.arange(len(paths)), tops], "drawn", label="maximum of a path")
    return Panel(
        "draws",
        "Thompson sampling: paths of f, and their maxima",
        (*lines, dots),
        x=controls.view,
        y=RANGE,
        x_title=PLACE,
        y_title=VALUE,
        model=controls.model,
        note="A turn draws one of them, and measures at its maximum.",
    )


def attention_panel(seen: Played, next_x: float | None) -> Panel:
    """The attention weights of TNP-D from the next measurement to those so far, each named by its turn."""
    title = "Attention weights of TNP-D at the next measurement"
    if next_x is None:
        return Panel("attention", title, (), tint=None, note="There is no next measurement yet.")
    context = seen.context(len(seen.measured))
    (found,) = predictions(ATTENDS, context, (0.0,), torch.tensor([[next_x]], dtype=torch.float64), record=True)
    weights = attention_map(found, context)
    labels = tuple("null" if key < 0 else str(key + 1) for key in weights.keys)
    bars = Bars(weights.values[0], labels, ATTENDS, weights.keys)
    note = "By the turn of the measurement, in the order of places. Last layer, averaged over heads."
    return Panel("attention", title, (bars,), tint=None, model=ATTENDS, note=note)


# ---- one game, all players -------------------------------------------------------------------------


def regret_panel(regrets: Mapping[str, Tensor]) -> Panel:
    """The simple regret after each measurement so far, a line for each player; a hand's once its game is over."""
    marks = tuple(_line(name, regret.numpy()) for name, regret in regrets.items())
    top = max((float(regret.max()) for regret in regrets.values()), default=1.0)
    return Panel(
        "regret",
        "Regret: maximum of f less the largest f at a measurement",
        marks,
        x=(1.0, float(TURNS)),
        y=(0.0, 1.05 * max(top, 0.1)),
        x_title="measurement",
        y_title="regret",
        tint=None,
        note="" if len(next(iter(regrets.values()), ())) == TURNS else YOURS,
    )


def places_panel(measured: Mapping[str, Tensor]) -> Panel:
    """Where each player measured, turn by turn."""
    marks = tuple(_line(name, X[rows.numpy()]) for name, rows in measured.items())
    return Panel(
        "places",
        "Where each of them measured",
        marks,
        x=(1.0, float(TURNS)),
        y=TRAINED_ON,
        x_title="measurement",
        y_title=PLACE,
        tint=None,
        note="" if measured else UNTIL,
    )


def _line(name: str, values: np.ndarray) -> Line:
    """Of one player, a value for each turn; a hand's is dashed."""
    turns, own = np.arange(1, len(values) + 1), name == YOU
    return Line(turns, values, "second" if own else name, _title(name), dashed=own)


def _title(name: str) -> str:
    return TITLES.get(name, name)


# ---- 200 games -------------------------------------------------------------------------------------


def scores_panel(rule: str) -> Panel:
    """The mean regret of 200 games after five and after ten measurements, with two standard errors."""
    known = stored()
    bars = []
    for turns in (5, 10):
        found = [known[name][rule].after(turns) for name in SHORT]
        bars.append(_bars(found, f"after {turns} measurements", (0.0, max(mean + 2 * error for mean, error in found))))
    note = f"Means of 200 stored games by {RULE_TITLES[rule]}."
    return Panel("scores", "Regret of 200 games; lines: ±2 standard errors", tuple(bars), tint=None, note=note)


def coverage_panel(rule: str) -> Panel:
    """How often the band of two standard deviations covers y, where the rule measures and at random places."""
    found = [stored()[name][rule].coverages() for name in SHORT]
    bars = (
        _bars([measured for measured, _ in found], "at the measurements", (0.0, 1.0)),
        _bars([random for _, random in found], "at random places", (0.0, 1.0)),
    )
    said = "; ".join(f"{SHORT[name]} {measured[0]:.1%}" for name, (measured, _) in zip(SHORT, found, strict=True))
    note = f"{NOMINAL:.1%} would be right. At the measurements: {said}. 200 games by {RULE_TITLES[rule]}."
    return Panel("coverage", "How often ±2 sd covers y; lines: ±2 standard errors", bars, tint=None, note=note)


def _bars(found: list[tuple[float, float]], title: str, span: tuple[float, float]) -> Bars:
    values = np.array([mean for mean, _ in found])
    spread = tuple((mean - 2 * error, mean + 2 * error) for mean, error in found)
    return Bars(values, tuple(SHORT.values()), title=title, span=span, spread=spread, models=tuple(SHORT))


def _ends(values: list[np.ndarray]) -> tuple[float, float]:
    low, high = (min((v.min() for v in values), default=0.0), max((v.max() for v in values), default=1.0))
    room = 0.08 * float(high - low) + 1e-3
    return float(low) - room, float(high) + room
