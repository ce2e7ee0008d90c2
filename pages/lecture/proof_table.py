"""Many proof codes at once: which are valid, what they prove, and which belong together. Pure."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pages.shared.lesson.lesson import Lesson
from pages.shared.proof.codes import CODE, Proof, Secret, read

MOST_CODES = 5_000
MOST_NAMED = 3  # of those who drew the same
HEAD = ("Valid", "Name", "Lesson", "Step", "Issued (UTC)", "Note", "From", "Code")
_FORMULA = ("=", "+", "-", "@", "\t")  # what a spreadsheet would compute


@dataclass(frozen=True)
class Checked:
    """One code: where it was found, and its proof; None where it is not valid, which `note` explains."""

    code: str
    source: str
    proof: Proof | None
    note: str

    def cells(self, lessons: Mapping[str, Lesson]) -> tuple[str, ...]:
        """Its texts below HEAD."""
        proof = self.proof
        if proof is None:
            return ("no", "", "", "", "", self.note, self.source, self.code)
        title = lessons[proof.lesson].link
        return ("yes", proof.name, title, str(proof.step), proof.time, self.note, self.source, self.code)


def check(texts: Iterable[tuple[str, str]], secret: Secret, lessons: Mapping[str, Lesson]) -> list[Checked]:
    """Every code of some texts, in their order.

    Args:
        texts: pairs (where it is from, any text with codes in it).
        secret: with which valid codes are signed.
        lessons: those that can be proven something of.

    Raises:
        ValueError: there are too many codes.
    """
    found = [(source, code.rstrip(".")) for source, text in texts for code in CODE.findall(text)]
    if len(found) > MOST_CODES:
        raise ValueError(f"at most {MOST_CODES:,} codes are checked at once, got {len(found):,}")
    rows = [_checked(code, source, secret, lessons) for source, code in found]
    common = _Common(rows)
    return [replace(row, note=common.notes(row)) for row in rows]


def without_codes(texts: Iterable[tuple[str, str]]) -> list[str]:
    """Where the texts are from that hold no code."""
    return [source for source, text in texts if not CODE.search(text)]


def as_csv(rows: Iterable[Checked], lessons: Mapping[str, Lesson]) -> str:
    """The table for a spreadsheet; a name that it would take for a formula has an apostrophe before it."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(HEAD)
    for row in rows:
        lines.writerow(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row.cells(lessons))
    return out.getvalue()


def _checked(code: str, source: str, secret: Secret, lessons: Mapping[str, Lesson]) -> Checked:
    try:
        proof = read(code, secret)
    except ValueError as error:
        return Checked(code, source, None, str(error))
    if proof.lesson not in lessons:
        return Checked(code, source, None, f"no lesson is called {proof.lesson}")
    return Checked(code, source, proof, "")


class _Common:
    """What valid codes have in common with each other."""

    def __init__(self, rows: list[Checked]):
        self._times = Counter(row.code for row in rows)
        self._codes: dict[tuple, set[str]] = defaultdict(set)
        self._names: dict[tuple, dict[str, str]] = defaultdict(dict)
        for row in rows:
            if proof := row.proof:
                self._codes[_step(proof), proof.name.casefold()].add(row.code)
                self._names[_step(proof), proof.drawing][proof.name.casefold()] = proof.name

    def notes(self, row: Checked) -> str:
        """In a few words; what is wrong with it, where it is not valid."""
        proof = row.proof
        if proof is None:
            return row.note
        name, found = proof.name.casefold(), []
        if (times := self._times[row.code]) > 1:
            found.append(f"the same code {times} times")
        if (codes := len(self._codes[_step(proof), name])) > 1:
            found.append(f"{codes} codes of this name for this step")
        if others := [other for key, other in self._names[_step(proof), proof.drawing].items() if key != name]:
            found.append(f"drawn as by {', '.join(others[:MOST_NAMED])}{' …' if others[MOST_NAMED:] else ''}")
        return "; ".join(found)


def _step(proof: Proof) -> tuple[str, int]:
    return proof.lesson, proof.step
