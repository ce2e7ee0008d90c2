"""A room as JSON text and back, for a store outside this process. Pure."""

from __future__ import annotations

from dataclasses import asdict, astuple
from types import MappingProxyType

import orjson

from pages.shared.drawing.codec import from_json, to_json
from pages.shared.room.state import Ballot, Member, Place, Poll, Question, Room

TALK = ("talk_at", "talk_by", "turns", "turned", "moves", "mover")
PLAIN = ("code", "used_at", "lecturer_at", "version", "on", "letters", "explores", "clears", *TALK)
FLAGS = ("revealed", "known", "marked", "closed")


def packed(room: Room) -> bytes:
    """The room as JSON; `unpacked` gives back an equal one."""
    place = room.place and {**asdict(room.place), "twin": room.place.twin and to_json(room.place.twin)}
    return orjson.dumps(
        {
            **{name: getattr(room, name) for name in PLAIN},
            "digest": room.digest.hex(),
            "members": [(secret, each.number, each.seen_at) for secret, each in room.members.items()],
            "place": place,
            "polls": [_poll(poll) for poll in room.polls.values()],
        }
    )


def unpacked(text: bytes) -> Room:
    """The room of such JSON."""
    data = orjson.loads(text)
    place = data["place"]
    if place:
        place = Place(**{**place, "twin": place["twin"] and from_json(place["twin"])})
    polls = [_read(poll) for poll in data["polls"]]
    return Room(
        **{name: data[name] for name in PLAIN},
        digest=bytes.fromhex(data["digest"]),
        members=MappingProxyType({secret: Member(number, at) for secret, number, at in data["members"]}),
        place=place,
        polls=MappingProxyType({poll.question.name: poll for poll in polls}),
    )


def _poll(poll: Poll) -> dict:
    question = poll.question
    return {
        "question": astuple(question),
        "rounds": [[(number, *astuple(vote)) for number, vote in votes.items()] for votes in poll.rounds],
        "hidden": sorted(poll.hidden),
        **{name: getattr(poll, name) for name in FLAGS},
    }


def _read(data: dict) -> Poll:
    name, title, options, twin, kind, items, *more = data["question"]
    question = Question(name, title, tuple(options), twin, kind, tuple(items), *more)
    rounds = [MappingProxyType({number: _ballot(*vote) for number, *vote in votes}) for votes in data["rounds"]]
    flags = {name: data[name] for name in FLAGS}
    if isinstance(flags["known"], list):
        flags["known"] = tuple(flags["known"])
    return Poll(question, tuple(rounds), **flags, hidden=frozenset(data["hidden"]))


def _ballot(option: int | None, sure: bool | None, drawn: list | None, bins: list | None, *more) -> Ballot:
    return Ballot(
        option,
        sure,
        None if drawn is None else tuple((x, y) for x, y in drawn),
        None if bins is None else tuple(bins),
        *more,
    )
