"""The layer lesson as a program: the query's token through one layer, and the readings of the page."""

from __future__ import annotations

from pages.layer.controls import NUM_HEADS, NUM_LAYERS, LayerControls, kept_head
from pages.layer.saturation import DRAWS, KEYS, TRAINED_WIDTH
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, Program, available_models, program
from tnpcore.ablation import RETRAINED, WHOLE, switched_off

IMPORTS = """
import torch

from tnpcore import LayerRecord, Points, card, intervene, load, predict, record
"""

BODY = """
model, layer, after = load("$name"), $layer, $after  # layers counted from 0
query, tau = $query, $tau
off = $off

$shift_error

# The query is one more target. Two predictions in one batch: for the inputs as they are, and shifted by tau.
targets = torch.cat([grid, torch.tensor([[query]], dtype=torch.float64)])
shifts = torch.tensor([0.0, tau], dtype=torch.float64)[:, None, None]
with intervene(**off), record() as attention, record(LayerRecord) as layers:
    prediction = predict(model, Points(x + shifts, y.expand(2, -1, -1)), targets + shifts)
mean, sd = prediction.mean[..., 0].double(), prediction.std[..., 0].double()
trained = predict(model, Points(x, y), targets)


def of_query(tokens):
    return torch.zeros(1) if tokens is None else tokens[0, -1]


one = layers[layer]
show("attention-adds", of_query(one.mixed).norm())
show("ffn-adds", of_query(one.change).norm())
show("token-length", of_query(one.tokens).norm())

# The head applied to the targets' tokens before the first layer, or after one.
stream = [layers[0].tokens, *(each.out for each in layers)][after]
with torch.no_grad():
    read_out = model.head(stream[0, -len(targets):])
show("depth-distance", rms((read_out.mean[:, 0].double() - mean[0]) / sd[0]))
show_shift("$name", mean[:, :-1], sd[:, :-1])  # without the query: the targets in view
show("off-change", rms((mean[0] - trained.mean[:, 0]) / trained.std[:, 0]))
$retrained

def gradient(weights):
    return 1 - weights.square().sum(-1).mean()


generator = torch.Generator().manual_seed(0)
q = torch.randn($draws, 1, $width, generator=generator, dtype=torch.float64)
k = torch.randn($draws, $keys, $width, generator=generator, dtype=torch.float64)
scores = (q * k).sum(-1)
show("gradient-scaled", gradient((scores / $width**0.5).softmax(-1)))
show("gradient-raw", gradient(scores.softmax(-1)))
logits = [entry.logits[0, :, -len(targets):].double() for entry in attention]
show("gradient-trained", sum(gradient(each.softmax(-1)) for each in logits) / len(logits))
show("gradient-undivided", sum(gradient((each * $root).softmax(-1)) for each in logits) / len(logits))
$on_stage"""

ON_STAGE = "mean, sd = (z.mT.double() for z in (read_out.mean, read_out.stddev))  # the stage shows the read-out\n"
EXCESS = """results = card("$name").results
seeds = [entry["excess"] for entry in results.get("seeds", {}).values()] or [results["excess"]]
show("excess-whole", sum(seeds) / len(seeds))
"""
DISTANCE = """whole, other = (predict(load(name), Points(x, y), grid) for name in ("$whole", "$name"))
show("retrained-distance", rms((other.mean - whole.mean) / whole.std))
"""


def code(points: Pairs, controls: LayerControls) -> Program:
    """The program for these points and controls."""
    other = RETRAINED[controls.retrained]
    names = available_models(points, (WHOLE, other))
    retrained = EXCESS.replace("$name", WHOLE) if WHOLE in names else ""
    if other in names:
        retrained += DISTANCE.replace("$name", other).replace("$whole", controls.model)
    off = switched_off(controls.part, controls.off_in, NUM_HEADS, kept_head()) if controls.intervenes else {}
    values = {
        "name": controls.model,
        "layer": controls.layer_index,
        "after": controls.after,
        "query": controls.at,
        "tau": controls.tau,
        "off": off,
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "retrained": retrained,
        "on_stage": ON_STAGE if controls.after < NUM_LAYERS else "",
        "draws": DRAWS,
        "keys": KEYS,
        "width": controls.width,
        "root": TRAINED_WIDTH**0.5,
    }
    return program("What does each part of a layer do?", IMPORTS, BODY + PREDICTION, points, controls, **values)
