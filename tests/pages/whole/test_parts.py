"""The pieces of the map against the library: what they are, that they make the prediction, what a shift changes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.lessons import LESSONS
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Box, Field
from pages.whole import translator
from pages.whole.controls import TRANSLATOR, WholeControls
from pages.whole.parts import FORMS, TARGETS, changes, parts
from pages.whole.scene import aside, picked, scene
from pages.whole.story import FIVE, STORY
from tnpcore import predict

DRAWN = context(FIVE)
EXACT = 1e-6  # of a piece's size


def named(name, points=DRAWN, tau=0.0):
    return {part.name: part for part in parts(name, points, tau)}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("tau", [0.0, 0.3, 2.03])
def test_the_last_piece_is_the_prediction_of_the_library(name, tau):
    moved = context([(x + tau, y) for x, y in FIVE])
    found = predict(model(name), moved, TARGETS + tau)
    last = parts(name, DRAWN, tau)[-1].values
    assert last == pytest.approx(torch.cat([found.mean, found.std], -1).double().numpy(), abs=2e-5)


@pytest.mark.parametrize("name", FORMS)
def test_every_piece_reads_pieces_that_stand_above_it_or_beside_it(name):
    found = named(name)
    for part in found.values():
        assert all(found[read].row <= part.row for read in part.reads), part.name
        assert not part.rows or len(part.rows) == len(part.values), part.name
        assert not part.columns or len(part.columns) == part.values.shape[1], part.name


@pytest.mark.parametrize("name", ["tnpd", "tetnp"])
def test_rows_of_attention_weights_sum_to_one_and_none_is_for_a_target(name):
    found = named(name)
    for number in range(1, 5):
        weights = found[f"attention weights {number}"]
        assert weights.values.sum(1) == pytest.approx(np.ones(len(weights.values)), abs=1e-5)
        assert weights.values.shape[1] == 1 + len(FIVE)


def test_from_the_mean_of_its_vectors_a_cnp_decodes_its_prediction():
    network, found = model("cnp"), named("cnp")
    mean = torch.from_numpy(found["representation r"].values)
    assert mean.shape == (1, 128)
    with torch.no_grad():
        decoded = network.decoder(torch.cat([TARGETS.float(), mean.expand(len(TARGETS), -1)], -1))
    assert decoded[:, :1].numpy() == pytest.approx(found["mean and sd"].values[:, :1], abs=1e-5)


@pytest.mark.parametrize("tau", [0.3, 2.03])
def test_a_shift_changes_every_piece_of_some_models_and_none_of_others(tau):
    found = {name: changes(parts(name, DRAWN), parts(name, DRAWN, tau)) for name in FORMS}
    assert min(found["tnpd"].values()) > 1e-2 and min(found["cnp"].values()) > 1e-2
    assert max(found["tetnp"].values()) < EXACT
    assert max(found["convcnp"].values()) < 1e-4  # float32 on the grid


@pytest.mark.parametrize("text", translator.TEXTS)
def test_the_transformer_writes_the_date_and_looks_at_nothing_later(text):
    found = {part.name: part for part in translator.parts(text)}
    assert found["what is written"].text == "2031-04-03 end"
    assert found["what the decoder is given"].text == "start 2031-04-03"
    assert not np.triu(found["decoder attention"].values, 1).any()
    assert np.triu(found["encoder attention"].values, 1).any()
    best = found["probabilities"].values.argmax(1)
    assert "".join(translator.ALPHABET[i] for i in best[:-1]) == "2031-04-03"


def test_every_lesson_says_where_it_is_and_the_map_says_so_too():
    every = [part for name in FORMS for part in parts(name, DRAWN)] + list(translator.parts(translator.TEXTS[0]))
    assert {part.lesson for part in every} <= set(LESSONS), "each box opens a lesson"
    for name, lesson in LESSONS.items():
        assert (lesson.place is None) == (name == "whole")
        if name not in {
            "whole",
            "zoo",
            "autoencoders",
        }:  # the choice of a model is about all; an autoencoder is not there
            controls = WholeControls.parse({**STORY.controls_at(lesson.place.step), "box": lesson.place.number})
            here = picked(parts(controls.model, DRAWN), controls)
            assert (here.name, here.lesson) == (lesson.place.box, name)
            shown = "translator" if lesson.place.number >= TRANSLATOR else "map"
            assert shown in STORY.step(lesson.place.step).panels


def test_a_box_is_there_for_each_piece_and_a_picture_for_each_matrix():
    whole = scene(DRAWN, WholeControls(box=2)).panel("map")
    boxes = [mark for mark in whole.marks if isinstance(mark, Box)]
    assert [box.name for box in boxes] == list(named("tnpd")) and [box.picked for box in boxes].index(True) == 2
    assert sum(isinstance(mark, Field) for mark in whole.marks) == len(boxes)
    drawn = aside(DRAWN, WholeControls()).panel("translator")
    assert [mark.value for mark in drawn.marks if isinstance(mark, Box)] == list(range(TRANSLATOR, TRANSLATOR + 9))


def test_the_density_keeps_its_colours_while_a_point_is_dragged_up():
    """Though the signal beside it becomes much larger."""
    higher = [(x, 3.0 if i == 1 else y) for i, (x, y) in enumerate(FIVE)]
    views = [scene(points, WholeControls(model="convcnp", box=2)) for points in (DRAWN, context(higher))]
    before, after = ([mark for mark in view.panel("map").marks if isinstance(mark, Field)][2] for view in views)
    assert before.span == after.span
    np.testing.assert_array_equal(before.values[-1], after.values[-1])
    assert all(view.panel("inside").marks[0].by_row for view in views)


@pytest.mark.parametrize("box", [0, 2, 12, 19, TRANSLATOR, TRANSLATOR + 5, 40])
@pytest.mark.parametrize("name", FORMS)
def test_any_number_of_a_box_shows_some_piece_large(name, box):
    panel = scene(DRAWN, WholeControls(model=name, box=box)).panel("inside")
    assert panel.title and panel.note
