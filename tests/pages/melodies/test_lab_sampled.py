"""What the lab computes by many runs: samples with their likelihood, transpositions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.melodies import lab_generation, lab_harmony, lab_transposition
from pages.melodies.controls import CAUSAL, KINDS, MASKED, MelodyControls
from pages.melodies.lattice import HIDDEN, drawn, melody, middle_of
from pages.melodies.run import EXACT, excess, prediction
from pages.melodies.view import View, seen
from pages.melodies.writing import writing
from pages.shared.lesson.values import context
from tnpcore.sequences import load, melodies
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.melodies.notation import pitch

MELODY = "C4 E4 G4 C5 F4 A4 C5 F5 G4 B4 D5 G5"
GAPS = "G4 B4 – G5 C5 E5 – C5 D5"


def view(names=MELODY, at=5, **changes) -> View:
    return seen(context(drawn(names)), MelodyControls.parse({"query": middle_of(at), **changes}))


def panels(make, *arguments, **changes):
    return {panel.id: panel for panel in make(view(*arguments, **changes))}


def notes_of(names):
    return torch.tensor([0 if name == HIDDEN else pitch(name) for name in names.split()], dtype=torch.long)


# ---- generation ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "names"), [(CAUSAL, MELODY), (CAUSAL, GAPS), (CAUSAL, ""), (MASKED, GAPS)])
def test_the_table_holds_samples_of_the_model_and_their_likelihood(kind, names):
    here = view(names, 0, model=kind, draw=3)
    panel = panels(lab_generation.panels, names, 0, model=kind, draw=3)["likelihood"]
    found = writing(here.melody, here.controls)
    (table,) = panel.marks
    *some, mean = table.rows
    assert len(some) == 4 and mean.label == "mean of 20"
    for row, number in zip(some, (2, 3, 4, 5), strict=True):
        notes = row.label.split()
        assert [pitch(name) for name in notes] == found.notes[number].tolist()
        expected = found.log_model[number] / len(notes), exactly(names.split(), notes, kind == CAUSAL)
        assert values(row) == pytest.approx(expected, abs=0.0051)
    every = np.stack([found.log_model, found.log_exact]) / len(found.positions)
    assert values(mean) == pytest.approx(every.mean(1), abs=0.0051)
    assert f"standard error is {np.std(every[0] - every[1], ddof=1) / 20**0.5:.3f}" in panel.note


def exactly(drawn_names, new, causal):
    """log p of the new notes given the others under the prior, in nats a note."""
    left = iter(new)
    if causal:
        end = drawn_names[::-1].index(HIDDEN) if HIDDEN in drawn_names else len(drawn_names)
        read = drawn_names[len(drawn_names) - end :]
        names, there = [*read, *new], [True] * len(read) + [False] * len(new)
    else:
        names, there = [next(left) if n == HIDDEN else n for n in drawn_names], [n != HIDDEN for n in drawn_names]
    whole, given = notes_of(" ".join(names))[None], torch.tensor([there])
    return float(melodies.log_likelihood(whole) - melodies.log_likelihood(whole, given)) / len(new)


@pytest.mark.parametrize("names", [MELODY, ""])
def test_a_causal_model_states_the_likelihood_by_its_own_predictions(names):
    here = view(names, 0)
    found, given = writing(here.melody, here.controls), notes_of(names)
    whole = torch.tensor([[*given.tolist(), *found.notes[0].tolist()]])
    chances = melodies.predict_next(load(here.controls.network), whole)[0, len(given) : -1]
    expected = chances.gather(1, whole[0, len(given) :, None]).log().sum()
    assert found.log_model[0] == pytest.approx(float(expected), abs=1e-4)


@pytest.mark.parametrize(("kind", "names"), [(CAUSAL, MELODY), (CAUSAL, GAPS), (MASKED, "G4 B4 – G5 C5 E5")])
def test_a_model_writes_from_where_the_melody_stands_in_time(kind, names):
    """Its likelihood is the product of the predictions that the stage shows there, note after note."""
    controls = MelodyControls.parse({"model": kind, "positions": "sinusoidal"})
    here, there = (melody(context(drawn(names, start))) for start in (0, 5))
    found, new = writing(there, controls), writing(there, controls).sample(1)
    notes = (*there.notes, *new) if kind == CAUSAL else there.notes
    likelihood = [
        sum(np.log(prediction(controls.network, kind == CAUSAL, whole, at).probabilities[note]) for at, note in each)
        for whole in (replace(there, notes=notes), replace(here, notes=notes))
        for each in (tuple(zip(found.positions, new, strict=True)),)
    ]
    assert found.log_model[0] == pytest.approx(likelihood[0], abs=1e-4)
    assert abs(likelihood[1] - likelihood[0]) > 1e-3, "the place in time counts"


def values(row):
    return [float(cell.text.replace("\u2212", "-")) for cell in row.cells]


def test_the_difference_of_the_means_is_a_divergence():
    """Of one hidden note it can be computed: the estimate is within four standard errors."""
    here = view("G4 B4 – G5 C5 E5", 2, model=MASKED, positions="sinusoidal")
    found = writing(here.melody, here.controls)
    differences = found.log_model - found.log_exact
    own, exact = (found.probabilities for found in (here.found, here.limit))
    expected = float((own * np.log(own / exact)).sum())
    assert abs(differences.mean() - expected) < 4 * differences.std(ddof=1) / 20**0.5


def test_curves_are_the_samples_and_the_drawn_notes():
    panel, here = panels(lab_generation.panels, draw=19)["samples"], view(draw=19)
    *some, own = panel.marks
    found = writing(here.melody, here.controls)
    assert [(line.label, line.dashed) for line in some] == [("sample 19", False), ("other samples", True)] + 2 * [
        ("", True)
    ]
    for line, number in zip(some, (18, 19, 0, 1), strict=True):
        assert line.x.tolist() == list(range(12, 21)) and line.y.tolist() == [pitch("G5"), *found.notes[number]]
    assert own.label == "drawn" and np.array_equal(own.y, notes_of(MELODY)) and panel.tint == (12.5, 20.5)


def test_a_filled_in_curve_goes_through_the_drawn_notes_beside_it():
    line = panels(lab_generation.panels, GAPS, model=MASKED)["samples"].marks[0]
    assert line.x.tolist() == list(range(2, 9)), "from the note before the first hidden one to the one after the last"
    drawn_there = {number: pitch(name) for number, name in enumerate(GAPS.split(), 1) if name != HIDDEN}
    assert all(drawn_there.get(int(x), y) == y for x, y in zip(line.x, line.y, strict=True))


def test_without_room_or_a_hidden_note_nothing_is_written():
    assert lab_generation.panels(view(" ".join(["C4", "G4"] * 12), 23)) == ()
    assert lab_generation.panels(view(model=MASKED)) == ()


def test_of_many_notes_the_first_are_named():
    assert lab_generation.written(np.arange(9)) == "C4 C♯4 D4 E♭4 E4 F4 F♯4 G4 …"


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
    here, panel = view(names, at), panels(lab_transposition.panels, names, at)["transposed"]
    for line, kind in zip(panel.marks, KINDS, strict=True):
        name = here.controls.network_of(kind)
        for by, value in zip(line.x.tolist(), line.y, strict=True):
            moved = lab_transposition.transposed(here.melody, int(by))
            pair = (prediction(each, kind == CAUSAL, moved, at) for each in (EXACT, name))
            assert value == pytest.approx(excess(*pair), abs=1e-6)
    assert panel.y[1] >= max(line.y.max() for line in panel.marks)


def test_the_distance_is_that_from_the_prediction_as_drawn_transposed():
    panel = panels(lab_transposition.panels)["transposed-change"]
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
    line = next(
        m for m in panels(lab_transposition.panels)["transposed-change"].marks if m.label == "exact, beside causal"
    )
    assert (line.y[line.x != 0] > 0.01).all()
    emission = melodies.prior().emission.mean((0, 1))
    assert emission.argmax() in (9, 10, 11, 12, 13, 14) and emission[[0, -1]].max() < emission.max() / 3


def test_one_transposition_or_no_note_is_nothing_to_compare():
    assert lab_transposition.panels(view("C4 B5", 1)) == () == lab_transposition.panels(view("", 0))


# ---- gains from later notes ------------------------------------------------------------------------


def test_the_gain_at_every_note_is_the_librarys():
    own, exact = panels(lab_harmony.gain_bars)["gains"].marks
    notes, here = notes_of(MELODY), view()
    models = [load(here.controls.network_of(kind)) for kind in KINDS]
    assert np.allclose(own.values, melodies.gain_from_later_notes(*models, notes), atol=1e-4)
    assert np.allclose(exact.values, melodies.gain_from_later_notes(melodies.prior(), melodies.prior(), notes))
    assert own.labels == exact.labels == tuple(f"{i} {name}" for i, name in enumerate(MELODY.split(), 1))
    assert own.span == exact.span == (min(0, *own.values, *exact.values), max(*own.values, *exact.values))


def test_hidden_notes_have_no_gain_and_are_read_by_no_model():
    own, exact = panels(lab_harmony.gain_bars, GAPS)["gains"].marks
    assert own.labels == ("1 G4", "2 B4", "4 G5", "5 C5", "6 E5", "8 C5", "9 D5") and own.keys == tuple(range(7))
    notes, there = notes_of(GAPS), torch.tensor([name != HIDDEN for name in GAPS.split()])
    every = melodies.fill_in(melodies.prior(), notes[None], (there & (torch.arange(9) != 4))[None])[0, 4, notes[4]]
    before = melodies.predict_next(melodies.prior(), notes[None, 3:4])[0, -1, notes[4]]
    assert exact.values[3] == pytest.approx(float((every / before).log()))


def test_one_note_has_no_later_ones():
    assert lab_harmony.gain_bars(view("E4", 0)) == () == lab_harmony.gain_bars(view("", 0))


def test_on_average_the_exact_gain_is_not_negative():
    """It is a mutual information; single notes may be likelier from before alone."""
    drawn_notes = melodies_of(30)
    every = torch.stack(
        [melodies.gain_from_later_notes(melodies.prior(), melodies.prior(), one) for one in drawn_notes]
    )
    assert every.mean() > 0 > every.min()


def melodies_of(count):
    return draw(melodies.prior(), count, 10, torch.Generator().manual_seed(0))[0]
