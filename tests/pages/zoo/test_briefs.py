"""The zoo's three briefs: a choice is judged by running the model, and by work that is counted."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from pages.shared.lesson.values import context
from pages.shared.models.families import is_broken
from pages.zoo.briefs import BRIEFS, judge
from pages.zoo.families import there
from tnpcore import pretrained
from tnpcore.models.registry import SPECS

pytestmark = pytest.mark.slow

NOTHING = context(())


@pytest.mark.parametrize("name", there("smooth"))
def test_briefs_are_judged_by_running_the_model(name):
    sensor, planner, crowd = (judge(brief, name, NOTHING) for brief in BRIEFS)
    broken = is_broken(name)
    assert sensor.done == (SPECS[name].guarantees.shift and not broken)
    assert crowd.done == (SPECS[name].linear_cost and not broken)
    if not SPECS[name].guarantees.coherent_samples:
        assert not planner.done
    assert all(verdict.text for verdict in (sensor, planner, crowd))


@pytest.mark.parametrize("name", SPECS)
def test_the_work_grows_as_is_stated(name):
    """Multiplications counted at 200 and at 800 context points: four times as many, or far more."""
    built, work = pretrained.build(name).eval().requires_grad_(False), []
    for count in (200, 800):
        x = torch.linspace(-2, 2, count)[:, None]
        with FlopCounterMode(display=False) as counter, torch.inference_mode():
            built(x, x.sin(), x[:10])
        work.append(counter.get_total_flops())
    assert (work[1] <= 4.5 * work[0]) == SPECS[name].linear_cost


def test_a_summary_claims_no_more_than_the_model_guarantees():
    for spec in SPECS.values():
        assert spec.guarantees.shift or "shifts with" not in spec.summary


@pytest.mark.parametrize("name", [name for name in there("smooth") if name in ("np", "convgnp", "tnpnd")])
def test_models_that_draw_functions_suit_the_planner(name):
    assert judge(BRIEFS[1], name, context(((0.0, 1.0),))).done
