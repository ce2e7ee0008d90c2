"""The Attention lesson: it shows what the model computed, and every intervention reaches the model."""

import math

import numpy as np
import pytest
import torch

from pages.attention.controls import MODELS, AttentionControls
from pages.attention.scene import later, scene
from pages.attention.weights import leave_one_out
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Bars, Curve, HeatMap, Line, Threads, shown
from tests.scenes import as_read
from tnpcore import intervene, predict

DRAWN = ((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5))  # not in the order of x


def mark(panel, kind):
    return next(m for m in panel.marks if isinstance(m, kind))


def row_of(name, points, query, layer, **changes):
    """The model's own weights [H, 1+Nc] at one target, predicted alone."""
    with intervene(**changes):
        run = predict(model(name), points, torch.tensor([[query]], dtype=torch.float64), record=True)
    return run.attention[layer].weights[:, -1].numpy()


@pytest.mark.parametrize("head", ["2", "mean"])
def test_every_term_of_the_equation_is_linked_to_the_point_that_it_names(head):
    points = context(DRAWN)
    out = as_read(scene(points, AttentionControls(head=head, query=0.37)))
    assert out.terms
    at = 0
    for text, key in out.terms:
        at = out.equation.index(text, at)
        assert shown(DRAWN[key][0]) in text
    effect = mark(later(points, AttentionControls(head=head, query=0.37)).panel("effect"), Bars)
    assert [shown(DRAWN[key][0]) for key in effect.keys] == list(as_read(effect.labels))


@pytest.mark.parametrize("name, layer", [("tnpd", 0), ("tnpd", 3), ("tetnp", 0), ("tetnp", 3), ("anp", 4)])
def test_every_view_of_the_querys_row_is_the_models_own(name, layer):
    points = context(DRAWN)
    chosen = "2" if name == "anp" else str(layer + 1)  # an ANP has one layer to show, whichever is chosen
    out = scene(points, AttentionControls(model=name, layer=chosen, head="2", query=0.37))
    truth = row_of(name, points, 0.37, layer)
    by_x = [0, 2, 4, 3, 1]
    threads = mark(out.panel("stage"), Threads)
    heat = mark(out.panel("matrix"), HeatMap)
    assert np.allclose([threads.null_share, *threads.weights], truth[1], atol=1e-4)
    assert np.allclose(mark(out.panel("weights"), Bars).values, truth[1, by_x], atol=1e-4)
    assert np.allclose(heat.values[heat.active_row], truth[1, by_x], atol=1e-4)
    assert np.allclose(mark(out.panel("heads"), HeatMap).values, truth[:, by_x], atol=1e-4)
    assert as_read(heat.column_labels) == ("null", "−1.90", "−1.10", "0.80", "1.30")
    assert heat.keys == (-1, 1, 3, 2, 0) == mark(out.panel("weights"), Bars).keys
    assert np.allclose(heat.values.sum(1), 1, atol=1e-5)


def test_the_mean_of_the_heads_is_shown_without_a_score():
    points = context(DRAWN)
    out = scene(points, AttentionControls(head="mean"))
    row = [mark(out.panel("stage"), Threads).null_share, *mark(out.panel("stage"), Threads).weights]
    assert np.allclose(row, row_of("tnpd", points, 0.0, 3).mean(0), atol=1e-4)
    assert {p.id for p in out.panels} == {"stage", "matrix", "heads", "weights", "shifted"}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("controls", [{}, {"temperature": 0.5}, {"scale": False}])
def test_the_scores_are_those_that_the_softmax_got(name, controls):
    out = scene(context(DRAWN), AttentionControls(model=name, **controls))
    scores = mark(out.panel("row"), Bars).values.astype(np.float64)
    softmax = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
    assert np.allclose(softmax, mark(out.panel("weights"), Bars).values, atol=1e-4)


def test_the_score_in_detail_adds_up():
    out = scene(context(DRAWN), AttentionControls())
    q, k, product = mark(out.panel("product"), HeatMap).values
    assert np.allclose(q * k, product)
    top = mark(out.panel("weights"), Bars).values.argmax()
    score = float(mark(out.panel("row"), Bars).values[top])
    assert score == pytest.approx(product.sum() / math.sqrt(16), abs=1e-3)
    assert out.panel("product").note.endswith(f"Score {shown(score)}.")


