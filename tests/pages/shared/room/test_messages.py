"""Messages to a room: what is taken, what is refused, and that nothing else ever comes out of a mutilated one."""

import json
import random

import pytest

from pages.lessons import LESSONS
from pages.shared.room.messages import MAX_MESSAGE, parse
from pages.shared.room.questions import plain, posed_at
from pages.shared.room.rooms import MOST_ROOMS, Rooms
from pages.shared.room.state import ERRORS, RoomError

MEMBER, KEY, CODE = "a" * 32, "b" * 32, "bamuti"
LETTERS = {"kind": "letters", "key": KEY, "count": 4}
SHOW = {"kind": "show", "key": KEY, "lesson": "masks", "step": 2}
LEADS, TURN = {"kind": "lead", "key": KEY, "talk": True}, {"kind": "turn", "key": KEY, "number": 1, "by": 1}
VOTE = {"kind": "vote", "member": MEMBER, "question": "masks 2", "round": 1, "option": 1, "sure": True}
MESSAGES = (
    {"kind": "here", "member": MEMBER},
    VOTE,
    SHOW,
    LETTERS,
    {"kind": "lead", "key": KEY},
    LEADS,
    TURN,
    {"kind": "reveal", "key": KEY, "on": True},
    {"kind": "explore", "key": KEY, "on": True},
    {"kind": "mark", "key": KEY, "option": 1},
    {"kind": "close", "key": KEY, "on": True},
    {"kind": "again", "key": KEY},
    {"kind": "return", "key": KEY},
    {"kind": "clear", "key": KEY, "lesson": "masks"},
    {"kind": "hide", "key": KEY, "number": 1, "on": True},
    SHOW | {"lesson": "home"},
    SHOW | {"lesson": "home", "step": 6},
    VOTE | {"question": "home 6", "bins": [0, 1]},
    {"kind": "draw", "member": MEMBER, "lesson": "home", "step": 2, "round": 1, "guess": [0.5] * 17},
    {"kind": "solve", "member": MEMBER, "lesson": "home", "step": 7, "round": 1, "points": [[0.0, 1.0]]},
)
WEIRD = ("", "x" * 90, -1, 10**30, 1.5, None, True, [], {}, [[[]]], "\ud800", "masks 2", "__proto__", 2, KEY, MEMBER)


