"""What the lab takes from cards: excess by length and shift, n-grams, classifiers."""

from __future__ import annotations

import math

import pytest
import torch

from pages.melodies import lab_classifiers, lab_measured, lab_models
from pages.melodies.averages import measured
from pages.melodies.controls import CAUSAL, KINDS, MASKED
from pages.melodies.lab_models import PREDICTS, classifiers, colour, label, shipped
from pages.shared.scene.palette import LIGHT
from tnpcore import weights
from tnpcore.sequences import names, trained
from tnpcore.sequences.melodies.classifiers import card as classifier_card
from tnpcore.sequences.melodies.evaluation import PITCH_SHIFTS, TIME_SHIFTS


def panels(kind):
    return {panel.id: panel for panel in lab_measured.panels(kind)}


def by_label(kind):
    """The cards' results by the label of each model."""
    return {label(name): trained.card(name).results for name in shipped(kind)}


def test_every_measured_model_is_of_one_kind():
    assert {*shipped(CAUSAL), *shipped(MASKED)} == {name for name in names("melodies") if trained.card(name).results}
    assert all(trained.card(name).results["predicts"] == PREDICTS[kind] for kind in KINDS for name in shipped(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_models_of_a_kind_have_labels_and_colours_of_their_own(kind):
    models = shipped(kind)
    assert len({label(name) for name in models}) == len({LIGHT[colour(name)] for name in models}) == len(models) > 1
    assert LIGHT["ngrams"] not in {LIGHT[colour(name)] for name in models}
    for name in models:
        known = trained.card(name)
        assert label(name).startswith(known.arguments["positions"])
        assert label(name).endswith("drawn notes") == (not known.recipe["soft"])
        assert label(name).endswith("trained longer") == name.endswith("-soft")


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_holds_the_numbers_of_cards_and_ngrams(kind):
    panel = panels(kind)["excess-table"]
    (table,) = panel.marks
    expected = {name: measured()[name][PREDICTS[kind]] for name in ("unigram", "bigram", "trigram")} | by_label(kind)
    shown = {row.label: [float(cell.text) for cell in row.cells] for row in table.rows}
    assert shown == {
        name: [pytest.approx(found[part]["excess"], abs=5.1e-5) for part in ("trained", "beyond")]
        for name, found in expected.items()
    }
    shares = {row.label: row.cells[0].share for row in table.rows}
    assert max(cell.share for row in table.rows for cell in row.cells) == 1
    assert shares["trigram"] / shares["unigram"] == pytest.approx(
        expected["trigram"]["trained"]["excess"] / expected["unigram"]["trained"]["excess"]
    )
    errors = [found[part]["se"] for found in expected.values() for part in ("trained", "beyond")]
    assert f"no standard error exceeds {max(errors):.4f}" in panel.note and "4,096 held-out" in panel.note
    entropy = measured()["limit"][PREDICTS[kind]]
    assert f"{entropy['trained']:.2f} and {entropy['beyond']:.2f} nats" in panel.note
    assert table.columns == ("8 to 16", "17 to 24") and "Trained on 8 to 16 notes" in panel.note


@pytest.mark.parametrize("kind", KINDS)
def test_curves_by_length_are_those_of_the_cards(kind):
    panel = panels(kind)["lengths"]
    expected = by_label(kind) | {"trigram": measured()["trigram"][PREDICTS[kind]]}
    assert [line.label for line in panel.marks] == list(expected)
    for line in panel.marks:
        assert line.x.tolist() == list(range(8, 25))
        assert (10**line.y).tolist() == pytest.approx(
            [expected[line.label]["by_length"][str(length)]["excess"] for length in range(8, 25)]
        )
        assert panel.y[0] <= line.y.min() and line.y.max() <= panel.y[1]
    assert panel.tint == (8, 16) and math.log10(0.01) == -2


@pytest.mark.parametrize(
    ("id", "key", "shifts"),
    [("time-shifts", "time_shifts", TIME_SHIFTS), ("pitch-shifts", "pitch_shifts", PITCH_SHIFTS)],
)
@pytest.mark.parametrize("kind", KINDS)
def test_curves_by_shift_are_those_of_the_cards(kind, id, key, shifts):
    panel = panels(kind)[id]
    for line in panel.marks:
        found = by_label(kind)[line.label]
        every = sorted((0, *shifts))
        expected = [found[key][str(by)]["excess"] if by else found["trained"]["excess"] for by in every]
        assert line.x.tolist() == every and (10**line.y).tolist() == pytest.approx(expected)
    assert panel.tint is None and len(panel.marks) == len(shipped(kind))


def test_a_shift_in_time_leaves_relative_positions_and_adds_to_the_error_of_sinusoidal_ones():
    for kind in KINDS:
        lines = {line.label: line.y for line in panels(kind)["time-shifts"].marks}
        assert lines["relative, drawn notes" if kind == MASKED else "relative"].std() < 1e-3
        assert (lines["sinusoidal"][1:] > lines["sinusoidal"][:-1]).all()


def test_without_measurements_nothing_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    kept = lab_models.known, lab_models._classifier
    for each in kept:
        each.cache_clear()
    try:
        assert lab_measured.panels(CAUSAL) == () == lab_classifiers.table()
    finally:
        for each in kept:
            each.cache_clear()


# ---- classifiers -----------------------------------------------------------------------------------


def test_the_table_of_classifiers_is_the_one_that_was_measured():
    (panel,) = lab_classifiers.table()
    (table,), known = panel.marks, {name: classifier_card(f"melodies-{name}").results for name in ("mode", "key")}
    assert [row.label for row in table.rows] == [
        f"{name}: {start}" for name in ("mode", "key") for start in ("fine-tuned", "from scratch", "exact")
    ]
    for row in table.rows:
        name, start = row.label.split(": ")
        accuracy, nats = row.cells
        assert float(accuracy.text.rstrip("%")) == pytest.approx(100 * known[name][start]["accuracy"], abs=0.051)
        assert float(nats.text) == pytest.approx(known[name][start]["nats"], abs=0.0051)
        assert accuracy.share == known[name][start]["accuracy"] and 0 < nats.share <= 1
    errors = [known[name][start]["accuracy_se"] for name in ("mode", "key") for start in ("fine-tuned", "from scratch")]
    assert f"no standard error of an accuracy exceeds {max(errors):.1%}" in panel.note
    assert "20 labels for the mode and 240 labels for the key; means over 20 draws" in panel.note
    rate = known["key"]["fine-tuned"]["recipe"]["lr"], known["key"]["from scratch"]["recipe"]["lr"]
    assert f"Learning rate for the key: {rate[0]:g} fine-tuned and {rate[1]:g} from scratch." in panel.note
    assert classifiers() == known


def test_nothing_beats_the_exact_posterior():
    for name in ("mode", "key"):
        *trained_ones, exact = (classifiers()[name][start] for start in lab_classifiers.STARTS)
        assert all(one["accuracy"] < exact["accuracy"] and one["nats"] > exact["nats"] for one in trained_ones)


def test_melodies_of_the_classifiers_tests_are_those_of_their_labels():
    for name, labelling in lab_classifiers.LABELLINGS.items():
        assert classifiers()[name]["notes"] == lab_classifiers.LENGTH == 16
        assert classifiers()[name]["labels"] == labelling.per_class * len(labelling.classes)
        assert lab_classifiers.classifier(f"melodies-{name}")(torch.zeros(1, 16, dtype=torch.long)).shape == (
            1,
            len(labelling.classes),
        )
