"""Home as a program: four models and the Bayes predictor on the same points."""

from __future__ import annotations

from collections.abc import Mapping

from pages.home.scene import SHIFT
from pages.shared.lesson.controls import choice, number
from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, Pairs, available_models, program
from pages.shared.models.catalogue import FOUR, PRIOR_NAMES
from pages.shared.models.predictions import COARSE, THIN

IMPORTS = """
import torch

from tnpcore import Points, load, predict
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
"""

BODY = f"""
tau = $tau  # move all x by
{PREDICT_BOTH}
best = predictor(prior("$prior"), $coarse).predict(Points(x, y), grid).gaussian
for name in $names:
    mean, sd = predict_both(load(name, "$prior"))
    # The model on the stage is compared at every target, the small pictures at one in $thin.
    step = 1 if name == "$name" else $thin
    show(f"shift-{{name}}", rms((mean[1] - mean[0])[::step]))
    show(f"limit-{{name}}", rms(((mean[0] - best.mean[:, 0]) / best.stddev[:, 0])[::$thin]))

mean, sd = predict_both(load("$name", "$prior"))
{PREDICTION.strip()}
"""


def code(points: Pairs, controls: Mapping) -> str:
    """The program for these points and controls; ControlError names a control that does not fit."""
    values = {
        "name": choice(controls, "model", FOUR),
        "tau": number(controls, "tau", 0.0, *SHIFT),
        "names": available_models(points),
        "thin": THIN,
        "coarse": COARSE,
        "prior": choice(controls, "prior", tuple(PRIOR_NAMES)),
    }
    return program("Click anywhere to add data", IMPORTS, BODY, points, controls, **values)
