"""A room of a lecture as a value: who is in it, what the lecturer shows, what was voted. Pure: times are seconds of any
clock that never goes back, and the caller reads it.

A member is known by random text that its browser made; beside votes stands only the number in which it came.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pages.shared.drawing.state import DrawingState

MOST_MEMBERS = 500
MOST_POLLS = 100  # of the oldest beyond this the votes are forgotten
ROUNDS = 2
EXPIRES = 4 * 3600.0  # seconds without any use
PRESENT = 25.0  # seconds since a page was last seen; an open one is seen every ten
CODE = re.compile(r"(?:[bdfgklmnprstvz][aeiou]){3}")
SECRET = re.compile(r"[0-9a-f]{32}")  # 128 bits
NOTHING: Mapping = MappingProxyType({})
CHOSEN = ("choose", "sort")
KINDS = (*CHOSEN, "sketch", "curve", "weights", "prove")  # all but the chosen ones are drawn
Drawing = tuple[tuple[float, float], ...]
Outcome = int | tuple[int, ...]  # an option, or a bin for each item

ERRORS = (
    "bad-message",
    "too-large",
    "too-fast",
    "no-room",
    "taken",
    "too-many-rooms",
    "full",
    "not-allowed",
    "too-late",
    "away",
    "not-solved",
    "doubtful",
)


class RoomError(ValueError):
    """Why a room refuses something, as one sentence for people; `type` is one of ERRORS."""

    def __init__(self, type: str, sentence: str):
        super().__init__(sentence)
        if type not in ERRORS:
            raise ValueError(f"an error type must be one of {', '.join(ERRORS)}, got {type}")
        self.type = type

    def wire(self) -> dict:
        """The JSON response."""
        return {"kind": "error", "error": {"type": self.type, "message": str(self)}}


@dataclass(frozen=True)
class Question:
    """What is voted on. Two of one `name` are the same question. `twin` is "offered" where the same can be posed on
    another drawing, "practice" where that has the same outcome, "posed" where it is, else "". `kind` is one of KINDS;
    where `items` are sorted, the options are the bins. `lesson`, `step` and `text` are those of the place that poses
    it."""

    name: str
    title: str
    options: tuple[str, ...]
    twin: str = ""
    kind: str = "choose"
    items: tuple[str, ...] = ()
    lesson: str = ""
    step: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Place:
    """What the lecturer shows: a step of a lesson's story, from 1, or its lab (`step` None). `address` is that of its
    stage, seen from the app's; `twin` what is drawn there, where that is not the step's own drawing; `question` names
    the question that the step poses, "" for none."""

    lesson: str
    step: int | None
    title: str
    text: str = ""
    address: str = ""
    twin: DrawingState | None = None
    question: str = ""


@dataclass(frozen=True)
class Ballot:
    """One member's vote: the number of an option, from 0, and whether the member is sure (None: not said); or what the
    member has drawn, as pairs (x, y): a guess, or the solution of an exercise; or a bin for each item, from 0.
    A solution has `settings`, what was set or guessed for it in words, and is `brought` where the step itself brings
    what is drawn. `at` is when it came first. `right` is what the step's judge finds of a drawn guess, None before it
    has looked at it."""

    option: int | None
    sure: bool | None = None
    drawn: Drawing | None = None
    bins: tuple[int, ...] | None = None
    settings: str = ""
    brought: bool = False
    at: float = 0.0
    right: bool | None = None


@dataclass(frozen=True)
class Poll:
    """A question with its rounds of votes, each by the number of a member. `known` is what the step's judge finds
    right, an option or a bin for each item; `marked` is the option that the lecturer does. The votes are shown where
    they are `revealed`, but for drawings of members that are `hidden`; what came true is shown nowhere before the
    question is `settled`."""

    question: Question
    rounds: tuple[Mapping[int, Ballot], ...] = (NOTHING,)
    revealed: bool = False
    known: Outcome | None = None
    marked: int | None = None
    closed: bool = False
    hidden: frozenset[int] = frozenset()

    @property
    def round(self) -> int:
        """The number of the present round, from 1."""
        return len(self.rounds)

    @property
    def right(self) -> Outcome | None:
        """The right option, or the right bin of each item, where the lecturer or the judge has said so."""
        return self.known if self.marked is None else self.marked

    @property
    def settled(self) -> bool:
        """Whether the lecturer has marked the right option, or closed the question: what came true is public."""
        return self.closed or self.marked is not None

    def is_right(self, vote: Ballot) -> bool | None:
        """Whether this vote is right: its option, all of its bins, or what is drawn; a solution is, which the judge has
        found proven. None where that is not known."""
        if vote.drawn is not None:
            return True if self.question.kind == "prove" else vote.right
        return None if self.right is None else self.right == (vote.option if vote.bins is None else vote.bins)

    def counts(self, number: int, sure: bool = False) -> list[int]:
        """How many chose each option in that round; with `sure` only those who were."""
        votes = self.rounds[number - 1].values()
        return [
            sum(vote.option == option and (not sure or vote.sure is True) for vote in votes)
            for option in range(len(self.question.options))
        ]

    def table(self, number: int) -> list[list[int]]:
        """For each item how many sorted it into each bin in that round."""
        sorted_by = [vote.bins for vote in self.rounds[number - 1].values() if vote.bins is not None]
        items, bins = range(len(self.question.items)), range(len(self.question.options))
        return [[sum(vote[item] == bin for vote in sorted_by) for bin in bins] for item in items]


@dataclass(frozen=True)
class Member:
    """`number` counts from 1 in the order of joining."""

    number: int
    seen_at: float


@dataclass(frozen=True)
class Room:
    """`digest` is that of the lecturer's key. `version` grows with every change that someone can see. `on` names the
    poll on show, "" for none. `clears` counts how often votes were forgotten. Phones follow the lecturer; where it
    `explores`, each may leave. `talk_at` is when the page that gives a talk was last seen, and `talk_by` which one it
    is; `turns` counts the presses of a remote, and `turned` adds them up: so many states further the talk is to be than
    without them. `moves` counts how often the lecturer has gone to another place, the last time on the page `mover`.
    """

    code: str
    digest: bytes
    used_at: float
    lecturer_at: float
    version: int = 1
    members: Mapping[str, Member] = field(default_factory=lambda: NOTHING)
    place: Place | None = None
    polls: Mapping[str, Poll] = field(default_factory=lambda: NOTHING)
    on: str = ""
    letters: int = 0
    explores: bool = False
    clears: int = 0
    talk_at: float | None = None
    talk_by: str = ""
    turns: int = 0
    turned: int = 0
    moves: int = 0
    mover: str = ""

    @property
    def poll(self) -> Poll | None:
        """The one on show."""
        return self.polls.get(self.on)

    def here(self, now: float) -> int:
        """How many members are present."""
        return sum(now - member.seen_at <= PRESENT for member in self.members.values())

    def lecturer_here(self, now: float) -> bool:
        """Whether the lecturer is present."""
        return now - self.lecturer_at <= PRESENT

    def talk_runs(self, now: float) -> bool:
        """Whether a page that gives a talk is present: it carries out what a remote turns."""
        return self.talk_at is not None and now - self.talk_at <= PRESENT

    def expired(self, now: float) -> bool:
        """Whether no one has used the room for long."""
        return now - self.used_at > EXPIRES

    def opens_for(self, key: str) -> bool:
        """Whether this is the lecturer's key."""
        return hmac.compare_digest(self.digest, digest(key))


def digest(key: str) -> bytes:
    """What a room keeps of its key."""
    return hashlib.sha256(key.encode()).digest()
