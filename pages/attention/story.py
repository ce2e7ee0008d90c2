"""The story of attention: whether weights depend on y, and whether the nearest point has the largest weight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.attention.controls import LAYERS, AttentionControls
from pages.attention.weights import LayerRecord, record_layer
from pages.shared.lesson.four_steps import Checked, FourSteps, Observation, Option
from pages.shared.lesson.story import Moment
from pages.shared.scene.marks import Scene, shown
from tnpcore import Points

GUESSES = (
    Option("No: weights depend on x only", "The key is made from the whole token, and the token carries y."),
    Option("Yes: keys depend on y", "The weights hardly changed here. Try another head, or drag further."),
)
UP, ASIDE = 0.5, 0.25  # how far a point must move in y, and may move in x
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
        text = (
            f"{last:.1%} of the query's weight moved to other keys: keys of the ANP's cross-attention depend on x only."
        )
        correction = "The same holds for every head of the ANP: choose TNP-D and layer 4, and drag again."
        return Observation(int(last >= MOVED), text, correction)
    layer = f"layer {len(trained.layers)}"
    text = f"In {layer}, {last:.1%} of the query's weight moved to other keys; in layer 1, {first:.1%}."
    return Observation(int(last >= MOVED), text)


def check(points: Points, controls: AttentionControls, _scene: Scene) -> Checked:
    """One head gives most of its weight to a point although another one is clearly nearer."""
    if controls.intervenes:
        return Checked(False, "The model must run as it was trained: temperature 1, divided by √dₖ, no head muted.")
    if len(points) < 2:
        return Checked(False, "There must be at least two points.")
    row = _rows(record_layer(points, controls), controls).mean(0)[1:]
    far = np.abs(points.x[:, 0].numpy() - controls.at)
    top, near = int(row.argmax()), int(far.argmin())
    where = controls.layer_and_head[0].upper() + controls.layer_and_head[1:]
    text = f"{where}: {row[top]:.0%} on x = {shown(float(points.x[top, 0]))}, which is {far[top]:.2f} away; "
    text += "no point is nearer." if top == near else f"the nearest is {far[near]:.2f} away and has {row[near]:.0%}."
    return Checked(bool(row[top] >= MOST and far[top] - far[near] >= CLEARLY - 1e-9), text)


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
    rows = [_rows(record_layer(points, controls), controls) for points in (before, now)]
    return float(np.abs(rows[1] - rows[0]).sum(-1).mean() / 2)


def _rows(layer: LayerRecord, controls: AttentionControls) -> np.ndarray:
    """The query's weights in the chosen heads, [H, 1+Nc]."""
    return layer.weights[list(controls.heads), layer.row]


STORY = FourSteps(
    title="Does a weight depend on y?",
    question="You will drag one point straight up; its x stays. Will the query's weights in the last layer change?",
    options=GUESSES,
    play="Drag one point straight up or down, by half a unit or more.",
    more=(
        "**Choose TNP-D, layer 4**, and drag again: watch the connecting lines. Then compare layer 1.",
        "**Choose ANP** and drag again: no weight changes, but the band does.",
        "**Drag the query line** from end to end in each head, and compare which points get the weight.",
        "**Find a large weight with a small effect**: compare the last two panels, then remove that point.",
    ),
    happened=happened,
    explain="A target has a **query**; every context point has a **key** and a **value**. Softmax turns the scores "
    "q·k into weights that sum to 1, and the weights mix the values.",
    formula="softmax(q·k / √dₖ) · v",
    prove="Find points, and a head, that give **one point 90 % of the query's weight although another is nearer** "
    "by half a unit.",
    check=check,
    panels=("weights",),
    controls=(
        "layer",
        "head",
    ),
).story()
