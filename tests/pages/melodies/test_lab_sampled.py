"""What the lab computes by many runs: samples with their likelihood, transpositions."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.melodies import lab_generation, lab_transposition
from pages.melodies.controls import CAUSAL, KINDS, MASKED, MelodyControls
from pages.melodies.lattice import HIDDEN, drawn, middle_of
from pages.melodies.run import EXACT, excess, prediction
from pages.melodies.view import View, seen
from pages.shared.lesson.values import context
from tnpcore.sequences import load, melodies
from tnpcore.sequences.melodies.notation import pitch, pitch_name

MELODY = "C4 E4 G4 C5 F4 A4 C5 F5 G4 B4 D5 G5"
GAPS = "G4 B4 – G5 C5 E5 – C5 D5"


def view(names=MELODY, at=5, **changes) -> View:
    return seen(context(drawn(names)), MelodyControls.parse({"query": middle_of(at), **changes}))


def panels(part, *arguments, **changes):
    return {panel.id: panel for panel in part.panels(view(*arguments, **changes))}


def notes_of(names):
    return torch.tensor([0 if name == HIDDEN else pitch(name) for name in names.split()])


# ---- generation ------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [1, 2])
def test_a_melody_is_continued_by_the_models_own_samples(draw):
    here = view(draw=draw)
    found = lab_generation.samples(here.controls.network, here)
    own = melodies.continued(load(here.controls.network), notes_of(MELODY), 8, 64, torch.Generator().manual_seed(draw))
    assert np.array_equal(found.notes, own.notes.numpy()) and found.new == tuple(range(12, 20))
    assert np.allclose(8 * found.log_model, own.log_model) and np.allclose(8 * found.log_exact, own.log_exact)


def test_other_draws_are_other_melodies():
    one, other = (lab_generation.samples(EXACT, view(draw=draw)).notes for draw in (1, 2))
    assert not np.array_equal(one, other)


def test_after_a_hidden_note_a_continuation_begins_anew():
    found = lab_generation.samples(EXACT, view(GAPS))
    assert found.first == 7 and found.notes[:, :2].tolist() == [[pitch("C5"), pitch("D5")]] * 64
    assert panels(lab_generation, GAPS)["samples"].marks[0].x[0] == 8, "notes are counted from 1"


def test_hidden_notes_are_filled_in_and_the_others_stay():
    found = lab_generation.samples(view(GAPS, model=MASKED).controls.network, view(GAPS, model=MASKED))
    there = [i for i, name in enumerate(GAPS.split()) if name != HIDDEN]
    assert found.new == (2, 6) and (found.notes[:, there] == notes_of(GAPS)[there].numpy()).all()
    assert len(set(map(tuple, found.notes[:, [2, 6]].tolist()))) > 10


def test_with_nothing_hidden_the_note_at_the_query_is():
    found = lab_generation.samples(EXACT, view(model=MASKED, at=5))
    assert found.new == (5,) and len(set(found.notes[:, 5].tolist())) > 3
    assert lab_generation.panels(view(model=MASKED, at=12)) == ()


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_holds_the_samples_and_their_means(kind):
    here = view(GAPS, model=kind)
    own, exact = (lab_generation.samples(name, here) for name in (here.controls.network, EXACT))
    (table,) = panels(lab_generation, GAPS, model=kind)["likelihood"].marks
    *some, mean, best = table.rows
    for number, row in enumerate(some):
        assert row.label == " ".join(pitch_name(note) for note in own.notes[number, list(own.new)])
        assert values(row) == pytest.approx([own.log_model[number], own.log_exact[number]], abs=0.0051)
    assert mean.label == "mean of 64"
    assert values(mean) == pytest.approx([own.log_model.mean(), own.log_exact.mean()], abs=0.0051)
    assert values(best) == pytest.approx([exact.log_exact.mean()] * 2, abs=0.0051)


def values(row):
    return [float(cell.text.replace("\u2212", "-")) for cell in row.cells]


def test_the_difference_of_the_means_is_a_divergence():
    """Of one new note it can be computed: the samples' estimate is within four standard errors."""
    here = view(model=MASKED, at=5, positions="sinusoidal")
    found = lab_generation.samples(here.controls.network, here)
    differences = found.log_model - found.log_exact
    expected = excess(
        prediction(here.controls.network, False, here.melody, 5), prediction(EXACT, False, here.melody, 5)
    )
    assert abs(differences.mean() - expected) < 4 * differences.std() / 8
    assert np.allclose(lab_generation.samples(EXACT, here).log_model, lab_generation.samples(EXACT, here).log_exact)


