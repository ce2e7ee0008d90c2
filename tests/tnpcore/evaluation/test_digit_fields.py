"""Completed pictures of digits: exact models as oracles, and where a field is cut."""

from __future__ import annotations

import math

import pytest
import torch
from torch.distributions import Normal

from tnpcore.autoencoders.reading import read_digits
from tnpcore.data.digits import inked
from tnpcore.data.priors import prior, unseen
from tnpcore.evaluation import digit_fields
from tnpcore.evaluation.digit_fields import BESIDE, completed, truth
from tnpcore.models import NeuralProcess

PRIOR = prior("digits2d")


class Paper(NeuralProcess):
    """Predicts paper everywhere, with the noise of the prior."""

    def forward(self, xc, yc, xt):
        return Normal(torch.zeros_like(xt[..., :1]), torch.full_like(xt[..., :1], PRIOR.noise))


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(digit_fields, "TASKS", 100)


def test_the_digit_is_cut_out_where_it_is():
    images, _ = inked("held-out")
    for task in digit_fields._fields(PRIOR)[:2]:
        cut = digit_fields._cut_out(task, task.target.y, PRIOR.field)
        nearest = (images[None] - cut[:, None]).square().mean((-1, -2)).min(1).values
        assert nearest.max() < 1.5 * PRIOR.noise**2  # a held-out digit, but for the noise


def test_the_pictures_themselves_are_read_as_held_out_digits_are():
    images, labels = inked("held-out")
    share = (read_digits(images) == labels).double().mean().item()
    found, error = truth(PRIOR, read_digits)
    assert share > 0.95 and abs(found - share) < 4 * error + 0.02


def test_paper_alone_has_the_error_of_the_ink_and_is_the_same_beside():
    found, beside = (completed(Paper(dim_x=2, dim_y=1), PRIOR, read_digits, shift) for shift in (0.0, BESIDE))
    assert found == beside
    tasks = digit_fields._fields(PRIOR)
    y = torch.cat([task.target.y for task in tasks])
    assert found.rmse == pytest.approx(y.square().mean().sqrt().item(), abs=1e-5)
    expected = -0.5 * (y / PRIOR.noise).square() - math.log(PRIOR.noise * math.sqrt(2 * math.pi))
    assert found.loglik[0] == pytest.approx(expected.mean().item(), abs=1e-3)
    assert found.accuracy[0] < truth(PRIOR, read_digits)[0] - 0.3


def test_no_training_sees_what_is_measured():
    assert PRIOR.part == "training" and unseen(PRIOR).part == "held-out"
    assert unseen(prior("gp2d")) is prior("gp2d")
