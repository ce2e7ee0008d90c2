"""What a shift and the order of the list change: one pass through each model, with the numbers of separate passes."""

from functools import partial

import numpy as np
import pytest

from pages.positional.controls import PositionalControls
from pages.positional.encodings import ENCODINGS, REVERSED, changes, encoded_predictions, in_order
from pages.positional.scene import later
from pages.positional.survey import COMPARED
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tnpcore.models import NeuralProcess

POINTS = context(((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5)))


@pytest.mark.parametrize("way", ENCODINGS)
@pytest.mark.parametrize("points", [POINTS, context(())], ids=["four points", "no points"])
def test_one_pass_has_the_numbers_of_separate_passes(way, points):
    found = changes(way, points, 1.3)
    here, shifted = encoded_predictions(way, points, (0.0, 1.3))
    (turned,) = encoded_predictions(way, in_order(points, REVERSED), (0.0,))
    # Single precision in batches of other sizes, which some processors add in another order: 1.6e-6 was seen.
    close = partial(np.allclose, atol=5e-6)
    for one, other in ((found.here, here), (found.shifted, shifted), (found.turned, turned)):
        assert close(one.mean, other.mean) and close(one.sd, other.sd)
        assert np.array_equal(one.x, other.x)


@pytest.mark.parametrize("tau", [0.0, 1.3])
def test_the_slow_part_runs_each_model_once(monkeypatch, tau):
    wanted = {model(each.model) for each in ENCODINGS.values()}
    calls, run = [], NeuralProcess.__call__

    def counted(network, *inputs):
        if network in wanted:  # what another test left running counts nothing here
            calls.append(network)
        return run(network, *inputs)

    monkeypatch.setattr(NeuralProcess, "__call__", counted)
    later(POINTS, PositionalControls(tau=tau))
    assert len(calls) == len(set(calls)) == len(ENCODINGS)


def test_while_nothing_is_shifted_the_readings_are_zero_and_the_table_has_its_own_shift():
    out = later(POINTS, PositionalControls(way="raw"))
    assert out.reading("shift-index").value == 0 and not out.reading("shift-index").tone
    bars = out.panel("survey").marks[1]
    row = dict(zip(bars.labels, bars.values, strict=True))
    expected = changes("index", POINTS, COMPARED).under_shift.mean
    assert row[ENCODINGS["index"].mark] == pytest.approx(expected, abs=1e-4) and expected > 0.01