def test_curves_are_the_samples_and_the_drawn_notes():
    panel = panels(lab_generation)["samples"]
    *some, own = panel.marks
    found = lab_generation.samples(view().controls.network, view())
    assert [line.label for line in some] == [f"sample {number}" for number in (1, 2, 3, 4)]
    for line, notes in zip(some, found.notes, strict=False):
        assert np.array_equal(line.y, notes) and line.x.tolist() == list(range(1, 21))
    assert own.label == "drawn" and np.array_equal(own.y, notes_of(MELODY)) and panel.tint == (12.5, 20.5)


def test_a_melody_has_no_more_than_24_notes():
    assert lab_generation.panels(view(" ".join(["C4", "G4"] * 12), 23)) == ()
    assert lab_generation.samples(EXACT, view(" ".join(["C4"] * 20), 19)).new == (20, 21, 22, 23)


def test_from_nothing_a_melody_is_sampled():
    found = lab_generation.samples(EXACT, view("", 0))
    assert found.notes.shape == (64, 8) and set(panels(lab_generation, "", 0)) == {"samples", "likelihood"}


# ---- transposition ---------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [MELODY, GAPS])
def test_all_transpositions_stay_in_the_window(names):
    here = view(names).melody
    shifts = lab_transposition.transpositions(here)
    assert 0 in shifts and len(shifts) == 24 - (max(here.drawn) - min(here.drawn))
    every = [lab_transposition.transposed(here, by) for by in shifts]
    assert min(every[0].drawn) == 0 and max(every[-1].drawn) == 23
    assert all(one.hidden == here.hidden for one in every)


@pytest.mark.parametrize(("names", "at"), [(MELODY, 5), (GAPS, 2), (MELODY, 12)])
def test_the_excess_is_that_of_the_transposed_melody(names, at):
    here, panel = view(names, at), panels(lab_transposition, names, at)["transposed"]
    for line, kind in zip(panel.marks, KINDS, strict=True):
        name = here.controls.network_of(kind)
        for by, value in zip(line.x.tolist(), line.y, strict=True):
            moved = lab_transposition.transposed(here.melody, int(by))
            pair = (prediction(each, kind == CAUSAL, moved, at) for each in (EXACT, name))
            assert value == pytest.approx(excess(*pair), abs=1e-6)
    assert panel.y[1] >= max(line.y.max() for line in panel.marks)


def test_the_distance_is_that_from_the_prediction_as_drawn_transposed():
    panel = panels(lab_transposition)["transposed-change"]
    lines = {line.label: line for line in panel.marks}
    assert set(lines) == {"Causal", "Masked", "exact, beside causal", "exact, beside masked"}
    notes = notes_of(MELODY)[None]
    drawn_here, above = (
        melodies.predict_next(melodies.prior(), melodies.transposed(notes[:, :5], by))[0, -1] for by in (0, 2)
    )
    outside = float(drawn_here[-2:].sum() + above[:2].sum())
    apart = (float((above[2:] - drawn_here[:-2]).abs().sum()) + outside) / 2
    line = lines["exact, beside causal"]
    assert line.y[line.x == 2].item() == pytest.approx(apart) and line.y[line.x == 0].item() == 0


def test_even_the_exact_prediction_is_not_simply_transposed():
    """Since notes in the middle of the window are likelier; without that it would be, but at the window's ends."""
    line = next(m for m in panels(lab_transposition)["transposed-change"].marks if m.label == "exact, beside causal")
    assert (line.y[line.x != 0] > 0.01).all()
    emission = melodies.prior().emission.mean((0, 1))
    assert emission.argmax() in (9, 10, 11, 12, 13, 14) and emission[[0, -1]].max() < emission.max() / 3


def test_one_transposition_or_no_note_is_nothing_to_compare():
    assert lab_transposition.panels(view("C4 B5", 1)) == () == lab_transposition.panels(view("", 0))
