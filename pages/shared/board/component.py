"""The drawing board as a Streamlit component: people draw on it, and it paints a Scene.

The app serves the board's code at `board/main.js`, so that only a short loader travels with each rerun; on a plain
Streamlit server the loader requests the same code once, as data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from pages.shared.board.bundle import FOLDER, sources, styles
from pages.shared.drawing.units import Units
from pages.shared.lesson.hidden_parts import PARTS
from pages.shared.scene.marks import X_VIEW, Scene
from pages.shared.server.streamlit_ways import nothing

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
    points: Sequence[Sequence[float]],
    own: Mapping[str, object],
    units: Units | None,
    scene: Scene | None,
    seq: int | None = None,
    hand: str | None = None,
    controls: Mapping[str, object] | None = None,
    sliders: Sequence[Mapping[str, object]] = (),
    live: str | None = "live",
    workers: str | None = None,
    height: int = 420,
    home: tuple[float, float] = X_VIEW,
    story: Mapping[str, object] | None = None,
    lab: bool = True,
    verdict: Mapping[str, object] | None = None,
    growing: bool = False,
    hide: Sequence[str] = (),
    share: Callable[[], Mapping[str, object]] | None = None,
    on_change: Callable[[], None] | None = None,
    on_paste: Callable[[], None] | None = None,
) -> None:
    """Mount the board; the drawing arrives in `st.session_state[key]["draw"]`.

    `draw` is a snapshot: a drawing as `codec.to_json` writes it, whose `controls` are those that the board owns
    (sliders, handles, painted cells, moved targets), with its number "seq", "lesson" and "hand" as the board had them,
    and "live": whether the live socket paints it. docs/drawing.md says who owns what.

    Args:
        key: of the component, and of its state in the session.
        lesson: names the scene function on the live socket.
        points: pairs (x, y) of Python's copy of the drawing, where a browser starts that has drawn nothing.
        own: the controls that the board owns, of the same copy.
        units: original units of its points; None shows the numbers as they are.
        scene: of that copy, painted when the live socket has shown nothing newer; None leaves what is painted.
        seq: the number of the snapshot that was received last, or None.
        hand: names the drawing that Python handed over last: the board takes a new one over from the copy. None while
            there was none.
        controls: values of the page's own widgets, sent with every live request.
        sliders: {"name", "label", "min", "max", "step", "value"} and perhaps "unit",
            "quantity"; built and owned by the board.
        live: path of the live socket relative to the page, or None for predictions by rerun only.
        workers: address of the script whose workers respond in the browser while the server is busy, if there is one.
        height: of the stage, in pixels.
        home: the interval of x in view where the page starts.
        story: the steps and the course as `pages.shared.shell.story_state.data` gives them.
        lab: whether the lab is open and not the story; a switch comes back in `st.session_state[key]["mode"]` as
            {"lesson", "lab"}.
        growing: whether more of something long in the scene is to come.
        verdict: the response to the question that the last commit held.
        hide: names of `pages.shared.lesson.hidden_parts.PARTS` to leave out.
        share: called once the link to this state was requested; returns {"link", "svg", "note", "long"} (a QR code,
            what there is to know of the link, and whether a short one is offered). The "count" of the request goes
            back with it.
        on_change: called before the rerun that a new drawing causes.
        on_paste: called when text was pasted onto the board; it is then in `st.session_state[key]["pasted"]`.
    """
    data = {
        "lesson": lesson,
        "points": [[float(x), float(y)] for x, y in points],
        "own": dict(own),
        "units": units.wire() if units else None,
        "scene": scene.wire() if scene else None,
        "seq": seq,
        "hand": hand,
        "controls": dict(controls or {}),
        "sliders": [dict(s) for s in sliders],
        "live": live,
        "workers": workers,
        "height": height,
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
    if share and (request := (st.session_state.get(key) or {}).get("share")):
        data["share"] = {**share(), "count": request.get("count") if isinstance(request, Mapping) else None}
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
