"""Positional encoding as a program: one shift under every input encoding, and the sinusoids' properties in numbers."""

from __future__ import annotations

from pages.positional.controls import PositionalControls
from pages.positional.encodings import ENCODINGS
from pages.positional.sinusoidal_encoding import FARTHEST, STEP
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, Program, program
from pages.shared.models.catalogue import model
from pages.shared.models.each_model import for_each_model
from tnpcore.models.inputs import POSITIONS_PER_UNIT

IMPORTS = """
import torch

from tnpcore import Points, card, load, predict
from tnpcore.positional import rotate, sinusoidal
"""

BODY = '''
tau = $tau  # the shift of all inputs


def predict_both(model, x, y):
    """Mean and sd [2, Nt]: as drawn, and the prediction for all inputs shifted by tau."""
    shifts = torch.tensor([0.0, tau], dtype=torch.float64)[:, None, None]
    prediction = predict(model, Points(x + shifts, y.expand(2, -1, -1)), grid + shifts)
    return prediction.mean[..., 0].double(), prediction.std[..., 0].double()

$shift_error
encodings = {$encodings}
for encoding, name in encodings.items():
    mean, sd = predict_both(load(name), x, y)
    show_shift(encoding, mean, sd)
    turned, _ = predict_both(load(name), x.flip(0), y.flip(0))  # the list of points, reversed
    show(f"order-{encoding}", rms((turned[0] - mean[0]) / sd[0]))
    show(f"excess-{encoding}", card(name).results["excess"])

# The sinusoidal code: similarity depends on the offset alone, and a step rotates every pair by a fixed angle.
place, other, d, base, step, per_unit = $place, $other, $d, $base, $step, $per_unit
count = round(2 * $farthest * per_unit) + 1
places = torch.linspace(-$farthest, $farthest, count, dtype=torch.float64)[:, None]
code = sinusoidal(per_unit * places, d, base)
similarity = (code @ code.T / (d / 2)).diagonal(round(step * per_unit))
here, there = sinusoidal(per_unit * torch.tensor([[place], [place + step]], dtype=torch.float64), d, base)
rotated = rotate(here[None], torch.tensor([[-per_unit * step]], dtype=torch.float64), base)
pair = sinusoidal(per_unit * torch.tensor([[place], [other]], dtype=torch.float64), d, base)
show("pair", pair[0] @ pair[1] / (d / 2))
show("spread", similarity.max() - similarity.min())
show("rotation", (rotated - there).abs().max())
show("nearest", torch.cdist(code, code).fill_diagonal_(torch.inf).min())
'''


def code(points: Pairs, controls: PositionalControls) -> Program:
    """The program for these points and controls."""
    sinusoids = controls.sinusoids
    loaded, _ = for_each_model(lambda way: model(ENCODINGS[way].model), ENCODINGS)
    # The encoding on the stage comes last: its prediction is printed.
    names = sorted(loaded, key=lambda name: name == controls.way)
    values = {
        "tau": controls.tau,
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "encodings": "".join(f'\n    "{name}": "{ENCODINGS[name].model}",' for name in names) + "\n",
        "place": controls.pair[0],
        "other": controls.pair[1],
        "d": sinusoids.d,
        "base": sinusoids.base,
        "step": STEP,
        "per_unit": POSITIONS_PER_UNIT,
        "farthest": FARTHEST,
    }
    return program("Positional encoding", IMPORTS, BODY + PREDICTION, points, controls, **values)
