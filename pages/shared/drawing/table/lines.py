"""The lines of a text that may hold cells: without blank ones, comments, rules, and a line sep=; that names the
separator."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from pages.shared.drawing.table.content import Skipped
from pages.shared.drawing.table.grid import MAX_CHARACTERS, Line, Row

_COMMENT = re.compile(r"\s*(?:#|%|//)[#%/]* ?(.*)")  # a tab parts the mark from what stands beside it
_RULE = re.compile(r"[\s|+:=\u2500-\u257f-]*")
_SEP = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_SIZE = re.compile(r"\[\d+ rows? x \d+ columns?\]")  # below a table that pandas prints
_BREAK = re.compile(r"\r\n|\r|\n")
_BLANKS = re.compile(r"[ \t]{2,}|\t")
_MOST_INSIDE = 5  # line breaks in one quoted cell; more come from a quote that is never closed


@dataclass(frozen=True)
class Lines:
    """Lines with something in them, comments without their mark, the separator that the text names, and the lines
    that are no rows."""

    kept: list[Line]
    comments: tuple[Line, ...]
    separator: str | None
    skipped: tuple[Skipped, ...]


def lines_of(text: str) -> Lines:
    """The lines of a text.

    Raises:
        ValueError: the text has more than 10,000,000 characters.
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"a table may have at most {MAX_CHARACTERS:,} characters, got {len(text):,}: keep fewer rows")
    kept, comments, skipped, separator = [], [], [], None
    for number, line in enumerate(_BREAK.split(text.lstrip("\ufeff").replace("\0", "")), 1):
        if not line or line.isspace():
            continue
        first = line.lstrip()[0]
        if first in "#%/" and (comment := _COMMENT.fullmatch(line)) and not line.lstrip().startswith(_NOT_COMMENTS):
            comments.append((number, comment[1]))
            skipped.append(Skipped(number, "a comment"))
        elif (
            first in "|+:=-\u2500\u2502\u2503\u250c\u2514\u251c\u255e"
            and _RULE.fullmatch(line)
            and "--" in _ascii(line)
        ):
            skipped.append(Skipped(number, "a rule"))
        elif first == "[" and _SIZE.fullmatch(line.strip()):
            skipped.append(Skipped(number, "the size of the table"))
        elif not kept and (named := _SEP.fullmatch(line.strip())):
            separator = named[1]
            skipped.append(Skipped(number, "names the separator"))
        else:
            kept.append((number, line))
    return Lines(kept, tuple(comments), separator, tuple(skipped))


_NOT_COMMENTS = ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NAME?", "#NULL!")


def split(lines: list[Line], separator: str) -> list[Row]:
    """The cells of every line.

    Args:
        lines: with something in them.
        separator: one character; "" for one column, "  " for two blanks or more, " " for any blanks.
    """
    if not separator:
        return [(number, (_bare(line),)) for number, line in lines]
    if separator == "  ":
        return [(number, tuple(_BLANKS.split(line.strip(" \t")))) for number, line in lines]
    if separator == " ":
        lines = [(number, line.strip(" \t").replace("\t", " ")) for number, line in lines]
    elif separator == "|":
        lines = [(number, _unframed(line)) for number, line in lines]
    if not any('"' in line for _, line in lines):
        if separator == " ":
            return [(number, tuple(filter(None, line.split(" ")))) for number, line in lines]
        return [(number, tuple(map(str.strip, line.split(separator)))) for number, line in lines]
    return _quoted(lines, separator)


def _quoted(lines: list[Line], separator: str) -> list[Row]:
    """As csv reads them; line by line where a quote is never closed."""
    reader = csv.reader((line + "\n" for _, line in lines), delimiter=separator, skipinitialspace=True)
    rows, start = [], 0
    try:
        for cells in reader:
            if any(cell.count("\n") > _MOST_INSIDE for cell in cells):
                raise csv.Error("a quote is never closed")
            rows.append((lines[start][0], tuple(cell.strip() for cell in cells)))
            start = reader.line_num
    except csv.Error:
        return [(number, _one(line, separator)) for number, line in lines]
    return rows


def _one(line: str, separator: str) -> tuple[str, ...]:
    try:
        cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:
        cells = line.split(separator)
    return tuple(cell.strip() for cell in cells)


def _bare(line: str) -> str:
    text = line.strip()
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text


def _unframed(line: str) -> str:
    """A line of a Markdown table without the bars at its ends."""
    text = line.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "|" else text


def _ascii(line: str) -> str:
    return line.replace("\u2500", "-").replace("=", "-")
