"""What the lab computes for the drawn melody: harmony, attention by head, mirror images, classes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.melodies import comparisons, lab_all, lab_classifiers, lab_harmony, run
from pages.melodies.controls import CAUSAL, KINDS, MASKED, MelodyControls
from pages.melodies.lab_models import label, shipped
from pages.melodies.lab_transposition import mirror_images
from pages.melodies.lattice import STEP, as_tensors, drawn, middle_of
from pages.melodies.panels import heads
from pages.melodies.view import View, seen
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Scene
from tnpcore.sequences import load, melodies
from tnpcore.sequences.melodies import classifiers
from tnpcore.sequences.melodies.notation import pitch

pytestmark = pytest.mark.slow

MELODY = "C4 E4 G4 C5 F4 A4 C5 F5 G4 B4 D5 G5"
GAPS = "G4 B4 – G5 C5 E5 – C5 D5"


def view(names=MELODY, at=5, start=0, **changes) -> View:
    """The melody with the query at a position."""
    controls = {"query": middle_of(start + at), **changes}
    return seen(context(drawn(names, start)), MelodyControls.parse(controls))


def panels(make, *arguments, **changes):
    return {panel.id: panel for panel in make(view(*arguments, **changes))}


# ---- key, chords, beats ----------------------------------------------------------------------------


@pytest.mark.parametrize("names", [MELODY, GAPS, "E4"])
def test_keys_chords_and_beats_are_the_exact_posterior(names):
    found, here = panels(lab_harmony.panels, names, 0), view(names, 0)
    notes, there = (each[None] for each in as_tensors(here.melody.notes))
    keys, chords, beats = (found[id].marks[0] for id in ("keys", "chords", "beats"))
    blocks = melodies.block_probabilities(notes, there)[0]
    for block in range(24):
        key, mode = melodies.name(block).split(" ")
        row, column = keys.row_labels.index(mode), keys.column_labels.index(key)
        assert keys.values[row, column] == pytest.approx(float(blocks[block]))
    top = int(blocks.argmax())
    assert f"{melodies.name(top)} is most probable, with {blocks[top]:.1%}" in found["keys"].note
    assert keys.values.sum() == pytest.approx(1)
    states = melodies.chord_probabilities(notes, there)[0].numpy()
    assert np.allclose(chords.values, states.sum(2).T) and np.allclose(beats.values, states.sum(1).T)
    assert np.allclose(chords.values.sum(0), 1) and np.allclose(beats.values.sum(0), 1)
    assert (
        chords.column_labels
        == beats.column_labels
        == tuple(f"{number} {name}" for number, name in enumerate(names.split(), 1))
    )


def test_a_chord_is_named_by_its_degree_in_either_mode():
    assert lab_harmony.CHORD_NAMES == ("I or i", "IV or iv", "V or v", "vi or VI")
    for kind, mode in enumerate(("major", "minor")):
        for names, (name, notes) in zip(lab_harmony.CHORD_NAMES, melodies.CHORD_NOTES[mode], strict=True):
            third = (notes[1] - notes[0]) % 12
            assert names.split(" or ")[kind] == name and name.isupper() == (third == 4)


def test_each_beat_is_followed_by_the_next():
    beats = panels(lab_harmony.panels, MELODY, 0)["beats"].marks[0].values
    assert np.allclose(np.roll(beats[:, :-1], 1, 0), beats[:, 1:])
    assert "A bar has 4 beats" in panels(lab_harmony.panels)["beats"].note


def test_a_melody_of_one_key_has_it():
    keys = panels(lab_harmony.panels, "C4 E4 G4 C5 F4 A4 C5 F5 G4 B4 D5 G5 C4 E4 G4 C5", 0)["keys"].marks[0]
    assert keys.values[0, 0] == keys.values.max() > 0.5


# ---- attention -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_head_is_shown_at_the_query(kind):
    panel = heads(view(model=kind))
    (heat,) = panel.marks
    assert heat.values.shape[0] == len(heat.row_labels) == 16 and np.allclose(heat.values.sum(1), 1, atol=1e-5)
    assert heat.row_labels[0] == "1, 1" and heat.row_labels[-1] == "4, 4"
    for row, text in enumerate(heat.row_labels):
        layer, head = text.split(", ")
        one = view(model=kind, layer=layer, head=head).attention(kind)
        assert np.array_equal(heat.values[row], one.weights[one.row])
    later = heat.values[:, heat.column_labels.index("7 C5") :]
    assert (later == 0).all() if kind == CAUSAL else (later > 0).any()


def test_the_causal_prediction_is_read_from_the_note_before_and_the_masked_one_from_the_hidden_note():
    causal, masked = (view(model=kind).attention(kind) for kind in KINDS)
    assert causal.labels[causal.row] == "5 F4" and masked.labels[masked.row] == "6 ?"
    assert "the one before it" in heads(view()).note


# ---- mirror images ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in shipped(MASKED) if name.endswith("-none")])
def test_the_trained_masked_model_without_positions_fills_in_both_alike(name):
    assert comparisons.mirrored(view(), name, MASKED) < 1e-6


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_of_mirror_images_holds_what_the_library_predicts(kind):
    (table,) = panels(mirror_images)[f"mirror-{kind}"].marks
    assert [row.label for row in table.rows] == ["Bayes predictor", *map(label, shipped(kind))]
    notes = torch.tensor([[pitch(name) for name in MELODY.split()]])
    for row, name in zip(table.rows, (None, *shipped(kind)), strict=True):
        model = load(name) if name else melodies.prior()
        if kind == CAUSAL:
            one, other = (melodies.predict_next(model, each, 0)[0, -1] for each in (notes[:, :5], notes[:, :5].flip(1)))
        else:
            there = torch.arange(12)[None] != 5
            one = melodies.fill_in(model, notes, there)[0, 5]
            other = melodies.fill_in(model, notes.flip(1), there.flip(1))[0, 6]
        assert row.cells[0].share == pytest.approx(float((one - other).abs().sum()) / 2, abs=1e-6)
    assert table.rows[0].cells[1].text == "0", "the exact prediction has no excess"


def test_the_mirror_image_of_a_palindrome_is_itself():
    for name in (run.EXACT, *shipped(CAUSAL)):
        assert comparisons.mirrored(view("C4 E4 G4 E4 C4", 5), name, CAUSAL) == 0
    for name in (run.EXACT, *shipped(MASKED)):
        assert comparisons.mirrored(view("C4 E4 G4 E4 C4", 2), name, MASKED) == 0


def test_one_note_has_no_mirror_image():
    assert panels(mirror_images, "C4", 1).keys() == set()
    assert panels(mirror_images, "C4 E4", 1).keys() <= {"mirror-masked"}
    assert set(panels(mirror_images, "C4 E4", 2)) == {"mirror-causal", "mirror-masked"}


def test_a_hidden_note_before_the_query_ends_what_a_causal_model_reads_backwards():
    assert set(panels(mirror_images, GAPS, 8)) == {"mirror-masked"}


# ---- classes of the drawn melody -------------------------------------------------------------------


def test_classes_are_those_of_classifier_and_posterior():
    found = panels(lab_classifiers.panels)
    notes = torch.tensor([[pitch(name) for name in MELODY.split()]])
    for name, labelling in lab_classifiers.LABELLINGS.items():
        predicted, exact = found[f"class-{name}"].marks
        assert predicted.labels == exact.labels == labelling.classes
        assert np.allclose(predicted.values, classifiers.load(f"melodies-{name}")(notes)[0].exp())
        assert np.allclose(exact.values, labelling.exact(notes)[0]) and exact.values.sum() == pytest.approx(1)
        assert "melodies of 16 notes; here it reads 12." in found[f"class-{name}"].note


def test_hidden_notes_are_hidden_from_classifier_and_posterior():
    found, (notes, there) = panels(lab_classifiers.panels, GAPS, 2), as_tensors(view(GAPS, 2).melody.notes)
    other = torch.where(there, notes, 5)
    for name, labelling in lab_classifiers.LABELLINGS.items():
        predicted, exact = found[f"class-{name}"].marks
        assert np.allclose(exact.values, labelling.exact(other[None], there[None])[0])
        assert np.allclose(predicted.values, classifiers.load(f"melodies-{name}")(other[None], there[None])[0].exp())
        assert not np.allclose(exact.values, labelling.exact(notes[None])[0])
        assert "it reads 7. 2 more are hidden" in found[f"class-{name}"].note
    assert lab_classifiers.panels(view("", 0)) == ()


# ---- all of it -------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", ["", "E4", GAPS, MELODY, " ".join(["C4", "B5"] * 12)])
@pytest.mark.parametrize("kind", KINDS)
def test_all_panels_have_names_of_their_own_and_finite_numbers(names, kind):
    for at in {0, len(names.split()) // 2, len(names.split())}:
        here = view(names, at, model=kind, tau=2 * STEP)
        every = (*lab_all.at_once(here), *lab_all.later(here))
        assert len({panel.id for panel in every}) == len(every) >= 6
        assert Scene(every).packed()
