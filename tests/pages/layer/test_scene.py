"""The layer lesson's pictures and readings: every number is that of the tensors, recomputed here."""

import numpy as np
import pytest
import torch

from pages.layer import saturation, squares
from pages.layer.controls import MODEL, PARTS, LayerControls, kept_head, without
from pages.layer.depth import distances, entropies, shift_by_layer
from pages.layer.parts import effects
from pages.layer.scene import aside, later, scene
from pages.layer.story import POINTS
from pages.layer.trace import trace
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Curve, Line
from tnpcore import LayerRecord, Points, intervene, masks, predict, record

pytestmark = pytest.mark.slow

LAYER, HEAD, QUERY = 2, 1, 0.3
CONTROLS = LayerControls(layer=str(LAYER + 1), head=str(HEAD + 1), query=QUERY)
SORTED = [0, *(np.argsort(np.array(POINTS)[:, 0]) + 1)]


def linear(layer, z):
    return z @ layer.weight.numpy().astype(np.float64).T + layer.bias.numpy()


def norm(layer, z):
    z = (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + layer.eps)
    return z * layer.weight.numpy() + layer.bias.numpy()


@pytest.fixture(scope="module")
def recorded():
    """The layer's own records for the query alone, as the first target."""
    with record() as attention, record(LayerRecord) as layers:
        predict(model(MODEL), context(POINTS), torch.tensor([[QUERY]], dtype=torch.float64))
    return attention[LAYER], layers[LAYER], model(MODEL).blocks[LAYER]


@pytest.fixture(scope="module")
def shown():
    return scene(context(POINTS), CONTROLS)


def values(panel, mark=0):
    return np.asarray(panel.marks[mark].values)


def test_the_token_through_the_layer_is_recomputed_in_numpy(shown, recorded):
    attention, layer, block = recorded
    token = layer.tokens.reshape(-1, 64)[-1].numpy().astype(np.float64)
    heads = attention.outputs.reshape(4, -1, 16)[:, -1].numpy().reshape(-1)
    added = linear(block.attention.to_out, heads)
    middle = token + added
    with torch.no_grad():
        read = torch.from_numpy(norm(block.norm_feedforward, middle)).float()
        change = block.feedforward(read).numpy()
    stream, parts = shown.panel("stream"), shown.panel("read")
    np.testing.assert_allclose(values(stream), [token, added, change, middle + change], atol=2e-4)
    expected = [norm(block.norm_attention, token), heads, read.numpy()]
    np.testing.assert_allclose(values(parts), expected, atol=2e-4)
    lengths = np.linalg.norm(values(stream), axis=1)
    for label, length in zip(stream.marks[0].row_labels, lengths, strict=True):
        assert label.endswith(f"({length:.1f})")
    np.testing.assert_allclose(values(stream)[:3].sum(0), values(stream)[3], atol=1e-4)
    readings = [shown.reading(name).value for name in ("token-length", "attention-adds", "ffn-adds")]
    np.testing.assert_allclose(readings, lengths[:3], rtol=1e-5)


def test_scores_weights_and_mix_are_recomputed_in_numpy(shown, recorded):
    attention, layer, block = recorded
    tokens = layer.tokens.reshape(-1, 64).numpy().astype(np.float64)
    seen = np.concatenate([block.null.numpy()[None], norm(block.norm_attention, tokens[: len(POINTS)])])[SORTED]
    part = slice(16 * HEAD, 16 * HEAD + 16)
    q = linear(block.attention.to_q, norm(block.norm_attention, tokens[-1]))[part]
    k, v = (linear(to, seen)[:, part] for to in (block.attention.to_k, block.attention.to_v))
    scores = k @ q / 4
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    np.testing.assert_allclose(values(shown.panel("keys")), [q, *k], atol=2e-4)
    np.testing.assert_allclose(values(shown.panel("scores"), 0), scores, atol=2e-4)
    np.testing.assert_allclose(values(shown.panel("scores"), 1), weights, atol=1e-5)
    mixed = weights[:, None] * v
    np.testing.assert_allclose(values(shown.panel("mix")), [*mixed, mixed.sum(0)], atol=2e-4)
    np.testing.assert_allclose(values(shown.panel("heads"))[HEAD], weights, atol=1e-5)
    assert shown.panel("heads").marks[0].active_row == HEAD
    found = attention.weights.reshape(4, -1, len(POINTS) + 1)[HEAD, -1].numpy()
    np.testing.assert_allclose(found[SORTED], weights, atol=1e-5)


