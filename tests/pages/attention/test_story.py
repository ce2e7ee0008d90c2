"""The story of attention: its form, and the layer and head that it opens on."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.attention.controls import AttentionControls
from pages.attention.mixture import contributions
from pages.attention.scene import scene
from pages.attention.story import POINTS
from pages.attention.weights import record_layer
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tests.pages.attention.steps import (
    DRAG,
    EFFECT,
    GUESS,
    PROVE,
    SCORES,
    UPWARDS,
    moment,
    moved,
    verdict,
    weights_at,
)
from tests.verdicts import unreasoned, unsaid
from tnpcore import Points, intervene, predict


@pytest.mark.parametrize("head", [1, 2])
def test_in_the_layer_and_head_on_show_every_point_is_once_the_heaviest(head):
    queries = np.linspace(-2, 2, 41)
    tops = [int(weights_at(float(x))[3][head, 1:].argmax()) for x in queries]
    nearest = [int(np.abs(np.array(POINTS)[:, 0] - x).argmin()) for x in queries]
    assert set(tops) == set(range(len(POINTS)))
    assert 0.2 < np.mean(np.array(tops) == nearest) < 0.8
    opened = AttentionControls()
    assert (opened.layer_index, opened.heads) == (3, (2,))


def test_head_2_of_layer_4_attends_to_the_right_and_head_3_to_the_left():
    """What a hint says, on smooth curves that are not those of the story."""
    generator, left, right, inside = torch.Generator().manual_seed(0), 0, 0, 0
    queries = torch.linspace(-2, 2, 41, dtype=torch.float64)[:, None]
    for _ in range(30):
        count = int(torch.randint(4, 9, (1,), generator=generator))
        x = 4 * torch.rand(count, 1, generator=generator, dtype=torch.float64) - 2
        y = torch.sin(2 * x + 6 * torch.rand(1, generator=generator))
        layer = predict(model("tnpd"), Points(x, y), queries, record=True).attention[3]
        tops = x[layer.weights[..., -41:, 1:].argmax(-1)][..., 0]  # [H, Nt]
        between = (queries[:, 0] > x.min()) & (queries[:, 0] < x.max())
        inside += int(between.sum())
        right += int(((tops[1] > queries[:, 0]) & between).sum())
        left += int(((tops[2] < queries[:, 0]) & between).sum())
    assert right / inside > 0.75 and left / inside > 0.75


def test_solo_mutes_the_other_heads_of_the_layer():
    assert AttentionControls(head="2", layer="3", solo=True).muted == ((2, 0), (2, 2), (2, 3))
    both = AttentionControls(head="2", layer="3", solo=True, mute=True)
    assert both.muted == tuple((2, head) for head in range(4))
    assert not AttentionControls(head="mean", solo=True).intervenes
    curve = scene(context(POINTS), AttentionControls(solo=True)).panel("stage").marks[0]
    xt = torch.from_numpy(curve.x)[:, None]
    with intervene(mute=((3, 0), (3, 1), (3, 3))):
        changed = predict(model("tnpd"), context(POINTS), xt).numpy()[0][:, 0]
    assert np.allclose(curve.mean, changed, atol=1e-4)


def test_keys_of_tnpd_make_use_of_y_from_layer_3_on():
    """Can depend, the article says, and from where on they do."""
    largest = np.zeros(4)
    for number in range(5):
        up = moved(number, y=POINTS[number][1] + 0.8)
        for layer, (now, then) in enumerate(zip(weights_at(0.0, up), weights_at(0.0), strict=True)):
            largest[layer] = max(largest[layer], 0.5 * np.abs(now - then).sum(-1).max())
    assert largest[:2].max() < 0.05 < 0.2 < largest[2:].min()


def test_what_heads_add_to_the_token_is_the_layers_own_output():
    """Contributions of all keys and heads, with the bias, are what attention adds to the query's token."""
    controls = AttentionControls()
    layer = record_layer(context(POINTS), controls)
    attention = model("tnpd").blocks[3].attention
    added = (
        sum(contributions(layer, controls, head).sum(0) for head in range(4)) + attention.to_out.bias.detach().numpy()
    )
    run = predict(model("tnpd"), context(POINTS), torch.zeros(1, 1, dtype=torch.float64), record=True).attention[3]
    with torch.no_grad():
        outputs = attention.to_out(run.outputs[:, -1].flatten())
    assert np.allclose(added, outputs.numpy(), atol=1e-4)
    rows = list(scene(context(POINTS), controls).panel("row").marks)
    lengths = np.linalg.norm(contributions(layer, controls, 2), axis=-1)
    assert np.allclose(rows[2].values, lengths[[0, *(np.argsort(np.array(POINTS)[:, 0]) + 1)]])
    mix = scene(context(POINTS), controls).panel("mix").marks[0].values
    assert np.allclose(mix[:, :-1].sum(1), mix[:, -1], atol=1e-5)
    assert np.allclose(mix[:, -1], run.outputs[2, -1].numpy(), atol=1e-4)


def test_the_sheet_for_lecturers_quotes_what_the_app_shows():
    shown = [
        verdict(DRAG, moment(DRAG, query=-0.9)),
        verdict(DRAG, moment(DRAG, query=0.2)),
        verdict(SCORES, moment(SCORES, query=1.2)),
        verdict(GUESS, moment(GUESS), [0.2] * 5),
        verdict(GUESS, moment(GUESS), [0.0, 0.1, 0.9, 0.0, 0.0]),
        verdict(EFFECT, moment(EFFECT), 0),
        verdict(UPWARDS, moment(UPWARDS, moved(3, y=0.8)), 0),
        verdict(PROVE, moment(PROVE)),
        verdict(PROVE, moment(PROVE, head="3")),
        verdict(PROVE, moment(PROVE, moved(1, x=-1.05), head="3")),
    ]
    assert unsaid("attention", shown) == []
    assert unreasoned(shown) == []
