"""The shell that every lesson shares: question, controls, board, badge, explanation, code, Plotly figures.

Everything that moves lives in one Streamlit fragment. The board itself follows the pointer over the socket; a rerun
computes the scene only where the browser does not show it already, or where the share, the figures or a check need it.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial

import streamlit as st

from pages.shared.board.component import board
from pages.shared.drawing import session as state
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.glossary.glossary import glossary_popover, open_definitions_here
from pages.shared.lesson.controls import Controls
from pages.shared.lesson.hidden_parts import Hidden
from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.stage import Plane
from pages.shared.lesson.values import context
from pages.shared.live.service import SERVICE, PredictionError
from pages.shared.models.catalogue import badge
from pages.shared.scene.marks import X_VIEW, Scene
from pages.shared.server.network import for_others
from pages.shared.shell import data_sources as data
from pages.shared.shell import story_state
from pages.shared.shell import widgets as choices
from pages.shared.shell.address import hidden_here
from pages.shared.shell.escape import plain
from pages.shared.shell.qr import EASY, qr_svg
from pages.shared.shell.reconnect import run_again_after_a_lost_connection
from pages.shared.shell.share import Shown, share

WORKERS = "workers/worker.js"  # relative to the page's base, as the app serves it
# What only the lab shows. The widgets of the page stay, unseen, for what a link has chosen.
CODE = "code"  # the key of the expander with the code that ran
RAN = "ran"  # in the session: the functions that the scene on show ran
IN_A_STORY = Hidden(frozenset({"controls", "data", "badges"}))


def show(lesson: Lesson, widgets: Callable[[], Mapping[str, object]], article: Callable[[], None]) -> None:
    """Draw the whole page: `widgets` draws the lesson's own Streamlit widgets and returns their values by name (plain
    JSON values), `article` writes the text below."""
    lab = story_state.in_lab(lesson)
    if not lab:
        _desk(lesson, widgets, IN_A_STORY, lab)
        run_again_after_a_lost_connection()
        open_definitions_here()
        return
    hide = hidden_here()
    if "title" not in hide:
        st.title(lesson.heading, anchor=False)
    if "lead" not in hide:
        st.markdown(lesson.lead)
    _desk(lesson, widgets, hide, lab)
    if "explain" not in hide:
        with st.container(key=f"{lesson.name}-explain"):
            article()
    if "code" not in hide:
        _code(st.session_state[RAN], lesson.traced)
    run_again_after_a_lost_connection()
    open_definitions_here()


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
def _desk(lesson: Lesson, widgets: Callable[[], Mapping[str, object]], hide: Hidden, lab: bool) -> None:
    """Controls, board and what is said about it: the part that runs again when a drawing is committed."""
    if story_state.in_lab(lesson) != lab:  # the board has switched: the whole page is another one
        st.rerun()
    unseen = _unseen(f"{lesson.name}-unseen") if "controls" in hide else nullcontext()
    with unseen, st.container(horizontal=True, vertical_alignment="bottom", key=f"{lesson.name}-controls"):
        chosen = dict(widgets())
    description, at_plot = st.container(), st.container(horizontal=True, key=f"{lesson.name}-at-plot")
    if lesson.takes_data and "data" not in hide:
        with at_plot:
            data.place(lesson.stage, lesson.name)
    start = {**lesson.controls.starts(), **chosen}
    first = lesson.stage.first
    drawn = state.drawn(lesson.name, first, lambda d: _refusal(lesson, d.points, {**start, **d.controls}))
    if lesson.takes_data:
        with description:
            data.describe(drawn, lesson.name)
    committed = story_state.StoryCommit() if lab else story_state.committed(lesson)
    controls, odd = lesson.controls.accept({**start, **committed.controls, **drawn.controls})
    outcome = cache(partial(SERVICE.whole, lesson, drawn.points, controls))
    # What the live socket paints is neither computed nor sent again. Of a page that opens Python paints the lab, since
    # it is there before the socket is open; a story takes what the socket brings.
    live = state.live_socket()
    spared = drawn.live if drawn.live is not None else live and not lab
    shown = None if spared else outcome()
    board(
        key=state.BOARD,
        lesson=lesson.name,
        points=drawn.points,
        own={**lesson.controls.starts(), **drawn.controls},
        units=drawn.units,
        scene=shown and shown.scene,
        seq=drawn.seq,
        hand=drawn.hand,
        controls=chosen,
        sliders=lesson.controls.sliders(drawn.controls),
        live=live,
        workers=WORKERS if lesson.in_browser else None,
        height=lesson.height,
        home=getattr(lesson.controls(), "view", X_VIEW),
        story=story_state.data(lesson, drawn.controls) if lesson.story else None,
        lab=lab,
        verdict=committed.verdict,
        growing=bool(shown and shown.growing),
        hide=sorted(hide.parts) if lab else (),
        share=lambda: _code_to_scan(lesson, drawn, committed, story_state.opened_here(lab)),
        on_change=state.remember,
        on_paste=partial(data.paste, lesson.stage) if lesson.takes_data else None,
    )
    # What a link says is shown as it stands: a stranger may have written it.
    complaints = (drawn.complaint, hide.complaint, *choices.complaints())
    refused = [sentence(str(error)) for error in odd]
    complaint = sentence(shown.complaint) if shown and shown.complaint else ""
    for text in filter(None, () if not lab else (complaint, *map(plain, (*refused, *complaints)))):
        st.info(text)
    if "badges" not in hide:
        with at_plot:
            share(_to_share(lesson, lambda: outcome().scene, drawn, controls))
        _below(lesson, lambda: outcome().scene, drawn, controls)
    before, st.session_state[RAN] = st.session_state.get(RAN), lesson.code(controls)
    if lab and st.session_state.get(CODE) and before != st.session_state[RAN]:
        st.rerun()  # the code that ran stands outside of this fragment


def _to_share(lesson: Lesson, scene: Callable[[], Scene | None], drawn: state.Drawn, controls: Controls) -> Shown:
    points = context(drawn.points)
    values = lesson.stage.values(points, controls) if isinstance(lesson.stage, Plane) else None
    records = {title: partial(found, points, controls) for title, found in lesson.records.items()}
    said = _linked(lesson, drawn)
    return Shown(lesson.name, lesson.heading, scene, said, controls, lesson.program, values, records)


def _linked(lesson: Lesson, drawn: state.Drawn) -> state.Drawn:
    """What is drawn, as a link carries it: no points where none are drawn."""
    controls = lesson.controls.linked(drawn.controls)
    return replace(drawn, controls=controls) if lesson.draws_points else replace(drawn, points=(), controls=controls)


def _unseen(key: str) -> st.container:
    """A container that is not seen: what a link chose with hidden controls still counts."""
    st.html(f"<style>.st-key-{key} {{ display: none; }}</style>")
    return st.container(key=key)


def _code_to_scan(
    lesson: Lesson, drawn: state.Drawn, commit: story_state.StoryCommit, opens: Mapping[str, str]
) -> dict[str, object]:
    """The link to this state with its QR code, and whether that is hard to read; of a link too long for one, the link
    alone. The note says why."""
    choices = story_state.choices_in_step(lesson, commit, opens)
    try:
        said = story_state.said_in_step(lesson, _linked(lesson, drawn), opens, any(choices.values()))
        link, note = for_others(state.share_link(said, opens, choices))
    except ValueError as error:
        return {"link": "", "svg": "", "note": sentence(str(error)), "long": False}
    long = len(link.encode()) > EASY
    try:
        return {"link": link, "svg": qr_svg(link), "note": note, "long": long}
    except ValueError as error:
        return {"link": link, "svg": "", "note": f"{sentence(str(error))} {note}".rstrip(), "long": long}


def _refusal(lesson: Lesson, points: DrawnPoints, controls: Mapping) -> tuple[str, str] | None:
    """The control that the lesson cannot use, and why; None where it can use all."""
    try:
        SERVICE.scene(lesson, points, controls)
    except PredictionError as error:
        return (error.control, str(error)) if error.control else None
    return None


def sentence(text: str) -> str:
    """An error's message as a sentence: a capital at the beginning, a full stop at the end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _below(lesson: Lesson, scene: Callable[[], Scene | None], drawn: state.Drawn, controls: Mapping) -> None:
    """Badges of the models on show, and the Plotly view."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"{lesson.name}-below"):
        for name in lesson.models(controls):
            _badge(name)
        glossary_popover()
        choices.recall("figures", (True, False))
        as_figures = choices.keep("figures", st.toggle("Open as Plotly figures", key="figures"), False)
    if as_figures and (found := scene()):
        _figures(found, drawn)


def _badge(name: str) -> None:
    try:
        shown = badge(name)
    except ValueError as error:
        st.caption(sentence(str(error)))
        return
    with st.popover(shown.line, wrap=True):
        st.markdown(shown.details)


def _figures(scene: Scene, drawn: state.Drawn) -> None:
    """The same scene for reading, hovering and export. Plotly is loaded only here: it weighs several megabytes."""
    from pages.shared.scene.data_figures import data_figures

    formats, key = ("svg", "png"), "figure_format"
    choices.recall(key, formats)
    format = st.segmented_control("Save as", formats, default=formats[0], required=True, key=key)
    choices.keep(key, format, formats[0])
    options = {"displaylogo": False, "toImageButtonOptions": {"format": format, "scale": 2}}
    dark = st.context.theme.type == "dark"
    for number, figure in enumerate(data_figures(scene, drawn.points, drawn.units, dark)):
        st.plotly_chart(figure, key=f"figure-{number}", config=options)


def _code(functions: tuple[Callable, ...], traced: str) -> None:
    """The very lines that ran, read from the modules.

    Sent when they are opened: what colours them weighs 1.5 MB, and a visitor's computer takes long to run it.
    """
    lines = st.expander("The code that ran", key=CODE, on_change="rerun")
    if not lines.open:
        return
    with lines:
        if traced:
            st.markdown(traced)
        for function in functions:
            st.caption(f"`{function.__module__}.{function.__qualname__}`")
            st.code(textwrap.dedent(inspect.getsource(function)), language="python")