def test_the_band_after_every_layer_is_the_head_on_its_stream():
    pictures = [p for p in aside(context(POINTS), LayerControls()).panels if p.id.startswith("after-")]
    xt = torch.from_numpy(pictures[0].marks[0].x)[:, None]
    with record(LayerRecord) as layers:
        final = predict(model(MODEL), context(POINTS), xt).numpy()
    streams = [layers[0].tokens, *(layer.out for layer in layers)]
    assert len(pictures) == len(streams) == 5
    for picture, stream in zip(pictures, streams, strict=True):
        with torch.no_grad():
            expected = model(MODEL).head(stream.reshape(-1, 64)[-len(xt) :])
        curve = picture.marks[0]
        np.testing.assert_allclose(curve.mean, expected.mean[:, 0].numpy(), atol=1e-4)
        np.testing.assert_allclose(curve.sd, expected.stddev[:, 0].numpy(), atol=1e-4)
        assert picture.points and isinstance(picture.marks[1], Line)
    np.testing.assert_allclose(pictures[-1].marks[0].mean, final[0][:, 0], atol=1e-4)


def test_the_stage_shows_the_read_out_that_is_chosen():
    run, stage = trace(context(POINTS), LayerControls()), scene(context(POINTS), LayerControls(depth=2)).panel("stage")
    curve = next(mark for mark in stage.marks if isinstance(mark, Curve))
    np.testing.assert_allclose(curve.mean, run.after[2].mean)
    assert "read out after layer 2" in stage.title and distances(run)[-1] == 0
    far = scene(context(POINTS), LayerControls(depth=0))
    assert "tokens" in far.panel("stage").title
    assert far.reading("depth-distance").value == pytest.approx(distances(run)[0], rel=1e-4)


def test_lengths_and_entropies_are_those_of_the_records():
    run = trace(context(POINTS), LayerControls())
    out = scene(context(POINTS), LayerControls())
    expected = np.linalg.norm(run.of_targets(run.layers[1].mixed), axis=-1).mean()
    assert values(out.panel("lengths"), 0)[1] == pytest.approx(expected)
    assert values(out.panel("lengths"), 2)[3] == pytest.approx(np.linalg.norm(run.streams()[4], axis=-1).mean())
    row = run.weights(3)[2].astype(np.float64)
    entropy = -(row * np.log(row)).sum(-1).mean() / np.log(len(POINTS) + 1)
    assert values(out.panel("entropy"))[3, 2] == pytest.approx(entropy, abs=1e-9)
    assert entropies(run).min() >= 0 and entropies(run).max() <= 1
    assert not entropies(trace(context(()), LayerControls())).any(), "one key: nothing is spread"


