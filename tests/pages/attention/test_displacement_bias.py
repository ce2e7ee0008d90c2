"""The panel that shows the displacement bias F of the TETNP's heads."""

import numpy as np
import pytest
import torch

from pages.attention.controls import AttentionControls
from pages.attention.scene import scene
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Line
from tnpcore import predict

DRAWN = ((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5))


def curves(**controls):
    panel = scene(context(DRAWN), AttentionControls(model="tetnp", **{"layer": "1", **controls})).panel("nearness")
    return panel, [mark for mark in panel.marks if isinstance(mark, Line)]


@pytest.mark.parametrize("layer", [2, 3])
def test_the_curves_are_what_is_added_to_the_products(layer):
    """From a record of the model: score minus product at a drawn point, less that at another."""
    points, query = context(DRAWN), 0.37
    entry = predict(model("tetnp"), points, torch.tensor([[query]]).double(), record=True).attention[layer]
    added = (entry.logits - entry.q @ entry.k.mT / entry.q.shape[-1] ** 0.5)[:, -1, 1:].numpy()
    _, lines = curves(layer=str(layer + 1), query=query)
    pairs = 0
    for line, truth in zip(lines, added, strict=True):
        heights = np.interp(points.x[:, 0].numpy(), line.x, line.y)
        (seen,) = np.nonzero(heights > 0.02)
        for key in seen:
            assert np.log(heights[key] / heights[seen[0]]) == pytest.approx(truth[key] - truth[seen[0]], abs=0.05)
            pairs += key != seen[0]
    assert pairs >= 3


def test_the_top_is_where_the_head_has_its_centre_and_moves_with_the_query():
    bias = model("tetnp").bias
    for query in (0.0, 0.5):
        _, lines = curves(query=query)
        for head, line in enumerate(lines):
            centre = bias.centre[0, head].item()
            if abs(query - centre) < 2.9:
                assert line.x[line.y.argmax()] == pytest.approx(query - centre, abs=0.03)
            assert line.y.max() == pytest.approx(1.0)
