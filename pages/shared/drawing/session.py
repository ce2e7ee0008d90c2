"""What a session has drawn: kept in plain session keys, so that the points travel with the person from page to page.

The browser owns the points while the person works; a new `epoch` hands them to Python (an example, a link, another
page). Epochs are random: a restarted server must not take the drawing for one of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import streamlit as st

from pages.shared.drawing import codec, url
from pages.shared.drawing.presets import FIRST, PRESETS, DrawnPoints
from pages.shared.drawing.state import DrawingState, checked_controls
from pages.shared.drawing.units import Units

BOARD = "board"
_KEY = "drawn"
_NEVER_KEPT = (*codec.PARAMETERS, "live", "lab", "step", "present", "fresh")
_NOTHING: Mapping[str, str] = {}


@dataclass
class _Session:
    """One person's drawing, and who knows what of it.

    `drawing` holds the points, their units, and what the board has made of its controls since the last hand-over.
    `handed` holds for every lesson what Python gave its board to start from. `untried`: the controls come from a link,
    and no page has used them yet.
    """

    drawing: DrawingState
    epoch: str | int = ""
    rev: int | None = None
    lesson: str = ""
    handed: dict[str, dict] = field(default_factory=dict)
    issued: set[str | int] = field(default_factory=set)
    painted: Mapping[str, object] | None = None
    complaint: str = ""
    untried: bool = False

    def hand_over(self, points: DrawnPoints, lesson: str, controls: Mapping[str, object]) -> None:
        """Make the board take the points, and what it owns, from Python."""
        self.drawing, self.lesson = replace(self.drawing, points=points, controls={}), lesson
        self.handed[lesson] = dict(controls)
        self.epoch, self.rev, self.painted = secrets.token_hex(6), None, None
        self.issued.add(self.epoch)

    @property
    def owned(self) -> dict:
        """What the current board owns now."""
        return {**self.handed.get(self.lesson, {}), **self.drawing.controls}


@dataclass(frozen=True)
class Drawn(DrawingState):
    """The drawing as one lesson's board shows it.

    `handed` are those of the controls that the board was given to start from. `painted` are all controls of the
    picture that the live link has already put on screen; None when there is none. `complaint` is a sentence about a
    link that could not be read.
    """

    handed: Mapping[str, object] = field(default_factory=dict)
    epoch: str | int = ""
    rev: int | None = None
    painted: Mapping[str, object] | None = None
    complaint: str = ""


def drawn(lesson: str, first: str = FIRST) -> Drawn:
    """The drawing as this lesson shows it. `first` names the points of a session that starts here without a link."""
    session = _session(lesson, first)
    if session.lesson != lesson:
        session.handed[session.lesson] = session.owned
        session.hand_over(session.drawing.points, lesson, session.handed.get(lesson, {}))
    remember()
    return Drawn(
        session.drawing.points,
        session.owned,
        session.drawing.units,
        handed=session.handed[lesson],
        epoch=session.epoch,
        rev=session.rev,
        painted=session.painted,
        complaint=session.complaint,
    )


def fitting(lesson: str, first: str, refusal: Callable[[Drawn], tuple[str, str] | None]) -> Drawn:
    """`drawn`, without those controls of a link that the page cannot use.

    `refusal` gives the name of such a control and what is wrong with it, or None. It is left out, once, with a
    complaint; the rest is shown.
    """
    current = drawn(lesson, first)
    session = st.session_state[_KEY]
    while session.untried:
        control, reason = refusal(current) or ("", "")
        if session.handed[lesson].pop(control, None) is None:
            session.untried = False
        else:
            session.complaint = f"{session.complaint} This link names what there is not: {reason}.".strip()
            current = drawn(lesson, first)
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
        drawing, painted = codec.from_json(commit), _painted(commit)
    except ValueError:
        return
    session.drawing = drawing if "units" in commit else replace(drawing, units=session.drawing.units)
    session.epoch, session.painted, session.complaint = epoch, painted, ""
    session.rev = commit["rev"] if isinstance(commit.get("rev"), int) else None


def put(points: DrawnPoints, controls: Mapping[str, object] | None = None, units: Units | None = None) -> None:
    """Give the board these points, what their numbers stand for, and, where given, these values of what it owns."""
    session = st.session_state[_KEY]
    owned = session.owned if controls is None else controls
    session.complaint, session.drawing = "", replace(session.drawing, units=units)
    session.hand_over(points, session.lesson, owned)


def points() -> DrawnPoints:
    """What is drawn now, for a part of a page that runs after the board's."""
    return st.session_state[_KEY].drawing.points


def units() -> Units | None:
    """What the numbers of the drawing stand for, for a part of a page that runs before the board's."""
    return st.session_state[_KEY].drawing.units if _KEY in st.session_state else None


def epoch() -> str | int:
    """Names the drawing that Python handed over last."""
    return st.session_state[_KEY].epoch


def set_controls(**controls: object) -> None:
    """Change some of what the current board owns (for example painted cells) and keep the points."""
    session = st.session_state[_KEY]
    put(session.drawing.points, {**session.owned, **controls}, session.drawing.units)


def share_link(
    current: DrawingState | None, opens: Mapping[str, str] = _NOTHING, choices: Mapping[str, str] = _NOTHING
) -> str:
    """The address of this page with everything that is drawn and chosen on it.

    Args:
        current: what is drawn; None where it is what a step of the story brings by itself.
        opens: the parameters that open the lab, or a step of the story.
        choices: those of the page's widgets that stand in place of what the address says of them; "" for none.

    Returns:
        The whole link.

    Raises:
        ValueError: that is too much for a link.
    """
    kept = url.kept(st.query_params, (*_NEVER_KEPT, *choices))
    chosen = {name: text for name, text in choices.items() if text}
    drawn = codec.to_link(current) if current else {}
    return url.address(st.context.url or "", {**kept, **opens, **chosen, **drawn})


def live_socket() -> str | None:
    """The socket's path, relative to the page's base; None when the session was opened with `?live=off`."""
    if "live" in st.query_params:
        st.session_state["live"] = st.query_params["live"] != "off"
    return "live" if st.session_state.get("live", True) else None


def _painted(commit: Mapping) -> dict | None:
    """Controls of the picture that the browser shows already, as it says; None when it says nothing."""
    painted = commit.get("painted")
    return checked_controls(dict(painted)) if isinstance(painted, Mapping) else None


def _session(lesson: str, first: str) -> _Session:
    """This session's drawing; a link in the address is read once, when the session starts."""
    if _KEY not in st.session_state:
        session = _Session(DrawingState(PRESETS[first]))
        if "v" in st.query_params:
            try:
                found = codec.from_link(st.query_params)
                session.handed[lesson] = dict(found.controls)
                session.drawing, session.untried = replace(found, controls={}), True
            except ValueError as error:
                session.complaint = f"This link could not be read: {error}."
        st.session_state[_KEY] = session
    return st.session_state[_KEY]
