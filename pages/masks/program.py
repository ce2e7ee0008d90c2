"""Masking as a program: a mask, cell by cell, and what the trained TNP-D says under it."""

from __future__ import annotations

from collections.abc import Mapping

from pages.masks.mask_presets import RULES, TARGETS, painted_mask
from pages.masks.painted_mask import MODEL, STEP, positions
from pages.masks.scene import SHIFT, target_positions
from pages.shared.lesson.controls import choice, number
from pages.shared.lesson.program import PREDICTION, Pairs, program

IMPORTS = """
import torch

from tnpcore import Points, intervene, load, masks, predict
"""

# The rule that each name on the page stands for, for n points and three targets.
MASKS = {
    "tnpd": "masks.context_only(n, 3)",
    "causal": "masks.causal_targets(n, 3)",
    "full": "masks.full(n + 3)",
    "cross": "masks.cross_only(n, 3)",
    "lm": "masks.causal(n + 3)",
    "blank": "masks.empty(n + 3)",
}

BODY = '''
model, n, tau = load("$name"), len(points), $tau
at = torch.tensor($at, dtype=torch.float64)  # where A, B and C are asked
mask = $mask  # True: the row may look at the column
for row, column in $painted:
    mask[row, column] ^= True
show("cost", mask.sum())


def along(tau):
    """A's prediction for A everywhere on the grid while B and C stay, with the whole world moved by tau."""
    asked = torch.cat([grid[:, None], at[1:].expand(len(grid), -1, -1)], 1)
    world = Points((x + tau).expand(len(grid), -1, -1), y.expand(len(grid), -1, -1))
    with intervene(mask=mask):
        told = predict(model, world, asked + tau)
    return told.mean[:, 0, 0].double(), told.std[:, 0, 0].double()


mean, sd = (torch.stack(two) for two in zip(along(0.0), along(tau)))
show("shift-$name", rms(mean[1] - mean[0]))
$prediction

def under_mask(orders, asked):
    """Mean and sd [2, runs, 3] with the points in these orders and the targets there."""
    with intervene(mask=mask):
        told = predict(model, Points(x[orders], y[orders]), asked)
    return torch.stack([told.mean, told.std])[..., 0].double()


places = torch.arange(n)
orders = [places, places.flip(0), places.roll(1), torch.cat([places[:2].flip(0), places[2:]])]
moved = at + $step * torch.eye(3, dtype=torch.float64)[..., None]  # one target at a time
told = under_mask(torch.stack([*orders, places, places, places]), torch.cat([at.expand(4, -1, -1), moved]))
changed = ((told - told[:, :1]).abs() / told[1, 0]).amax(0)  # in standard deviations [run, target]
show("order", changed[1:4].max())
show("others", (changed[4:] * (1 - torch.eye(3))).max())
plain = predict(model, Points(x, y), at)
apart = torch.stack([told[0, 0] - plain.mean[:, 0], told[1, 0] - plain.std[:, 0]]).abs()
show("equal", (apart / plain.std[:, 0]).max())
'''


def code(points: Pairs, controls: Mapping) -> str:
    """The program for these points and controls; ControlError names a control that does not fit."""
    n, rule = len(points), choice(controls, "rule", tuple(RULES))
    mask = painted_mask(controls, n)
    values = {
        "name": MODEL,
        "tau": number(controls, "tau", 0.0, *SHIFT),
        "at": target_positions(controls).tolist(),
        "mask": MASKS[rule],
        "painted": [tuple(cell) for cell in (mask ^ RULES[rule](n, TARGETS)).nonzero().tolist()],
        "step": STEP,
        "targets": positions(mask, n),
    }
    body = BODY.replace("$prediction", PREDICTION)
    return program("Edit the rules of who may look", IMPORTS, body, points, controls, **values)
