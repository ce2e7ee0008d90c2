"""The story of few-shot classification: what ends each step, what does not, a solver for each proof."""

from __future__ import annotations

import random

import pytest

from pages.classes.controls import ClassesControls
from pages.classes.maps import Given, advantage
from pages.classes.story import ONE_EACH, STORY
from tests.played import played
from tests.verdicts import unreasoned, unsaid

COLOURED, SPREAD, EXCHANGE, MORE, CURVED, WRONG, AVERAGE = range(1, 8)


moment, verdict = played(STORY, ClassesControls)


@pytest.mark.parametrize("step", [SPREAD, EXCHANGE])
def test_what_is_asked_for_is_waited_for(step):
    assert verdict(step, moment(step), 0) is None


def test_only_a_point_of_a_counts():
    two = moment(SPREAD, points=(*ONE_EACH, (-0.7, 1.6)), measured=(1.0, 2.0, 2.0))
    assert verdict(SPREAD, two, 0).text == "Add one point of class A, and no other."


@pytest.mark.parametrize("step", [SPREAD, EXCHANGE, MORE, CURVED])
def test_without_two_classes_nothing_is_judged_as_done(step):
    assert not verdict(step, moment(step, points=()), 0).done
    assert not verdict(step, moment(step, measured=()), 0).done, "all are of one class"


def test_four_points_of_two_classes_colour_the_plane():
    places = ((-1.0, 0.0), (-1.2, 0.3), (1.0, 0.0), (1.1, 0.4))
    assert verdict(COLOURED, moment(COLOURED)) is None
    assert verdict(COLOURED, moment(COLOURED, points=places[:3])).text == "1 more to go."
    assert "one class" in verdict(COLOURED, moment(COLOURED, points=places)).text
    found = verdict(COLOURED, moment(COLOURED, points=places, measured=(1.0, 1.0, 2.0, 2.0)))
    assert found.done and "because" in found.text


def test_classes_far_apart_hardly_change_each_other():
    apart = ((-2.9, 0.0), (2.9, 0.0))
    more = moment(SPREAD, points=(*apart, (-2.9, 1.6)), measured=(1.0, 2.0, 1.0))
    assert STORY.verdict(SPREAD, moment(SPREAD, points=apart), more, 1).outcome == 1


def test_a_probe_near_one_class_is_of_that_class():
    assert verdict(MORE, moment(MORE, p1=-1.0), 0).outcome == 0
    assert verdict(CURVED, moment(CURVED, p1=-1.9, p2=0.5), 0).outcome == 0


def test_a_confident_classifier_is_to_be_trusted_within_its_prior_only():
    assert verdict(CURVED, moment(CURVED), 2).text.endswith("Trust its certainty within its prior only.")


def test_a_last_point_in_the_other_colour_is_a_surprise_and_one_in_its_own_is_none():
    places = STORY.steps[WRONG - 1].points
    wrong = moment(WRONG, points=(*places, (2.0, 0.0)), measured=(1.0, 1.0, 2.0, 1.0))
    found = verdict(WRONG, wrong)
    assert found.done and "because" in found.text
    right = moment(WRONG, points=(*places, (2.0, 0.0)), measured=(1.0, 1.0, 2.0, 2.0))
    assert not verdict(WRONG, right).done
    assert verdict(WRONG, moment(WRONG)) is None, "as it opens"
    alone = moment(WRONG, points=(*places, (2.0, 0.0)), measured=(1.0, 1.0, 1.0, 2.0))
    assert "two classes" in verdict(WRONG, alone).text


def test_a_solver_separates_the_average_from_attention_with_four_points():
    rng, found = random.Random(0), None
    while found is None:
        places = tuple((round(rng.uniform(-2.8, 2.8), 1), round(rng.uniform(-2.8, 2.8), 1)) for _ in range(4))
        labels = (1.0, 1.0, 1.0, 2.0)
        known = Given(tuple((*place, int(label)) for place, label in zip(places, labels, strict=True)), 2)
        found = (places, labels) if advantage(known)[0] > 1 else None
    places, labels = found
    solved = verdict(AVERAGE, moment(AVERAGE, points=places, measured=labels))
    assert solved.done and solved.text.count("because") == 1
    assert not verdict(AVERAGE, moment(AVERAGE)).done, "as it opens"
    five = moment(AVERAGE, points=(*places, (0.0, 0.0)), measured=(*labels, 1.0))
    assert "remove 1" in verdict(AVERAGE, five).text


def test_the_last_hint_leads_there():
    hinted = ((2.0, -1.6), (1.8, 0.8), (2.4, 0.6), (-2.4, -2.1))
    assert verdict(AVERAGE, moment(AVERAGE, points=hinted, measured=(1.0, 1.0, 1.0, 2.0))).done


# ---- the sheet for teaching ------------------------------------------------------------------------


def test_the_sheet_quotes_what_the_app_shows():
    four = ((-1.0, 0.0), (-1.2, 0.3), (1.0, 0.0), (1.1, 0.4))
    added = moment(SPREAD, points=(*ONE_EACH, (-0.7, 1.6)), measured=(1.0, 2.0, 1.0))
    last = (*STORY.steps[WRONG - 1].points, (2.0, 0.0))
    hinted = ((2.0, -1.6), (1.8, 0.8), (2.4, 0.6), (-2.4, -2.1))
    said = [
        verdict(COLOURED, moment(COLOURED, points=four, measured=(1.0, 1.0, 2.0, 2.0))),
        verdict(SPREAD, added, 0),
        verdict(EXCHANGE, moment(EXCHANGE, swap=1), 0),
        *(verdict(step, moment(step), 1) for step in (MORE, CURVED)),
        verdict(WRONG, moment(WRONG, points=last, measured=(1.0, 1.0, 2.0, 1.0))),
        verdict(AVERAGE, moment(AVERAGE, points=hinted, measured=(1.0, 1.0, 1.0, 2.0))),
    ]
    assert unsaid("classes", said) == []
    assert unreasoned(said) == []
