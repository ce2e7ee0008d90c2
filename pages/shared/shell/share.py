"""What a person can take along: a link to exactly this state, its QR code, tables, pictures, a web page, and Python.

Nothing is computed before the popover is open, and a file only when its button is pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import streamlit as st

from pages.shared.board.bundle import sources
from pages.shared.drawing import codec
from pages.shared.drawing import session as state
from pages.shared.drawing.units import Units
from pages.shared.lesson.program import Program
from pages.shared.scene import csv_export as export
from pages.shared.scene.marks import Field, Scene
from pages.shared.scene.records import Records
from pages.shared.server.network import for_others
from pages.shared.server.streamlit_ways import held
from pages.shared.shell.qr import EASY, qr_svg
from pages.shared.shell.story_state import IN_LAB

LARGEST = 600
_LARGE = "share-large"
EXPORT = Path(__file__).parents[1] / "board" / "export"

_picture_buttons = st.components.v2.component(
    "picture_buttons",
    html="".join(
        f'<button type="button" data-kind="{kind}">{text}</button>'
        for kind, text in (
            ("png", "Picture (PNG)"),
            ("svg", "Picture (SVG)"),
            ("slide-png", "Slide, light, 16:9 (PNG)"),
            ("slide-svg", "Slide (SVG)"),
            ("slide-pdf", "Slide (PDF)"),
        )
    ),
    css=(EXPORT / "picture_buttons.css").read_text("utf-8"),
    js=(EXPORT / "picture_buttons.js").read_text("utf-8"),
)
_short_link_offer = st.components.v2.component(
    "short_link_offer",
    html='<div class="offer"></div>',
    css="".join((EXPORT / f"{name}.css").read_text("utf-8") for name in ("picture_buttons", "short_link_offer")),
    js=sources("export/short_link_offer"),
)


@dataclass(frozen=True)
class Shown:
    """What is on the page: the lesson's name and title, the function that computes the whole scene (None when that
    failed), what is drawn, all controls, and the function that writes the same numbers as a Python program; on a plane
    also the value at each point; what is saved as tables of their own, by title."""

    name: str
    title: str
    scene: Callable[[], Scene | None]
    drawn: state.Drawn
    controls: Mapping[str, object]
    python: Callable[[state.DrawnPoints, Mapping], Program] | None = None
    values: tuple[float, ...] | None = None
    records: Mapping[str, Callable[[], Records]] = field(default_factory=dict)


def share(shown: Shown) -> None:
    """The button *Share* and what opens below it."""
    popover = st.popover("Share", key="share", on_change="rerun")
    if st.session_state.pop(_LARGE, False):
        _large(for_others(_address(shown.drawn))[0])
    if not popover.open:
        return
    with popover:
        address, note = for_others(_address(shown.drawn))
        link, files, python = st.tabs(["Link", "Files", "Copy as Python"])
        with link:
            _link(address, note)
        with files:
            _files(shown, address)
        with python:
            _python(shown)


def _address(drawn: state.Drawn) -> str:
    """The link; "" when there is too much on the board for one."""
    try:
        return state.share_link(codec.to_link(drawn), IN_LAB)
    except ValueError:
        return ""


def _link(address: str, note: str) -> None:
    if not address:
        st.info("There is too much on the board for one link. Save the points as a file instead.")
        return
    if len(address.encode()) > EASY:
        _short_link_offer(key="short-link", data={"link": address})
    words, code = st.columns([1, 1], gap="medium")
    words.caption("Opens this: points (data in their units to about four digits of their range), model, settings.")
    words.code(address, language=None, wrap_lines=True)
    if note:
        words.caption(note)
    try:
        code.image(qr_svg(address), width="stretch", alt="QR code of this link")
    except ValueError:
        code.info("This link is too long for a QR code. With fewer points it will fit.")
        return
    words.button("Show the QR code large", key="large-qr", on_click=_want_large)


def _want_large() -> None:
    """A dialog opens below an open popover, so that goes first."""
    st.session_state["share"], st.session_state[_LARGE] = False, True


@st.dialog("Scan to follow", width="large")
def _large(address: str) -> None:
    """To be read from the back row: as large as fits on a projector of 1280 x 800."""
    with st.container(horizontal_alignment="center"):
        st.image(qr_svg(address), width=LARGEST)


def _files(shown: Shown, address: str) -> None:
    points, units, scene = shown.drawn.points, shown.drawn.units, shown.scene()
    _download("Points (CSV)", f"{shown.name}-points.csv", lambda: export.points_csv(points, units, shown.values))
    if scene is None:
        st.info("There are no curves to save: these points could not be worked out.")
        return
    _download("Curves (CSV)", f"{shown.name}-curves.csv", lambda: export.curves_csv(scene, units))
    if any(isinstance(mark, Field) for panel in scene.panels for mark in panel.marks):
        _download("Maps and pictures (CSV)", f"{shown.name}-maps.csv", lambda: export.fields_csv(scene, units))
    for title, found in shown.records.items():
        _download(f"{title} (CSV)", f"{shown.name}-{title.lower()}.csv", partial(_table, found, units))
    _picture_buttons(key="picture-buttons")
    dark = st.context.theme.type == "dark"
    _download("Web page, opens offline (HTML)", f"{shown.name}.html", lambda: _page(shown, address, dark))


def _table(found: Callable[[], Records], units: Units | None) -> str:
    return export.records_csv(found(), units)


def _download(label: str, name: str, text: Callable[[], str]) -> None:
    """Worked out when it is pressed. With a byte order mark, which spreadsheets need to read °C in a table."""
    encoding = "utf-8-sig" if name.endswith(".csv") else "utf-8"
    mime = "text/csv" if name.endswith(".csv") else "text/html"
    made = held(lambda: text().encode(encoding), name, mime)
    st.download_button(label, made, name, mime, key=f"save-{label}", on_click="ignore", width="stretch")


def _page(shown: Shown, address: str, dark: bool) -> str:
    """Plotly takes a second to import, and is imported only when it is wanted."""
    from pages.shared.scene.html_export import Paper, standalone

    points, units = shown.drawn.points, shown.drawn.units
    return standalone(Paper(shown.title, shown.scene(), points, units, address, dark, shown.values))


def _python(shown: Shown) -> None:
    if shown.python is None or shown.scene() is None:
        st.info("There is nothing to compute: these points could not be worked out.")
        return
    st.caption(
        "Runs where `tnpcore` is installed (`pip install .` in its folder), and prints the numbers of this page."
    )
    st.code(shown.python(shown.drawn.points, shown.controls).text(shown.drawn.units), language="python")
