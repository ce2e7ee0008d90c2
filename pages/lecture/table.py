"""A table of a lecturer's page as HTML, which prints and can be copied into a spreadsheet. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

STYLE = Path(__file__).with_name("plan.css")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """The table; the texts may come from anyone."""
    titles = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<table class="plan"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>'
