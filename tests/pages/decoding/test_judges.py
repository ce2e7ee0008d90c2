"""What the judges of reading find: what ends a step, what does not, what a wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.decoding import judges
from pages.decoding.controls import MODELS
from pages.decoding.reading import exact_by_kind, model, read_freely
from pages.decoding.scene import in_percent
from pages.decoding.story import STORY
from pages.lessons import LESSONS
from tests.pages.decoding.steps import FORBID, FORCE, TYPE, WEEKS, moment, verdict
from tests.verdicts import whole
from tnpcore.sequences.dates import split


def test_another_date_is_typed():
    assert verdict(TYPE, moment(TYPE)) is None
    done = verdict(TYPE, moment(TYPE, text="3 August 1997"))
    assert done.done and whole(done).startswith("Another text, another date, because")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing to read"),
        ("   ", "nothing to read"),
        ("3 April 2031☃", "“☃” is no letter that it knows"),
        ("3" * 41, "41 letters: it reads at most 40"),
        ("3 Apri", "It writes ?"),
        ("April 3, 2031", "the same date: 2031-04-03"),
    ],
)
def test_a_text_that_gives_no_other_date_gets_its_own_sentence(text, words):
    found = verdict(TYPE, moment(TYPE, text=text))
    assert not found.done and words in whole(found)


def test_every_text_that_the_first_step_offers_is_read_as_the_story_says():
    read = {text: read_freely("additive", text).text for text in ("3. April 2031", "令和13年4月3日", "en-GB 3/4/2031")}
    assert set(read.values()) == {"2031-04-03"}
    assert read_freely("additive", "en-US 3/4/2031").text == "2031-03-04"


def test_a_forbidden_digit_changes_the_date_and_a_forbidden_letter_of_the_month_does_not():
    assert verdict(FORBID, moment(FORBID)) is None
    done = verdict(FORBID, moment(FORBID, cells12=[[3, 11]]))
    assert done.done and "It wrote 2031-04-03, and now 2033-04-03, because" in whole(done)
    same = verdict(FORBID, moment(FORBID, cells12=[[6, 3]]))
    assert not same.done and "Without p for letter 7 it still writes 2031-04-03" in same.text


@pytest.mark.parametrize("lesson", ["decoding", "sequences"])
def test_no_step_speaks_of_dark_cells(lesson):
    """On a dark page the largest weights are the lightest cells."""
    texts = [text for step in LESSONS[lesson].story.steps for text in (step.text, step.action, *step.hints)]
    assert not [text for text in texts if re.search(r"\b(dark|light|pale)", text)]


def test_the_first_2_looks_at_the_0_beside_it_whose_vector_knows_the_2():
    """As the sheet for teaching says. The vector is that of a bidirectional network: another 2 is another vector."""
    text = moment(FORBID).controls.text
    row = read_freely("additive", text).weights["cross 0"][0, 0]
    assert text[8:] == "2031" and text[int(row.argmax())] == "0" and int(row.argmax()) == 9
    network = model("additive")
    read = [network.read(network.source.encode([split(each)])) for each in (text, text.replace("2031", "4031"))]
    here, there = (state.attended.values[0, 0, 9] for state in read)
    assert not np.allclose(here, there, atol=0.01)


@pytest.mark.parametrize(
    ("change", "words"), [(0.0, "0%"), (8e-6, "less than 0.001%"), (2e-5, "0.002%"), (0.0312, "3.1%"), (1.0, "100.0%")]
)
def test_a_change_of_probabilities_is_given_in_percent(change, words):
    assert in_percent(change) == words


@pytest.mark.parametrize("model", MODELS)
def test_after_a_forced_1_every_model_writes_a_9(model):
    found = verdict(FORCE, moment(FORCE, model=model, force="1"), 1)
    assert found.done and found.right and "because it reads its own output, too: after 1 it expects 9." in found.text


def test_a_forced_letter_that_is_its_own_choice_is_no_answer():
    assert verdict(FORCE, moment(FORCE), 0) is None
    assert not verdict(FORCE, moment(FORCE, force="2"), 0).done


def test_the_letter_cannot_be_forced_before_the_guess():
    """The stage shows at once what follows."""
    step = STORY.steps[FORCE - 1]
    assert step.controls == ("force",) and {"choices", "forcing"} <= {*step.reveals}


def test_no_title_of_a_step_with_a_guess_gives_the_answer_away():
    title = STORY.steps[WEEKS - 1].title
    assert not re.search(r"\b(not|no|never|few)\b", title), title


def test_what_followed_a_forced_letter():
    view = judges._view(moment(FORCE, force="?").controls)
    assert judges.after(view, 0) == 2
    assert judges.after(judges._view(moment(FORCE, query=2, force="4").controls), 2) == 0


def test_weeks_are_what_the_card_says():
    share, error = exact_by_kind("additive")["week"]
    found = verdict(WEEKS, moment(WEEKS), 0)
    assert found.outcome == (0 if share >= 0.9 else 1 if share >= 0.25 else 2)
    assert f"{share:.1%} (± {error:.1%})" in whole(found)
    assert found.more.startswith("Here it writes 20") and "right is 2031-04-03" in whole(found)


@pytest.mark.parametrize("text", ["3 April 2031", "2031-W60-4", "2031-W14"])
def test_only_a_day_of_a_week_that_exists_has_a_right_date(text):
    assert "right is" not in whole(verdict(WEEKS, moment(WEEKS, text=text), 2))