def test_the_shift_changes_the_token_before_any_layer():
    run = trace(context(POINTS), LayerControls(tau=1.0, query=QUERY))
    with torch.inference_mode():
        tokens = [
            model(MODEL).embed.targets(torch.tensor([[QUERY + tau]], dtype=torch.float64), None)[0] for tau in (0, 1)
        ]
    expected = float((tokens[1] - tokens[0]).norm() / tokens[0].norm())
    assert shift_by_layer(run)[0] == pytest.approx(expected, rel=1e-4) and expected > 0.1
    assert not shift_by_layer(trace(context(POINTS), LayerControls())).any()


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_off_is_off_on_the_stage_and_in_the_map(part):
    stage = scene(context(POINTS), LayerControls(part=part, where="2")).panel("stage")
    curve = next(mark for mark in stage.marks if isinstance(mark, Curve))
    xt = torch.from_numpy(curve.x)[:, None]
    with without(part, (1,)):
        expected = predict(model(MODEL), context(POINTS), xt).numpy()[0][:, 0]
    trained = predict(model(MODEL), context(POINTS), xt)
    np.testing.assert_allclose(curve.mean, expected, atol=1e-4)
    changed = (torch.from_numpy(expected) - trained.mean[:, 0]) / trained.std[:, 0]
    found = effects(context(POINTS), LayerControls().grid)[list(PARTS).index(part), 2]
    assert found == pytest.approx(float(changed.square().mean().sqrt()), rel=0.02)  # of the grid, without the query
    panel = later(context(POINTS), LayerControls(part=part, where="2")).panel("effects")
    assert panel.marks[0].marked.sum() == 1 and panel.marks[0].marked[list(PARTS).index(part), 2]


def test_of_the_heads_the_one_stays_that_costs_least():
    with without("heads", (0, 2)):
        found = predict(model(MODEL), context(POINTS), torch.zeros(1, 1)).mean
    muted = tuple((layer, head) for layer in (0, 2) for head in range(4) if head != kept_head())
    with intervene(mute=muted):
        assert torch.equal(found, predict(model(MODEL), context(POINTS), torch.zeros(1, 1)).mean)
    assert kept_head() == 2


def test_the_gradient_is_the_trace_of_the_softmax_jacobian():
    scores = torch.randn(5, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    jacobian = torch.autograd.functional.jacobian(lambda s: s.softmax(-1), scores)
    assert saturation.gradient(scores.softmax(-1).numpy()) == pytest.approx(float(jacobian.trace()))


def test_without_the_division_the_gradient_vanishes_with_the_width():
    raw, scaled = saturation.random_gradients(False), saturation.random_gradients(True)
    assert (np.diff(raw) < 0).all() and raw[10] < 0.1 * raw[0]
    assert np.ptp(scaled) < 0.03
    assert saturation.random_scores(256).std() == pytest.approx(16, rel=0.05), "√dₖ"
    line = aside(context(POINTS), LayerControls()).panel("gradient").marks[1]
    np.testing.assert_allclose(line.y, raw)


def test_the_gradient_of_the_trained_heads_is_that_of_their_scores_with_and_without_the_division():
    run = trace(context(POINTS), LayerControls())
    divided, undivided = (saturation.trained_gradients(run, scaled) for scaled in (True, False))
    with intervene(scale=False), record() as first:
        predict(model(MODEL), context(POINTS), torch.from_numpy(run.here.x)[:, None])
    weights = first[0].weights[..., -len(run.here.x) :, :].numpy()
    assert undivided[0] == pytest.approx(saturation.gradient(weights).mean(), abs=1e-4), "layer 1 reads the same tokens"
    assert (undivided < divided).all()


@pytest.mark.parametrize("name", squares.MASKS)
def test_a_square_has_no_weight_where_its_mask_forbids(name):
    heat = squares.square(context(POINTS), LayerControls(square=name, layer="1")).marks[0]
    assert heat.mask.shape == heat.values.shape == (8, 9) and heat.mask[:, 0].all()
    assert not heat.values[~heat.mask].any()
    np.testing.assert_allclose(heat.values.sum(1), 1, atol=1e-5)
    expected = {"encoder": masks.full(8), "decoder": masks.causal(8), "prefix": masks.causal_targets(5, 3)}[name]
    assert np.array_equal(heat.mask[:, 1:], expected.numpy())


def test_points_of_another_order_show_the_same_panels():
    shuffled = Points(*(z.flip(0) for z in (context(POINTS).x, context(POINTS).y)))
    for name in ("scores", "heads", "stream"):
        np.testing.assert_allclose(
            values(scene(shuffled, CONTROLS).panel(name)),
            values(scene(context(POINTS), CONTROLS).panel(name)),
            atol=1e-3,
        )
