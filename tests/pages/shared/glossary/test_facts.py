"""What definitions say of the models' parts, measured on the shipped weights."""

from __future__ import annotations

import torch

from pages.shared.glossary.glossary import entries
from pages.shared.models.catalogue import model
from tnpcore import Points, predict
from tnpcore.attention import attention_weights
from tnpcore.models.registry import SPECS
from tnpcore.sequences import load as load_sequences


def means(name):
    (found,) = [entry for entry in entries() if entry.name == name]
    return found


def test_a_weight_may_be_exactly_0():
    logits = torch.tensor([[[3.0, 1.0, -200.0]]])
    for mask in (None, torch.tensor([[True, False, True]])):
        _, weights = attention_weights(3**0.5 * logits, torch.eye(3)[None], mask)
        assert weights.min() == 0 and abs(float(weights.sum()) - 1) < 1e-6
    assert "at least 0" in means("Attention weight").means and "positive" not in means("Softmax").means


def test_the_joint_mlp_is_added_to_the_products():
    """Not what is published, where it takes their place."""
    points = Points(torch.tensor([[-1.0], [0.5]]).double(), torch.tensor([[0.3], [-0.4]]).double())
    for entry in predict(model("tetnp-joint"), points, torch.tensor([[0.2]]).double(), record=True).attention:
        product = entry.q @ entry.k.mT / entry.q.shape[-1] ** 0.5
        assert float((entry.logits - product).abs().max()) > 0.01
    assert "adds to each logit" in means("TETNP with one joint MLP").means
    assert "published" not in SPECS["tetnp-joint"].summary


def test_relative_positions_are_one_number_for_each_distance_and_head():
    """The form of Raffel et al., not the vectors of Shaw et al."""
    bias = load_sequences("copying-transformer-relative").source_positions.bias
    layers, heads = bias.shape[-2:]
    assert bias.scores.shape == (bias.bins, layers * heads)
    assert SPECS["tetnp-binned"].paper.cited == "Raffel et al. 2020"
    assert all(means(name).source.count("Raffel") for name in ("Relative positions", "TETNP with binned differences"))
