"""The sheet for teaching quotes what the app says for the actions that it names."""

from __future__ import annotations

from pages.decoding.reading import read_freely
from tests.pages.decoding.steps import FORBID, FORCE, GREEDY, PROVE, TYPE, WEEKS, moment, verdict
from tests.verdicts import unreasoned, unsaid
from tnpcore.sequences.dates import evaluation_set, split

BIRTHDAY = "3 August 1997"


def test_every_quoted_outcome_is_what_the_app_says():
    said = [
        BIRTHDAY,
        verdict(TYPE, moment(TYPE, text=BIRTHDAY)),
        verdict(FORBID, moment(FORBID, cells12=[[3, 11]])),
        verdict(FORBID, moment(FORBID, cells12=[[6, 3]])),
        verdict(FORCE, moment(FORCE, force="1"), 1),
        verdict(WEEKS, moment(WEEKS), 2),
        verdict(GREEDY, moment(GREEDY), 0),
        verdict(PROVE, moment(PROVE, day="2031-04-03", language="en")),
        verdict(PROVE, moment(PROVE, day="2031-04-03", language="ja", width=3)),
    ]
    assert unsaid("decoding", said) == []
    assert unreasoned(said) == []


def test_the_last_letter_looks_at_the_3_of_the_day():
    run = read_freely("additive", "3 April 2031")
    assert run.weights["cross 0"][0, 9, 0] > 0.985 and run.source[0] == run.written[9] == "3"


def test_the_solution_on_the_sheet_is_one_and_the_era_does_not_survive_spaces():
    assert verdict(PROVE, moment(PROVE, day="2031-04-03", language="ja", width=3)).done
    assert read_freely("additive", "3 April 2031", 4).text == "2031-04-03"
    assert read_freely("additive", "令和13年4月3日", 4).text != "2031-04-03"
    assert read_freely("additive", "tomorrow").text == "?"


def test_no_text_of_training_begins_with_a_space():
    assert not [one.text for one in evaluation_set(2_000) if split(one.text)[0] == " "]
