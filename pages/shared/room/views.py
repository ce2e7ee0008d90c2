"""What those in a room can see of it, as plain JSON values, and the votes as a table. Pure.

Votes that are hidden are in no view, the lecturer's included: that one is on the screen of the hall. What is right, and
what follows from it, is in none before the question is settled, but for the lecturer's advice to let people discuss.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from datetime import UTC, datetime

from pages.shared.room.state import CHOSEN, Ballot, Place, Poll, Room

VERSION = 1
DISCUSS = (0.3, 0.7)  # Crouch and Mazur (2001): between these shares of right votes a discussion helps most
MOST_SETTINGS = 8  # that are listed
HEAD = ("lesson", "step", "question", "its text", "round", "member", "option", "text", "sure", "right", "time (UTC)")
_YES = {True: "yes", False: "no", None: ""}


def shared(room: Room, now: float) -> dict:
    """What is the same for everyone."""
    place, poll = room.place, room.poll
    return {
        "v": VERSION,
        "kind": "room",
        "version": room.version,
        "code": room.code,
        "here": room.here(now),
        "lecturer": room.lecturer_here(now),
        "explores": room.explores,
        "clears": room.clears,
        "place": place and _place(place, room.polls.get(place.question)),
        "poll": poll and _poll(poll),
    }


def own(room: Room, member: str) -> dict | None:
    """The member's vote in the present round; None where there is none."""
    known, poll = room.members.get(member), room.poll
    vote = known and poll and poll.rounds[-1].get(known.number)
    if not isinstance(vote, Ballot):
        return None
    more = {name: value for name in ("drawn", "bins") if (value := getattr(vote, name)) is not None}
    return {"option": vote.option, "sure": vote.sure, **more}


def lecturers(room: Room, now: float) -> dict:
    """What the lecturer sees besides."""
    remote = {name: getattr(room, name) for name in ("talk_by", "turns", "turned", "moves", "mover")}
    discuss = room.poll is not None and _discuss(room.poll)
    return {"mine": None, "drawings": drawings(room), "discuss": discuss, "talk": room.talk_runs(now), **remote}


def drawings(room: Room) -> dict | None:
    """What members have drawn in the present round, for the lecturer's screen alone; None before it is revealed. `kind`
    is that of the question. Of solutions of an exercise, what the step itself brings is none; `settings` are what
    solved it besides, each with how often."""
    poll = room.poll
    if poll is None or poll.question.kind in CHOSEN or not poll.revealed:
        return None
    votes = poll.rounds[-1]
    own = [(number, vote.drawn) for number, vote in votes.items() if not vote.brought]
    shown = [(number, drawn) for number, drawn in own if number not in poll.hidden]
    settings = Counter(vote.settings for vote in votes.values() if vote.settings).most_common(MOST_SETTINGS)
    return {"kind": poll.question.kind, "hidden": sorted(poll.hidden), "all": shown, "settings": settings}


def votes_csv(room: Room) -> str:
    """Every vote on every question as CSV; members are numbers, in the order in which they came."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(HEAD)
    for poll in room.polls.values():
        for number, votes in enumerate(poll.rounds, start=1):
            for member, vote in sorted(votes.items()):
                drawn = "" if vote.brought else ";".join(f"{x:g},{y:g}" for x, y in vote.drawn or ())
                option, text = "", " | ".join(filter(None, (drawn, vote.settings)))
                if vote.option is not None:
                    option, text = vote.option + 1, poll.question.options[vote.option]
                if vote.bins is not None:
                    sorts = zip(poll.question.items, vote.bins)
                    text = "; ".join(f"{item}: {poll.question.options[bin]}" for item, bin in sorts)
                question = poll.question
                posed = (question.lesson, question.step or "", question.title, question.text)
                time = datetime.fromtimestamp(vote.at, UTC).strftime("%Y-%m-%d %H:%M:%S")
                rows.writerow((*posed, number, member, option, text, _YES[vote.sure], _YES[poll.is_right(vote)], time))
    return out.getvalue()


def _place(place: Place, poll: Poll | None) -> dict:
    """`settled`: whether what comes true there is public."""
    twin = place.twin and {"points": place.twin.points, "controls": place.twin.controls}
    plain = ("lesson", "step", "title", "text", "address", "question")
    settled = poll is None or poll.settled or poll.question.kind == "prove"
    return {**{name: getattr(place, name) for name in plain}, "twin": twin, "settled": settled}


def _poll(poll: Poll) -> dict:
    """`right` is what the lecturer has marked, or else the judge's; `outcome` is the judge's alone."""
    question = poll.question
    return {
        "name": question.name,
        "title": question.title,
        "kind": question.kind,
        "items": list(question.items),
        "options": list(question.options),
        "round": poll.round,
        "voted": len(poll.rounds[-1]),
        "revealed": poll.revealed,
        "settled": poll.settled,
        "right": poll.right if poll.settled else None,
        "outcome": poll.known if poll.settled else None,
        "twin": question.twin,
        "results": [_result(poll, number) for number in range(1, poll.round + 1)] if poll.revealed else None,
    }


def _result(poll: Poll, number: int) -> dict:
    if poll.question.kind == "sort":
        return {"table": poll.table(number)}
    return {"counts": poll.counts(number), "sure": poll.counts(number, sure=True)}


def _discuss(poll: Poll) -> bool:
    """Whether in the first round, before its votes are shown, neither too few nor too many are right to learn from each
    other."""
    if poll.revealed or poll.settled or poll.right is None or poll.round > 1:
        return False
    right = [poll.is_right(vote) for vote in poll.rounds[0].values()]
    least, most = DISCUSS
    return bool(right) and least <= right.count(True) / len(right) <= most
