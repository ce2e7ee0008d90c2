"""A talk as a list of states that one key steps through, read from a small text file and written to one. Pure.

    # The title
    # minute  state  what to say
    0   home?step=1         One network, no data.
    4   attention?step=3&v=1&p=-1,0.5;1,0.2
    9   masks?lab=1&v=1&p=-1,0.5;1,0.2

A state is a link as *Q* shows it, whole or from the lesson's name on: a step, or a lab (lab=1) with all that its link
sets. Minute and words may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from pages.shared.drawing import codec
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.drawing.units import Units
from pages.shared.lesson.lesson import Lesson

MOST_STOPS, MOST_CHARACTERS, MOST_NOTE = 200, 100_000, 300
HOME = "home"
HEAD = "# minute  state  what to say"
_MINUTE = re.compile(r"\d{1,3}(\.\d)?", re.ASCII)


@dataclass(frozen=True)
class Stop:
    """One state of a talk.

    Args:
        lesson: its name.
        step: of its story, from 1; None for its lab.
        link: the state as it stands in the file, from the lesson's name on.
        points: what is drawn; None for what the step brings.
        units: what the numbers of the points stand for.
        controls: what the link sets and chooses, over what the steps set.
        minute: from the beginning; None where none is planned.
        note: what to say.
    """

    lesson: str
    step: int | None
    link: str
    points: DrawnPoints | None = None
    units: Units | None = None
    controls: Mapping[str, object] = field(default_factory=dict)
    minute: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Talk:
    """A title and the states in their order."""

    title: str
    stops: tuple[Stop, ...]


def read(text: str, lessons: Mapping[str, Lesson]) -> Talk:
    """The talk that a file holds.

    Raises:
        ValueError: it holds none; names the line and what is wrong with it.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"a talk must have at most {MOST_CHARACTERS:,} characters, got {len(text):,}")
    lines = [(number, line.strip()) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1)]
    titles = [line.lstrip("# ") for _, line in lines if line.startswith("#")]
    stops = []
    for number, line in lines:
        if not line or line.startswith("#"):
            continue
        try:
            stops.append(_stop(line, lessons))
        except ValueError as error:
            raise ValueError(f"line {number} of the talk: {error}") from None
    if not 1 <= len(stops) <= MOST_STOPS:
        raise ValueError(f"a talk must have 1 to {MOST_STOPS} states, got {len(stops)}")
    return Talk(titles[0] if titles else "", tuple(stops))


def written(talk: Talk) -> str:
    """The text of its file; `read` gives back an equal talk."""
    rows = [(f"{s.minute:g}" if s.minute is not None else "", s.link, s.note) for s in talk.stops]
    wide = max(len(link) for _, link, _ in rows)
    lines = (f"{minute:<4}{link:<{wide}}  {note}".rstrip() for minute, link, note in rows)
    return "\n".join((f"# {talk.title}", HEAD, *lines, ""))


def wire(talk: Talk, addresses: Mapping[str, str]) -> dict[str, object]:
    """Plain JSON values for the browser, which steps through it; `addresses` open the lessons by name."""
    return {
        "title": talk.title,
        "stops": [
            {
                "lesson": stop.lesson,
                "address": addresses[stop.lesson],
                "step": stop.step,
                "says": stop.link.partition("?")[2],
                "units": None if stop.units is None else stop.units.wire(),
                "points": None if stop.points is None else [list(pair) for pair in stop.points],
                "controls": dict(stop.controls),
                "minute": stop.minute,
                "note": stop.note,
            }
            for stop in talk.stops
        ],
    }


def _stop(line: str, lessons: Mapping[str, Lesson]) -> Stop:
    first, _, rest = line.partition(" ")
    minute = float(first) if _MINUTE.fullmatch(first) else None
    link, _, note = (line if minute is None else rest.strip()).partition(" ")
    if not link:
        raise ValueError(f"a state must follow the minute, got {line!r}")
    parts = urlsplit(link)
    name = parts.path.rsplit("/", 1)[-1] or HOME
    if name not in lessons or lessons[name].story is None:
        raise ValueError(f"a state must begin with the name of a lesson, got {name[:40]!r}")
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    step = None if given.get("lab") == "1" else _step(name, given.get("step", ""), len(lessons[name].story.steps))
    drawn = codec.from_link(given) if "v" in given else None
    has_points = drawn is not None and bool({"p", "o", "d"} & given.keys())
    chosen = lessons[name].controls.chosen(given)
    query = f"{name}?{parts.query}"
    return Stop(
        name,
        step,
        query,
        drawn.points if has_points else None,
        drawn.units if has_points else None,
        {**chosen, **(drawn.controls if drawn else {})},
        minute,
        note.strip()[:MOST_NOTE],
    )


def _step(name: str, text: str, steps: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= steps):
        raise ValueError(f"a state of {name} must name a step from 1 to {steps} (step=), or lab=1, got {text[:40]!r}")
    return int(text)
