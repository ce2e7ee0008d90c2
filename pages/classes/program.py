"""Few-shot classification as a program: the map, the probe, the last label, the limit, and the shifted map."""

from __future__ import annotations

from pages.classes.controls import ClassesControls
from pages.classes.maps import SIDE, given
from pages.shared.lesson.program import Pairs, Program
from pages.shared.lesson.values import context

IMPORTS = """
import torch

from tnpcore.classification import bayes_classifier, load, predict_classes
"""

BODY = """
ways = $ways
labelled = [  # x1, x2, class from 1
$points]
table = torch.tensor(labelled, dtype=torch.float64).reshape(-1, 3)
x, labels = table[:, :2], table[:, 2].long() - 1
axis = torch.linspace(-$edge, $edge, $side, dtype=torch.float64)
cells = torch.cartesian_prod(axis, axis).flip(-1)
probe = torch.tensor([[$probe]], dtype=torch.float64)
models = {name: load(name) for name in ("tnp-classifier", "cnp-classifier")}
model = models["$name"]
here = predict_classes(model, x, labels, cells, ways).double()
show("probe", predict_classes(model, x, labels, probe, ways).argmax() + 1)
last = 0.0
if labelled:
    last = predict_classes(model, x[:-1], labels[:-1], x[-1:], ways)[0, labels[-1]]
show("last", last)
show("sure", here.max(-1).values.mean())
tau = torch.tensor([$shift], dtype=torch.float64)
there = predict_classes(model, x + tau, labels, cells + tau, ways).double()
show("shift-$name", (there - here).abs().sum(-1).mean() / 2)
limit = bayes_classifier(x, labels, cells, ways)
for name, each in models.items():
    found = predict_classes(each, x, labels, cells, ways).double()
    show(f"limit-{name}", (found - limit).abs().sum(-1).mean() / 2)
"""


def code(points: Pairs, controls: ClassesControls) -> Program:
    """The program for these points and controls."""
    known = given(context(points), controls)
    values = {
        "name": controls.model,
        "ways": known.ways,
        "points": "".join(f"    ({x1!r}, {x2!r}, {label}),\n" for x1, x2, label in known.points),
        "edge": 3,
        "side": SIDE,
        "probe": ", ".join(map(repr, controls.probe)),
        "shift": ", ".join(map(repr, controls.shift)),
    }
    return Program("Few-shot classification: which class, from a few labelled points?", IMPORTS, BODY, values)
