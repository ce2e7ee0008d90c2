"""Positional encoding as a program: one shift under three input encodings, and the sinusoids' properties in numbers."""

from __future__ import annotations

from pages.positional.controls import ENCODINGS, PositionalControls
from pages.positional.sinusoidal_encoding import LAST, STEP
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, program

IMPORTS = """
import torch

from tnpcore import Points, load, predict
from tnpcore.positional import rotate, sinusoidal
from tnpcore.setconv import midrange
"""

BODY = '''
tau = $tau  # the shift of all inputs


def predict_both(model, centre):
    """Mean and sd [2, Nt]: as drawn, and the prediction for all inputs shifted by tau."""
    shifts = torch.tensor([0.0, tau], dtype=torch.float64)[:, None, None]
    context, targets = x + shifts, grid + shifts
    if centre:  # the model receives x - the middle of the context
        context, targets = context - midrange(context), targets - midrange(context)
    prediction = predict(model, Points(context, y.expand(2, -1, -1)), targets)
    return prediction.mean[..., 0].double(), prediction.std[..., 0].double()

$shift_error
for encoding, name, centre in $encodings:
    mean, sd = predict_both(load(name), centre)
    show_shift(encoding, mean, sd)

# The sinusoidal encoding: similarity depends on the offset alone, and a step rotates every pair by a fixed angle.
p, d, base, step = $p, $d, $base, $step
code = sinusoidal(torch.arange($last + 1.0, dtype=torch.float64)[:, None], d, base)
similarity = (code[:-step] * code[step:]).sum(-1) / (d / 2)
here, there = sinusoidal(torch.tensor([[p], [p + step]], dtype=torch.float64), d, base)
rotated = rotate(here[None], torch.tensor([[-float(step)]], dtype=torch.float64), base)
show("similarity", similarity[0])
show("spread", similarity.max() - similarity.min())
show("rotation", (rotated - there).abs().max())
'''


def code(points: Pairs, controls: PositionalControls) -> str:
    """The program for these points and controls."""
    sinusoids = controls.sinusoids
    # The encoding on the stage comes last: its prediction is printed.
    names = sorted(ENCODINGS, key=lambda name: name == controls.way)
    values = {
        "tau": controls.tau,
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "encodings": [(name, ENCODINGS[name].model, name == "centred") for name in names],
        "p": sinusoids.p,
        "d": sinusoids.d,
        "base": sinusoids.base,
        "step": STEP,
        "last": LAST,
    }
    return program("Positional encoding", IMPORTS, BODY + PREDICTION, points, controls, **values)
