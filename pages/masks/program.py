"""The masks lesson as a program: a mask, cell by cell, and what a trained model predicts under it."""

from __future__ import annotations

from pages.masks.changes import STEP
from pages.masks.controls import MaskControls
from pages.masks.mask_presets import BUILT_IN, JOINT, MODEL, PADDED, PADDING, PLAIN
from pages.masks.masked_prediction import every
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, Program, program

IMPORTS = "import torch\n\nfrom tnpcore import Points, intervene, load, masks, predict\n"
IMPORTS_JOINT = "from tnpcore.models.tnpa import in_order\n"

# The mask behind each name of the page, for n points and three targets.
MASKS = {
    "tnpd": "masks.context_only(n, 3)",
    "causal": "masks.causal_targets(n, 3)",
    "tnpa": "masks.autoregressive(n, 3)",
    "leaky": "masks.leaky(n, 3)",
    "full": "masks.full(n + 3)",
    "cross": "masks.cross_only(n, 3)",
    "efficient": "masks.context_only(n, 3)",
    "bottleneck": "masks.context_only(n, 3)",
    "padding": f"masks.context_only(n + {PADDING}, 3)",
    "lm": "masks.causal(n + 3)",
    "blank": "masks.empty(n + 3)",
}

LATENT_CELLS = "len(model.latents) * (n + len(model.latents) + 3)"

START = """
model, n, tau = load("$name"), len(points), $tau
at = torch.tensor($at, dtype=torch.float64)  # the inputs of the targets A, B and C
values = torch.tensor($values, dtype=torch.float64)  # their y, where tokens carry it
grid = grid[::$every]  # fewer where the mask makes every target a pass of its own
mask = $mask  # True: the row may attend to the column
$changed
own_mask = mask.clone()
for row, column in $switched:
    mask[row, column] ^= True
show("cost", $cells)

"""

PREDICT = {
    PLAIN: """
def predict_at(mask, x, y, xt, yt):
    with intervene(mask=mask):
        return predict(model, Points(x, y), xt).dist
""",
    PADDED: """
def predict_at(mask, x, y, xt, yt):
    zeros = x.new_zeros(*x.shape[:-2], $pads, 1)
    with intervene(mask=mask):
        return predict(model, Points(torch.cat([x, zeros], -2), torch.cat([y, zeros], -2)), xt).dist
""",
    JOINT: """
def predict_at(mask, x, y, xt, yt):
    with torch.inference_mode():
        return in_order(model, Points(x, y), Points(xt, yt), mask)
""",
    BUILT_IN: """
def predict_at(mask, x, y, xt, yt):
    return predict(model, Points(x, y), xt).dist
""",
}

ALONG_X = '''

def predict_along_x(tau):
    """A's prediction with A at every x of the grid while B and C stay, for all inputs shifted by tau."""
    targets = torch.cat([grid[:, None], at[1:].expand(len(grid), -1, -1)], 1) + tau
    found = predict_at(mask, (x + tau).expand(len(grid), -1, -1), y.expand(len(grid), -1, -1), targets, targets)
    return found.mean[:, 0, 0].double(), found.stddev[:, 0, 0].double()
'''
ALONG_X_JOINT = '''

def predict_along_x(tau):
    """A's prediction in use, when no target's y is known, for all inputs shifted by tau."""
    rows = torch.cat([mask[:n], mask[n + 3].expand(len(grid), -1)])[:, :n]
    with intervene(mask=rows):
        found = predict(model, Points(x + tau, y), grid + tau).dist
    return found.mean[:, 0].double(), found.stddev[:, 0].double()
'''

REST = """

mean, sd = (torch.stack(two) for two in zip(predict_along_x(0.0), predict_along_x(tau)))
$shift_error
show_shift("$name", mean, sd)
$prediction

places, one, none = torch.arange(n), torch.eye(3, dtype=torch.float64)[..., None] * $step, torch.zeros(3, 3, 1)
orders = [places] * 7 + [places.flip(0), places.roll(1), torch.cat([places[:2].flip(0), places[2:]])]
index = torch.stack(orders)  # one batch: as drawn, one target moved, one target's y changed, points reordered
targets, ys = at + torch.cat([none[:1], one, none, none]), values + torch.cat([none[:1], none, one, none])
runs = predict_at(mask, x[index], y[index], targets, ys)
mean, sd = (t[..., 0].double() for t in (runs.mean, runs.stddev))
changed = torch.maximum((mean - mean[0]).abs(), (sd - sd[0]).abs()) / sd[0]  # in standard deviations [run, target]
show("order", changed[7:].max())
show("others", (torch.maximum(changed[1:4], changed[4:7]) * (1 - torch.eye(3))).max())
show("leak", changed[4:7].diagonal().max())
measure = $measure
apart = torch.maximum((mean[0] - measure.mean[:, 0]).abs(), (sd[0] - measure.stddev[:, 0]).abs())
show("equal", (apart / measure.stddev[:, 0]).max())
"""

LIKELIHOODS = """
rest = torch.tensor([[j for j in range(n) if j != i] for i in range(n)])  # each point predicted from the others
with torch.inference_mode():
    in_training = model.in_order(x[rest], y[rest], x[:, None], y[:, None])  # its own y is among the tokens
    in_use = model(x[rest], y[rest], x[:, None])
show("in-training", in_training.log_prob(y[:, None].float()).mean())
show("in-use", in_use.log_prob(y[:, None].float()).mean())
"""


def code(points: Pairs, controls: MaskControls) -> Program:
    """The program for these points and controls."""
    n, tokens = len(points), controls.preset.tokens
    run, joint = controls.masked_model(n), tokens == JOINT
    body = START + PREDICT[tokens] + (ALONG_X_JOINT if joint else ALONG_X) + REST.replace("$prediction", PREDICTION)
    values = {
        "name": controls.model,
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "tau": controls.tau,
        "at": controls.at.tolist(),
        "values": controls.y.tolist(),
        "mask": MASKS[controls.rule],
        "changed": "\n".join(_padding(tokens) + _ordered(n, controls)),
        "pads": PADDING,
        "switched": [tuple(cell) for cell in (run.mask ^ controls.named_mask(n)).nonzero().tolist()],
        "cells": LATENT_CELLS if controls.model == "lbanp" else "mask.sum()",
        "step": STEP,
        "every": every(run),
        "measure": "predict_at(own_mask, x, y, at, values)"
        if joint
        else f'predict(load("{MODEL}"), Points(x, y), at).dist',
    }
    imports = IMPORTS + (IMPORTS_JOINT if joint else "")
    return program(
        "Attention masks", imports, body + (LIKELIHOODS if joint and n > 1 else ""), points, controls, **values
    )


def _padding(tokens: str) -> list[str]:
    """The line that masks the padding, where there is any."""
    return [f"mask[:, n : n + {PADDING}] = False  # padding"] if tokens == PADDED else []


def _ordered(n: int, controls: MaskControls) -> list[str]:
    """The lines that bring the mask into the chosen order; nothing where that changes no cell."""
    if bool((controls.named_mask(n) == controls.preset.build(n)).all()):
        return []
    return [f"places = {controls.places(n)}  # of every token in the mask", "mask = mask[places][:, places]"]
