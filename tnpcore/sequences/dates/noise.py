"""Noise as people make it, which never changes what a text means: no digit changes, and a typing error in the name of
a month leaves it at least two edits away from the names of all other months."""

from __future__ import annotations

import re
import string
from functools import cache
from random import Random

from tnpcore.sequences.dates.forms import Form, pieces
from tnpcore.sequences.dates.names import MONTH_FIELDS, month_words

SHORTEST = 4  # letters of a name in which typing errors occur: "mar" and "may" are one letter apart
# The chance of each kind of noise in one text, where it applies.
TYPO, PUNCTUATION, CASE, SPECIAL_SPACE = 0.15, 0.12, 0.2, 0.03


def edits(word: str, letters: str) -> tuple[set[str], set[str], set[str], set[str]]:
    """All words one edit away: by a deletion, a transposition, a substitution, an insertion.

    Args:
        word: in lower case.
        letters: what is substituted and inserted.

    Reference: Damerau 1964, the four single errors.
    """
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    found = (
        {a + b[1:] for a, b in cuts if b},
        {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1},
        {a + letter + b[1:] for a, b in cuts if b for letter in letters},
        {a + letter + b for a, b in cuts for letter in letters},
    )
    return tuple(words - {word} for words in found)  # type: ignore[return-value]  # four of them


@cache
def alphabet() -> str:
    """All letters that occur in names of months, in lower case, and the Latin alphabet."""
    return "".join(sorted(set("".join(month_words())) | set(string.ascii_lowercase)))


@cache
def months_one_edit_away() -> dict[str, frozenset[int]]:
    """For every word within one edit of a name of a month: the months whose names (in any language) are so near."""
    near: dict[str, set[int]] = {}
    for name, month in month_words().items():
        for word in set().union({name}, *edits(name, alphabet())):
            near.setdefault(word, set()).add(month)
    return {word: frozenset(months) for word, months in near.items()}


@cache
def typos(name: str) -> tuple[tuple[str, ...], ...]:
    """The typing errors that a name of a month may have, by kind of edit; empty where none leaves it unambiguous.

    Args:
        name: as `names.json` has it; a final full stop stays, and so does a first capital.
    """
    word = name.rstrip(".").lower()
    if len(word) < SHORTEST:
        return ()
    own, near = frozenset({month_words()[word]}), months_one_edit_away()
    kinds = [sorted(typo for typo in words if near[typo] == own) for words in edits(word, alphabet())]
    end, capital = name[len(word) :], name[0].isupper()
    return tuple(tuple((typo.capitalize() if capital else typo) + end for typo in kind) for kind in kinds if kind)


def noisy(form: Form, rendered: list[str], random: Random) -> str:
    """The text of a form's rendered pieces with some noise, or as it is."""
    if random.random() < TYPO:
        rendered = _with_typo(form, rendered, random)
    text = "".join(rendered)
    if form.kind in ("written", "century") and random.random() < PUNCTUATION:
        text = _PUNCTUATIONS[random.randrange(len(_PUNCTUATIONS))](text)
    if random.random() < CASE:
        text = text.lower() if random.random() < 0.6 else text.upper()
    if random.random() < SPECIAL_SPACE:
        text = text.replace(" ", random.choice("\u00a0\u202f"))
    return text


def _with_typo(form: Form, rendered: list[str], random: Random) -> list[str]:
    for at, run in enumerate(pieces(form.pattern)):
        if run in MONTH_FIELDS and (kinds := typos(rendered[at])):
            kind = kinds[random.randrange(len(kinds))]
            return [*rendered[:at], kind[random.randrange(len(kind))], *rendered[at + 1 :]]
    return rendered


# A comma or a full stop left out, or the space behind it. Between two digits something always stays.
_PUNCTUATIONS = (
    lambda text: text.replace(",", ""),
    lambda text: text.replace(".", ""),
    lambda text: re.sub(r"([,.]) ", r"\1", text),
)
