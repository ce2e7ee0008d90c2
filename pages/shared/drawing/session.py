"""What a session has drawn: kept in plain session keys, so that the points travel with the person from page to page.

The browser owns the points while the person works; a new `epoch` hands them to Python (an example, a link, another
page). Epochs are random: a restarted server must not take the drawing for one of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import streamlit as st

from pages.shared.drawing import url as link
from pages.shared.drawing.presets import FIRST, PRESETS, DrawnPoints
from pages.shared.drawing.units import Units
from pages.shared.lesson.controls import ControlError, drawn_points
from pages.shared.live.protocol import checked_controls

BOARD = "board"
_KEY = "drawn"


@dataclass
class _Session:
    """One person's drawing. For every lesson `handed` holds what Python gave its board to start from (sliders, handles,
    cells), and `committed` what the board has made of it since. `untried`: they come from a link, and no page has used
    them yet."""

    points: DrawnPoints
    epoch: str | int = ""
    rev: int | None = None
    lesson: str = ""
    handed: dict[str, dict] = field(default_factory=dict)
    committed: dict = field(default_factory=dict)
    issued: set[str | int] = field(default_factory=set)
    complaint: str = ""
    units: Units | None = None
    untried: bool = False

    def hand_over(self, points: DrawnPoints, lesson: str, controls: Mapping[str, object]) -> None:
        """Make the board take the points, and what it owns, from Python."""
        self.points, self.lesson = points, lesson
        self.handed[lesson], self.committed = dict(controls), {}
        self.epoch, self.rev = secrets.token_hex(6), None
        self.issued.add(self.epoch)

    @property
    def owned(self) -> dict:
        """What the current board owns now."""
        return {**self.handed.get(self.lesson, {}), **self.committed}


@dataclass(frozen=True)
class Drawn:
    """What is drawn now on one lesson's board. `controls` are what the board owns, `handed` those of them that it was
    given to start from; `complaint` is a sentence about a link that could not be read; `units` tell what the numbers
    stand for, None when they are just numbers."""

    points: DrawnPoints
    controls: Mapping[str, object]
    handed: Mapping[str, object]
    epoch: str | int
    rev: int | None
    complaint: str
    units: Units | None


def drawn(lesson: str, first: str = FIRST) -> Drawn:
    """The drawing as this lesson shows it. `first` names the points of a session that starts here without a link."""
    session = _session(lesson, first)
    if session.lesson != lesson:
        session.handed[session.lesson] = session.owned
        session.hand_over(session.points, lesson, session.handed.get(lesson, {}))
    remember()
    handed = session.handed[lesson]
    return Drawn(session.points, session.owned, handed, session.epoch, session.rev, session.complaint, session.units)


def fitting(lesson: str, first: str, use: Callable[[Drawn], object]) -> Drawn:
    """`drawn`, without those controls of a link that the page cannot use: `use` raises ControlError for one. They are
    left out once, and told; the rest is shown."""
    current = drawn(lesson, first)
    session = st.session_state[_KEY]
    while session.untried:
        try:
            use(current)
        except ControlError as error:
            if session.handed[lesson].pop(error.control, None) is not None:
                session.complaint = f"{session.complaint} This link asks for what there is not: {error}.".strip()
                current = drawn(lesson, first)
                continue
        except ValueError:
            pass  # told where the points are worked out
        session.untried = False
    return current


def remember() -> None:
    """Copy what the board committed: the component's own state ends with its page."""
    session = st.session_state.get(_KEY)
    commit = (st.session_state.get(BOARD) or {}).get("draw")
    if session is None or not isinstance(commit, Mapping):
        return
    epoch = commit.get("epoch")
    if not isinstance(epoch, str | int):
        return
    # An epoch of this session that is no longer the current one belongs to a drawing that an example or a page switch
    # has replaced. One that it never issued comes from before a restart: then the browser's drawing wins.
    if epoch != session.epoch and epoch in session.issued:
        return
    try:
        points, controls = drawn_points(commit.get("points")), checked_controls(dict(commit.get("controls") or {}))
        units = Units(**commit["units"]) if commit.get("units") else None
    except (TypeError, ValueError):
        return
    session.epoch = epoch
    session.rev = commit["rev"] if isinstance(commit.get("rev"), int) else None
    session.points, session.committed, session.complaint = points, controls, ""
    if "units" in commit:  # only from a browser whose points this session never saw
        session.units = units


def put(points: DrawnPoints, controls: Mapping[str, object] | None = None, units: Units | None = None) -> None:
    """Give the board these points, what their numbers stand for, and, where given, these values of what it owns."""
    session = st.session_state[_KEY]
    session.complaint, session.units = "", units
    session.hand_over(points, session.lesson, session.owned if controls is None else controls)


def points() -> DrawnPoints:
    """What is drawn now, for a part of a page that runs after the board's."""
    return st.session_state[_KEY].points


def epoch() -> str | int:
    """Names the drawing that Python handed over last."""
    return st.session_state[_KEY].epoch


def set_controls(**controls: object) -> None:
    """Change some of what the current board owns (for example painted cells) and keep the points."""
    session = st.session_state[_KEY]
    put(session.points, {**session.owned, **controls}, session.units)


def share_link(current: Drawn) -> str:
    """The address of this page with everything that is drawn and chosen on it."""
    kept = link.kept(st.query_params, (*link.OURS, "live"))
    return link.address(st.context.url or "", {**kept, **link.encode(current.points, current.controls, current.units)})


def live_socket() -> str | None:
    """The socket's path, relative to the page's base; None when the session was opened with `?live=off`."""
    if "live" in st.query_params:
        st.session_state["live"] = st.query_params["live"] != "off"
    return "live" if st.session_state.get("live", True) else None


def _session(lesson: str, first: str) -> _Session:
    """This session's drawing; a link in the address is read once, when the session starts."""
    if _KEY not in st.session_state:
        session = _Session(PRESETS[first])
        if "v" in st.query_params:
            try:
                found = link.decode(st.query_params)
                session.points, session.handed[lesson], session.units = found.points, dict(found.controls), found.units
                session.untried = True
            except ValueError as error:
                session.complaint = f"This link could not be read: {error}."
        st.session_state[_KEY] = session
    return st.session_state[_KEY]
