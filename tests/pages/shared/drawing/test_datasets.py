"""Points that come with the app: real data sets, and what the models make of them; random tasks."""

import math

import numpy as np
import pytest
import torch

from pages.shared.drawing.datasets import DATASETS, known, load
from pages.shared.lesson.values import context, drawn_points
from pages.shared.models.predictions import bayes_prediction, predictions
from pages.shared.scene.marks import TRAINED_ON
from pages.shared.shell import data_sources as data


def outside(points, mean, sd):
    """How many measured values lie outside the band of ±2 sd."""
    return int((np.abs(points.y[:, 0].numpy() - mean) > 2 * sd).sum())


def seen(dataset):
    points = context(load(dataset)[0])
    best = bayes_prediction(points, points.x)
    return points, best, {name: predictions(name, points, xt=points.x)[0] for name in ("tnpd", "tetnp")}


CO2, CRASH, NILE = DATASETS


@pytest.mark.parametrize("dataset", DATASETS)
def test_a_data_set_fits_the_board_and_is_known_by_its_axes(dataset):
    points, units = load(dataset)
    assert drawn_points(points) == points
    assert known(units) is dataset
    assert known(None) is None
    xs = [x for x, _ in points]
    assert (min(xs), max(xs)) == pytest.approx(TRAINED_ON)


def test_some_numbers_of_the_data_sets():
    original = {}
    for dataset in DATASETS:
        points, units = load(dataset)
        original[dataset.file] = [(round(x, 3), round(y, 3)) for x, y in units.original(points)]
    assert original["nile.csv"][:2] == [(1871.0, 1120.0), (1872.0, 1160.0)]
    assert original["motorcycle.csv"][-1] == (57.6, 10.7)
    assert original["co2.csv"][0] == (1996.042, 362.02)
    assert [len(points) for points in original.values()] == [48, 94, 100]


def test_carbon_dioxide_is_followed_but_not_continued():
    points, _, models = seen(CO2)
    ahead = torch.tensor([[3.0]], dtype=torch.float64)
    for name, inside in models.items():
        assert outside(points, inside.mean, inside.sd) <= 3
        mean, sd = predictions(name, points, xt=ahead)[0].at(3.0)
        assert abs(mean) < 0.5 < 1.0 < sd


def test_the_crash_scatters_more_than_the_prior_knows():
    points, best, _ = seen(CRASH)
    assert best.sd.max() < 1.6 * best.sd.min()
    assert outside(points, best.mean, best.sd) > 0.15 * len(points)


def test_the_nile_is_taken_for_signal():
    points, best, models = seen(NILE)
    for prediction in (best, models["tnpd"]):
        assert outside(points, prediction.mean, prediction.sd) > 0.5 * len(points)
    assert 0.4 < outside(points, models["tetnp"].mean, models["tetnp"].sd) / len(points) < 0.5
    flow = np.array(load(NILE)[0])
    before, after = flow[:28, 1], flow[28:, 1]
    assert before.mean() - after.mean() > 1
    assert 5 < np.sqrt((before.var() * 28 + after.var() * 72) / 100) / 0.075 < 15


def test_a_random_task_comes_from_the_prior():
    one, same = (data.random_task(30, torch.Generator().manual_seed(5)) for _ in range(2))
    assert one == same
    assert len(one) == 30
    assert one == tuple(sorted(one))
    assert drawn_points(one) == one
    ys = np.array([data.random_task(1, torch.Generator().manual_seed(i))[0][1] for i in range(400)])
    assert abs(ys.mean()) < 0.2
    assert ys.std() == pytest.approx(math.sqrt(13 / 12), abs=0.15)
