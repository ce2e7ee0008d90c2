"""The pictures of concatenation and Wₒ, and of pre-norm and post-norm: every number is recomputed from the modules."""

from itertools import pairwise

import numpy as np
import pytest
import torch

from pages.layer import joined, norms
from pages.layer.controls import LayerControls
from pages.layer.scene import aside
from pages.layer.story import POINTS
from pages.layer.trace import trace
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.field import Field
from pages.shared.scene.symbols import Symbols
from tnpcore import LayerRecord, predict, record

CONTROLS = LayerControls(layer="3", query=0.3)
LAYER, WIDTH = 2, 16


@pytest.fixture(scope="module")
def shown():
    return aside(context(POINTS), CONTROLS)


def test_head_by_head_the_shares_sum_to_what_attention_adds():
    run = trace(context(POINTS), CONTROLS)
    found = joined.shares(run, "tnpd", LAYER)
    np.testing.assert_allclose(found.sum(0), run.of_query(run.layers[LAYER].mixed), atol=1e-4)
    to_out = model("tnpd").blocks[LAYER].attention.to_out
    heads = torch.from_numpy(run.outputs(LAYER)[:, run.row].copy())
    for head in range(4):
        alone = torch.zeros(64)
        alone[WIDTH * head : WIDTH * (head + 1)] = heads[head]
        with torch.no_grad():
            expected = to_out(alone) - to_out.bias
        np.testing.assert_allclose(found[head], expected.numpy(), atol=1e-4)


def test_the_picture_holds_weights_values_mixes_the_matrix_and_their_product(shown):
    fields = [mark.values for mark in shown.panel("joined").marks if isinstance(mark, Field)]
    weights, values = fields[0:8:2], fields[1:8:2]
    mix, matrix, added = fields[8:]
    assert all(one.shape == (6, 2) for one in weights) and all(one.shape == (6, WIDTH) for one in values)
    row = np.concatenate([w[:, 0] @ v for w, v in zip(weights, values, strict=True)])
    np.testing.assert_allclose(mix[0], row, atol=1e-4)
    bias = model("tnpd").blocks[LAYER].attention.to_out.bias.detach().numpy()
    np.testing.assert_allclose(added[0], row @ matrix[::-1] + bias, atol=1e-3)


def test_a_dragged_point_changes_all_of_the_picture_but_the_matrix(shown):
    moved = aside(context(((-1.6, 0.9), *POINTS[1:])), CONTROLS)
    pairs = zip(shown.panel("joined").marks, moved.panel("joined").marks, strict=True)
    same = [np.array_equal(a.values, b.values) for a, b in pairs if isinstance(a, Field)]
    assert same == [False] * 9 + [True, False]


@pytest.mark.parametrize(("form", "name", "norms_at"), [("pre", "tnpd", (1, 4)), ("post", norms.POST, (3, 6))])
def test_the_rows_of_a_form_are_those_of_the_layer(shown, form, name, norms_at):
    with record(LayerRecord) as layers:
        predict(model(name), context(POINTS), torch.tensor([[0.3]], dtype=torch.float64))
    entry, block = layers[LAYER], model(name).blocks[LAYER]
    field, letters = shown.panel("norms").marks[:2] if form == "pre" else shown.panel("norms").marks[2:]
    assert isinstance(field, Field) and isinstance(letters, Symbols) and letters.labels[0] == f"{form}-norm"
    bands = field.values[::-1][:, :: norms.FINE].reshape(7, norms.NAMED + norms.DRAWN, 64)
    assert not bands[:, : norms.NAMED].any(), "room for the names"
    assert (np.ptp(bands[:, norms.NAMED :], 1) == 0).all(), "one vector is one band"
    rows = bands[:, -1]
    tokens, out = (z.reshape(-1, 64)[-1].numpy() for z in (entry.tokens, entry.out))
    np.testing.assert_allclose(rows[0], tokens, atol=1e-5)
    np.testing.assert_allclose(rows[6], out, atol=1e-4)
    for at, layer in zip(norms_at, (block.norm_attention, block.norm_feedforward), strict=True):
        before = rows[at - 1]
        z = (before - before.mean()) / np.sqrt(before.var() + layer.eps)
        np.testing.assert_allclose(rows[at], z * layer.weight.detach().numpy() + layer.bias.detach().numpy(), atol=1e-3)
    sums = {"pre": ((0, 2, 3), (3, 5, 6)), "post": ((0, 1, 2), (3, 4, 5))}[form]
    for a, b, total in sums:
        np.testing.assert_allclose(rows[a] + rows[b], rows[total], atol=1e-4)
    for label, row in zip(letters.labels[1:], rows, strict=True):
        assert label.endswith(f"σ {row.std():.2f}"), label


def test_what_a_layer_gives_is_what_the_next_one_reads():
    for name in ("tnpd", norms.POST):
        ends = [norms.query_vectors(name, context(POINTS), 0.3, layer) for layer in range(4)]
        for here, there in pairwise(ends):
            np.testing.assert_array_equal(here[-1][1], there[0][1])
