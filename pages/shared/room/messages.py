"""One message to a room: text in, what it changes out, or a RoomError. Pure.

A message is a JSON object: `kind`, who sends it (`member`, random text of a browser's own; or the lecturer's `key`),
and what the kind needs. Socket and plain requests carry the same messages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from pages.shared.drawing.state import checked
from pages.shared.lesson.lesson import Lesson
from pages.shared.live.protocol import Request
from pages.shared.live.verdicts import Question as Posed
from pages.shared.room import changes
from pages.shared.room.questions import drawn_at, drawn_guess, named, posed_at, settings_of
from pages.shared.room.state import SECRET, Ballot, Room, RoomError

MAX_MESSAGE = 8192  # characters
MAX_NAME = 80
MOST = 10_000  # of a whole number
MOST_ITEMS = 20  # that are sorted

Change = Callable[[Room, float], Room]


@dataclass(frozen=True)
class Message:
    """A checked message: who sends it, and what it changes.

    Args:
        kind: of the message.
        member: of a member; "" of the lecturer.
        key: the lecturer's; "" of a member.
        change: to be called with the room and the time.
        solution: of an exercise, which the step's judge has to find solved before.
        drawn: a guess, at which the step's judge is to look.
        weighed: what the room makes of that judge's finding.
    """

    kind: str
    member: str
    key: str
    change: Change
    solution: Posed | None = None
    drawn: Posed | None = None
    weighed: Callable[[bool], Change] | None = None


def parse(text: str, lessons: Mapping[str, Lesson]) -> Message:
    """Check a message.

    Args:
        text: as it came.
        lessons: by name, whose steps may be shown.

    Raises:
        RoomError: the message is too large, no JSON object, of no known kind, or something of it does not fit.
    """
    if len(text) > MAX_MESSAGE:
        raise RoomError("too-large", f"A message must have at most {MAX_MESSAGE} characters, got {len(text)}.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise RoomError("bad-message", "A message must be JSON text.") from None
    if not isinstance(data, dict):
        raise RoomError("bad-message", "A message must be a JSON object.")
    kind = _name(data, "kind")
    if "key" in data:
        if kind not in OF_LECTURER:
            raise _of_no_kind("lecturer", OF_LECTURER, kind)
        return Message(kind, "", _secret(data, "key"), OF_LECTURER[kind](data, lessons))
    if kind not in OF_MEMBER:
        raise _of_no_kind("member", OF_MEMBER, kind)
    member = _secret(data, "member")
    found = OF_MEMBER[kind](data, member, lessons)
    return found if isinstance(found, Message) else Message(kind, member, "", found)


# ---- of members ----------------------------------------------------------------------------------------------------
def _here(data: dict, member: str, lessons: Mapping[str, Lesson]) -> Change:
    return lambda room, now: changes.seen(room, member, now)


def _vote(data: dict, member: str, lessons: Mapping[str, Lesson]) -> Change:
    sure = data.get("sure")
    if sure is not None and type(sure) is not bool:
        raise RoomError("bad-message", "sure must be true, false or null.")
    bins = data.get("bins")
    if bins is None:
        ballot = Ballot(_whole(data, "option"), sure)
    elif isinstance(bins, list) and len(bins) <= MOST_ITEMS and all(type(each) is int for each in bins):
        ballot = Ballot(None, sure, bins=tuple(bins))
    else:
        raise RoomError("bad-message", f"bins must be a list of at most {MOST_ITEMS} whole numbers.")
    name, round = _name(data, "question"), _whole(data, "round")
    return lambda room, now: changes.voted(room, member, name, round, ballot, now)


def _draw(data: dict, member: str, lessons: Mapping[str, Lesson]) -> Message:
    lesson, step = _name(data, "lesson"), _whole(data, "step")
    try:
        posed_at(lessons, lesson, step)
        drawn = drawn_guess(lessons[lesson], step, data.get("guess"))
        opened = drawn_at(lessons[lesson], step, False)
    except ValueError as error:
        raise _sentence(error) from None
    name, round = named(lesson, step, False), _whole(data, "round")
    at = Request(0, lesson, opened.points, opened.controls, step)

    def voted(room: Room, now: float) -> Room:
        return changes.voted(room, member, name, round, Ballot(None, None, drawn), now)

    def weighed(right: bool) -> Change:
        return lambda room, now: changes.weighed(room, member, name, round, drawn, right)

    posed = Posed(at, step, at, data.get("guess"), revealed=True)
    return Message("draw", member, "", voted, drawn=posed, weighed=weighed)


def _solve(data: dict, member: str, lessons: Mapping[str, Lesson]) -> Message:
    lesson, step = _name(data, "lesson"), _whole(data, "step")
    try:
        _, question = posed_at(lessons, lesson, step)
        drawn = checked(data.get("points"), data.get("controls", {}))
        first = drawn_at(lessons[lesson], step, False)
        settings = settings_of(lessons[lesson], step, drawn, data.get("guess"))
    except ValueError as error:
        raise _sentence(error) from None
    if question is None or question.kind != "prove":
        raise RoomError("bad-message", "A solution must be one of an exercise.")
    then, after = (Request(0, lesson, each.points, each.controls, step) for each in (first, drawn))
    brought = [tuple(pair) for pair in drawn.points] == [tuple(pair) for pair in first.points]
    ballot = Ballot(None, None, drawn.points, settings=settings, brought=brought)
    name, round = question.name, _whole(data, "round")
    posed = Posed(after, step, then, data.get("guess"))
    return Message("solve", member, "", lambda room, now: changes.voted(room, member, name, round, ballot, now), posed)


# ---- of the lecturer -----------------------------------------------------------------------------------------------
def _lead(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    talk = data.get("talk")
    if talk is not None and type(talk) is not bool:
        raise RoomError("bad-message", "talk must be true, false or null.")
    page = _page(data)
    return lambda room, now: changes.led(room, talk, now, page)


def _turn(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    number, by = _whole(data, "number"), data.get("by")
    if type(by) is not int or by not in (1, -1):
        raise RoomError("bad-message", "by must be 1 or -1.")
    return lambda room, now: changes.turned(room, number, by, now)


def _show(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    step = None if data.get("step") is None else _whole(data, "step")
    twin, anew = _flag(data, "twin", False), _flag(data, "anew", False)
    try:
        place, question = posed_at(lessons, _name(data, "lesson"), step, twin)
    except ValueError as error:
        raise _sentence(error) from None
    page = _page(data)
    return lambda room, now: changes.shown(room, place, question, now, anew, page)


def _letters(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    return partial(_later, changes.lettered, _whole(data, "count"))


def _reveal(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    return partial(_later, changes.revealed, _on(data))


def _explore(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    return partial(_later, changes.explored, _on(data))


def _mark(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    option = None if data.get("option") is None else _whole(data, "option")
    sure = _flag(data, "sure", False)
    return lambda room, now: changes.marked(room, option, now, sure)


def _close(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    on, name = _on(data), _name(data, "question") if "question" in data else ""
    return lambda room, now: changes.closed(room, on, now, name)


def _hide(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    number, on = _whole(data, "number"), _on(data)
    return lambda room, now: changes.hidden(room, number, on, now)


def _clear(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    lesson = None if data.get("lesson") is None else _name(data, "lesson")
    votes = _flag(data, "votes", True)
    return lambda room, now: changes.cleared(room, lesson, now, votes)


def _again(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    return changes.repeated


def _return(data: dict, lessons: Mapping[str, Lesson]) -> Change:
    return changes.returned


def _later(change: Callable[..., Room], argument: object, room: Room, now: float) -> Room:
    return change(room, argument, now)


OF_MEMBER: Mapping[str, Callable[[dict, str, Mapping[str, Lesson]], Change | Message]] = {
    "here": _here,
    "vote": _vote,
    "draw": _draw,
    "solve": _solve,
}
OF_LECTURER: Mapping[str, Callable[[dict, Mapping[str, Lesson]], Change]] = {
    "open": _lead,
    "lead": _lead,
    "csv": _lead,
    "turn": _turn,
    "show": _show,
    "letters": _letters,
    "reveal": _reveal,
    "explore": _explore,
    "mark": _mark,
    "close": _close,
    "again": _again,
    "return": _return,
    "hide": _hide,
    "clear": _clear,
}


# ---- fields --------------------------------------------------------------------------------------------------------
def _of_no_kind(who: str, kinds: Mapping, kind: str) -> RoomError:
    return RoomError("bad-message", f"A {who}'s message must be of the kind {', '.join(kinds)}, got {kind}.")


def _sentence(error: ValueError) -> RoomError:
    return RoomError("bad-message", f"{str(error)[:1].upper()}{str(error)[1:]}.")


def _on(data: dict) -> bool:
    return _flag(data, "on", None)


def _flag(data: dict, field: str, default: bool | None) -> bool:
    """True or false; a `default` of None is neither."""
    value = data.get(field, default)
    if type(value) is not bool:
        raise RoomError("bad-message", f"{field} must be true or false.")
    return value


def _name(data: dict, field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str) or len(value) > MAX_NAME:
        raise RoomError("bad-message", f"{field} must be text of at most {MAX_NAME} characters.")
    return value


def _page(data: dict) -> str:
    """Which of the lecturer's pages it is: random text of its tab; "" where it does not say."""
    return _secret(data, "page") if "page" in data else ""


def _whole(data: dict, field: str) -> int:
    value = data.get(field)
    if type(value) is not int or not 0 <= value <= MOST:
        raise RoomError("bad-message", f"{field} must be a whole number from 0 to {MOST}.")
    return value


def _secret(data: dict, field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str) or not SECRET.fullmatch(value):
        raise RoomError("bad-message", f"{field} must be 32 hexadecimal digits.")
    return value
