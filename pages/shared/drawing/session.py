"""Python's copy of what is drawn: kept in plain session keys, so that a page finds there what another one had.

The browser owns the drawing, and sends snapshots; Python hands whole drawings over (an example, a data set, a button of
a page). docs/drawing.md has the states and the cases.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import streamlit as st

from pages.shared.drawing import codec, url
from pages.shared.drawing.presets import FIRST, PRESETS, DrawnPoints
from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.units import Units

BOARD = "board"
_KEY = "drawn"
_NEVER_KEPT = (*codec.PARAMETERS, "live", "lab", "step", "present", "fresh")
_NOTHING: Mapping[str, str] = {}
Refusal = Callable[[DrawingState], tuple[str, str] | None]


@dataclass
class _Session:
    """Python's copy of one person's drawing, as the board of `lesson` shows it; `others` holds by lesson what the other
    boards own."""

    drawing: DrawingState
    lesson: str
    others: dict[str, Mapping[str, object]] = field(default_factory=dict)
    seq: int | None = None
    hand: str | None = None
    live: bool | None = None
    complaint: str = ""

    def turn_to(self, lesson: str) -> None:
        """Another page's board shows the drawing."""
        if lesson != self.lesson:
            self.others[self.lesson] = self.drawing.controls
            self.drawing = replace(self.drawing, controls=self.others.get(lesson, {}))
            self.lesson, self.live = lesson, None


@dataclass(frozen=True)
class Drawn(DrawingState):
    """The drawing as one lesson's board shows it.

    `seq` is the number of the newest snapshot, `hand` names what Python handed over last. `live`: whether the board
    says that the live socket paints what is drawn; None where it has not said anything yet. `complaint` is a sentence
    about a link that could not be read.
    """

    seq: int | None = None
    hand: str | None = None
    live: bool | None = None
    complaint: str = ""


def drawn(lesson: str, first: str = FIRST, refusal: Refusal = lambda drawing: None) -> Drawn:
    """The drawing as this lesson shows it. `first` names the points of a session that starts here without a link;
    `refusal` says of a link's drawing which control the page cannot use and why, or None: it is left out, with a
    complaint."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = _opened(lesson, first, refusal)
    session = st.session_state[_KEY]
    session.turn_to(lesson)
    remember()
    of = session.drawing
    return Drawn(of.points, of.controls, of.units, session.seq, session.hand, session.live, session.complaint)


def remember() -> None:
    """Take over the newest snapshot: the component's own state ends with its page."""
    session = st.session_state.get(_KEY)
    snapshot = (st.session_state.get(BOARD) or {}).get("draw")
    if session is None or not isinstance(snapshot, Mapping) or not _counts(session, snapshot):
        return
    try:
        session.drawing = codec.from_json(snapshot)
    except ValueError:
        return
    session.seq, session.live, session.complaint = snapshot["seq"], bool(snapshot.get("live")), ""


def _counts(session: _Session, snapshot: Mapping) -> bool:
    """Whether it is of what is drawn now: not older than what is known, of this page, and drawn after what Python has
    handed over."""
    seq = snapshot.get("seq")
    if not isinstance(seq, int) or seq < (session.seq or 0):
        return False
    return (snapshot.get("lesson"), snapshot.get("hand")) == (session.lesson, session.hand)


def put(points: DrawnPoints, controls: Mapping[str, object] | None = None, units: Units | None = None) -> None:
    """Hand the board these points, what their numbers stand for, and, where given, these values of what it owns."""
    session = st.session_state[_KEY]
    owned = session.drawing.controls if controls is None else controls
    session.drawing = DrawingState(points, owned, units)
    session.hand, session.complaint = secrets.token_hex(6), ""


def points() -> DrawnPoints:
    """What is drawn now, for a part of a page that runs after the board's."""
    return st.session_state[_KEY].drawing.points


def units() -> Units | None:
    """What the numbers of the drawing stand for, for a part of a page that runs before the board's."""
    if _KEY in st.session_state:
        return st.session_state[_KEY].drawing.units
    try:
        return codec.from_link(st.query_params).units if "v" in st.query_params else None
    except ValueError:  # said when the board opens the link
        return None


def shown() -> tuple[str, str | None]:
    """The lesson on show, and what Python handed over last."""
    session = st.session_state[_KEY]
    return session.lesson, session.hand


def set_controls(**controls: object) -> None:
    """Change some of what the current board owns (for example painted cells) and keep the points."""
    drawing = st.session_state[_KEY].drawing
    put(drawing.points, {**drawing.controls, **controls}, drawing.units)


def share_link(
    drawing: Mapping[str, str], opens: Mapping[str, str] = _NOTHING, choices: Mapping[str, str] = _NOTHING
) -> str:
    """The address of this page with everything that is drawn and chosen on it.

    Args:
        drawing: the parameters of what is drawn (`codec.to_link`); none where a step of the story brings it by itself.
        opens: the parameters that open the lab, or a step of the story.
        choices: those of the page's widgets that stand in place of what the address says of them; "" for none.

    Returns:
        The whole link.
    """
    kept = url.kept(st.query_params, (*_NEVER_KEPT, *choices))
    chosen = {name: text for name, text in choices.items() if text}
    return url.address(st.context.url or "", {**kept, **opens, **chosen, **drawing})


def live_socket() -> str | None:
    """The socket's path, relative to the page's base; None when the session was opened with `?live=off`."""
    if "live" in st.query_params:
        st.session_state["live"] = st.query_params["live"] != "off"
    return "live" if st.session_state.get("live", True) else None


def _opened(lesson: str, first: str, refusal: Refusal) -> _Session:
    """A session that begins on this page; a link in the address is read once, here."""
    if "v" not in st.query_params:
        return _Session(DrawingState(PRESETS[first]), lesson)
    try:
        drawing = codec.from_link(st.query_params)
    except ValueError as error:
        return _Session(DrawingState(PRESETS[first]), lesson, complaint=f"This link could not be read: {error}.")
    said = []
    while found := refusal(drawing):
        control, reason = found
        if control not in drawing.controls:
            break
        said.append(f"This link names what there is not: {reason}.")
        drawing = replace(drawing, controls={name: v for name, v in drawing.controls.items() if name != control})
    return _Session(drawing, lesson, complaint=" ".join(said))
