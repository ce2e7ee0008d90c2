"""The page of a member, in two requests: the page itself with its style sheet, and one module."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pages.shared.board.bundle import FOLDER, sources

PAGE = Path(__file__).with_name("page.html")
ENTRY = "room/member"


@cache
def page(above: str) -> str:
    """The page as HTML; `above` is where the app lies, seen from the page's address: "." or ".."."""
    style = "".join((FOLDER / "css" / name).read_text("utf-8") for name in ("room_page.css", "room.css"))
    return PAGE.read_text("utf-8").replace("{style}", style).replace("{above}", above)


def script() -> str:
    """Its module, which runs by itself."""
    return sources(ENTRY) + f"\n${ENTRY.replace('/', '_')}.begin();\n"
