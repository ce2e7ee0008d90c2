"""The sum of a model's weights: the same after predictions, another one after any change."""

from __future__ import annotations

import copy

import pytest
import torch

from pages.home import scene as home
from pages.home.controls import HomeControls
from pages.shared.lesson.values import context
from pages.shared.models import checksum as sums
from pages.shared.models.catalogue import FOUR, model
from tnpcore import card


@pytest.mark.parametrize("name", FOUR)
def test_weights_in_memory_are_those_of_the_file(name):
    found = sums.checksum_reading(name)
    assert found.text == f"{sums.checksum_as_trained(name)[:8]}, as trained" and found.tone == "good"
    assert f"{card(name).parameters:,} weights" in found.label


def test_the_sum_stays_while_the_prediction_changes():
    read = []
    for points in ((), ((0.0, 1.0),), ((0.0, -1.0), (1.0, 0.5))):
        parts = [part(context(points), HomeControls()) for part in (home.scene, home.aside)]
        read.append((parts[0].reading("prediction").text, parts[1].reading("checksum").text))
    assert len({prediction for prediction, _ in read}) == 3 and len({sum for _, sum in read}) == 1


def test_one_weight_that_differs_in_its_last_digit_is_seen(monkeypatch):
    other = copy.deepcopy(model("tnpd"))
    weights = list(other.parameters())[-1].data
    weights[0] = torch.nextafter(weights[0], weights[0] + 1)
    monkeypatch.setattr(sums, "model", lambda name: other)
    found = sums.checksum_reading("tnpd")
    assert found.text.endswith("not as trained") and (found.value, found.tone) == (0.0, "bad")
