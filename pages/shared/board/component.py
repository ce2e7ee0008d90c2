"""The drawing board as a Streamlit component: people draw on it, and it paints a Scene.

The app serves the board's code at `board/main.js`, so that only a short loader travels with each rerun; on a plain
Streamlit server the loader requests the same code once, as data.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from pages.shared.board.bundle import FOLDER, sources, styles
from pages.shared.drawing.units import Units
from pages.shared.lesson.hidden_parts import PARTS
from pages.shared.scene.marks import X_VIEW, Scene
from pages.shared.server.streamlit_ways import nothing

_SESSION = "_board_session"
_WANTED = "_board_wants_sources"

_component = st.components.v2.component(
    "drawing_board",
    html='<div class="board" data-testid="board"></div>',
    css=styles(),
    js=(FOLDER / "loader.js").read_text("utf-8"),
)


def board(
    *,
    key: str,
    lesson: str,
    epoch: str | int,
    points: Sequence[Sequence[float]],
    scene: Scene | None,
    rev: int | None = None,
    controls: Mapping[str, object] | None = None,
    sliders: Sequence[Mapping[str, object]] = (),
    live: str | None = "live",
    workers: str | None = None,
    height: int = 420,
    home: tuple[float, float] = X_VIEW,
    units: Units | None = None,
    handed: Mapping[str, object] | None = None,
    story: Mapping[str, object] | None = None,
    lab: bool = True,
    verdict: Mapping[str, object] | None = None,
    growing: bool = False,
    hide: Sequence[str] = (),
    share: Callable[[], Mapping[str, str]] | None = None,
    on_change: Callable[[], None] | None = None,
    on_paste: Callable[[], None] | None = None,
) -> None:
    """Mount the board; the drawing arrives in `st.session_state[key]["draw"]`.

    `draw` is a drawing as `codec.to_json` writes it, with "epoch", "rev" and "painted". Its `controls` are those that
    the board owns: sliders, handles, painted cells, moved targets. `painted` holds all controls of the picture when
    the live link has put it on screen, and is None otherwise.

    Args:
        key: of the component, and of its state in the session.
        lesson: names the scene function on the live socket.
        epoch: while it stays the same the browser owns the points; a new one hands `points` and `sliders` over.
        points: pairs (x, y) that the board takes over with a new epoch.
        scene: of the last committed drawing, painted when the live socket has shown nothing newer; None leaves what is
            painted.
        rev: the revision of the drawing that `scene` belongs to, or None when nothing was drawn yet.
        controls: values of the page's own widgets, sent with every live request.
        sliders: {"name", "label", "min", "max", "step", "value"} and perhaps "unit",
            "quantity"; built and owned by the board.
        live: path of the live socket relative to the page, or None for predictions by rerun only.
        workers: address of the script whose workers respond in the browser while the server is busy, if there is one.
        height: of the stage, in pixels.
        home: the interval of x in view where the page starts.
        units: original units of the points; None shows the numbers as they are.
        handed: the controls that the board owns, as handed over with the epoch; part of `controls`.
        story: the steps and the course as `pages.shared.shell.story_state.data` gives them.
        lab: whether the lab is open and not the story; a switch comes back in `st.session_state[key]["mode"]` as
            {"lesson", "lab"}.
        growing: whether more of something long in the scene is to come.
        verdict: the response to the question that the last commit held.
        hide: names of `pages.shared.lesson.hidden_parts.PARTS` to leave out.
        share: called once the link to this state was requested; returns {"link", "svg", "note"} (a QR code,
            and what there is to know of the link).
        on_change: called before the rerun that a new drawing causes.
        on_paste: called when text was pasted onto the board; it is then in `st.session_state[key]["pasted"]`.
    """
    data = {
        "session": st.session_state.setdefault(_SESSION, secrets.token_hex(4)),
        "lesson": lesson,
        "epoch": epoch,
        "points": [[float(x), float(y)] for x, y in points],
        "scene": scene.wire() if scene else None,
        "rev": rev,
        "controls": dict(controls or {}),
        "sliders": [dict(s) for s in sliders],
        "live": live,
        "workers": workers,
        "height": height,
        "units": units.wire() if units else None,
        "handed": dict(handed or {}),
        "story": story,
        "lab": lab,
        "verdict": verdict,
        "growing": growing,
        "hide": list(hide),
        "parts": PARTS,
        "home": list(home),
    }
    if st.session_state.pop(_WANTED, False):
        data["sources"] = sources()
    if share and (st.session_state.get(key) or {}).get("share"):
        data["share"] = dict(share())
    _component(
        key=key,
        data=data,
        on_draw_change=on_change or nothing,
        on_mode_change=nothing,
        on_sources_change=_want_sources,
        on_share_change=nothing,
        on_pasted_change=on_paste or nothing,
    )


def _want_sources() -> None:
    st.session_state[_WANTED] = True
