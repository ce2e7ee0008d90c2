"""The shell that every lesson shares: question, controls, board, badge, explanation, code, Plotly figures.

A page describes itself with `Page` and calls `show`. Everything that moves lives in one Streamlit fragment; the board
itself follows the hand over the socket and needs Python only when the hand rests.
"""

from __future__ import annotations

import inspect
import logging
import textwrap
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass

import streamlit as st

from pages.shared import beats_state, choices, data, state
from pages.shared.address import hidden_here
from pages.shared.beats import Beats, Moment
from pages.shared.board.board import board
from pages.shared.controls import context
from pages.shared.hide import Hidden
from pages.shared.models import NAMES, badge
from pages.shared.original import in_original_units
from pages.shared.presets import FIRST, DrawnPoints
from pages.shared.qr import qr_svg
from pages.shared.reconnect import run_again_after_a_lost_connection
from pages.shared.scene import Scene
from pages.shared.share import Shown, share, with_sliders
from pages.shared.wording import plain
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
    the models on show, given all controls. `explain` writes the text below; `code` lists the functions that ran;
    `python` tells what is shown as a program.
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
    python: Callable[[DrawnPoints, Mapping], str] | None = None
    first: str = FIRST
    height: int = 420
    beats: Beats | None = None

    @property
    def starts(self) -> dict[str, float]:
        """Where each slider stands before anybody has touched it."""
        return {slider.name: slider.value for slider in self.sliders}


def show(page: Page) -> None:
    """Draw the whole page."""
    hide = hidden_here()
    if "title" not in hide:
        st.title(page.title, anchor=False)
    if "lead" not in hide:
        st.markdown(page.lead)
    _desk(page, hide)
    if "explain" not in hide:
        with st.container(key=f"{page.name}-explain"):
            page.explain()
    if "code" not in hide:
        _code(page.code)
    run_again_after_a_lost_connection()


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
def _desk(page: Page, hide: Hidden) -> None:
    """Controls, board and what is said about it: the part that runs again when a drawing is committed."""
    unseen = _unseen(f"{page.name}-unseen") if "controls" in hide else nullcontext()
    with unseen, st.container(horizontal=True, vertical_alignment="bottom", key=f"{page.name}-controls"):
        chosen = dict(page.controls())
    if "data" not in hide:
        data.place()
    drawn = state.fitting(page.name, page.first, lambda d: page.scene(context(d.points), {**chosen, **d.controls}))
    data.told(drawn)
    sliders = [{**asdict(s), "value": drawn.controls.get(s.name, s.value)} for s in page.sliders]
    controls = {**{s["name"]: s["value"] for s in sliders}, **chosen, **drawn.controls}
    now = Moment(context(drawn.points), controls)
    scene, complaint = _work_out(page, now.points, controls)
    beats = beats_state.current(page.name, page.beats, now, scene) if page.beats else None
    board(
        key=state.BOARD,
        lesson=page.name,
        epoch=drawn.epoch,
        points=drawn.points,
        scene=scene,
        rev=drawn.rev,
        controls={**chosen, **drawn.handed},
        handed=drawn.handed,
        sliders=sliders,
        live=state.live_socket(),
        height=page.height,
        units=drawn.units,
        beats=beats,
        hide=sorted(hide.parts),
        share=lambda: _code_to_scan(with_sliders(drawn, page.starts)),
        on_change=state.remember,
        on_paste=data.paste,
    )
    # What a link says is shown as it stands: a stranger may have written it.
    asked = (drawn.complaint, hide.complaint, *choices.complaints())
    for sentence in filter(None, (complaint, *map(plain, asked))):
        st.info(sentence)
    if "badges" not in hide:
        _below(page, scene, drawn, controls)


def _unseen(key: str) -> st.container:
    """A container that nobody sees: what a link chose with hidden controls still counts."""
    st.html(f"<style>.st-key-{key} {{ display: none; }}</style>")
    return st.container(key=key)


def _code_to_scan(drawn: state.Drawn) -> dict[str, str]:
    """The link to this state with its QR code; of a link too long for one, the link and the reason."""
    try:
        link = state.share_link(drawn)
    except ValueError as error:
        return {"link": sentence(str(error)), "svg": ""}
    try:
        return {"link": link, "svg": qr_svg(link)}
    except ValueError as error:
        return {"link": f"{sentence(str(error))} {link}", "svg": ""}


def pick_model(label: str, models: tuple[str, ...], key: str) -> str:
    """A model of these, by its name; in the link under `key`."""
    return choices.pick(label, key, models, NAMES.get)


def _work_out(page: Page, points: Points, controls: Mapping) -> tuple[Scene | None, str]:
    """The whole scene, all its parts joined (None without the first), and one sentence about a part that failed."""
    scene, complaint = None, ""
    for part in filter(None, (page.scene, page.aside, page.later)):
        try:
            more = part(points, controls)
            scene = scene.joined(more) if scene else more
        except ValueError as error:
            complaint = sentence(str(error))
        except Exception:
            _log.exception("lesson %s failed", page.name)
            complaint = "This could not be worked out. Your points are kept; change one of them to try again."
        if scene is None:
            break
    return scene, complaint


def sentence(text: str) -> str:
    """An error's message as a sentence: a capital at the beginning, a full stop at the end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _below(page: Page, scene: Scene | None, drawn: state.Drawn, controls: Mapping) -> None:
    """Badges of the models on show, what can be taken along, and the Plotly view."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"{page.name}-below"):
        for name in page.models(controls):
            _badge(name)
        share(Shown(page.name, page.title, scene, with_sliders(drawn, page.starts), controls, page.python))
        as_figures = st.toggle("Open as Plotly figures", key="figures")
    if as_figures and scene:
        _figures(scene, drawn)


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
    from pages.shared.figures import figures

    format = st.segmented_control("Save as", ["svg", "png"], default="svg", required=True, key="figure_format")
    options = {"displaylogo": False, "toImageButtonOptions": {"format": format, "scale": 2}}
    dark = st.context.theme.type == "dark"
    shown = in_original_units(scene, drawn.points, drawn.units)
    for number, figure in enumerate(figures(*shown, dark)):
        st.plotly_chart(figure, key=f"figure-{number}", config=options)


def _code(functions: tuple[Callable, ...]) -> None:
    """The very lines that ran, read from the modules."""
    if not functions:
        return
    with st.expander("The code that ran"):
        for function in functions:
            st.caption(f"`{function.__module__}.{function.__qualname__}`")
            st.code(textwrap.dedent(inspect.getsource(function)), language="python")
