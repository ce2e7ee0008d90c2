"""`plot` draws what was predicted, on new axes or on those that it is given, and names what it needs."""

import importlib
import sys

import numpy as np
import pytest
import torch
from matplotlib import pyplot
from matplotlib.figure import Figure

from tnpcore import Points, load, predict, sample
from tnpcore.plotting import plot

CONTEXT = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.4]]))
XT = torch.tensor([[0.5], [-2.0], [1.0], [-1.0]])
PREDICTION = predict(load("tetnp"), CONTEXT, XT)


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def lines(axes):
    return {line.get_label(): line.get_xydata() for line in axes.lines}


def test_it_shows_the_band_the_mean_and_the_points_in_the_order_of_x():
    axes = plot(PREDICTION, CONTEXT, XT)
    mean, sd = PREDICTION.numpy()
    order = [1, 3, 0, 2]
    np.testing.assert_allclose(lines(axes)["mean"], np.column_stack([XT.numpy()[order], mean[order]]))
    np.testing.assert_allclose(lines(axes)["context"], torch.cat([CONTEXT.x, CONTEXT.y], -1))
    (band,) = axes.collections
    edges = band.get_paths()[0].vertices[:, 1]
    assert edges.max() == pytest.approx((mean + 2 * sd).max()) and edges.min() == pytest.approx((mean - 2 * sd).min())


def test_a_second_prediction_on_the_same_axes_has_another_colour():
    mine = Figure().add_subplot()
    assert plot(PREDICTION, CONTEXT, XT, ax=mine) is mine
    plot(PREDICTION, CONTEXT, XT, ax=mine)
    colours = [line.get_color() for line in mine.lines if line.get_label() == "mean"]
    assert len(set(colours)) == 2


def test_samples_are_drawn_in_the_order_of_x():
    drawn = sample(load("tetnp"), CONTEXT, XT, 3, torch.Generator().manual_seed(0))
    thin = [line.get_xydata() for line in plot(PREDICTION, CONTEXT, XT, samples=drawn).lines[1:4]]
    np.testing.assert_allclose(thin, [torch.cat([XT, one], -1)[[1, 3, 0, 2]] for one in drawn])


def test_what_is_no_single_task_is_named():
    batch = predict(load("tetnp"), Points(CONTEXT.x[None], CONTEXT.y[None]), XT[None])
    with pytest.raises(ValueError, match=r"one task: .* got xt \(4, 1\), prediction \(1, 4, 1\), context.x \(2, 1\)"):
        plot(batch, CONTEXT, XT)
    with pytest.raises(ValueError, match=r"samples must be \[S, Nt, 1\] with Nt = 4, got \(4, 1\)"):
        plot(PREDICTION, CONTEXT, XT, samples=XT)


def test_without_matplotlib_it_names_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "tnpcore.plotting")
    with pytest.raises(ImportError, match=r'needs matplotlib: pip install "tnpcore\[plot\]"'):
        importlib.import_module("tnpcore.plotting")
