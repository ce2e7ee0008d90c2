"""Attention's two questions, answered by the model: what y does to the weights, and whether the nearest point wins."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.attention.controls import LAYERS, AttentionControls
from pages.attention.weights import listen
from pages.shared.lesson.story import Checked, Moment, Observation, Option, Story
from pages.shared.scene.marks import Scene, shown
from tnpcore import Points

GUESSES = (
    Option("No: weights go by place", "The key is made from the whole token, and the token carries y."),
    Option("Yes: keys know y", "The weights hardly moved here. Try another head, or drag further."),
)
UP, ASIDE = 0.5, 0.25  # how far a point must go in y, and may stray in x
MOVED = 0.02  # of the weight: less is no change
MOST, CLEARLY = 0.9, 0.5  # of the weight on one point; by how much another one is nearer


def happened(before: Moment, now: Moment) -> Observation | None:
    """How much of the query's weight moved when one point went straight up or down, in the last layer and the first."""
    moved = _straight(before.points, now.points)
    if moved is None:
        return None
    trained: AttentionControls = replace(now.controls, mute=False, temperature=1.0, scale=True)
    first, last = (_change(before.points, moved, replace(trained, layer=LAYERS[i])) for i in (0, -1))
    if len(trained.layers) == 1:
        told = f"{last:.1%} of the query's weight moved to other keys: ANP's targets ask keys that are made of x alone."
        return Observation(
            int(last >= MOVED), told, "No other head would do so either: choose TNP-D and layer 4, drag again."
        )
    told = (
        f"In layer {len(trained.layers)} {last:.1%} of the query's weight moved to other keys, in layer 1 {first:.1%}."
    )
    return Observation(int(last >= MOVED), told)


def check(points: Points, controls: AttentionControls, _scene: Scene) -> Checked:
    """One head gives most of its weight to a point although another one is clearly nearer."""
    if controls.intervenes:
        return Checked(False, "The model must run as it was trained: temperature 1, divided by √dₖ, no head muted.")
    if len(points) < 2:
        return Checked(False, "There must be two points at least.")
    heard = listen(points, controls)
    row = heard.weights[list(controls.heads), heard.row].mean(0)[1:]
    far = np.abs(points.x[:, 0].numpy() - controls.at)
    top, near = int(row.argmax()), int(far.argmin())
    place = controls.place[0].upper() + controls.place[1:]
    told = f"{place}: {row[top]:.0%} on x = {shown(float(points.x[top, 0]))}, which is {far[top]:.2f} away; "
    told += "no point is nearer." if top == near else f"the nearest is {far[near]:.2f} away and has {row[near]:.0%}."
    return Checked(bool(row[top] >= MOST and far[top] - far[near] >= CLEARLY - 1e-9), told)


def _straight(before: Points, now: Points) -> Points | None:
    """The context with the one point that went up or down, its x as it was; None when something else was done."""
    if len(before) != len(now):
        return None
    aside, up = ((b - a).abs()[:, 0] for a, b in ((before.x, now.x), (before.y, now.y)))
    touched = (aside > 1e-3) | (up > 1e-3)
    if int(touched.sum()) != 1 or float(aside.max()) > ASIDE or float(up.max()) < UP:
        return None
    return Points(before.x, now.y)


def _change(before: Points, now: Points, controls: AttentionControls) -> float:
    """Total variation between the query's rows of weights, mean over the chosen heads."""
    rows = [heard.weights[list(controls.heads), heard.row] for heard in (listen(p, controls) for p in (before, now))]
    return float(np.abs(rows[1] - rows[0]).sum(-1).mean() / 2)


STORY = Story(
    question="You will drag one point straight up: its x stays. Will the last layer's weights at the query change?",
    options=GUESSES,
    play="Drag one point straight up or down, by half a unit or more.",
    more=(
        "**Choose TNP-D, layer 4**, and drag again: watch the threads. In layer 1 they hardly move.",
        "**Choose ANP** and drag again: not one weight moves, and the band does.",
        "**Drag the query line** from end to end, in each head: each one looks for something else.",
        "**Find a thick thread without effect**: compare the last two charts, then remove that point.",
    ),
    happened=happened,
    explain="A target asks with a **query**, every point answers with a **key** and offers a **value**. Softmax turns "
    "the scores into weights that sum to 1, and the weights mix the values.",
    formula="softmax(q·k / √dₖ) · v",
    prove="Find points, and a head, that give **one point 90 % of the query's weight although another is nearer** "
    "by half a unit.",
    check=check,
)
