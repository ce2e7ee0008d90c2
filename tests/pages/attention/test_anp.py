"""The Attention lesson with an ANP, whose targets cross-attend once, to keys that depend on x alone."""

import numpy as np
import torch

from pages.attention.controls import AttentionControls
from pages.attention.scene import scene
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Curve, HeatMap
from tests.pages.attention.test_scene import DRAWN, mark
from tests.scenes import as_read
from tnpcore import intervene, predict


def test_no_weight_moves_in_an_anp_when_only_y_moves_and_the_band_does():
    raised = ((1.3, -0.1), (-1.9, -0.7), (0.8, 1.9), (-1.1, 0.5))
    before, after = (scene(context(p), AttentionControls(model="anp", head="2", query=0.5)) for p in (DRAWN, raised))
    for panel in ("matrix", "heads"):
        assert np.array_equal(mark(before.panel(panel), HeatMap).values, mark(after.panel(panel), HeatMap).values)
    assert np.abs(mark(before.panel("stage"), Curve).mean - mark(after.panel("stage"), Curve).mean).max() > 0.2
    assert "In the cross-attention layer, head 2, " in as_read(before.caption)


def test_a_muted_head_of_an_anp_is_one_of_its_cross_attention():
    points = context(DRAWN)
    out = scene(points, AttentionControls(model="anp", head="3", mute=True))
    curve = mark(out.panel("stage"), Curve)
    with intervene(mute=((4, 2),)):
        changed = predict(model("anp"), points, torch.from_numpy(curve.x)[:, None]).numpy()[0][:, 0]
    assert np.allclose(curve.mean, changed, atol=1e-4) and out.reading("change").value > 1e-3
