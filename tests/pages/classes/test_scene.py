"""Few-shot classification: what is on the maps is what the library computes."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
import torch

from pages.classes import LESSON
from pages.classes.controls import BAYES, CNP, MODELS, TNP, ClassesControls, named
from pages.classes.maps import AXIS, Given, advantage, at, attended, changed, given, mapped
from pages.classes.scene import HUES, last_label
from pages.classes.story import THREE_CLASSES
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Bars, Dots, Field, Place, Scene, Threads
from pages.shared.scene.palette import LIGHT
from tnpcore.classification import bayes_classifier, load, predict_classes

LABELS = (1.0, 1.0, 2.0, 2.0, 3.0, 3.0)
KNOWN = Given(tuple((*place, int(label)) for place, label in zip(THREE_CLASSES, LABELS, strict=True)), 3)
KINDS = pytest.mark.parametrize("name", MODELS)


def drawn(points=THREE_CLASSES, **controls):
    parsed = ClassesControls.parse({"measured": list(LABELS), **controls})
    return reduce(Scene.joined, (part(context(points), parsed) for part in LESSON.parts.values()))


def marks(panel, kind):
    return [each for each in panel.marks if isinstance(each, kind)]


# ---- labels ----------------------------------------------------------------------------------------


def test_points_without_a_label_are_of_the_first_class_and_there_are_as_many_classes_as_labels():
    found = given(context(THREE_CLASSES), ClassesControls(measured=(2.0, 4.0)))
    assert [label for *_, label in found.points] == [2, 4, 1, 1, 1, 1] and found.ways == 4
    assert given(context(()), ClassesControls(ways=5)) == Given((), 5)


def test_exchanged_labels_are_those_of_the_other_class():
    found = given(context(THREE_CLASSES), ClassesControls(measured=LABELS, swap=1))
    assert [label for *_, label in found.points] == [2, 2, 1, 1, 3, 3]


def test_the_class_of_the_next_point_is_read():
    assert drawn(pen=2).reading("pen").text == named(2)


# ---- maps ------------------------------------------------------------------------------------------


@KINDS
def test_a_cell_has_the_colour_of_its_most_likely_class_as_dark_as_it_is_likely(name):
    fields = {field.model: field.values for field in marks(drawn(model=name).panel("stage"), Field)}
    for row, column in ((0, 0), (13, 20), (26, 5)):
        place = torch.tensor([[AXIS[column], AXIS[row]]])  # x1 runs along a row
        expected = predict_classes(load(name), *KNOWN.tensors(), place, 3)[0]
        most = int(expected.argmax())
        assert fields[HUES[most]][row, column] == pytest.approx(expected[most].item(), abs=1e-5)
        assert sum(values[row, column] > 0 for values in fields.values()) == 1


def test_the_limit_is_the_bayes_classifier_and_stands_beside():
    fields = {field.model: field.values for field in marks(drawn().panel("bayes"), Field)}
    expected = bayes_classifier(*KNOWN.tensors(), torch.tensor([[AXIS[3], AXIS[20]]]), 3)[0]
    most = int(expected.argmax())
    assert fields[HUES[most]][20, 3] == pytest.approx(expected[most].item())


def test_classes_differ_by_shape_and_letter_at_points_and_on_the_map():
    letters, names = marks(drawn().panel("stage"), Dots)
    assert (letters.role, names.role) == ("region", "name") and set(letters.labels) == set("ABC")
    assert names.labels == ("● A", "● A", "▲ B", "▲ B", "■ C", "■ C")
    assert len({named(label) for label in range(1, 6)}) == 5
    assert len({LIGHT[hue] for hue in HUES}) == 5, "each has a hue of its own"


# ---- the probe -------------------------------------------------------------------------------------


def test_bars_and_readings_are_the_probabilities_at_the_probe():
    out = drawn(p1=0.2, p2=-0.4)
    here = at(TNP, KNOWN, (0.2, -0.4))
    (bars,) = marks(out.panel("classes"), Bars)
    np.testing.assert_array_equal(bars.values, here)
    assert out.reading("probe").text == f"{named(int(here.argmax()) + 1)} ({here.max():.0%})"
    (ring,) = marks(out.panel("attention"), Place)
    assert (ring.x, ring.y, ring.edit) == (0.2, -0.4, ("p1", "p2"))


def test_lines_are_attention_weights_and_in_a_cnp_shares_of_the_mean_of_a_class():
    (threads,) = marks(drawn(p1=1.4, p2=1.0).panel("attention"), Threads)
    assert 0 < threads.weights.sum() <= 1 and threads.weights[2:4].sum() > threads.weights[:2].sum()
    np.testing.assert_array_equal(attended(CNP, KNOWN, (0.0, 0.0), 2), [0, 0, 0.5, 0.5, 0, 0])
    assert not len(attended(TNP, Given((), 2), (0.0, 0.0), 1))


def test_the_last_label_is_predicted_from_the_other_points():
    *others, (x1, x2, label) = KNOWN.points
    assert last_label(KNOWN, TNP) == pytest.approx(at(TNP, Given(tuple(others), 3), (x1, x2))[label - 1])
    assert drawn(()).reading("last").text == "no point yet"


# ---- shifts and comparisons ------------------------------------------------------------------------


def test_the_change_by_a_shift_is_a_total_variation_and_none_without_one():
    assert changed(TNP, KNOWN, (0.0, 0.0)) == 0
    shift = (2.0, 1.0)
    there, here = mapped(BAYES, KNOWN, shift), mapped(BAYES, KNOWN)
    assert changed(BAYES, KNOWN, shift) == pytest.approx(np.abs(there - here).sum(-1).mean() / 2)
    out = drawn(tau=2.0, tau_x2=1.0)
    assert out.reading(f"shift-{TNP}").value == changed(TNP, KNOWN, shift) > 0
    (field,) = marks(out.panel("moved"), Field)
    assert field.values.mean() == pytest.approx(out.reading(f"shift-{TNP}").value)


def test_the_tnp_is_nearer_to_the_limit_than_the_cnp():
    out = drawn()
    assert out.reading(f"limit-{TNP}").value < out.reading(f"limit-{CNP}").value


def test_the_advantage_is_in_nats_of_the_limits_class_at_its_place():
    nats, place, label = advantage(KNOWN)
    tnp, cnp, best = (at(name, KNOWN, place) for name in (TNP, CNP, BAYES))
    assert int(best.argmax()) + 1 == label
    assert nats == pytest.approx(np.log(tnp[label - 1] / cnp[label - 1]), abs=1e-3)


def test_without_points_no_class_has_a_colour_or_a_letter():
    stage = drawn((), measured=[]).panel("stage")
    letters, _ = marks(stage, Dots)
    assert not marks(stage, Field) and not letters.labels


def test_the_probabilities_say_where_the_probe_stands():
    assert drawn(p1=0.7).panel("classes").title == "Class probabilities at the probe, (0.70, 0.00)"
