"""Attention as a program: one row of weights, recorded while the model runs, and what each point does to the mean."""

from __future__ import annotations

from pages.attention.controls import AttentionControls
from pages.attention.weights import MOST_PAIRS
from pages.shared.lesson.program import PREDICTION, Pairs, program

IMPORTS = """
import math

import torch

from tnpcore import Points, intervene, load, predict, record
"""

BODY = """
model, layer, heads = load("$name"), $layer, $heads  # counted from 0
query, tau = $query, $tau
settings = $settings

# The query is one more target. Two worlds in one batch: where the data is, and everything moved by tau.
asked = torch.cat([grid, torch.tensor([[query]], dtype=torch.float64)])
worlds = torch.tensor([0.0, tau], dtype=torch.float64)[:, None, None]
with intervene(**settings), record() as layers:
    told = predict(model, Points(x + worlds, y.expand(2, -1, -1)), asked + worlds)
mean, sd = told.mean[..., 0].double(), told.std[..., 0].double()

weights = layers[layer].weights[:, heads, -1].double()  # of the query: [world, head, prior and points]
row = weights[0].mean(0)
seen = row[row > 0]
show("heaviest", row.max())
show("prior", row[0])
show("evenness", -(seen * seen.log()).sum() / max(math.log(len(row)), 1e-12))
show("shift-$name", rms(mean[1] - mean[0]))
show("swing", (weights[1] - weights[0]).abs().sum(-1).mean() / 2)
$change

def mean_without(i):
    keep = [j for j in range(len(points)) if j != i]
    with intervene(**settings):
        return predict(model, Points(x[keep], y[keep]), asked[-1:]).mean.item()


full = mean_without(None)
effects = [mean_without(i) - full for i in $which]
if effects:
    show("effect", max(effects, key=abs))
"""

CHANGE = 'show("change", rms(mean[0] - predict(model, Points(x, y), asked).mean[:, 0]))\n'


def code(points: Pairs, controls: AttentionControls) -> str:
    """The program for these points and controls."""
    values = {
        "name": controls.model,
        "layer": controls.layer_index,
        "heads": list(controls.heads),
        "query": controls.at,
        "tau": controls.tau,
        "settings": _settings(controls),
        "change": CHANGE if controls.intervenes else "",
        "which": _which(len(points)),
    }
    return program("Who is this prediction listening to?", IMPORTS, BODY + PREDICTION, points, controls, **values)


def _settings(controls: AttentionControls) -> dict[str, object]:
    """What `intervene` is told; nothing where the model runs as it was trained."""
    told = {"mute": controls.muted, "temperature": controls.temperature, "scale": controls.scale}
    usual = {"mute": (), "temperature": 1.0, "scale": True}
    return {name: value for name, value in told.items() if value != usual[name]}


def _which(count: int) -> str:
    """The points that the page leaves out in turn: all, or of very many the heaviest."""
    most = MOST_PAIRS // max(1, count * count)
    return "range(len(points))" if most >= count else f"row[1:].argsort(descending=True)[:{most}].tolist()"
