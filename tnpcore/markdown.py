"""Pages in Markdown that commands write from cards: their tables, and the command itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tnpcore.command import Parser

UNKNOWN = "–"


def table(head: str, rows: Iterable[list[str]]) -> str:
    """A table as Markdown, with an empty line above it; `head` are titles with | between them."""
    titles = head.split("|")
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n" + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def write_pages(module: str, about: str | None, pages: Mapping[str, Callable[[], str]]) -> list[Path]:
    """The files that were written, in the folder that the command line names.

    Args:
        module: that `python -m` runs.
        about: what its help says.
        pages: by the name of the file, its text; called once the arguments are known to be right.
    """
    parser = Parser(module, about)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs"), help="where to (default: docs)")
    folder = parser.parse_args().folder
    with parser.one_line_errors():
        return [write(folder / file, page()) for file, page in pages.items()]


def write(file: Path, page: str) -> Path:
    """The file, after the page was written into it; its folder is made where it is missing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, "utf-8")
    return file


def with_error(values: Mapping[str, Any], key: str) -> str:
    """A measured value with its standard error as a cell of a table; `UNKNOWN` where it was not measured.

    Args:
        values: by name; the standard error is under the name with "_se".
        key: the name.
    """
    return f"{values[key]:.3f} ± {values[f'{key}_se']:.3f}" if key in values else UNKNOWN
