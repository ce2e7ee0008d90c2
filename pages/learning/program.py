"""Learning to learn as a program: the task, its loss, the limit, the loss in expectation, the shift."""

from __future__ import annotations

from pages.learning.controls import LearningControls
from pages.learning.task import DOZEN, DRAWS, LENGTHSCALE, NOISE, SCALE
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, Program, program
from pages.shared.models.predictions import COARSE

IMPORTS = """
import torch

from tnpcore import Points, Task, predict
from tnpcore.data.gp import joint_posterior
from tnpcore.data.kernels import rbf
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.learned import load
from tnpcore.models.neural_process import expected_loss
"""

BODY = f"""
tau = $tau  # the shift of all inputs
model = load("$name")
deal = torch.Generator().manual_seed($deal)  # half of every $dozen points are targets
starts, half = range(0, len(x), $dozen), $dozen // 2
order = [start + i for start in starts for i in torch.randperm($dozen, generator=deal)[:half].tolist()]
hidden = sorted(i for i in order if i < len(x))  # numbers of the targets; of few points not all are alike
hidden = hidden[1:] if len(hidden) == len(x) else hidden or [0] * (len(x) > 1)
rest = [i for i in range(len(x)) if i not in hidden]
given, targets = Points(x[rest], y[rest]), Points(x[hidden], y[hidden])
{SHIFT_ERROR}

def both(values):
    return values[..., 0].double()


here = predict(model, given, grid)
there = predict(model, Points(given.x + tau, given.y), grid + tau)
mean, sd = (torch.stack([both(a), both(b)]) for a, b in ((here.mean, there.mean), (here.std, there.std)))
loss = expected = spread = limit = 0.0
if hidden:
    found = predict(model, given, targets.x).dist
    loss = -found.log_prob(targets.y.float()).mean()
    best = predictor(prior("smooth"), $coarse).predict(given, targets.x).gaussian
    limit = -best.log_prob(targets.y).mean()
    known = joint_posterior(
        lambda a, b: rbf(a, b, $lengthscale, $scale), given, targets.x, torch.tensor($noise).double()
    )
    noise = torch.randn(
        $draws, *known.mean.shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64
    )
    drawn = known.mean + (known.scale_tril @ noise.flatten(1)[..., None]).view_as(noise)
    spread = -found.log_prob(drawn.float()).mean((-1, -2)).double()
    spread = (spread - spread.mean()).square().mean().sqrt()
    expected = expected_loss(found, Task(given, targets), known)
show("loss", loss)
show_shift("$hue", mean, sd)
show("expected", expected)
show("spread", spread)
show("limit", limit)
{PREDICTION.strip()}
"""


def code(points: Pairs, controls: LearningControls) -> Program:
    """The program for these points and controls."""
    values = {
        "name": controls.trained,
        "hue": controls.hue,
        "deal": controls.deal,
        "dozen": DOZEN,
        "tau": controls.tau,
        "coarse": COARSE,
        "lengthscale": LENGTHSCALE,
        "scale": SCALE,
        "noise": NOISE,
        "draws": DRAWS,
    }
    return program(
        "Learning to learn: how is a neural process trained, and on what?", IMPORTS, BODY, points, controls, **values
    )
