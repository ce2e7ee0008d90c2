"""What happens in a room: each function takes a room and the time, and returns the room afterwards. Pure.

Raises:
    RoomError: of every function here; the sentence says why the room stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from pages.shared.room.state import (
    CHOSEN,
    MOST_MEMBERS,
    MOST_POLLS,
    ROUNDS,
    SECRET,
    Ballot,
    Drawing,
    Member,
    Outcome,
    Place,
    Poll,
    Question,
    Room,
    RoomError,
    digest,
)

LETTERS = "ABCDEF"


def opened(code: str, key: str, now: float) -> Room:
    """An empty room; `key` is the lecturer's, 128 random bits as 32 hexadecimal digits."""
    if not SECRET.fullmatch(key):
        raise RoomError("bad-message", "The key of a room must be 32 hexadecimal digits.")
    return Room(code, digest(key), used_at=now, lecturer_at=now)


def seen(room: Room, member: str, now: float) -> Room:
    """A member is present; one who was not yet in the room joins it."""
    known = room.members.get(member)
    if known:
        return replace(room, members=_with(room.members, member, replace(known, seen_at=now)), used_at=now)
    if len(room.members) >= MOST_MEMBERS:
        raise RoomError("full", f"This room is full: it takes at most {MOST_MEMBERS} people.")
    joined = Member(len(room.members) + 1, now)
    return _changed(room, now, members=_with(room.members, member, joined))


def led(room: Room, talk: bool | None, now: float, page: str = "") -> Room:
    """The lecturer is present on that page; `talk` says whether it gives a talk, or (False) gave it until now. None: on
    another page. A room has one talk: while it runs, no other page gives one."""
    others = talk is not None and page != room.talk_by and room.talk_runs(now)
    talks = replace(room, talk_at=now if talk else None, talk_by=page)
    after = replace(room if talk is None or others else talks, lecturer_at=now, used_at=now)
    same = room.lecturer_here(now) and room.talk_runs(now) == after.talk_runs(now)
    return replace(after, version=room.version + (not same))


def turned(room: Room, number: int, by: int, now: float) -> Room:
    """A remote requests the next state of the talk (1), or the one before (-1), as its press of that number. One that
    is not beyond the last is that one again, and counts once."""
    if not room.talk_runs(now):
        raise RoomError("not-allowed", "No talk runs in this room: its page is closed, or does not present.")
    if number <= room.turns:
        return room
    return _changed(room, now, turns=number, turned=room.turned + by)


def shown(room: Room, place: Place, question: Question | None, now: float, anew: bool = False, page: str = "") -> Room:
    """The lecturer has gone to another step, on that page. Its question, if it has one, is on show with the votes it
    already has; where the lecturer's page poses it `anew`, it is open again."""
    if place == room.place and room.on == (question.name if question else ""):
        return room
    posed = _changed(_posed(room, question), now, place=place, moves=room.moves + 1, mover=page)
    return closed(posed, False, now) if anew and posed.poll else posed


def explored(room: Room, on: bool, now: float) -> Room:
    """Phones may leave the lecturer's step, or all follow again."""
    return room if on == room.explores else _changed(room, now, explores=on)


def lettered(room: Room, count: int, now: float) -> Room:
    """A question that the lecturer puts aloud: its options are letters."""
    if not 2 <= count <= len(LETTERS):
        raise RoomError("bad-message", f"A question must have 2 to {len(LETTERS)} letters, got {count}.")
    number = room.letters + 1
    title = f"Question {number}: {LETTERS[0]} to {LETTERS[count - 1]}"
    question = Question(f"letters {number}", title, tuple(LETTERS[:count]))
    return _changed(_posed(room, question), now, letters=number)


def voted(room: Room, member: str, name: str, round: int, ballot: Ballot, now: float) -> Room:
    """A member votes in that round of the question of that name, or replaces its vote."""
    room = seen(room, member, now)
    poll = room.poll
    if poll is None or (poll.question.name, poll.round) != (name, round):
        raise RoomError("too-late", "This vote came too late: the lecturer has gone on.")
    if (poll.revealed or poll.settled) and poll.question.kind != "prove":
        raise RoomError("too-late", "This vote came too late: the votes are on the screen.")
    _fits(poll, ballot)
    number = room.members[member].number
    before = poll.rounds[-1].get(number)
    again = before is not None and replace(ballot, at=before.at, right=before.right) == before
    votes = _with(poll.rounds[-1], number, before if again else replace(ballot, at=now))
    return _polled(room, replace(poll, rounds=(*poll.rounds[:-1], votes)), now)


def weighed(room: Room, member: str, name: str, round: int, drawn: Drawing, right: bool) -> Room:
    """The step's judge has looked at what a member has drawn in that round; no one sees what it finds."""
    poll, known = room.polls.get(name), room.members.get(member)
    if poll is None or known is None or not 1 <= round <= poll.round:
        return room
    vote = poll.rounds[round - 1].get(known.number)
    if vote is None or vote.drawn != drawn:
        return room
    votes = _with(poll.rounds[round - 1], known.number, replace(vote, right=right))
    rounds = (*poll.rounds[: round - 1], votes, *poll.rounds[round:])
    return replace(room, polls=_with(room.polls, name, replace(poll, rounds=rounds)))


