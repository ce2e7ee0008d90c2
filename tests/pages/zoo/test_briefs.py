"""The zoo's three briefs: a choice is judged by running the model, and by work that is counted."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from pages.shared.lesson.controls import context
from pages.zoo.briefs import BRIEFS, judged
from pages.zoo.families import FAMILIES, there
from tnpcore import pretrained
from tnpcore.models.registry import SPECS

NOTHING = context(())


@pytest.mark.parametrize("name", there("smooth"))
def test_briefs_are_judged_by_running_the_model(name):
    sensor, planner, crowd = (judged(brief, name, NOTHING) for brief in BRIEFS)
    broken = name in FAMILIES["Broken on purpose"]
    assert sensor.done == (SPECS[name].guarantees.shift and not broken)
    assert crowd.done == (SPECS[name].linear_cost and not broken)
    if not SPECS[name].guarantees.coherent_samples:
        assert not planner.done
    assert all(verdict.text for verdict in (sensor, planner, crowd))


@pytest.mark.parametrize("name", SPECS)
def test_the_work_grows_as_is_said(name):
    """Multiplications counted at 200 and at 800 context points: four times as many, or far more."""
    built, work = pretrained.build(name).eval().requires_grad_(False), []
    for count in (200, 800):
        x = torch.linspace(-2, 2, count)[:, None]
        with FlopCounterMode(display=False) as counter, torch.inference_mode():
            built(x, x.sin(), x[:10])
        work.append(counter.get_total_flops())
    assert (work[1] <= 4.5 * work[0]) == SPECS[name].linear_cost


def test_only_a_model_that_guarantees_it_is_said_to_shift_with_the_data():
    for spec in SPECS.values():
        assert spec.guarantees.shift or "shifts with" not in spec.summary
