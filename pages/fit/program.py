"""Data of one's own as a program: the band, how many held-out points it holds, and what else is on show: the fitted
Gaussian process, and the probability of the event."""

from __future__ import annotations

from pages.fit.band import FEWEST, SEED
from pages.fit.controls import BANDS, MEAN, PLACES, FitControls
from pages.fit.event import GP_PATHS, PATHS
from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, SHIFT_ERROR, Pairs, Program, program
from pages.shared.lesson.values import context

IMPORTS = """
import torch

from tnpcore import Points, $functions
$gp_import
$band_import
"""
FIFTHS = (
    "band_fit(drawn, held_out, torch.Generator().manual_seed($seed))",
    "from tnpcore.evaluation.band import band_fit",
)
IN_BLOCKS = (
    "band_of(drawn, [(t.target, held_out(t.context, t.target.x)) for t in blocks(drawn, $width)], held_out)",
    "from tnpcore.evaluation.band import band_of\nfrom tnpcore.evaluation.folds import blocks",
)
GP_IMPORT = "from tnpcore.data.gp import fit  # needs scikit-learn"

BODY = f"""
model, tau = load("$name", "$prior"), $tau
{PREDICT_BOTH.rstrip()}
{SHIFT_ERROR}
mean, sd = predict_both(model)
show_shift("$name", mean, sd)
drawn, enough = Points(x, y), len(points) >= $fewest
if enough:
    held_out = lambda context, xt: predict(model, context, xt).dist
    found = $found
    show("inside", found.inside / found.held_out)
$gp$event
{PREDICTION.strip()}
$gp_band"""

GP = """
process = fit(drawn)
show("gp-lengthscale", process.lengthscale)
show("gp-noise", process.noise)
if enough:
    held_out = lambda context, xt: process.given(context).predict(xt)
    found = $found
    show("gp-inside", found.inside / found.held_out)
"""

EVENT = """
level, places = $level, torch.linspace($a, $b, $places, dtype=torch.float64)[:, None]


def show_event(name, paths, marginals):
    \"\"\"The share of paths on which $what lies above the level, and what follows from independent values.\"\"\"
    show(f"{name}paths", $share)
    $alone
    show(f"{name}product", above)


generator = torch.Generator().manual_seed($draw)
order = torch.randperm(len(places), generator=generator)
order = order[(places[order, 0].abs() - 2).clamp(min=0.0).argsort(stable=True)]  # what lies outside comes last
paths = sample_autoregressively(model, drawn, places[order], $paths, generator)[:, order.argsort(), 0].double()
show_event("", paths, predict(model, drawn, places).dist)
ends = predict(model, drawn, torch.tensor([[$at_a], [$at_b]], dtype=torch.float64))
show("at-a", ends.mean[0, 0])
show("at-b", ends.mean[1, 0])
"""

ANY = {
    "what": "at least one value",
    "share": "(paths > level).any(1).double().mean()",
    "alone": "above = 1 - marginals.cdf(torch.full_like(marginals.mean, level)).double().prod()",
}
OF_MEAN = {
    "what": "the mean of the values",
    "share": "(paths.mean(1) > level).double().mean()",
    "alone": """mean, variance = marginals.mean.double().mean(), marginals.variance.double().sum() / len(places) ** 2
    above = 1 - torch.distributions.Normal(mean, variance.sqrt()).cdf(torch.tensor(level, dtype=torch.float64))""",
}

GP_EVENT = """
noise = torch.randn($gp_paths, len(places), generator=torch.Generator().manual_seed($draw), dtype=torch.float64)
joint = process.predict_jointly(places)
show_event("gp-", joint.mean[:, 0] + noise @ joint.scale_tril.mT, process.predict(places))
"""

GP_BAND = f"""
print("Fitted Gaussian process, $band")
mean, sd = (value.mT for value in (process.predict(grid, "$of").mean, process.predict(grid, "$of").stddev))
{PREDICTION.strip()}
"""


def code(points: Pairs, controls: FitControls) -> Program:
    """The program for these points and controls."""
    places = controls.places[:, 0].tolist()
    process = bool(points) and (controls.gp or controls.event)
    event = {**(OF_MEAN if controls.of == MEAN else ANY), "paths": PATHS, "gp_paths": GP_PATHS, "places": PLACES}
    event |= {"level": controls.level, "a": places[0], "b": places[-1], "draw": controls.draw}
    event |= {"at_a": controls.in_view(controls.a), "at_b": controls.in_view(controls.b)}
    values = {"name": controls.model, "prior": controls.prior, "tau": controls.tau, "fewest": FEWEST, "seed": SEED}
    values |= {"of": controls.gp_band, "band": BANDS[controls.gp_band]}
    body = BODY.replace("$gp_band", GP_BAND if process and controls.gp else "")
    body = body.replace("$gp", GP if process else "")
    width = controls.width(context(points))
    found, band_import = FIFTHS if width is None else IN_BLOCKS
    body, values["width"] = body.replace("$found", found), width
    body = body.replace("$event", EVENT + GP_EVENT * process if controls.event else "")
    imports = IMPORTS.replace("$functions", "load, predict" + ", sample_autoregressively" * controls.event)
    imports = imports.replace("$gp_import\n", f"{GP_IMPORT}\n" if process else "")
    imports = imports.replace("$band_import", band_import)
    return program("Does the band fit your data?", imports, body, points, controls, **values, **event)
