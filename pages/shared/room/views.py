"""What those in a room can see of it, as plain JSON values, and the votes as a table. Pure.

Votes that are hidden are in no view, the lecturer's included: that one is on the screen of the hall.
"""

from __future__ import annotations

import csv
import io

from pages.shared.room.state import Ballot, Place, Poll, Room

VERSION = 1
DISCUSS = (0.3, 0.7)  # Crouch and Mazur (2001): between these shares of right votes a discussion helps most
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
        "place": place and _place(place),
        "poll": poll and _poll(poll),
    }


def own(room: Room, member: str) -> dict | None:
    """The member's vote in the present round; None where there is none."""
    known, poll = room.members.get(member), room.poll
    vote = known and poll and poll.rounds[-1].get(known.number)
    if not isinstance(vote, Ballot):
        return None
    return {"option": vote.option, "sure": vote.sure, **({"drawn": vote.drawn} if vote.drawn is not None else {})}


def drawings(room: Room) -> dict | None:
    """What members have drawn in the present round, for the lecturer's screen alone; None before it is revealed. `kind`
    is that of the question."""
    poll = room.poll
    if poll is None or poll.question.kind == "choose" or not poll.revealed:
        return None
    shown = [(number, vote.drawn) for number, vote in poll.rounds[-1].items() if number not in poll.hidden]
    return {"kind": poll.question.kind, "hidden": sorted(poll.hidden), "all": shown}


def votes_csv(room: Room) -> str:
    """Every vote on every question as CSV; members are numbers, in the order in which they came."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("question", "round", "member", "option", "text", "sure", "right"))
    for poll in room.polls.values():
        for number, votes in enumerate(poll.rounds, start=1):
            for member, vote in sorted(votes.items()):
                right = None if poll.right is None else vote.option == poll.right
                option, text = "", ";".join(f"{x:g},{y:g}" for x, y in vote.drawn or ())
                if vote.option is not None:
                    option, text = vote.option + 1, poll.question.options[vote.option]
                rows.writerow((poll.question.title, number, member, option, text, _YES[vote.sure], _YES[right]))
    return out.getvalue()


def _place(place: Place) -> dict:
    twin = place.twin and {"points": place.twin.points, "controls": place.twin.controls}
    return {**{name: getattr(place, name) for name in ("lesson", "step", "title", "text", "address")}, "twin": twin}


def _poll(poll: Poll) -> dict:
    question = poll.question
    return {
        "name": question.name,
        "title": question.title,
        "kind": question.kind,
        "options": list(question.options),
        "round": poll.round,
        "voted": len(poll.rounds[-1]),
        "revealed": poll.revealed,
        "right": poll.right if poll.marked else None,
        "known": poll.right is not None,
        "twin": question.twin,
        "results": [_result(poll, number) for number in range(1, poll.round + 1)] if poll.revealed else None,
        "discuss": _discuss(poll),
    }


def _result(poll: Poll, number: int) -> dict:
    return {"counts": poll.counts(number), "sure": poll.counts(number, sure=True)}


def _discuss(poll: Poll) -> bool:
    """Whether the first round is shown, and neither too few nor too many were right to learn from each other."""
    if not poll.revealed or poll.right is None or poll.round > 1:
        return False
    counts = poll.counts(1)
    least, most = DISCUSS
    return sum(counts) > 0 and least <= counts[poll.right] / sum(counts) <= most
