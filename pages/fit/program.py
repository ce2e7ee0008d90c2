"""Data of one's own as a program: the band, and how many held-out points it holds."""

from __future__ import annotations

from pages.fit.band import FEWEST, SEED
from pages.fit.controls import FitControls
from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, SHIFT_ERROR, Pairs, Program, program

IMPORTS = """
import torch

from tnpcore import Points, load, predict
from tnpcore.evaluation.band import band_fit
"""

BODY = f"""
model, tau = load("$name", "$prior"), $tau
{PREDICT_BOTH.rstrip()}
{SHIFT_ERROR}
mean, sd = predict_both(model)
show_shift("$name", mean, sd)
if len(points) >= $fewest:
    held_out = lambda context, xt: predict(model, context, xt).dist
    found = band_fit(Points(x, y), held_out, torch.Generator().manual_seed($seed))
    show("inside", found.inside / found.held_out)
{PREDICTION.strip()}
"""


def code(points: Pairs, controls: FitControls) -> Program:
    """The program for these points and controls."""
    values = {"name": controls.model, "prior": controls.prior, "tau": controls.tau, "fewest": FEWEST, "seed": SEED}
    return program("Does the band fit your data?", IMPORTS, BODY, points, controls, **values)
