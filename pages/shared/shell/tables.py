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
    """`text`, a smaller text `beside` it, and a `bar` of a length from 0 to 1."""

    text: str
    beside: str = ""
    bar: float | None = None


@dataclass(frozen=True)
class Row:
    """`name` heads the row; `model` gives its colour, and `limit` whether no model does better."""

    name: str
    model: str
    cells: Sequence[Cell]
    limit: bool = False


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
    return (
        f'<table class="figures"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def _colour(role: str) -> str:
    """Of both themes: the table stays when the theme changes."""
    return f"light-dark({hue(role, LIGHT)}, {hue(role, DARK)})"


def _row(row: Row, colour: str) -> str:
    name = f'<th scope="row"><i style="background: {colour}"></i>{escape(row.name)}</th>'
    kind = ' class="limit"' if row.limit else ""
    return f"<tr{kind}>{name}{''.join(_cell(cell, colour) for cell in row.cells)}</tr>"


def _cell(cell: Cell, colour: str) -> str:
    beside = f"<small>{escape(cell.beside)}</small>" if cell.beside else ""
    bar = "" if cell.bar is None else f'<b><i style="width: {cell.bar:.1%}; background: {colour}"></i></b>'
    return f"<td><div>{bar}<span>{escape(cell.text)}</span>{beside}</div></td>"
