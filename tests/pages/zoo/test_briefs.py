"""The zoo's three briefs: a choice is judged by running the model, and by work that is counted."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from pages.shared.lesson.controls import context
from pages.shared.models.catalogue import ABOUT
from pages.zoo.briefs import BRIEFS, judge
from pages.zoo.families import BROKEN, COHERENT, FAMILIES, LINEAR, there
from tnpcore import pretrained
from tnpcore.guarantees import GUARANTEES
from tnpcore.pretrained import ARCHITECTURES

NOTHING = context(())


@pytest.mark.parametrize("name", there("smooth"))
def test_briefs_are_judged_by_running_the_model(name):
    sensor, planner, crowd = (judge(brief, name, NOTHING) for brief in BRIEFS)
    broken = name in FAMILIES[BROKEN]
    assert sensor.done == (GUARANTEES[name].shift and not broken)
    assert crowd.done == (name in LINEAR and not broken)
    if name not in COHERENT:
        assert not planner.done
    assert all(verdict.text for verdict in (sensor, planner, crowd))


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_the_work_grows_as_is_stated(name):
    """Multiplications counted at 200 and at 800 context points: four times as many, or far more."""
    built, work = pretrained.build(name).eval().requires_grad_(False), []
    for count in (200, 800):
        x = torch.linspace(-2, 2, count)[:, None]
        with FlopCounterMode(display=False) as counter, torch.inference_mode():
            built(x, x.sin(), x[:10])
        work.append(counter.get_total_flops())
    assert (work[1] <= 4.5 * work[0]) == (name in LINEAR)


def test_a_summary_claims_no_more_than_the_model_guarantees():
    for name, summary in ABOUT.items():
        assert GUARANTEES[name].shift or "moves with" not in summary
