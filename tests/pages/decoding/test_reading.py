"""A reading is what the library's own `translate` writes, and its pictures hold the model's numbers."""

from __future__ import annotations

import numpy as np
import pytest

from pages.decoding import strings
from pages.decoding.controls import EXAMPLES, LONGEST_OUTPUT, MODELS, DecodingControls
from pages.decoding.reading import complaint, exact_by_kind, given, model, read, read_freely
from pages.decoding.reading_panels import shift
from pages.decoding.scene import aside, scene, shift_change
from pages.shared.lesson.values import context
from tnpcore.sequences import translate

NOTHING = context(())
TEXTS = (*EXAMPLES, "Thursday, April 3, 31", "2031-W14-4", "hello")


def controls(**changes):
    return DecodingControls.parse(changes)


@pytest.mark.parametrize("name", MODELS)
def test_a_reading_is_what_the_model_translates(name):
    assert [read_freely(name, text).text for text in TEXTS] == translate(model(name), list(TEXTS))


@pytest.mark.parametrize("text", ["", " ", "x" * 41, "3 April 2031☃", "\u4e00", *TEXTS])
def test_what_the_page_cannot_read_is_what_the_library_refuses(text):
    if not complaint(text, "additive"):
        assert translate(model("additive"), [text])
        return
    with pytest.raises(ValueError, match="text 0 "):
        translate(model("additive"), [text])


@pytest.mark.parametrize("name", MODELS)
def test_weights_and_probabilities_sum_to_one(name):
    found = read_freely(name, "3 April 2031")
    np.testing.assert_allclose(found.probabilities.sum(-1), 1.0, atol=1e-5)
    for weights in found.weights.values():
        np.testing.assert_allclose(weights.sum(-1), 1.0, atol=1e-5)
    assert found.source == (*"3 April 2031", "end") and len(found.chosen) == LONGEST_OUTPUT


def test_teacher_forcing_in_one_pass_gives_the_probabilities_of_the_steps():
    found = read_freely("transformer", "3 April 2031")
    np.testing.assert_allclose(given("transformer", "3 April 2031", found.written), found.chosen, atol=1e-5)


def test_the_bars_of_a_forced_letter_name_both_dates():
    panel = scene(NOTHING, controls(force="1", query=0)).panel("forcing")
    assert panel.title == "Probability of each letter of 2031-04-03"
    taught, own = panel.marks
    assert taught.title == "after the letters of 2031-04-03 (teacher forcing)"
    # At the ring stands the probability of a 2 that was not written.
    assert own.title == "after 1931-04-03 (1 forced, 2 had 100%)" and own.values[0] > 0.99
    assert taught.values[1] > 0.9 > 0.1 > own.values[1]  # the 0, after 2 and after 1


def test_a_forbidden_cell_has_no_weight_and_a_forced_letter_is_written():
    found = read(controls(cells12=[[3, 11]]))
    assert found.weights["cross 0"][0, 3, 11] == 0
    assert read(controls(force="1", query=0)).written[0] == "1"
    assert read(controls(cells12=[[LONGEST_OUTPUT + 2, 0]])).text == "2031-04-03"  # no such row


def test_half_typed_text_loses_nothing_and_says_one_sentence():
    typed = ("", "3 April 2031☃", "x" * 64)
    for text in typed:
        shown = scene(NOTHING, controls(text=text))
        labels = shown.panel("stage").marks[0].labels
        assert "".join(labels[: len(text)]) == text and shown.caption in labels
        assert aside(NOTHING, controls(text=text)).panels == ()


@pytest.mark.parametrize(
    ("text", "tau", "spaces"), [("3 April 2031", 3, 3), ("x" * 38, 8, 2), ("x" * 40, 8, 0), ("3", 0, 0)]
)
def test_a_text_is_shifted_as_far_as_there_is_room(text, tau, spaces):
    assert shift(controls(text=text, tau=tau)) == spaces
    if not spaces:
        assert shift_change(controls(text=text, tau=tau)) == 0


def test_two_strings_stand_in_boxes_of_their_own():
    one = strings.Aligned(("en-GB", "3", "end"), ("2", "0", "end"), np.array([0.5, 0.3, 0.2]), 1)
    mark = strings.symbols(one, "additive", "query")
    assert np.diff(mark.x[:3]).min() >= 1 and mark.picks == (-1, -1, -1, 0, 1, 2, -1, -1)
    assert [mark.labels[end] for _, end in mark.lines] == ["en-GB", "3", "end"]
    assert dict(zip(mark.labels[-2:], mark.tones[-2:], strict=True)) == {"reads": "above", "writes": "below"}
    assert {mark.labels[start] for start, _ in mark.lines} == {"0"} and mark.weights == (0.5, 0.3, 0.2)
    (low, high), _ = strings.ends(one.read, one.written)
    assert low <= mark.x.min() - 0.5 and mark.x.max() + 0.5 <= high


def test_the_table_of_kinds_is_that_of_the_cards():
    for name in MODELS:
        table = scene(NOTHING, controls(model=name)).panel("kinds").marks[0]
        for row, kind in zip(table.rows, ("written", "numeric", "era", "ordinal", "week", "century"), strict=True):
            exact, error = exact_by_kind(name)[kind]
            assert [cell.text for cell in row.cells] == [f"{exact:.1%}", f"± {error:.1%}"]
