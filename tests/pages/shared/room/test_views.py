"""No view of a member depends on what comes true before the question is settled, at any step that a plan can show."""

import pytest

from pages.lessons import LESSONS
from pages.shared.room import changes, views
from pages.shared.room.questions import posed_at
from pages.shared.room.state import Ballot, Outcome, Question, Room

ANN, BEN, KEY = "a" * 32, "b" * 32, "c" * 32


def questions() -> list[tuple[str, int, bool]]:
    """Lesson, step and whether on its twin: every question that there is."""
    steps = [(name, i, one) for name in LESSONS for i, one in enumerate(LESSONS[name].story.steps, start=1)]
    found = [(name, i, twin) for name, i, one in steps for twin in ([False, True] if one.twin else [False])]
    return [at for at in found if posed_at(LESSONS, *at)[1]]


def votes(question: Question) -> list[Ballot]:
    """Two that differ."""
    if question.kind == "choose":
        return [Ballot(0), Ballot(1, True)]
    if question.kind == "sort":
        return [Ballot(None, bins=(0,) * len(question.items)), Ballot(None, bins=(1,) * len(question.items))]
    return [Ballot(None, drawn=((0.0, 1.0),)), Ballot(None, drawn=((0.0, 2.0),))]


def truths(question: Question) -> list[Outcome | None]:
    """What may come true of it."""
    bins = range(len(question.options))
    sorts = [(bin,) * len(question.items) for bin in bins]
    return {"choose": [*bins], "sort": sorts}.get(question.kind, [None])


def walk(at: tuple[str, int, bool], right: Outcome | None) -> list[Room]:
    """The room after each act of two rounds of votes, the second shown."""
    place, question = posed_at(LESSONS, *at)
    room = changes.shown(changes.opened("bamuti", KEY, 0.0), place, question, 0.0)
    rooms = [room := changes.known(room, question.name, right, 0.0)] if right is not None else [room]
    for round in (1, 2):
        for member, ballot in zip((ANN, BEN), votes(question)):
            rooms.append(room := changes.voted(room, member, question.name, round, ballot, 0.0))
        rooms.append(room := changes.revealed(room, True, 0.0))
        if round == 1:
            rooms.append(room := changes.repeated(room, 0.0))
    return rooms


def seen(room: Room) -> list:
    return [{**views.shared(room, 0.0), "version": None}, views.own(room, ANN), views.own(room, BEN)]


@pytest.mark.parametrize("at", questions(), ids=str)
def test_members_see_nothing_of_the_outcome_before_the_question_is_settled(at):
    question = posed_at(LESSONS, *at)[1]
    walks = [walk(at, right) for right in truths(question)]
    for rooms in zip(*walks):
        assert all(seen(room) == seen(rooms[0]) for room in rooms)
        shared = views.shared(rooms[0], 0.0)
        assert (shared["poll"]["settled"], shared["poll"]["right"]) == (False, None)
        assert shared["place"]["settled"] is (question.kind == "prove"), "an exercise is judged on each phone"
    for right, rooms in zip(truths(question), walks):
        shared = views.shared(changes.closed(rooms[-1], True, 0.0), 0.0)
        assert (shared["poll"]["right"], shared["place"]["settled"]) == (right, True)