def now(work):
    """What a coroutine gives that never waits, as those on rooms in memory."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("rooms in memory must not wait")


def handle(rooms, message):
    return now(rooms.handle(CODE, parse(json.dumps(message), LESSONS)))


@pytest.fixture
def rooms():
    found = Rooms(clock=lambda: 0.0)
    handle(found, {"kind": "open", "key": KEY})
    return found


def test_a_step_brings_its_question_and_a_vote_is_counted(rooms):
    handle(rooms, SHOW)
    room = handle(rooms, VOTE)
    assert room.poll.question.options == tuple(LESSONS["masks"].story.steps[1].guess.options)
    assert room.poll.counts(1, sure=True) == [0, 1, 0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * (MAX_MESSAGE + 1), f"at most {MAX_MESSAGE} characters, got {MAX_MESSAGE + 1}"),
        ("[" * 2000, "JSON text"),
        ("[]", "a JSON object"),
        ('{"kind": 3}', "kind must be text"),
        (json.dumps({"kind": "reveal", "member": MEMBER, "on": True}), "A member's message must be of the kind here"),
        (json.dumps({"kind": "vote", "key": KEY}), "A lecturer's message must be of the kind open"),
        (json.dumps(VOTE | {"member": "Ann"}), "member must be 32 hexadecimal digits"),
        (json.dumps(LEADS | {"talk": 1}), "talk must be true, false or null"),
        (json.dumps(LEADS | {"page": "projector"}), "page must be 32 hexadecimal digits"),
        (json.dumps(TURN | {"by": 2}), "by must be 1 or -1"),
        (json.dumps(TURN | {"by": True}), "by must be 1 or -1"),
        (json.dumps(TURN | {"number": -1}), "number must be a whole number"),
        (json.dumps(VOTE | {"sure": 1}), "sure must be true, false or null"),
        (json.dumps(VOTE | {"option": True}), "option must be a whole number"),
        (json.dumps(SHOW | {"lesson": "x"}), "A lesson must be one of home"),
        (json.dumps(SHOW | {"step": 40}), "A step must be a number from 1"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(RoomError, match=sentence):
        parse(text, LESSONS)


def test_only_the_key_of_this_room_leads_it(rooms):
    with pytest.raises(RoomError, match="This key does not open this room"):
        handle(rooms, LETTERS | {"key": "c" * 32})
    with pytest.raises(RoomError, match="taken by another room"):
        handle(rooms, {"kind": "open", "key": "c" * 32})
    assert now(rooms.room(CODE)).poll is None


def test_the_key_turns_a_talk_that_runs(rooms):
    with pytest.raises(RoomError, match="No talk runs"):
        handle(rooms, TURN)
    handle(rooms, LEADS)
    assert handle(rooms, TURN).turned == handle(rooms, TURN).turned == 1
    assert json.loads(rooms.view(now(rooms.room(CODE)), ""))["turned"] == 1


def test_ten_thousand_mutilated_messages_are_taken_or_refused(rooms):
    """Nothing but a RoomError of a known type comes out, and hidden votes never do."""
    draw = random.Random(46)
    handle(rooms, SHOW)
    for _ in range(10_000):
        text = mutated(dict(draw.choice(MESSAGES)), draw)
        try:
            room = now(rooms.handle(CODE, parse(text, LESSONS)))
        except RoomError as error:
            assert error.type in ERRORS and str(error)
            room = now(rooms.room(CODE))
        view = json.loads(rooms.view(room, MEMBER))
        assert view["poll"] is None or view["poll"]["revealed"] or view["poll"]["results"] is None
    assert len(room.members) < 10 and len(room.polls) > 1


def mutated(message, draw):
    for _ in range(draw.randrange(3)):
        field = draw.choice([*message, "kind", "extra"])
        match draw.randrange(3):
            case 0:
                message.pop(field, None)
            case 1:
                message[field] = draw.choice(WEIRD)
            case _:
                message[draw.choice([*message, "x"])] = message.get(field)
    text = json.dumps(message)
    if draw.random() < 0.3:
        at = draw.randrange(len(text))
        text = text[:at] + draw.choice(("", "\0", "{", '"', "e9", text)) + text[at + draw.randrange(4) :]
    return text


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_can_be_shown(name):
    for number, step in enumerate(LESSONS[name].story.steps, start=1):
        place, question = posed_at(LESSONS, name, number)
        assert place.title == step.title and not [mark for mark in ("**", "](", "{") if mark in place.text]
        assert place.question == (question.name if question else "")
        if question is None:
            assert step.kind in ("see", "do")
        else:
            assert len(question.options) >= 2 if question.kind in ("choose", "sort") else not question.options
            assert question.items == (tuple(step.guess.items) if question.kind == "sort" else ())
            assert not place.text.endswith(":")


def test_the_question_of_every_step_stands_in_the_text_of_its_place():
    assert posed_at(LESSONS, "home", 4)[0].text.endswith("Whose mean misses some of its own points?")
    for name, lesson in LESSONS.items():
        for number, step in enumerate(lesson.story.steps, start=1):
            asked = f"{step.text} {step.action}".count("?")
            assert posed_at(LESSONS, name, number)[0].text.count("?") == asked, (name, number)


def test_a_sentence_without_its_number_is_left_out():
    assert plain("See **it**. The mean is {mean}. Then [add one](add:0,1).") == "See it. Then add one."


# ---- the rooms of a process ------------------------------------------------------------------------------------------
def test_a_server_holds_so_many_rooms_until_they_expire():
    assert MOST_ROOMS == 20, "as docs/teaching.md says"
    clock = [0.0]
    rooms = Rooms(most=2, clock=lambda: clock[0])
    opened = parse(json.dumps({"kind": "open", "key": KEY}), LESSONS)
    for code in ("bababa", "bebebe", "bababa"):
        now(rooms.handle(code, opened))
    with pytest.raises(RoomError, match="at most 2 rooms"):
        now(rooms.handle("bibibi", opened))
    with pytest.raises(RoomError, match="three syllables"):
        now(rooms.handle("../etc", opened))
    clock[0] = 4 * 3600.0 + 1
    with pytest.raises(RoomError, match="no room bababa"):
        now(rooms.room("bababa"))
    assert now(rooms.handle("bibibi", opened)).version == 1


def test_who_watches_is_notified_of_what_can_be_seen(rooms):
    seen = []
    leave = rooms.watch(CODE, lambda: seen.append(1))
    handle(rooms, {"kind": "here", "member": MEMBER})
    handle(rooms, {"kind": "here", "member": MEMBER})
    assert len(seen) == 1, "being there again changes nothing"
    handle(rooms, LETTERS)
    leave()
    handle(rooms, LETTERS)
    assert len(seen) == 2