def revealed(room: Room, on: bool, now: float) -> Room:
    """The votes are shown, or hidden again."""
    return _polled(room, replace(_on_show(room), revealed=on), now)


def hidden(room: Room, number: int, on: bool, now: float) -> Room:
    """The drawing of the member of that number is on the screen no longer, or again."""
    poll = _on_show(room)
    return _polled(room, replace(poll, hidden=poll.hidden | {number} if on else poll.hidden - {number}), now)


def cleared(room: Room, lesson: str | None, now: float, votes: bool = True) -> Room:
    """The room starts afresh with the questions of that lesson, or with all (None): the votes on them are forgotten, or
    stay (`votes` false), and none of them is settled."""
    polls, ends = (
        room.polls.items(),
        {name for name, poll in room.polls.items() if lesson in (None, poll.question.lesson)},
    )
    if not votes:
        opened = {name: replace(poll, closed=False, marked=None) if name in ends else poll for name, poll in polls}
        return _changed(room, now, polls=MappingProxyType(opened))
    kept = {name: poll for name, poll in polls if name not in ends}
    if room.poll and room.on not in kept:
        kept[room.on] = Poll(room.poll.question, known=room.poll.known)
    return _changed(room, now, polls=MappingProxyType(kept), clears=room.clears + 1)


def known(room: Room, name: str, right: Outcome, now: float) -> Room:
    """What is right in the question of that name becomes known; no one sees it yet."""
    poll = room.polls.get(name)
    if poll is None:
        return room
    for number in right if isinstance(right, tuple) else (right,):
        _check(poll, number)
    return _changed(room, now, polls=_with(room.polls, name, replace(poll, known=right)))


def marked(room: Room, option: int | None, now: float, sure: bool = False) -> Room:
    """The lecturer marks the right option; or takes the mark away, and the question is open again. One that the judge
    does not find right is marked where the lecturer is `sure`."""
    poll = _on_show(room)
    if option is None:
        return closed(room, False, now)
    if poll.question.kind != "choose":
        raise RoomError("not-allowed", "Only an option can be marked as the right one.")
    _check(poll, option)
    if poll.known not in (None, option) and not sure:
        again = f"press {LETTERS[option]} again to mark it all the same"
        raise RoomError("doubtful", f"The judge of this step finds another option right: {again}.")
    return _polled(room, replace(poll, marked=option), now)


def closed(room: Room, on: bool, now: float, name: str = "") -> Room:
    """The lecturer closes the question of that name, "" the one on show: what came true may be seen, and where it is
    the place's own, it takes the place of another one on show. Or it is open again."""
    poll = room.polls.get(name) or _on_show(room)
    if on and room.place and name == room.place.question:
        room = returned(room, now)
    return _polled(room, replace(poll, closed=on, marked=poll.marked if on else None), now)


def returned(room: Room, now: float) -> Room:
    """A question that the lecturer has put aloud is over: the place's own is on show again, with its votes; none where
    it has none."""
    own = room.place.question if room.place and room.place.question in room.polls else ""
    return room if room.on == own else _changed(room, now, on=own)


def repeated(room: Room, now: float) -> Room:
    """Another round on the same question begins, its votes hidden, and it is open; those of the first stay."""
    poll = _on_show(room)
    if poll.round >= ROUNDS:
        raise RoomError("not-allowed", f"A question has at most {ROUNDS} rounds.")
    anew = replace(poll, rounds=(*poll.rounds, MappingProxyType({})), revealed=False, marked=None, closed=False)
    return _polled(room, anew, now)


def _fits(poll: Poll, ballot: Ballot) -> None:
    kind, items = poll.question.kind, poll.question.items
    given = "choose" if ballot.option is not None else "sort" if ballot.bins is not None else "drawn"
    if given != (kind if kind in CHOSEN else "drawn"):
        raise RoomError("bad-message", "A vote must be what its question is about: an option, bins or a drawing.")
    if ballot.bins is not None and len(ballot.bins) != len(items):
        raise RoomError("bad-message", f"A vote must put each of {len(items)} items into a bin.")
    for number in ballot.bins or (() if ballot.option is None else (ballot.option,)):
        _check(poll, number)


def _check(poll: Poll, option: int) -> None:
    options = len(poll.question.options)
    if not 0 <= option < options:
        raise RoomError("bad-message", f"An option must be a number from 0 to {options - 1}, got {option}.")


def _on_show(room: Room) -> Poll:
    if room.poll is None:
        raise RoomError("not-allowed", "There is no question on show.")
    return room.poll


def _posed(room: Room, question: Question | None) -> Room:
    """The question on show; the oldest goes where there are too many."""
    if question is None:
        return replace(room, on="")
    polls = dict(room.polls)
    polls.setdefault(question.name, Poll(question))
    while len(polls) > MOST_POLLS:
        del polls[next(name for name in polls if name != question.name)]
    return replace(room, polls=MappingProxyType(polls), on=question.name)


def _polled(room: Room, poll: Poll, now: float) -> Room:
    name = poll.question.name
    return room if poll == room.polls[name] else _changed(room, now, polls=_with(room.polls, name, poll))


def _changed(room: Room, now: float, **fields: object) -> Room:
    return replace(room, version=room.version + 1, used_at=now, **fields)


def _with(mapping: Mapping, key: object, value: object) -> Mapping:
    return MappingProxyType({**mapping, key: value})
