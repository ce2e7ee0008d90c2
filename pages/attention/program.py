"""Attention as a program: one recorded row of weights, and the effect of each point on the mean."""

from __future__ import annotations

from pages.attention.controls import AttentionControls
from pages.attention.weights import MOST_PAIRS
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, Program, program

IMPORTS = """
import math

import torch

from tnpcore import Points, intervene, load, predict, record
"""

BODY = """
model, layer, heads = load("$name"), $layer, $heads  # counted from 0
query, tau = $query, $tau
settings = $settings

$shift_error

# The query is one more target. Two predictions in one batch: for the inputs as they are, and shifted by tau.
targets = torch.cat([grid, torch.tensor([[query]], dtype=torch.float64)])
shifts = torch.tensor([0.0, tau], dtype=torch.float64)[:, None, None]
with intervene(**settings), record() as layers:
    prediction = predict(model, Points(x + shifts, y.expand(2, -1, -1)), targets + shifts)
mean, sd = prediction.mean[..., 0].double(), prediction.std[..., 0].double()

weights = layers[layer].weights[:, heads, -1].double()  # of the query: [shift, head, null token and points]
row = weights[0].mean(0)
positive = row[row > 0]
show("heaviest", row.max())
show("null", row[0])
show("evenness", -(positive * positive.log()).sum() / max(math.log(len(row)), 1e-12))
show_shift("$name", mean[:, :-1], sd[:, :-1])  # without the query: the targets in view
show("swing", (weights[1] - weights[0]).abs().sum(-1).mean() / 2)
$change

def mean_without(i):
    keep = [j for j in range(len(points)) if j != i]
    with intervene(**settings):
        return predict(model, Points(x[keep], y[keep]), targets[-1:]).mean.item()


full = mean_without(None)
effects = [mean_without(i) - full for i in $which]
if effects:
    show("effect", max(effects, key=abs))
"""

CHANGE = 'show("change", rms(mean[0] - predict(model, Points(x, y), targets).mean[:, 0]))\n'


def code(points: Pairs, controls: AttentionControls) -> Program:
    """The program for these points and controls."""
    values = {
        "name": controls.model,
        "layer": controls.layer_index,
        "heads": list(controls.heads),
        "query": controls.at,
        "tau": controls.tau,
        "settings": _settings(controls),
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "change": CHANGE if controls.intervenes else "",
        "which": _which(len(points)),
    }
    return program(
        "Which context points does this prediction use?", IMPORTS, BODY + PREDICTION, points, controls, **values
    )


def _settings(controls: AttentionControls) -> dict[str, object]:
    """The arguments of `intervene` that differ from the model as it was trained."""
    chosen = {"mute": controls.muted, "temperature": controls.temperature, "scale": controls.scale}
    trained = {"mute": (), "temperature": 1.0, "scale": True}
    return {name: value for name, value in chosen.items() if value != trained[name]}


def _which(count: int) -> str:
    """The points that the page leaves out in turn: all, or of very many those with the largest weights."""
    most = MOST_PAIRS // max(1, count * count)
    return "range(len(points))" if most >= count else f"row[1:].argsort(descending=True)[:{most}].tolist()"
