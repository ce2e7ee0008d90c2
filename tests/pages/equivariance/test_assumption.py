"""Other changes of the data, and where equivariance is the wrong assumption."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.equivariance import judges, story
from pages.equivariance.controls import EquivarianceControls
from pages.equivariance.groups import PERMUTE, REFLECT, SCALE
from pages.equivariance.stationarity import likelihoods
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID, bayes_prediction, shift_error
from tests.pages.equivariance.steps import (
    DRAWN,
    needs_pair,
    numbers,
    verdict,
)
from tests.verdicts import whole
from tnpcore import Points, predict

# ---- other groups ----------------------------------------------------------------------------------


def test_the_bayes_predictor_follows_a_reflection_and_no_scale():
    drawn = context(DRAWN)
    here = bayes_prediction(drawn)
    mirrored, doubled = (
        bayes_prediction(Points(-drawn.x, drawn.y), -GRID),
        bayes_prediction(Points(drawn.x, 2 * drawn.y)),
    )
    assert shift_error(here, mirrored).largest < 1e-6
    assert np.sqrt(np.mean(((doubled.mean / 2 - here.mean) / here.sd) ** 2)) > 0.1


@pytest.mark.parametrize("group", [PERMUTE, REFLECT, SCALE])
def test_a_group_is_undone_in_the_prediction(group):
    """By hand: the model on the changed data, with the change undone."""
    drawn = context(DRAWN)
    here, changed = EquivarianceControls(group=group).predict_both("tetnp", drawn, GRID)
    sign, factor = (-1 if group == REFLECT else 1), (2 if group == SCALE else 1)
    order = torch.arange(len(drawn)).flip(0) if group == PERMUTE else torch.arange(len(drawn))
    direct = predict(model("tetnp"), Points(sign * drawn.x[order], factor * drawn.y[order]), sign * GRID)
    np.testing.assert_allclose(changed.mean, direct.mean[:, 0].numpy() / factor, atol=1e-6)
    np.testing.assert_allclose(changed.sd, direct.std[:, 0].numpy() / factor, atol=1e-6)
    np.testing.assert_array_equal(changed.x, here.x)


# ---- the wrong assumption --------------------------------------------------------------------------


class AsGood:
    """Two models whose likelihoods do not differ."""

    difference = (0.0, 0.01)

    def mean(self, name):
        return 0.5


def test_the_right_option_gets_the_reason_only_where_it_is_the_reason(monkeypatch):
    reason = "because it reads on which side of 0 it is"
    assert reason in judges.better_model(None, None, 1).text
    monkeypatch.setattr(judges, "likelihoods", AsGood)
    found = judges.better_model(None, None, 2)
    assert found.right and found.more.endswith("apart.") and "because" not in found.text


@needs_pair
def test_where_x_matters_the_model_that_reads_x_is_better():
    difference, error = likelihoods().difference
    assert difference > 3 * error > 0
    found = verdict(story.WRONG_ASSUMPTION, guess=1)
    assert found.done and found.right and found.outcome == 1
    assert round(difference, 3) in numbers(whole(found)) and round(error, 3) in numbers(whole(found))


@needs_pair
def test_the_tasks_shifted_away_turn_the_result_around():
    difference, error = likelihoods(2.0).difference
    assert difference < -3 * error
    torch.testing.assert_close(likelihoods(2.0).scores["tetnp"], likelihoods().scores["tetnp"], atol=1e-3, rtol=1e-3)
