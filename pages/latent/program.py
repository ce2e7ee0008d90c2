"""Latent variables as a program: q, evidence, ELBO and its gap, estimators, and the shifted prediction."""

from __future__ import annotations

from pages.latent.controls import AS_DRAWN, OWN, LatentControls
from pages.latent.inference import HAND
from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, SHIFT_ERROR, Pairs, Program, program

IMPORTS = """
import math

import torch
from torch.distributions import Normal

from tnpcore import Points, latent, load, predict
"""

BODY = """
model, drawn, tau = load("$name"), Points(x, y), $tau
$predict_both
$shift_error
prior = latent.prior(model)
place = torch.tensor([$z], dtype=torch.float64)  # in prior standard deviations
$q
z = prior.mean + prior.stddev * place
if len(points):
    near = latent.decode(model, z[None], x).mean[0] - y
    show("miss", near.abs().max())
show("area", (q.stddev / prior.stddev).prod())
evidence = latent.posterior(model, drawn, nodes=41).evidence.log_p
bound = latent.elbo(model, drawn, q, nodes=$hand)
unit = $unit  # what the unit of y adds to all log densities
show("evidence", evidence + unit)
show("elbo", bound.value + unit)
show("gap", evidence - bound.value)
show("reconstruction", bound.reconstruction + unit)
show("kl", bound.kl)
generator = torch.Generator().manual_seed(0)
noise = latent.standard_noise(q, 100, generator)
scores = latent.score_function_gradient(model, drawn, q, noise).mean[:, 0]
smooth = latent.reparametrised_gradient(model, drawn, q, noise).mean[:, 0]
show("scatter", scores.std(correction=0) / smooth.std(correction=0).clamp(min=1e-12))
generator = torch.Generator().manual_seed(0)
draws = [2**power for power in range(9)]
drawn_bounds = [[latent.importance_weighted(model, drawn, k, generator, q) for k in draws] for _ in range(24)]
show("bound", sum(row[$power] for row in drawn_bounds) / 24 + unit)
mean, sd = predict_both(model)
show_shift("$name", mean, sd)
$curve"""

ENCODED = "q = latent.encode(model, drawn)"
OWNED = "q = Normal(prior.mean + prior.stddev * torch.tensor([$mean]), prior.stddev * torch.tensor([$sd]))"
ONE_Z = """
one = latent.decode(model, z[None], grid)
mean, sd = one.mean[..., 0], one.stddev[..., 0]
"""


def code(points: Pairs, controls: LatentControls) -> Program:
    """The program for these points and controls."""
    mean, sd = f"{controls.m1!r}, {controls.m2!r}", f"{controls.s1!r}, {controls.s2!r}"
    owned = OWNED.replace("$mean", mean).replace("$sd", sd)
    values = {
        "name": controls.model,
        "tau": controls.tau,
        "z": f"{controls.z1!r}, {controls.z2!r}",
        "q": owned if controls.q == OWN else ENCODED,
        "hand": HAND,
        "unit": "0.0" if controls.unit == AS_DRAWN else f"-len(points) * math.log({controls.unit})",
        "power": controls.power,
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "predict_both": PREDICT_BOTH,
        "curve": ONE_Z if controls.show == "one" else "",
    }
    return program("Latent variables: what does one z hold?", IMPORTS, BODY + PREDICTION, points, controls, **values)
