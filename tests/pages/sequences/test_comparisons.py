"""What the lab compares: exact match by length, errors by position, times, gradients; all attention in one square."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.sequences import measured
from pages.sequences.controls import ENCODINGS, MODELS, NAMES, NETWORKS, SequenceControls
from pages.sequences.lattice import drawn
from pages.sequences.run import known, model, run_of
from pages.sequences.scene import later, scene
from pages.shared.lesson.values import context
from tnpcore.sequences.copying import TASKS, pair
from tnpcore.sequences.decoding import greedy

pytestmark = pytest.mark.slow

NOTES = "D4 F4 A4 C5 B4 G4"


def shown(part, notes=NOTES, **changes):
    return part(context(drawn(notes)), SequenceControls.parse(changes))


# ---- from the cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS)
def test_exact_match_by_length_is_that_of_the_cards(task):
    found = shown(scene, task=task)
    lines = {line.model: line for line in found.panel("lengths").marks}
    assert list(lines) == list(MODELS)
    for name, line in lines.items():
        by_length = known(name).results[task]["by_length"]
        assert line.x.tolist() == list(range(1, 33))
        assert line.y.tolist() == [by_length[str(count)]["exact"] for count in range(1, 33)]
    one = {line.label: line.y for line in found.panel("vector").marks}
    assert list(one) == list(TASKS) and np.array_equal(one[task], lines["bottleneck"].y)
    assert any(panel.id == "positions" for panel in found.panels) == (len(ENCODINGS) > 1)
    if len(ENCODINGS) > 1:
        assert [line.label for line in found.panel("positions").marks] == list(ENCODINGS)


@pytest.mark.parametrize("positions", ENCODINGS)
def test_the_transformer_on_show_has_the_chosen_positions(positions):
    controls = SequenceControls.parse({"model": "transformer", "positions": positions})
    assert known(controls.network).arguments["positions"] == positions and controls.network in NETWORKS
    assert SequenceControls.parse({"model": "dot", "positions": positions}).network == "dot"


# ---- measured here ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "task"), [("bottleneck", "reverse"), ("transformer", "copy")])
def test_errors_by_position_are_those_of_single_melodies(name, task, monkeypatch):
    """One after the other: the target given, and greedy."""
    monkeypatch.setattr(measured, "MELODIES", 24)
    network, generator = model(name), torch.Generator().manual_seed(measured.SEED)
    forced, free = np.zeros(20), np.zeros(20)
    for _ in range(measured.MELODIES):
        source, target = (side.encode([part]) for side, part in _sides(network, pair(task, 19, generator)))
        forced += (network(source, target)[0].argmax(-1) != target[0]).numpy()
        own = greedy(network, source, 20).symbols[0].tolist()
        free += [own[i : i + 1] != [int(wanted)] for i, wanted in enumerate(target[0])]
    found = measured.errors.__wrapped__(name, task, 19)
    assert np.allclose(found.teacher_forcing, forced / measured.MELODIES)
    assert np.allclose(found.free_running, free / measured.MELODIES)
    assert free.sum() > forced.sum() > 0, "both make mistakes at this length, and free running makes more"


def _sides(network, one):
    return zip((network.source, network.target), one, strict=True)


def test_one_vector_errs_twice_as_often_free_running():
    found = measured.errors("bottleneck", "reverse", 16)
    assert found.free_running.mean() > 2 * found.teacher_forcing.mean() > 0.05


def test_after_a_wrong_note_the_transformer_errs_next_and_dot_products_hardly():
    late, alone = (measured.errors_after(name, "copy", 8, 2) for name in ("transformer", "dot"))
    assert late[2] == alone[2] == 1 and (late[:2] == 0).all() and (alone[:2] == 0).all()
    assert late[3] > 0.5 > 0.2 > alone[3:].max() and late[-1] < 0.05


def test_errors_are_drawn_for_the_drawn_length_and_for_a_forced_note():
    free = shown(later, model="bottleneck", task="reverse").panel("errors")
    assert [line.label for line in free.marks] == ["teacher forcing", "free running"]
    assert all(line.x.tolist() == list(range(1, 8)) for line in free.marks)
    forced = shown(later, model="dot", force="C4", query=-1.5).panel("errors").marks[2]
    assert forced.label == "after a wrong note 2" and forced.y[1] == 1


def test_one_pass_of_the_transformer_takes_less_than_many():
    """A recurrent network takes one step after the other in either; which is faster is left to chance."""
    assert all(measured.times(name, 16).one_pass > 0 for name in NETWORKS)
    found = measured.times("transformer", 16)
    assert found.one_by_one > 2 * found.one_pass
    (table,) = shown(later).panel("times").marks
    assert [row.model for row in table.rows] == list(MODELS) and table.columns[1] == "7 passes"


def test_without_attention_no_gradient_reaches_the_first_note_of_a_long_melody_as_training_begins():
    """Reversed, that note is written last. The decay is exponential; with attention it is like 1 / length."""
    lines = {line.model: line for line in shown(later, task="reverse").panel("gradients").marks}
    assert list(lines) == list(NAMES) and lines["dot"].x.tolist() == list(measured.LENGTHS)
    assert lines["bottleneck"].y[-1] < -6 and lines["bottleneck"].y[0] > -2
    assert min(lines[name].y[-1] for name in ("additive", "dot", "transformer")) > -3
    (bars,) = shown(later, task="reverse", model="dot", query=-1.5).panel("reached").marks
    assert bars.labels[5] == "5 B4" and bars.values[5] > 0.3 * bars.values.sum()


# ---- all attention ---------------------------------------------------------------------------------


def test_the_square_holds_three_rectangles():
    found = shown(scene, model="transformer", task="copy", cells6=[[1, 0]])
    (heat,) = found.panel("square").marks
    assert heat.values.shape == (15, 15) and heat.column_labels == heat.row_labels
    assert np.allclose(heat.values[:8].sum(-1), 1, atol=1e-4) and (heat.values[:8, 8:] == 0).all()
    assert np.allclose(heat.values[8:, :8].sum(-1), 1, atol=1e-4)
    assert np.allclose(heat.values[8:, 8:].sum(-1), 1, atol=1e-4)
    assert (heat.values[~heat.mask] == 0).all() and not heat.mask[9, 0] and heat.mask[8:, 8:].sum() == 28
    (alignment,) = found.panel("alignment").marks
    assert np.array_equal(heat.values[8:, :8], alignment.values) and heat.active_row == 8 + alignment.active_row


@pytest.mark.parametrize(("layer", "encoder"), [("1", "encoder 0"), ("2", "encoder 2")])
def test_layer_and_head_choose_what_the_square_shows(layer, encoder):
    weights = run_of("transformer", "reverse", tuple(NOTES.split())).weights
    (heat,) = shown(scene, model="transformer", task="reverse", layer=layer, head="3").panel("square").marks
    assert np.array_equal(heat.values[:8, :8], weights[encoder][2])
    assert np.array_equal(heat.values[8:, 8:], weights[f"decoder {int(layer) - 1}"][2])
