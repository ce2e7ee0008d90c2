"""A model run on drawn notes: what it reads and writes, how probable, where it looked."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.sequences.controls import MODELS, NETWORKS, SequenceControls
from pages.sequences.lattice import ROWS, drawn, melody
from pages.sequences.run import known, model, run, run_of, teacher_forced
from pages.sequences.scene import scene, seen
from pages.shared.lesson.values import context
from tnpcore import Points
from tnpcore.sequences.copying import LONGEST, PITCHES
from tnpcore.sequences.decoding import greedy

NOTES = ("D4", "F4", "A4", "C5", "B4", "G4")


def test_the_order_of_x_is_the_order_of_the_notes_and_y_picks_the_row():
    points = context(((1.0, -2.6), (-2.0, 2.4), (0.3, 0.1), (0.2, 9.0)))
    read = melody(points)
    assert read.notes == ("C5", "C5", "G4", "C4") and read.keys == (1, 3, 2, 0)
    assert melody(context(drawn(" ".join(PITCHES)))).notes == PITCHES
    assert sorted(ROWS.values()) == list(ROWS.values()) and np.allclose(np.diff(list(ROWS.values())), 0.75)


def test_points_beyond_the_longest_source_are_left_out():
    many = context(tuple((i / 10 - 2, 0.0) for i in range(40)))
    read = melody(many)
    assert len(read.notes) == LONGEST and read.left_out == 40 - LONGEST
    assert "last 8 points" in scene(many, SequenceControls()).caption


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("task", ["copy", "reverse"])
def test_what_is_written_is_what_greedy_decoding_gives(name, task):
    found, network = run_of(name, task, NOTES), model(name)
    decoded = greedy(network, network.source.encode([(task, *NOTES)]), LONGEST + 1)
    assert found.written == tuple(network.target.symbols_of(decoded.symbols[0].tolist()))
    assert found.exact and found.written == (NOTES if task == "copy" else NOTES[::-1])
    assert np.allclose(found.probabilities.sum(-1), 1.0, atol=1e-4)
    assert np.allclose(np.log(found.of_wanted()), decoded.log_probabilities[0], atol=1e-4)
    assert np.allclose(found.of_wanted(), teacher_forced(name, task, NOTES), atol=1e-4)
    for weights in found.weights.values():
        assert np.allclose(weights.sum(-1), 1.0, atol=1e-5)


def test_only_the_model_with_one_vector_attends_to_nothing():
    assert not run_of("bottleneck", "copy", NOTES).weights
    assert known("bottleneck").arguments["width"] == model("bottleneck").bridge.out_features
    panels = {name: {p.id for p in _scene(model=name).panels} for name in MODELS}
    assert "alignment" not in panels["bottleneck"] and "alignment" in panels["dot"]
    assert panels["transformer"] - panels["dot"] == {"square"}


def test_a_forbidden_cell_has_no_weight_and_its_row_sums_to_one():
    controls = SequenceControls.parse({"model": "transformer", "task": "copy", "cells6": [[1, 2]]})
    found = run(melody(context(drawn(" ".join(NOTES)))), controls)
    for layer in ("cross 0", "cross 1"):
        assert (found.weights[layer][:, 1, 2] == 0).all() and np.allclose(found.weights[layer].sum(-1), 1, atol=1e-5)
    heat = _scene(model="transformer", task="copy", cells6=[[1, 2]]).panel("alignment").marks[0]
    assert not heat.mask[1, 2] and heat.mask.sum() == heat.mask.size - 1 and heat.edit == "cells6"


def test_a_forced_note_is_written_at_the_query_and_read():
    controls = SequenceControls.parse({"model": "transformer", "task": "copy", "query": -1.5, "force": "C4"})
    found = run(melody(context(drawn(" ".join(NOTES)))), controls)
    assert found.written[:2] == ("D4", "C4") and found.first_wrong == 1 and not found.exact
    bars = _scene(model="transformer", task="copy", query=-1.5, force="C4").panel("forcing").marks[1]
    assert bars.title == f"after its own notes (C4 forced, {NOTES[1]} had {bars.values[1]:.0%})"


def test_the_rings_stand_where_the_notes_are_written():
    shown = _scene(model="bottleneck", task="reverse").panel("stage").marks
    right = next(mark for mark in shown if getattr(mark, "role", "") == "right")
    assert np.allclose(right.x, [x for x, _ in drawn(" ".join(NOTES))])
    assert np.allclose(right.y, [ROWS[note] for note in NOTES[::-1]])


def test_notes_that_are_too_many_stand_beyond_the_last_one_and_in_view():
    shown = _scene(task="copy", model="transformer", query=-1.5, force="C4")
    wrong = next(mark for mark in shown.panel("stage").marks if getattr(mark, "role", "") == "wrong")
    assert "writes 7 notes" in shown.caption and len(wrong.x) == len(wrong.labels) == 6
    assert 2.5 < wrong.x[-1] <= 2.75  # a ring of 12 px is seen whole on a phone, at 50 px a unit
    narrow = _scene(task="copy", model="transformer", query=-1.5, force="C4", view=[-3.0, 1.0]).panel("stage").marks
    assert all(mark.x.max() <= 1.0 for mark in narrow if getattr(mark, "role", "") in ("right", "wrong"))


def test_a_shift_of_all_inputs_moves_the_rings_and_nothing_else():
    here, there = (_scene(tau=tau).panel("shifted") for tau in (0.0, 1.7))
    for one, other in zip(here.marks, there.marks, strict=True):
        assert np.allclose(one.x + 1.7, other.x) and np.array_equal(one.y, other.y)
    assert _scene(tau=1.7).reading("shifted-change").value == 0


def test_nothing_drawn_is_no_mistake():
    empty = scene(Points(torch.zeros(0, 1), torch.zeros(0, 1)), SequenceControls())
    assert "Draw notes" in empty.caption and {p.id for p in empty.panels} >= {"stage", "vector", "lengths"}


def _scene(**changes):
    controls = SequenceControls.parse({**SequenceControls().plain(), **changes})
    return scene(context(drawn(" ".join(NOTES))), controls)


def test_the_end_is_wrong_only_after_too_few_or_too_many_notes():
    """A wrong note before it does not make the end wrong."""
    read = melody(context(drawn(" ".join(NOTES))))
    controls = {"task": "reverse", "model": "dot", "head": "mean"}
    looked = int(seen(read, SequenceControls.parse(controls)).attention.alignment[2].argmax())
    view = seen(read, SequenceControls.parse({**controls, "cells6": [[2, looked]]}))
    assert len(view.run.written) == len(view.run.wanted) and not view.run.exact
    assert view.outputs[-1] == "end" and sum(name.endswith("✗") for name in view.outputs) == 1


def test_a_sign_behind_a_wrong_note_takes_no_room_of_the_cells():
    read = {"task": "reverse", "model": "dot", "head": "mean"}
    for cells in ([], [[2, 4]]):
        heat = _scene(**read, cells6=cells).panel("alignment").marks[0]
        assert heat.row_letters == len("1 D4 ✗") and heat.row_letters >= max(map(len, heat.row_labels))
        assert any("✗" in label for label in heat.row_labels) == bool(cells)
