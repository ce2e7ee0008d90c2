"""The scene: probabilities on the lattice, both kinds of models beside their limits, shifts, mirror images, writing."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.melodies import comparisons
from pages.melodies.averages import mean_excess
from pages.melodies.controls import ENCODINGS, KINDS, MASKED, MelodyControls
from pages.melodies.lattice import ROWS, STEP, Melody, drawn, middle_of
from pages.melodies.run import EXACT, entropy, from_before
from pages.melodies.scene import scene
from pages.melodies.view import seen
from pages.melodies.writing import NEW, writing
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Dots, Shading, Threads, Withheld
from tnpcore.sequences.melodies import log_likelihood

NOTES = "C4 E4 G4 C5 F4 A4 C5 E5"


def shown(notes=NOTES, at=4, **changes):
    return scene(context(drawn(notes)), MelodyControls.parse({"query": middle_of(at), **changes}))


def view(notes=NOTES, at=4, **changes):
    return seen(context(drawn(notes)), MelodyControls.parse({"query": middle_of(at), **changes}))


@pytest.mark.parametrize("kind", KINDS)
def test_the_querys_column_holds_both_predictions(kind):
    left, right = (mark for mark in shown(model=kind).panel("stage").marks if isinstance(mark, Shading))
    here = view(model=kind)
    assert left.ends == pytest.approx((middle_of(4) - STEP / 2, middle_of(4))) and left.ends[1] == right.ends[0]
    assert np.array_equal(left.values, here.found.probabilities) and left.model == kind
    assert np.array_equal(right.values, here.limit.probabilities) and right.model == EXACT
    assert left.full == right.full == max(left.values.max(), right.values.max())
    bars = shown(model=kind).panel("column").marks
    assert [len(bar.values) for bar in bars] == [24, 24] and all(bar.values.sum() == pytest.approx(1) for bar in bars)


def test_both_kinds_stand_beside_their_limits_where_there_is_a_note():
    (bars,) = shown().panel("both").marks
    assert bars.labels == ("causal", "Bayes", "masked", "Bayes")
    here = view()
    expected = [each(kind).probabilities[here.note] for kind in KINDS for each in (here.of, here.limit_of)]
    assert bars.values.tolist() == expected
    assert "both" not in {panel.id for panel in shown(at=8).panels}
    readings = {reading.id for reading in shown(at=8).readings}
    assert {"own", "gain"}.isdisjoint(readings) and {"excess", "entropy"} <= readings


@pytest.mark.parametrize(("at", "hidden"), [(4, (4,)), (0, (0,)), (8, ())])
def test_the_note_that_no_model_is_given_is_hollow(at, hidden):
    image = shown(at=at, tau=2 * STEP)
    assert withheld(image.panel("stage")) == withheld(image.panel("shifted")) == hidden
    assert ("hidden from them, and hollow" in image.caption) == bool(hidden)
    assert withheld(shown("C4 – G4 C5", at=2).panel("stage")) == (1,)


def withheld(panel):
    (mark,) = (mark for mark in panel.marks if isinstance(mark, Withheld))
    return mark.points


def test_the_mirror_image_shows_the_same_notes_with_the_last_one_first():
    (dots,) = shown(at=8).panel("mirrored").marks
    assert [*zip(dots.x, dots.y, strict=True)] == [(middle_of(7 - i), y) for i, (_, y) in enumerate(drawn(NOTES))]
    (dots,) = shown("C4 – G4 C5", at=3).panel("mirrored").marks
    assert dots.x.tolist() == [middle_of(3), middle_of(1)] and dots.y.tolist() == [ROWS[0], ROWS[7]]


def test_maps_of_weights_show_what_the_causal_mask_forbids():
    (causal,), (masked,) = (shown().panel(f"attention-{kind}").marks for kind in KINDS)
    assert (causal.values[~causal.mask] == 0).all() and causal.mask.sum() == 45 and masked.mask is None
    assert (causal.active_row, masked.active_row) == (4, 5)
    weights = next(mark for mark in shown().panel("stage").marks if isinstance(mark, Threads)).weights
    assert np.array_equal(weights[:4], causal.values[4, 1:5]) and (weights[4:] == 0).all()


def test_one_row_for_each_kind_shows_where_the_prediction_attends():
    (heat,), (causal,), (masked,) = (
        shown().panel(id).marks for id in ("looks", "attention-causal", "attention-masked")
    )
    assert heat.values.shape == (2, 9) and np.allclose(heat.values.sum(-1), 1, atol=1e-5)
    assert np.array_equal(heat.values[0], causal.values[4]) and np.array_equal(heat.values[1], masked.values[5])
    assert heat.mask.tolist() == [[True] * 5 + [False] * 4, [True] * 9] and heat.keys == (-1, 0, 1, 2, 3, -1, 5, 6, 7)
    (gap,) = shown("C4 E4 – C5 F4 – C5 E5", at=4).panel("looks").marks
    assert gap.mask.tolist() == [[True, False, False, False, True, *[False] * 4], [True] * 9]
    assert np.allclose(gap.values.sum(-1), 1, atol=1e-5)


def test_layer_and_head_choose_the_weights():
    (one,), (other,) = (shown(layer=layer, head="3").panel("attention-masked").marks for layer in "14")
    assert not np.allclose(one.values, other.values)
    heads = [shown(head=str(n)).panel("attention-causal").marks[0].values for n in range(1, 5)]
    assert np.allclose(np.mean(heads, 0), shown().panel("attention-causal").marks[0].values, atol=1e-6)


def test_a_shift_changes_predictions_by_kind_of_positions():
    moved = shown(model=MASKED, tau=8 * STEP)
    (bars,) = moved.panel("positions").marks
    found = dict(zip(ENCODINGS, bars.values, strict=True))
    assert found["relative"] < 1e-5 < 1e-3 < found["sinusoidal"]
    assert moved.reading("shifted-change").value == found["relative"] and moved.panel("shifted").moved == 8 * STEP
    assert shown(tau=0.0).reading("shifted-change").value == 0
    assert "8 steps later" in moved.panel("positions").title


def test_averages_are_those_of_the_measurements():
    (bars,) = shown().panel("averages").marks
    assert bars.values.tolist() == [mean_excess(n) for n in ("unigram", "bigram", "trigram", view().controls.network)]
    assert (np.diff(bars.values) < 0).all()
    assert bars.values[-1] >= 10**-bars.digits, "the smallest is not written as 0"


@pytest.mark.parametrize("kind", KINDS)
def test_a_mirror_image_is_the_same_notes_in_reversed_order(kind):
    """A palindrome with the query in its middle, or after it, is its own mirror image."""
    here = view("C4 E4 G4 E4 C4", at=2 if kind == MASKED else 5, model=kind)
    assert comparisons.mirrored(here, here.controls.network, kind) < 1e-5
    assert comparisons.mirrored(here, EXACT, kind) < 1e-9
    assert comparisons.mirrored(view(at=8), EXACT, kind) > 1e-3


def test_what_is_written_goes_on_after_the_last_note():
    here = view(at=8, write=True, draw=3)
    found = writing(here.melody, here.controls)
    assert found.positions == tuple(range(8, 8 + NEW)) and found.notes.shape == (20, NEW)
    rings = next(mark for mark in shown(at=8, write=True, draw=3).panel("stage").marks if isinstance(mark, Dots))
    assert rings.x == pytest.approx([middle_of(n) for n in range(8, 16)]) and rings.role == "written"
    assert rings.y.tolist() == [ROWS[note] for note in found.sample(3)]
    assert not any(isinstance(mark, Dots) for mark in shown(at=8).panel("stage").marks)


def test_surprise_adds_up_to_the_likelihood_under_the_prior():
    here = view(at=8, write=True, draw=2)
    found = writing(here.melody, here.controls)
    least, surprise = shown(at=8, write=True, draw=2).panel("written").marks
    assert -surprise.values.sum() == pytest.approx(found.log_exact[1])
    whole = (*here.melody.notes, *found.sample(2))
    expected = log_likelihood_of(whole) - log_likelihood_of(here.melody.notes)
    assert found.log_exact[1] == pytest.approx(expected)
    entropies = [entropy(from_before(EXACT, Melody(here.melody.start, whole), 8 + i)) for i in range(NEW)]
    assert least.values.tolist() == pytest.approx(entropies)


def log_likelihood_of(notes):
    return float(log_likelihood(torch.tensor([notes]))[0])


def test_a_masked_model_fills_in_every_hidden_note():
    here = view("C4 E4 – C5 – A4 C5 E5", model=MASKED, write=True)
    found = writing(here.melody, here.controls)
    assert found.positions == (2, 4) and writing(view(model=MASKED).melody, here.controls) is None
    image = shown("C4 E4 – C5 – A4 C5 E5", model=MASKED, write=True)
    rings = next(mark for mark in image.panel("stage").marks if isinstance(mark, Dots))
    assert rings.x == pytest.approx([middle_of(2), middle_of(4)]) and "Sample 1: it writes" in image.caption
