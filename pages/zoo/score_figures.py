"""What the scoreboard shows of its numbers: calibration, and the held-out targets of the latest task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.models import catalogue as models
from pages.shared.models import predictions
from pages.shared.scene.marks import X_VIEW, Dots, Line, Panel, Scene, shown
from pages.shared.scene.palette import hue
from pages.zoo.scores import BAYES, LEVELS, Score, Standing
from tnpcore import Points

LIMIT = "Bayes predictor"


def calibration_scene(totals: Mapping[str, Score], names: Sequence[str]) -> Scene:
    """A line for each named model: the share of held-out targets inside the interval of each level. It is dashed where
    another line of its colour is drawn already."""
    ends = np.array([0.0, 1.0])
    shares_of = [(name, np.array(totals[name].calibration)) for name in names if name in totals]
    hues = [hue(models.plain(name)) for name, _ in shares_of]
    lines = [
        Line(np.array(LEVELS), shares, models.plain(name), title(name), dashed=hues[i] in hues[:i])
        for i, (name, shares) in enumerate(shares_of)
    ]
    panel = Panel(
        "calibration",
        "Calibration: coverage over level",
        (Line(ends, ends, BAYES, "calibrated", dashed=True), *lines),
        x=(0.0, 1.0),
        y=(0.0, 1.0),
        x_title="level of the central interval",
        y_title="share of held-out targets inside",
        tint=None,
    )
    return Scene((panel,), caption=_calibration_caption(shares_of))


def latest_task_scene(standing: Standing, prior: str) -> Scene:
    """The latest task with its held-out targets, under the predictions of the best and the worst model on it."""
    context = Points(standing.task.context.x[0], standing.task.context.y[0])
    x, y = (values[0, :, 0].numpy() for values in (standing.task.target.x, standing.task.target.y))
    best = predictions.bayes_prediction(context, prior=prior).curve("limit", LIMIT)
    panels = []
    for place, name in zip(("Best", "Worst"), standing.extremes()):
        (here,) = predictions.predictions(name, context)
        low, high = min(-3.0, float(y.min()) - 0.2), max(3.0, float(y.max()) + 0.2)
        marks = (here.curve(label=title(name)), best, Dots(x, y))
        heading, note = f"{place}: {title(name)}", excess_in_words(standing.latest[name].excess)
        panels.append(Panel(name, heading, marks, "multiple", X_VIEW, (low, high), points=True, model=name, note=note))
    return Scene(tuple(panels))


def context_points(standing: Standing) -> DrawnPoints:
    """The latest task's context, in the order of x: what a person may put on the board."""
    context = standing.task.context
    return tuple(sorted(zip(context.x[0, :, 0].tolist(), context.y[0, :, 0].tolist())))


def title(name: str) -> str:
    """What people read; the Bayes predictor has a name too."""
    return LIMIT if name == BAYES else models.title(name)


def excess_in_words(excess: float) -> str:
    """A task's excess as a sentence without a full stop, short enough for a phone."""
    chance = ": less than 0 by chance" if excess < 0 else ""
    return f"Excess {shown(excess)} nats per target{chance}"


def _calibration_caption(shares_of: Sequence[tuple[str, np.ndarray]]) -> str:
    """Where each line is farthest from the diagonal."""
    sentences = []
    for name, shares in shares_of:
        worst = int(np.abs(shares - np.array(LEVELS)).argmax())
        sentences.append(f"{title(name)}'s {LEVELS[worst]:.0%} interval contains {shares[worst]:.1%}")
    return f"Farthest from the diagonal: {'; '.join(sentences)} of the held-out targets." if sentences else ""