@pytest.mark.parametrize(
    ("controls", "changes"),
    [
        ({"mute": True, "head": "3", "layer": "2"}, {"mute": ((1, 2),)}),
        ({"mute": True, "head": "mean", "layer": "4"}, {"mute": tuple((3, h) for h in range(4))}),
        ({"temperature": 2.5}, {"temperature": 2.5}),
        ({"scale": False}, {"scale": False}),
    ],
)
@pytest.mark.parametrize("name", ["tnpd", "tetnp"])
def test_the_band_is_that_of_the_changed_model_beside_the_mean_as_trained(name, controls, changes):
    points = context(DRAWN)
    out = scene(points, AttentionControls(model=name, **controls))
    curve, line = mark(out.panel("stage"), Curve), mark(out.panel("stage"), Line)
    xt = torch.from_numpy(curve.x)[:, None]
    trained = predict(model(name), points, xt).numpy()[0][:, 0]
    with intervene(**changes):
        changed = predict(model(name), points, xt).numpy()[0][:, 0]
    assert np.allclose(curve.mean, changed, atol=1e-4)
    assert np.allclose(line.y, trained, atol=1e-4)
    assert out.reading("change").value == pytest.approx(np.sqrt(np.mean((changed - trained) ** 2)), abs=1e-4)
    assert out.reading("change").value > 1e-4


def test_a_model_as_trained_has_neither_a_second_line_nor_a_reading_of_change():
    out = scene(context(DRAWN), AttentionControls(temperature=1.0, scale=True, mute=False))
    assert not [m for m in out.panel("stage").marks if isinstance(m, Line)]
    assert "change" not in {r.id for r in out.readings}


def test_shifting_all_inputs_moves_weights_in_tnpd_and_none_in_tetnp():
    tnpd, tetnp = (scene(context(DRAWN), AttentionControls(model=m, tau=1.0, head="mean")) for m in ("tnpd", "tetnp"))
    assert tetnp.reading("shift-tetnp").value < 1e-5
    assert tetnp.reading("swing").value < 1e-5
    assert tetnp.reading("shift-tetnp").tone == "good"
    assert tnpd.reading("shift-tnpd").value > 1e-3
    assert tnpd.reading("swing").value > 1e-3
    assert tnpd.reading("shift-tnpd").tone == "bad"
    dashed = [m for m in tnpd.panel("stage").marks if isinstance(m, Curve) and m.role == "shifted-prediction"]
    assert len(dashed) == 1


@pytest.mark.parametrize("model", ["tnpd", "tetnp"])
def test_weights_move_when_only_y_moves(model):
    """The page says so: keys contain y, and one sees it in layer 4, while weights of layer 1 depend mostly on x."""
    raised = ((1.3, -0.1), (-1.9, -0.7), (0.8, 1.9), (-1.1, 0.5))

    def moved(layer):
        scenes = [scene(context(p), AttentionControls(model=model, layer=layer, head="mean")) for p in (DRAWN, raised)]
        before, after = (mark(s.panel("weights"), Bars).values for s in scenes)
        return np.abs(before - after).max()

    assert moved("4") > 0.03 > 3 * moved("1")


def test_the_entropy_follows_the_temperature():
    cold, warm, hot = (
        scene(context(DRAWN), AttentionControls(temperature=t)).reading("evenness").value for t in (0.1, 1.0, 5.0)
    )
    assert 0 <= cold < warm < hot <= 1


def test_effect_is_the_change_of_the_mean_without_the_point():
    points, controls = context(DRAWN), AttentionControls(query=0.5)
    which, change = leave_one_out(points, controls, np.full(5, 0.2))
    query = torch.tensor([[0.5]], dtype=torch.float64)
    full = float(predict(model("tnpd"), points, query).mean)
    for i, value in zip(which, change, strict=True):
        rest = context([p for j, p in enumerate(DRAWN) if j != i])
        assert float(predict(model("tnpd"), rest, query).mean) - full == pytest.approx(value, abs=1e-4)
    slow = later(points, AttentionControls(query=0.5))
    by_x = np.abs(change[[1, 3, 2, 0]])
    assert np.allclose(mark(slow.panel("effect"), Bars).values, by_x / by_x.sum())
    assert abs(slow.reading("effect").value) == pytest.approx(np.abs(change).max())
