"""Writing: four decoders beside each other, the tree of a beam, and the exercise with its solver."""

from __future__ import annotations

import re
from datetime import date, timedelta

import numpy as np
import pytest

from pages.decoding import tree, writing
from pages.decoding.controls import OWN_NAMES, DecodingControls
from pages.decoding.scene import later, scene
from pages.decoding.writing_panels import compared
from pages.shared.lesson.values import context
from tests.pages.decoding.steps import GREEDY, PROVE, moment, verdict
from tests.verdicts import whole
from tnpcore.sequences import translate

pytestmark = pytest.mark.slow

NOTHING = context(())
DAY = "2031-04-03"


@pytest.fixture(autouse=True)
def time_enough(monkeypatch):
    """A busy machine may need more than people wait."""
    monkeypatch.setattr(writing, "SECONDS", 20.0)


def controls(**changes):
    return DecodingControls.parse({"task": "writing", "day": DAY, **changes})


def solution():
    """A day, a language and a width that solve the exercise, found as a learner would: by trying."""
    days = (date(2031, 4, 3) + timedelta(days=37 * step) for step in range(4))
    for day in days:
        for language in OWN_NAMES:
            smallest = writing.smallest_beam(day.isoformat(), language, 8)
            if smallest is not None and smallest > 2:
                return {"day": day.isoformat(), "language": language, "width": smallest}
    raise AssertionError("no day solves the exercise")


@pytest.mark.parametrize("language", ["en", "ja", "pt"])
def test_greedy_is_what_the_library_translates_and_nothing_beats_exact(language):
    found = compared(controls(language=language))
    assert found["greedy"].text == translate(writing.model(), [f"{language} {DAY}"])[0]
    best = writing.exactly(DAY, language)
    assert best.proven and found["exact"].log_probability == pytest.approx(best.log_probability)
    # The letters of one text are added in single precision: in another batch some processors round them by 2e-6.
    for one in found.values():
        same = one.text == found["exact"].text
        assert one.log_probability <= best.log_probability + (1e-4 if same else -1e-4)


def test_in_english_the_best_letters_are_not_the_best_text():
    found = verdict(GREEDY, moment(GREEDY), 0)
    greedy, best = writing.greedily(DAY, "en"), writing.best_exactly(DAY, "en")
    assert greedy.text in found.text and best.text in found.text and "The most probable of all" in found.more


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_probabilities_of_the_letters_multiply_to_that_of_the_text(language):
    for one in (writing.greedily(DAY, language), writing.best_exactly(DAY, language)):
        product = writing.letter_probabilities(DAY, language, one.text).prod()
        assert np.log(product) == pytest.approx(one.log_probability, abs=1e-4)


def test_the_verdict_gives_the_two_factors_of_both_texts():
    """3 April 2031 and April 3, 2031 differ in their first letter."""
    words = (
        r"3 is likelier than A, (\d+)% to (\d+)%; with all that follows, (\d+)% × (\d+)% is less than (\d+)% × (\d+)%\."
    )
    for guess in (0, 1):
        (found,) = re.findall(words, whole(verdict(GREEDY, moment(GREEDY), guess)))
    first, other, again, rest, too, others = (int(share) / 100 for share in found)
    assert (again, too) == (first, other)
    greedy, best = writing.greedily(DAY, "en"), writing.best_exactly(DAY, "en")
    assert first > other and rest < others
    assert first * rest == pytest.approx(np.exp(greedy.log_probability), abs=0.01)
    assert other * others == pytest.approx(np.exp(best.log_probability), abs=0.01)


def test_where_greedy_finds_it_the_verdict_says_so():
    found = verdict(GREEDY, moment(GREEDY, language="de"), 1)
    assert found.right is False and "here it does not" in found.text
    assert not verdict(GREEDY, moment(GREEDY, day="2031-4-3"), 0).done


def test_a_solution_is_found_and_passes():
    chosen = solution()
    assert verdict(PROVE, moment(PROVE, **chosen)).done
    assert verdict(PROVE, moment(PROVE, day=DAY, language="ja", width=3)).done  # as the last hint says


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "but a beam of 2 finds it"),
        ({"language": "de"}, "Here greedy finds it"),
        ({"day": DAY, "language": "ja", "width": 2}, "A beam of 2 finds R13.4.3"),
        ({"day": DAY, "language": "ja", "width": 5}, "Does a narrower one find it, too?"),
        ({"day": "2031-02-30"}, "Type a day"),
        ({"day": "1899-01-01"}, "1900 to 2099"),
        ({"day": DAY, "language": "ja", "width": 3, "penalty": 1.0}, "without a length penalty"),
    ],
)
def test_what_does_not_solve_the_exercise_is_told_why(changes, words):
    found = verdict(PROVE, moment(PROVE, **changes))
    assert not found.done and words in found.text


def test_a_search_that_is_stopped_says_by_how_much_it_may_be_wrong():
    found = writing.exactly(DAY, "ja", 0.0)
    assert not found.proven and found.gap > 0


def test_samples_depend_on_their_number_alone():
    one, again, other = (writing.sampled(DAY, "en", 1.0, 1.0, draw) for draw in (1, 1, 2))
    assert one == again != other
    cold = {text.text for text in writing.sampled(DAY, "en", 0.1, 0.1, 3)}
    assert cold == {writing.greedily(DAY, "en").text}


@pytest.mark.parametrize("method", ["greedy", "beam", "sampling", "exact"])
def test_the_tree_writes_every_text_once(method):
    chosen = controls(method=method, width=4, language="ja")
    mark = scene(NOTHING, chosen).panel("stage").marks[0]
    places = list(zip(mark.x.round(3), mark.y.round(3), strict=True))
    assert len(set(places)) == len(places), "no two letters stand in one place"
    assert len(mark.labels) == len(mark.tones) and np.isfinite(mark.x).all()


def test_a_tree_shares_beginnings_and_keeps_them_together():
    mark = tree.symbols(["3 May", "May 3", "3. May", "May"], ["a", "b", "c", "d"], [""] * 4, "transformer")
    assert "".join(mark.labels) == "3 MayMay 3. Mayabcd"
    rows = {label: y for label, y in zip(mark.labels, mark.y, strict=True) if label in "abcd"}
    assert rows["a"] > rows["c"] > rows["b"] > rows["d"]
    joined = [(mark.labels[start], mark.labels[end]) for start, end in mark.lines]
    assert joined == [("3", "."), ("y", "d")], "3. leaves 3 May, and May ends in May 3"


def test_the_table_names_all_decoders_and_the_forms_of_training():
    shown = later(NOTHING, controls(width=3))
    table = shown.panel("outputs").marks[0]
    assert [row.label for row in table.rows] == ["Greedy", "Beam of 3", "Best of 8 samples", "Exact"]
    forms = shown.panel("forms").marks[0]
    assert forms.rows[0].label == "April 3, 2031" and forms.rows[0].cells[0].text == "12.5%"


def test_a_dropped_beginning_has_the_probability_of_all_texts_that_begin_so():
    found = writing.leaves(writing.by_beam(DAY, "en", 1), 9)
    mark = scene(NOTHING, controls(method="greedy")).panel("stage").marks[0]
    behind = [text for text, tone in zip(mark.labels, mark.tones, strict=True) if tone == "start"]
    assert len(behind) == len(found) and not [text for text in behind if "%" not in text]
    one = next(each for each in found if each.text == "A" and not each.finished)
    first = writing.letter_probabilities(DAY, "en", "April 3, 2031")[0]
    assert np.exp(one.log_probability) == pytest.approx(first, abs=1e-4) and f"… {first:.1%}" in behind
