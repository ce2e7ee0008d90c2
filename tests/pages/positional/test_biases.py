"""F of the TETNP in each of its forms, recomputed from the parameters and from the logits of the running model."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.positional.biases import DIFFERENCES, HEAD, LATE, LAYER, panels
from pages.shared.models.catalogue import model
from pages.shared.models.displacement_bias import FORMS, JOINT, LEVELS, bias_heights, joint_heights
from tnpcore import Points, predict


def test_there_is_a_picture_for_every_form_with_a_curve_for_each_head():
    found = panels()
    assert [panel.id for panel in found] == [f"bias-{name}" for name in (*FORMS, JOINT)]
    assert [len(panel.marks) for panel in found] == [4] * len(FORMS) + [len(LEVELS)]
    for panel in found[:-1]:
        assert all(mark.y.max() == pytest.approx(1.0) and mark.y.min() >= 0.0 for mark in panel.marks)


@pytest.mark.parametrize("name", FORMS)
def test_it_is_what_the_running_model_adds_to_its_scores(name):
    """Logits less q·k/√Dk of targets at many x and one point at 0: F of the difference, up to a constant."""
    xt = torch.linspace(-2, 2, 21, dtype=torch.float64)[:, None]
    found = predict(model(name), Points(torch.zeros(1, 1).double(), torch.ones(1, 1).double()), xt, record=True)
    entry = found.attention[LAYER]
    added = entry.logits - entry.q @ entry.k.mT / entry.q.shape[-1] ** 0.5
    rows = added.reshape(4, *added.shape[-2:])[:, -len(xt) :, 1].numpy()
    expected = np.exp(rows - rows.max(-1, keepdims=True))
    np.testing.assert_allclose(bias_heights(name, xt[:, 0], LAYER), expected, atol=2e-3)


@pytest.mark.parametrize("head", range(4))
def test_the_joint_form_is_what_the_running_model_adds_where_pairs_are_nearly_alike(head):
    """Two points of equal tokens, and targets there: so F falls from difference 0 to the other as the logits do."""
    layer, far = 0, 0.7
    two = Points(torch.tensor([[0.0], [far]]).double(), torch.ones(2, 1).double())
    heights = joint_heights(two, torch.tensor([0.0, far]).double(), layer, head)
    entry = predict(model(JOINT), two, two.x, record=True).attention[layer]
    added = (entry.logits - entry.q @ entry.k.mT / entry.q.shape[-1] ** 0.5)[head, :2, 1:]
    there = added[1] - added[1, 1]
    np.testing.assert_allclose(np.log(heights[:, 1] / heights[:, 0]), float(there[0]), atol=0.01)


def test_three_curves_are_those_of_the_module_at_quartiles_of_the_products():
    points = Points(torch.linspace(-1, 1, 5)[:, None].double(), torch.tensor([[1.0], [-1], [0], [2], [-0.5]]).double())
    entry = predict(model(JOINT), points, points.x, record=True).attention[LATE]
    products = (entry.q @ entry.k.mT / entry.q.shape[-1] ** 0.5)[..., 1:].flatten(1).numpy()
    for row, level in zip(joint_heights(points, DIFFERENCES, LATE, HEAD), LEVELS.values(), strict=True):
        inputs = [[*np.quantile(products, level, axis=1), d] for d in DIFFERENCES.tolist()]
        with torch.no_grad():
            expected = model(JOINT).bias.scores[LATE](torch.tensor(inputs).float())[:, HEAD].numpy()
        np.testing.assert_allclose(np.log(row / row[0]), expected - expected[0], atol=1e-3)


def test_an_rbf_is_largest_at_no_difference_and_the_same_on_both_sides():
    heights = bias_heights("tetnp-rbf", DIFFERENCES, LAYER)
    assert (heights.argmax(-1) == len(DIFFERENCES) // 2).all()
    np.testing.assert_allclose(heights, heights[:, ::-1], atol=1e-5)
    centred = bias_heights("tetnp", DIFFERENCES, LAYER)
    assert not np.allclose(centred, centred[:, ::-1], atol=1e-2)
