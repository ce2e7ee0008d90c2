"""Which weights of a decoder are on show: a layer, a head or the mean over heads; recurrent models have one of both."""

from __future__ import annotations

import numpy as np
import pytest

from pages.shared.models.cross_attention import HEADS, CrossAttention, heads_of
from pages.shared.models.decoder_runs import may_attend

RNG = np.random.default_rng(3)
TRANSFORMER = {name: RNG.random((4, 3, 5)) for name in ("encoder 0", "cross 0", "decoder 0", "cross 1")}
RECURRENT = {"cross 0": RNG.random((1, 3, 5))}


@pytest.mark.parametrize(("number", "layer"), [("1", "cross 0"), ("2", "cross 1")])
def test_a_transformer_has_layers_and_heads(number, layer):
    mean, third = (CrossAttention(TRANSFORMER, number, head) for head in ("mean", "3"))
    np.testing.assert_allclose(mean.alignment, TRANSFORMER[layer].mean(0))
    np.testing.assert_array_equal(third.alignment, TRANSFORMER[layer][2])
    np.testing.assert_array_equal(third.of_layer("encoder 0"), TRANSFORMER["encoder 0"][2])
    assert mean.by_head is TRANSFORMER[layer] and mean.there
    assert (mean.title, third.title) == (f"layer {number}, mean of heads", f"layer {number}, head 3")


@pytest.mark.parametrize("number", ["1", "2"])
@pytest.mark.parametrize("head", HEADS)
def test_a_recurrent_model_shows_its_one_head_whatever_is_chosen(number, head):
    shown = CrossAttention(RECURRENT, number, head)
    assert shown.layer == "cross 0" and shown.title == "one head"
    np.testing.assert_array_equal(shown.alignment, RECURRENT["cross 0"][0])


def test_a_model_without_attention_shows_none():
    assert not CrossAttention({}, "2", "mean").there


def test_the_heads_of_an_option():
    assert [heads_of(head) for head in HEADS] == [(0, 1, 2, 3), (0,), (1,), (2,), (3,)]


def test_a_mask_leaves_out_the_cells_beyond_it():
    mask = may_attend(((0, 1), (2, 0), (1, 9)), (2, 3))
    assert np.argwhere(~mask).tolist() == [[0, 1]]
