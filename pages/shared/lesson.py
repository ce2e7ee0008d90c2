"""The shell that every lesson shares: question, controls, board, badge, explanation, code, Plotly figures.

A page describes itself with `Page` and calls `show`. Everything that moves lives in one Streamlit fragment; the board
itself follows the hand over the socket and needs Python only when the hand rests.
"""

from __future__ import annotations

import inspect
import logging
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

import streamlit as st

from pages.shared import state
from pages.shared.board.board import board
from pages.shared.controls import context
from pages.shared.models import badge
from pages.shared.presets import FIRST, PRESETS
from pages.shared.scene import Scene
from tnpcore import Points

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Slider:
    """A slider inside the board: it follows the hand as the points do. `value` is where it starts."""

    name: str
    label: str
    min: float
    max: float
    step: float
    value: float
    unit: str = ""


@dataclass(frozen=True)
class Page:
    """One lesson. `title` is the claim as a question, `lead` one or two short sentences.

    `controls` draws the page's Streamlit widgets and returns their values by name (plain JSON values); `models` names
    the models on show, given all controls. `explain` writes the text below; `code` lists the functions that ran.
    """

    name: str
    title: str
    lead: str
    scene: Callable[[Points, Mapping], Scene]
    later: Callable[[Points, Mapping], Scene] | None = None
    aside: Callable[[Points, Mapping], Scene] | None = None
    controls: Callable[[], Mapping[str, object]] = dict
    sliders: tuple[Slider, ...] = ()
    models: Callable[[Mapping], tuple[str, ...]] = lambda controls: (controls["model"],)
    explain: Callable[[], None] = lambda: None
    code: tuple[Callable, ...] = ()
    first: str = FIRST
    height: int = 420


def show(page: Page) -> None:
    """Draw the whole page."""
    st.title(page.title, anchor=False)
    st.markdown(page.lead)
    _desk(page)
    page.explain()
    _code(page.code)


def explain(text: str, formula: str, limits: str, source: str) -> None:
    """The explanation most pages have: text, the formula, where it stops being true, where it comes from."""
    st.divider()
    words, mathematics = st.columns([3, 2], gap="large")
    words.markdown(text)
    mathematics.latex(formula)
    left, right = st.columns([3, 2], gap="large")
    left.markdown(f"**The limits.** {limits}")
    right.markdown(f"**Source.** {source}")


@st.fragment
def _desk(page: Page) -> None:
    """Controls, board and what is said about it: the part that runs again when a drawing is committed."""
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{page.name}-controls"):
        chosen = dict(page.controls())
        _examples()
    drawn = state.drawn(page.name, page.first)
    sliders = [{**asdict(s), "value": drawn.controls.get(s.name, s.value)} for s in page.sliders]
    controls = {**{s["name"]: s["value"] for s in sliders}, **chosen, **drawn.controls}
    scene, complaint = _work_out(page, context(drawn.points), controls)
    board(
        key=state.BOARD,
        lesson=page.name,
        epoch=drawn.epoch,
        points=drawn.points,
        scene=scene,
        rev=drawn.rev,
        controls={**chosen, **drawn.handed},
        sliders=sliders,
        live=state.live_socket(),
        height=page.height,
        on_change=state.remember,
    )
    for sentence in filter(None, (drawn.complaint, complaint)):
        st.info(sentence)
    _below(page, scene, drawn, controls)


def _work_out(page: Page, points: Points, controls: Mapping) -> tuple[Scene | None, str]:
    """The whole scene, all its parts joined; or None and one sentence that says why there is none."""
    try:
        scene = page.scene(points, controls)
        for more in filter(None, (page.aside, page.later)):
            scene = scene.joined(more(points, controls))
        return scene, ""
    except ValueError as error:
        return None, sentence(str(error))
    except Exception:
        _log.exception("lesson %s failed", page.name)
        return None, "This could not be worked out. Your points are kept; change one of them to try again."


def sentence(text: str) -> str:
    """An error's message as a sentence: a capital at the beginning, a full stop at the end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _examples() -> None:
    """A row of named point sets. A choice is an action, so nothing stays selected."""

    def put() -> None:
        name, st.session_state["example"] = st.session_state["example"], None
        if name in PRESETS:
            state.put(PRESETS[name])

    st.pills("Start from", list(PRESETS), key="example", on_change=put, wrap=False)


def _below(page: Page, scene: Scene | None, drawn: state.Drawn, controls: Mapping) -> None:
    """Badges of the models on show, the link, and the Plotly view."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"{page.name}-below"):
        for name in page.models(controls):
            _badge(name)
        with st.popover("Copy link"):
            st.code(state.share_link(drawn), language=None, wrap_lines=True)
        as_figures = st.toggle("Open as Plotly figures", key="figures")
    if as_figures and scene:
        _figures(scene, drawn)


def _badge(name: str) -> None:
    try:
        shown = badge(name)
    except ValueError as error:
        st.caption(sentence(str(error)))
        return
    with st.popover(shown.line):
        st.markdown(shown.details)


def _figures(scene: Scene, drawn: state.Drawn) -> None:
    """The same scene for reading, hovering and export. Plotly is loaded only here: it weighs several megabytes."""
    from pages.shared.figures import figures

    format = st.segmented_control("Save as", ["svg", "png"], default="svg", required=True, key="figure_format")
    options = {"displaylogo": False, "toImageButtonOptions": {"format": format, "scale": 2}}
    dark = st.context.theme.type == "dark"
    for number, figure in enumerate(figures(scene, drawn.points, dark)):
        st.plotly_chart(figure, key=f"figure-{number}", config=options)


def _code(functions: tuple[Callable, ...]) -> None:
    """The very lines that ran, read from the modules."""
    if not functions:
        return
    with st.expander("The code that ran"):
        for function in functions:
            st.caption(f"`{function.__module__}.{function.__qualname__}`")
            st.code(textwrap.dedent(inspect.getsource(function)), language="python")
