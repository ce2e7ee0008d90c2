"""Tables of numbers that fit a phone: a cell is a figure, with a smaller one and a bar beside it where they help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import streamlit as st

from pages.shared.models.catalogue import plain, title
from pages.shared.scene.palette import DARK, LIGHT, hue
from pages.shared.shell.page import sentence

STYLE = Path(__file__).parent / "tables.css"


@dataclass(frozen=True)
class Cell:
    """`text`, a smaller text `beside` it, a `bar` of a length from 0 to 1, a `tone` of the style sheet's, and what the
    cell `says` in full: as a tooltip, and for a screen reader."""

    text: str
    beside: str = ""
    tone: str = ""
    says: str = ""
    bar: float | None = None


@dataclass(frozen=True)
class Row:
    """`name` heads the row; `model` gives its colour, and `says` is its tooltip."""

    name: str
    model: str
    cells: Sequence[Cell]
    says: str = ""
    tone: str = ""


def show_table(caption: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """The table on the page, `columns` head all columns, that of the names included."""
    st.html(STYLE)
    st.html(table(caption, columns, rows))


def show_errors(errors: Mapping[str, str]) -> None:
    """A note that names the models without a prediction, and why they have none."""
    if errors:
        notes = (f"**{title(name)}** made no prediction. {sentence(why)}" for name, why in errors.items())
        st.info("\n\n".join(notes))


def dark() -> bool:
    """Is the page shown on dark paper?"""
    return st.context.theme.type == "dark"


def table(caption: str, columns: Sequence[str], rows: Iterable[Row]) -> str:
    """The table as HTML; nothing in it is taken for markup."""
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(_row(row, _colour(plain(row.model))) for row in rows)
    tones = "; ".join(f"--{tone}: {_colour(tone)}" for tone in ("good", "bad", "paper"))
    return (
        f'<table class="figures" style="{tones}"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def _colour(role: str) -> str:
    """Of both themes: the table stays when the theme changes."""
    return f"light-dark({hue(role, LIGHT)}, {hue(role, DARK)})"


def _row(row: Row, colour: str) -> str:
    name = f'<th scope="row"{_title(row.says)}><i style="background: {colour}"></i>{escape(row.name)}</th>'
    return f"<tr{_class(row.tone)}>{name}{''.join(_cell(cell, colour) for cell in row.cells)}</tr>"


def _cell(cell: Cell, colour: str) -> str:
    beside = f"<small>{escape(cell.beside)}</small>" if cell.beside else ""
    bar = "" if cell.bar is None else f'<b><i style="width: {cell.bar:.1%}; background: {colour}"></i></b>'
    spoken = f'<span class="unseen">{escape(cell.says)}</span>' if cell.says else ""
    hidden = ' aria-hidden="true"' if cell.says else ""
    shown = f"<div{hidden}>{bar}<span>{escape(cell.text)}</span>{beside}</div>"
    return f"<td{_class(cell.tone)}{_title(cell.says)}>{shown}{spoken}</td>"


def _class(tone: str) -> str:
    return f' class="{escape(tone)}"' if tone else ""


def _title(says: str) -> str:
    return f' title="{escape(says)}"' if says else ""
