"""The masks lesson as a program: a mask, cell by cell, and what a trained model predicts under it."""

from __future__ import annotations

from pages.masks.controls import MaskControls
from pages.masks.mask_presets import MODEL
from pages.masks.masked_prediction import STEP, every
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, program

IMPORTS = """
import torch

from tnpcore import Points, intervene, load, masks, predict
"""

# The mask behind each name of the page, for n points and three targets.
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
at = torch.tensor($at, dtype=torch.float64)  # the inputs of the targets A, B and C
grid = grid[::$every]  # fewer where the mask makes every target a pass of its own
mask = $mask  # True: the row may attend to the column
for row, column in $switched:
    mask[row, column] ^= True
show("cost", mask.sum())


def predict_along_x(tau):
    """A's prediction with A at every x of the grid while B and C stay, for all inputs shifted by tau."""
    targets = torch.cat([grid[:, None], at[1:].expand(len(grid), -1, -1)], 1)
    context = Points((x + tau).expand(len(grid), -1, -1), y.expand(len(grid), -1, -1))
    with intervene(mask=mask):
        prediction = predict(model, context, targets + tau)
    return prediction.mean[:, 0, 0].double(), prediction.std[:, 0, 0].double()


mean, sd = (torch.stack(two) for two in zip(predict_along_x(0.0), predict_along_x(tau)))
$shift_error
show_shift("$name", mean, sd)
$prediction

def predict_under_mask(orders, targets):
    """Mean and sd [2, runs, 3] with the points in these orders and the targets there."""
    with intervene(mask=mask):
        prediction = predict(model, Points(x[orders], y[orders]), targets)
    return torch.stack([prediction.mean, prediction.std])[..., 0].double()


places = torch.arange(n)
orders = [places, places.flip(0), places.roll(1), torch.cat([places[:2].flip(0), places[2:]])]
moved = at + $step * torch.eye(3, dtype=torch.float64)[..., None]  # one target at a time
runs = predict_under_mask(torch.stack([*orders, places, places, places]), torch.cat([at.expand(4, -1, -1), moved]))
changed = ((runs - runs[:, :1]).abs() / runs[1, 0]).amax(0)  # in standard deviations [run, target]
show("order", changed[1:4].max())
show("others", (changed[4:] * (1 - torch.eye(3))).max())
plain = predict(load("$plain"), Points(x, y), at)
apart = torch.stack([runs[0, 0] - plain.mean[:, 0], runs[1, 0] - plain.std[:, 0]]).abs()
show("equal", (apart / plain.std[:, 0]).max())
'''


def code(points: Pairs, controls: MaskControls) -> str:
    """The program for these points and controls."""
    n = len(points)
    mask = controls.mask(n)
    values = {
        "name": controls.model,
        "plain": MODEL,
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "tau": controls.tau,
        "at": controls.at.tolist(),
        "mask": MASKS[controls.rule],
        "switched": [tuple(cell) for cell in (mask ^ controls.preset(n)).nonzero().tolist()],
        "step": STEP,
        "every": every(mask, n),
    }
    body = BODY.replace("$prediction", PREDICTION)
    return program("Attention masks", IMPORTS, body, points, controls, **values)
