"""Pages in Markdown that commands write from cards: their tables, and the command itself."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

UNKNOWN = "–"


def table(head: str, rows: Iterable[list[str]]) -> str:
    """A table as Markdown, with an empty line above it.

    Args:
        head: titles of the columns, with | between them.
        rows: cells.
    """
    titles = head.split("|")
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n" + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def write_page(command: str, about: str | None, file: str, page: Callable[[], str]) -> Path:
    """The file that was written, in the folder that the command line names.

    Args:
        command: as it is typed, without arguments.
        about: what its help says.
        file: name of the page.
        page: its text; called once the arguments are known to be right.
    """
    parser = argparse.ArgumentParser(
        prog=command, description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs"), help="where to (default: docs)")
    return write(parser.parse_args().folder / file, page())


def write(file: Path, page: str) -> Path:
    """The file, after the page was written into it; its folder is made where it is missing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, "utf-8")
    return file
