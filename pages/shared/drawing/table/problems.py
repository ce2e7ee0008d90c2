"""Columns that nearly hold numbers or dates: which cells are in the way, and what the person can do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pages.shared.drawing.table import numerals
from pages.shared.drawing.table.dates import is_date
from pages.shared.drawing.table.question import SHOWN, OpenQuestion, Option, short

if TYPE_CHECKING:
    from pages.shared.drawing.table.kinds import Choices, Draft

_FEW, _SHARE = 5, 0.1  # so many different words, or such a share of all cells, may stand for missing values
_MARKS = {numerals.POINT: "a decimal point", numerals.COMMA: "a decimal comma"}


@dataclass(frozen=True)
class Problem:
    """Cells of a column that are not what the others are: their texts, and one sentence about the first."""

    texts: tuple[str, ...]
    sentence: str


def bad_cells(draft: Draft, lines: Sequence[int], noun: str, choices: Choices) -> Problem | None:
    """The cells in the way of a column of numbers or dates that has no reading as a whole, None for a column of text.

    Raises:
        ValueError: the column mixes decimal marks or units.
    """
    mark, bad = numerals.accepted(draft.held, choices.decimal, choices.thousands)
    what = "number"
    days = frozenset(cell for cell in set(draft.held) if not is_date(cell))
    if _count(draft.held, days) < _count(draft.held, bad):
        what, bad = "date", days
    if not bad:
        line = lines[0]
        raise ValueError(
            f"{noun}{line} and below: {draft.name} mixes units, zones or ways to write a {what}: write them alike"
        )
    count = _count(draft.held, bad)
    if 2 * count > len(draft.held) or (len(bad) > _FEW and count > _SHARE * len(draft.held)):
        return None
    at = next(i for i, cell in enumerate(draft.cells) if cell in bad)
    cell = draft.cells[at]
    if what == "number" and numerals.readings([cell]):
        raise ValueError(
            f"{noun}{lines[at]}: {draft.name} must be a number with {_MARKS[mark]} like the others, got {short(cell)}"
        )
    texts = tuple(dict.fromkeys(cell for cell in draft.cells if cell in bad))
    return Problem(texts, f"{noun}{lines[at]}: {draft.name} must be a {what}, got {short(cell)}")


def missing_question(problems: Sequence[Problem], codes: Sequence[tuple[str, str]], known: tuple[object, ...]) -> None:
    """One question about all words and codes that may stand for a missing value.

    Args:
        problems: words among numbers or dates.
        codes: pairs of a number that may be a code and where it stands.
        known: what the person already counts as missing.

    Raises:
        OpenQuestion: if there are any.
    """
    words = tuple(dict.fromkeys(text for problem in problems for text in problem.texts))
    numbers = tuple(dict.fromkeys(code for code, _ in codes))
    if not words and not numbers:
        return
    everything = (*words, *numbers)
    options = [Option((*known, *everything), f"a missing value: {_listed(everything)}", everything[:SHOWN])]
    if words and numbers:
        options.append(Option((*known, *words), f"only {_listed(words)}", words[:SHOWN]))
    elif numbers:
        if len(numbers) > 1:
            options += [Option((*known, code), f"only {code}", (code,)) for code in numbers[:SHOWN]]
        options.append(Option(known, "measured values, as they stand", numbers[:SHOWN]))
    if words:
        sentence = f"{problems[0].sentence}: correct the line, or does it stand for a missing value?"
    else:
        code, where = codes[0]
        sentence = f"does {code} in {where}, far from all other values, stand for a missing value?"
    raise OpenQuestion(sentence, "missing", tuple(options))


def _listed(texts: Sequence[str]) -> str:
    shown = ", ".join(text[:20] for text in texts[:SHOWN])
    return f"{shown} and {len(texts) - SHOWN} more" if len(texts) > SHOWN else shown


def _count(cells: Sequence[str], among: frozenset[str]) -> int:
    return sum(cell in among for cell in cells)
