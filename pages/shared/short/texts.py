"""What short links open, kept for four hours: in this process, or in a Redis that several share (redis_texts.py).

A code follows from what it opens, so that the same link has the same code, however often it is made.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable
from typing import Protocol

from pages.shared.room.state import EXPIRES

LASTS = EXPIRES  # seconds, as a room
MOST_LINKS = 1000
MOST_CHARACTERS = 8192
TRIES = 3
SYLLABLES = 5  # 1.7 billion codes: none is found by trying
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"


class Refused(ValueError):
    """Why a link is not kept, as one sentence for people; `status` is that of the response."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


class Texts(Protocol):
    """Texts by code. Each method raises Refused where the store cannot be reached."""

    async def keep(self, code: str, text: str) -> bool:
        """Keep the text for as long as a link lasts, anew where it is there; False where the code has another one.
        Raises Refused where there are too many."""

    async def find(self, code: str) -> str | None:
        """The text of that code; None where there is none."""


class Memory:
    """The texts of this process alone."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._of: dict[str, tuple[str, float]] = {}

    async def keep(self, code: str, text: str) -> bool:
        self._tidy()
        before = self._of.get(code)
        if before is None and len(self._of) >= MOST_LINKS:
            raise too_many()
        if before is not None and before[0] != text:
            return False
        self._of[code] = (text, self._clock() + LASTS)
        asyncio.get_running_loop().call_later(LASTS, self._tidy)
        return True

    async def find(self, code: str) -> str | None:
        self._tidy()
        return self._of[code][0] if code in self._of else None

    def _tidy(self) -> None:
        now = self._clock()
        self._of = {code: kept for code, kept in self._of.items() if kept[1] > now}


async def kept(texts: Texts, text: str) -> str:
    """The code under which the text is kept. Raises Refused."""
    for attempt in range(TRIES):
        code = code_of(text, attempt)
        if await texts.keep(code, text):
            return code
    raise Refused(409, "No short link can be made of this one: move a point, and try again.")


def code_of(text: str, attempt: int = 0) -> str:
    """The code of a text, in syllables; another one for each attempt."""
    number = int.from_bytes(hashlib.sha256(f"{attempt} {text}".encode()).digest())
    letters = []
    for _ in range(SYLLABLES):
        number, vowel = divmod(number, len(VOWELS))
        number, consonant = divmod(number, len(CONSONANTS))
        letters.append(CONSONANTS[consonant] + VOWELS[vowel])
    return "".join(letters)


def too_many() -> Refused:
    """The refusal of one more than a server keeps."""
    return Refused(503, f"This server keeps at most {MOST_LINKS:,} short links, and has as many: try again in an hour.")
