"""Embedding plus position in the lab: rows of the running network, one for START and every note."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.melodies.controls import CAUSAL, MASKED, MelodyControls
from pages.melodies.lab_embedding import panels, vectors
from pages.melodies.lattice import drawn
from pages.melodies.run import predictor
from pages.melodies.view import seen
from pages.shared.lesson.values import context
from tnpcore.positional import sinusoidal

TWICE = "G4 B4 G4 C5"


def view(names=TWICE, **changes):
    return seen(context(drawn(names)), MelodyControls(**changes))


@pytest.mark.parametrize("kind", [CAUSAL, MASKED])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_the_parts_are_the_networks_own(kind, positions):
    shown, found = vectors(view(model=kind, positions=positions))
    model = predictor(f"melodies-{kind}-{positions}")
    assert shown == positions
    np.testing.assert_allclose(found["embedding"] + found["position"], found["token"], atol=1e-5)
    weight = model.embed.weight.detach().numpy()
    np.testing.assert_allclose(found["embedding"][0], weight[0], atol=1e-5)
    np.testing.assert_allclose(found["embedding"][1], found["embedding"][3], atol=1e-5)
    assert np.abs(found["token"][1] - found["token"][3]).max() > 0.05
    if positions == "sinusoidal":
        expected = sinusoidal(torch.arange(5.0)[:, None], weight.shape[1]).numpy()
    else:
        expected = model.positions.vectors.weight.detach().numpy()[:5]
    np.testing.assert_allclose(found["position"], expected, atol=1e-5)


def test_a_hidden_note_has_the_vector_of_the_mask_token():
    _, found = vectors(view("G4 – G4 C5", model=MASKED, positions="sinusoidal"))
    mask = predictor("melodies-masked-sinusoidal").embed.weight.detach().numpy()[1]
    np.testing.assert_allclose(found["embedding"][2], mask, atol=1e-5)
    assert panels(view("G4 – G4 C5", model=CAUSAL)) == ()


def test_where_positions_add_nothing_the_note_says_which_model_is_shown():
    shown = panels(view(positions="relative"))
    assert [panel.id for panel in shown] == ["vectors-embedding", "vectors-position", "vectors-token"]
    assert all("with sinusoidal ones" in panel.note for panel in shown)
    assert shown[0].marks[0].row_labels == ("START", "1 G4", "2 B4", "3 G4", "4 C5")
    assert "Shown" not in panels(view(positions="learned"))[0].note
    assert panels(view("")) == ()
