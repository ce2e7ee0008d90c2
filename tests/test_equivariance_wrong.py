"""The claim of benchmarks/equivariance_wrong.py, on fewer tasks: the wrong assumption costs, the right one pays."""

import pytest
import torch

from benchmarks import equivariance_wrong
from tnpcore import load
from tnpcore.evaluation.measures import mean_and_error

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tasks():
    return equivariance_wrong.draw(range(1, 13), 24)


@pytest.fixture(scope="module")
def models():
    return {name: load(name, equivariance_wrong.PRIOR) for name in ("tnpd", "tetnp")}


def test_the_equivariant_model_loses_where_absolute_x_matters(tasks, models):
    mean, error = mean_and_error(tasks.excess(models["tetnp"]) - tasks.excess(models["tnpd"]))
    assert mean > 0.03 and mean > 3 * error


def test_absolute_x_beats_the_best_equivariant_predictor(tasks, models):
    """So it is equivariance that costs TETNP, not its training: no equivariant model could do as well as TNP-D."""
    least = tasks.least_excess()
    mean, error = mean_and_error(tasks.excess(models["tetnp"]) - least)
    assert mean > -3 * error
    mean, error = mean_and_error(tasks.excess(models["tnpd"]) - least)
    assert mean < -3 * error


@pytest.mark.parametrize("tau", [1.0, 2.5])
def test_it_wins_where_the_data_are_shifted(tasks, models, tau):
    equivariant, absolute = (tasks.excess(models[name], tau) for name in ("tetnp", "tnpd"))
    torch.testing.assert_close(equivariant, tasks.excess(models["tetnp"]), atol=1e-3, rtol=1e-3)
    mean, error = mean_and_error(absolute - equivariant)
    assert mean > 0.5 and mean > 3 * error
