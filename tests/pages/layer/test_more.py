"""The layer lesson: the spread over seeds, the softmax of a trained head, and the rectangles of an encoder-decoder."""

from __future__ import annotations

import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.layer import saturation, squares
from pages.layer.controls import MODEL, LayerControls
from pages.layer.parts import excess_panel, mean_excess, written_excess
from pages.layer.scene import aside
from pages.layer.story import POINTS, STORY
from pages.layer.trace import trace
from pages.shared.lesson.story import Moment
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tests.serving import ROOT
from tests.verdicts import whole
from tnpcore import LayerRecord, card, intervene, masks, predict, pretrained, record, weights
from tnpcore.ablation import RETRAINED, WHOLE

PLAIN = context(POINTS)
MISSED = 6  # the step on parts that are missed even in training


@pytest.fixture
def cards(tmp_path, monkeypatch):
    """A folder with the shipped cards, each with the runs that `seeds[name]` names in place of what was measured."""

    for file in (ROOT / "pretrained").glob("tnpd*"):
        shutil.copy(file, tmp_path)
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)

    def write(seeds):
        for name in (WHOLE, *RETRAINED.values()):
            found, runs = card(name), seeds.get(name, ())
            results = {key: value for key, value in found.results.items() if key != "seeds"}
            if runs:
                results["seeds"] = {str(seed): {"excess": each, "excess_se": 0.001} for seed, each in enumerate(runs)}
            pretrained.write_card(replace(found, results=results), tmp_path)

    return write


def test_one_run_has_no_spread_and_says_so(cards):
    cards({})
    (panel,) = excess_panel()
    assert all(bars.spread == () for bars in panel.marks) and "one run each" in panel.note


def test_three_seeds_are_drawn_as_their_mean_and_their_range(cards):
    runs = (0.05, 0.02, 0.08)
    cards(dict.fromkeys((WHOLE, *RETRAINED.values()), runs))
    (panel,) = excess_panel()
    off, trained = panel.marks
    assert off.spread == (), "the shipped model is one"
    np.testing.assert_allclose(trained.values, 0.05)
    assert trained.spread == ((0.02, 0.08),) * 5
    assert "mean of three seeds each, the line from the lowest to the highest" in panel.note
    assert written_excess(WHOLE) == "0.050 nats (mean of three seeds, 0.020 to 0.080)"


def test_where_only_some_models_have_seeds_the_caption_says_so(cards):
    cards({WHOLE: (0.05, 0.02)})
    (panel,) = excess_panel()
    spread = panel.marks[1].spread
    assert spread[0] == (0.02, 0.05) and all(low == high for low, high in spread[1:])
    assert "mean of two seeds where there is a line from the lowest to the highest, else one run" in panel.note


def test_the_row_of_the_trained_head_is_its_own_and_the_undivided_one_is_what_runs_without_the_division():
    controls = LayerControls(layer="1", head="2", query=0.3)
    divided, raw = (np.asarray(m.values) for m in aside(PLAIN, controls).panel("softmax-trained").marks)
    run = trace(PLAIN, controls)
    order = [0, *(np.argsort(np.array(POINTS)[:, 0]) + 1)]
    np.testing.assert_allclose(divided, run.weights(0)[1, run.row][order], atol=1e-6)
    with intervene(scale=False), record() as layers:
        predict(model(MODEL), PLAIN, torch.tensor([[0.3]], dtype=torch.float64))
    own = layers[0].weights.reshape(4, -1, len(POINTS) + 1)[1, -1].numpy()
    np.testing.assert_allclose(raw, own[order], atol=1e-5)
    assert raw.max() > divided.max()


def test_the_titles_of_the_rows_hold_the_gradient_of_each():
    for bars in aside(PLAIN, LayerControls()).panel("softmax-trained").marks:
        assert bars.title.endswith(f"= {saturation.gradient(np.asarray(bars.values)):.2f}")
        assert np.sum(bars.values) == pytest.approx(1)


def test_the_three_rectangles_have_a_softmax_each():
    heat = squares.square(PLAIN, LayerControls(square="both", layer="2")).marks[0]
    n, t = len(POINTS), squares.TARGETS
    assert heat.values.shape == heat.mask.shape == (n + t, n + t + 2)
    left, right = heat.values[:, : n + 1], heat.values[:, n + 1 :]
    np.testing.assert_allclose(left.sum(1), 1, atol=1e-5)
    np.testing.assert_allclose(right[n:].sum(1), 1, atol=1e-5)
    assert not right[:n].any() and not heat.mask[:n, n + 1 :].any(), "no point attends to a target"
    assert heat.mask[:, : n + 1].all() and np.array_equal(heat.mask[n:, n + 2 :], masks.causal(t).numpy())
    assert not heat.values[~heat.mask].any()


def test_cross_attention_of_the_rectangles_is_what_tnpd_runs():
    controls = LayerControls(square="both", layer="1")
    heat = squares.square(PLAIN, controls).marks[0]
    xt = torch.tensor([[-1.0], [0.0], [1.0]], dtype=torch.float64) + controls.at
    own = predict(model(MODEL), PLAIN, xt, record=True).attention[0].weights.mean(-3)
    own = own.reshape(-1, own.shape[-1])[-3:].numpy()
    order = [0, *(np.argsort(np.array(POINTS)[:, 0]) + 1)]
    np.testing.assert_allclose(heat.values[-3:, : len(POINTS) + 1], own[:, : len(POINTS) + 1][:, order], atol=1e-5)


@pytest.mark.parametrize("count", [0, 1, 60])
def test_few_and_many_points_have_rectangles(count):
    points = context(tuple((i / 30 - 1, (i % 7) / 7) for i in range(count)))
    heat = squares.square(points, LayerControls(square="both")).marks[0]
    assert np.isfinite(heat.values).all() and len(heat.column_labels) == heat.values.shape[1]


def test_which_parts_the_others_make_up_for_and_why():
    """By the layers as they run: both compute what is added, and without the addition the token itself is gone."""
    opened = Moment(PLAIN, LayerControls.parse(STORY.controls_at(MISSED)))
    text = whole(STORY.verdict(MISSED, opened, opened, [1, 1, 0]))
    assert "make up for three of the four heads, not for residual connections or layer norm" in text
    assert "because a target's own x then counts in its query alone" in text
    rises = {
        part: mean_excess(RETRAINED[part]) - mean_excess(WHOLE) for part in ("heads", "norm", "residual", "feedforward")
    }
    assert rises["heads"] < 0.2 < rises["norm"] < 1 < rises["residual"]
    assert rises["feedforward"] < 0.1
    at = torch.zeros(1, 1, dtype=torch.float64)
    with record(LayerRecord) as recorded:
        predict(model(MODEL), PLAIN, at)
    with record(LayerRecord) as bare, intervene(off=tuple((layer, "residual") for layer in range(4))):
        predict(model(MODEL), PLAIN, at)
    for layer in recorded:
        torch.testing.assert_close(layer.out, layer.tokens + layer.mixed + layer.change)
    for layer in bare:
        torch.testing.assert_close(layer.out, layer.change)
