"""What the scoreboard shows of its numbers: calibration, and a hidden task revealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.models import catalogue as models
from pages.shared.models import predictions
from pages.shared.scene.marks import X_VIEW, Dots, Line, Panel, Scene
from pages.shared.scene.palette import hue
from pages.zoo.scores import BAYES, LEVELS, Score, Standing
from tnpcore import Points

LIMIT = "Bayes predictor"


def calibration(totals: Mapping[str, Score], names: Sequence[str]) -> Scene:
    """A line for each named model: what share of the hidden targets lay inside the interval of each level. It is dashed
    where another of its family is drawn already."""
    ends = np.array([0.0, 1.0])
    told = [(name, np.array(totals[name].calibration)) for name in names if name in totals]
    hues = [hue(models.plain(name)) for name, _ in told]
    lines = [
        Line(np.array(LEVELS), shares, models.plain(name), title(name), dashed=hues[i] in hues[:i])
        for i, (name, shares) in enumerate(told)
    ]
    panel = Panel(
        "calibration",
        "Calibration",
        (Line(ends, ends, BAYES, "calibrated", dashed=True), *lines),
        x=(0.0, 1.0),
        y=(0.0, 1.0),
        x_title="level of the central interval",
        y_title="share of hidden targets inside",
        tint=None,
    )
    return Scene((panel,), caption=_calibration_told(told))


def revealed(standing: Standing, prior: str) -> Scene:
    """The latest task with its hidden targets, as the models that did best and worst on it saw it."""
    context = Points(standing.task.context.x[0], standing.task.context.y[0])
    x, y = (values[0, :, 0].numpy() for values in (standing.task.target.x, standing.task.target.y))
    best = predictions.bayes_prediction(context, prior=prior).curve("limit", LIMIT)
    panels = []
    for place, name in zip(("Best", "Worst"), standing.extremes()):
        (here,) = predictions.predictions(name, context)
        low, high = min(-3.0, float(y.min()) - 0.2), max(3.0, float(y.max()) + 0.2)
        marks = (here.curve(label=title(name)), best, Dots(x, y))
        heading, note = f"{place}: {title(name)}", against_limit(standing.latest[name].excess)
        panels.append(Panel(name, heading, marks, "multiple", X_VIEW, (low, high), points=True, model=name, note=note))
    return Scene(tuple(panels))


def drawn(standing: Standing) -> DrawnPoints:
    """The latest task's context, in the order of x: what a person may put on the board."""
    context = standing.task.context
    return tuple(sorted(zip(context.x[0, :, 0].tolist(), context.y[0, :, 0].tolist())))


def title(name: str) -> str:
    """What people read; the limit has a name too."""
    return LIMIT if name == BAYES else models.title(name)


def against_limit(excess: float) -> str:
    """A task's excess in words."""
    if excess < 0:
        return f"{-excess:.2f} nats better than the limit: luck, on this task"
    return f"{excess:.2f} nats above the limit on this task"


def _calibration_told(told: Sequence[tuple[str, np.ndarray]]) -> str:
    """Where each line is farthest from the diagonal."""
    sentences = []
    for name, shares in told:
        worst = int(np.abs(shares - np.array(LEVELS)).argmax())
        sentences.append(f"{title(name)}'s {LEVELS[worst]:.0%} interval holds {shares[worst]:.1%}")
    return f"Farthest from the diagonal: {'; '.join(sentences)} of the targets." if sentences else ""
