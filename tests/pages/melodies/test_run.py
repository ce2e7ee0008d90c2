"""What models and the prior predict at the query: from the notes before it, or from both sides, as the library does."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.melodies.controls import CAUSAL, ENCODINGS, KINDS, MASKED, MelodyControls, network
from pages.melodies.lattice import Melody, drawn, middle_of
from pages.melodies.run import EXACT, before, entropy, excess, from_before, from_both_sides, predictor
from pages.melodies.scene import scene
from pages.melodies.view import seen
from pages.shared.lesson.values import context
from tnpcore.sequences.melodies import (
    fill_in,
    gain_from_later_notes,
    leave_one_out,
    predict_next,
    prior,
)
from tnpcore.sequences.melodies.ngrams import ORDERS
from tnpcore.sequences.melodies.notation import pitch

NAMES = "C4 E4 G4 C5 F4 A4 C5 E5 D5 B4"
NOTES = tuple(pitch(name) for name in NAMES.split())
TENSOR = torch.tensor([NOTES])
MODELS = [(kind, positions) for kind in KINDS for positions in ENCODINGS]


def view(notes=NAMES, at=0, **changes):
    return seen(context(drawn(notes)), MelodyControls.parse({"query": middle_of(at), **changes}))


@pytest.mark.parametrize("positions", ENCODINGS)
def test_a_causal_model_predicts_every_note_as_the_library_does(positions):
    model = predictor(network(CAUSAL, positions))
    whole = predict_next(model, TENSOR)[0]
    for at in range(len(NOTES) + 1):
        found = view(at=at, positions=positions).found
        assert np.allclose(found.probabilities, whole[at], atol=1e-6) and found.token == at


@pytest.mark.parametrize("positions", ENCODINGS)
def test_a_masked_model_fills_in_as_the_library_does(positions):
    model = predictor(network(MASKED, positions))
    alone = leave_one_out(model, TENSOR[0])
    for at in range(len(NOTES)):
        found = view(at=at, model=MASKED, positions=positions).found
        assert np.allclose(found.probabilities, alone[at], atol=1e-6) and found.token == at + 1


def test_limits_are_the_exact_predictions_from_the_same_notes():
    before_it, both = predict_next(prior(), TENSOR)[0], leave_one_out(prior(), TENSOR[0])
    for at in range(len(NOTES)):
        assert np.allclose(view(at=at).limit.probabilities, before_it[at])
        assert np.allclose(view(at=at, model=MASKED).limit.probabilities, both[at])


def test_a_causal_model_reads_from_the_last_hidden_note_on():
    here = view("C4 E4 – C5 F4 A4", at=5)
    assert before(here.melody, 5) == 3 and here.found.read == 3
    expected = predict_next(predictor(network(CAUSAL, "relative")), torch.tensor([[12, 5]]), 3)[0, -1]
    assert np.allclose(here.found.probabilities, expected)
    assert np.allclose(here.limit.probabilities, predict_next(prior(), torch.tensor([[12, 5]]))[0, -1])
    assert np.allclose(view("C4 E4 – C5", at=2).found.probabilities, view("C4 E4", at=2).found.probabilities)


def test_a_masked_model_leaves_out_all_hidden_notes_and_the_one_at_the_query():
    here = view("C4 E4 – C5 F4 A4", at=4, model=MASKED)
    notes = torch.tensor([[0, 4, 0, 12, 0, 9]])
    seen_notes = torch.tensor([[True, True, False, True, False, True]])
    expected = fill_in(predictor(network(MASKED, "relative")), notes, seen_notes)[0, 4]
    assert np.allclose(here.found.probabilities, expected)
    assert np.allclose(here.limit.probabilities, fill_in(prior(), notes, seen_notes)[0, 4])


@pytest.mark.parametrize(("kind", "positions"), MODELS)
def test_a_melody_that_begins_later_is_read_at_later_positions(kind, positions):
    here, there = (view_at(start, kind, positions) for start in (0, 6))
    apart = np.abs(here.found.probabilities - there.found.probabilities).max()
    assert apart < 1e-5 if positions in ("relative", "rotary", "shaw", "none") else apart > 1e-3
    assert np.allclose(here.limit.probabilities, there.limit.probabilities)


def view_at(start, kind, positions):
    controls = MelodyControls.parse({"query": middle_of(start + 6), "model": kind, "positions": positions})
    return seen(context(drawn(NAMES, start)), controls)


def test_gains_are_those_of_the_library():
    expected = gain_from_later_notes(*(predictor(network(kind, "relative")) for kind in KINDS), TENSOR[0])
    assert [view(at=at).gain for at in range(len(NOTES))] == pytest.approx(expected.tolist(), abs=1e-4)
    assert view(at=len(NOTES)).gain is None


def test_weights_are_of_the_token_that_is_read_and_later_notes_have_none():
    causal, masked = (view(at=4, model=kind).attention(kind) for kind in KINDS)
    assert causal.labels[:3] == ("START", "1 C4", "2 E4") and masked.labels[5] == "5 ?"
    assert causal.keys == (-1, *range(10)) and masked.keys[5] == -1
    assert (causal.row, masked.row) == (4, 5)
    assert (np.triu(causal.weights, 1) == 0).all() and (masked.weights[5, 6:] > 0).all()
    for found in (causal, masked):
        assert np.allclose(found.weights.sum(-1), 1, atol=1e-5)


def test_excess_and_entropy_are_those_of_distributions():
    exact, found = view(at=8).limit, view(at=8).found
    p, q = exact.probabilities, found.probabilities
    assert excess(exact, found) == pytest.approx(float((p * np.log(p / q)).sum())) and excess(exact, exact) == 0
    assert entropy(exact) == pytest.approx(float(-(p * np.log(p)).sum()))


@pytest.mark.parametrize("name", ORDERS)
def test_n_grams_predict_too(name):
    melody = Melody(0, NOTES, tuple(range(len(NOTES))))
    assert from_before(name, melody, 4).probabilities.sum() == pytest.approx(1)
    assert from_both_sides(name, melody, 4).probabilities.sum() == pytest.approx(1)
    assert excess(from_before(EXACT, melody, 9), from_before(name, melody, 9)) > 0


@pytest.mark.parametrize("notes", ["", "E4", "E4 – – – G4", " ".join(["C4"] * 30)])
@pytest.mark.parametrize("kind", KINDS)
def test_every_melody_has_a_scene(notes, kind):
    for at in (0, 2, 15, 23):
        found = scene(context(drawn(notes)), MelodyControls.parse({"query": middle_of(at), "model": kind}))
        assert found.wire() and found.reading("excess").value >= 0
