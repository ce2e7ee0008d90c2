"""Messages of the live socket: a good one, and ways to spoil it as chance, or somebody with bad intentions, would."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator

from pages.lessons import LESSONS

# What stands where something else was expected.
STRANGE = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1e308,
        -0.0,
        5e-324,
        2**53 + 1,
        10**400,
        "",
        "x" * 70,
        "x" * 40_000,
        "\u202e\x00",
    ),
    *("\ud800", "NaN", [], {}, [[]], [[[[[[1]]]]]], {"a": {"b": 1}}, [0] * 3000, [[0, 0]] * 300, [[1e7, 1e4]] * 256),
    *(float("nan"), float("inf"), -float("inf"), "__proto__", "../../etc/passwd", "'; DROP TABLE points; --"),
)
LESSON_NAMES = tuple(LESSONS)

Wire = str | bytes | list[str]


def message(**changes) -> dict:
    """A request that is right, with these fields changed."""
    return {"v": 1, "seq": 7, "lesson": "double", "points": [[0.5, 1.0]], "controls": {}, **changes}


def real(chance: random.Random, seq: int) -> dict:
    """A request as the board sends it."""
    points = [[round(chance.uniform(-3, 3), 4), round(chance.uniform(-2, 2), 4)] for _ in range(chance.randrange(12))]
    controls = {"model": chance.choice(("tnpd", "tetnp", "convcnp", "cnp")), "tau": 0.5, "query": 0.25, "view": [-3, 3]}
    open_step = {"open_step": chance.randrange(1, 7)} if chance.random() < 0.5 else {}
    return message(seq=seq, lesson=chance.choice(LESSON_NAMES), points=points, controls=controls, **open_step)


def mutated(chance: random.Random, seq: int) -> Wire:
    """That request spoilt in one to three ways: text, bytes of a binary frame, or the fragments of one message."""
    request = real(chance, seq)
    for _ in range(chance.randrange(3)):
        chance.choice(STRUCTURE)(chance, request)
    text = json.dumps(request, ensure_ascii=chance.random() < 0.5).encode("utf-8", "replace").decode()
    return chance.choice(SPELLING)(chance, text)


# ---- changes of the structure ----------------------------------------------------------------------


def swap(chance: random.Random, request: dict) -> None:
    """Something of another type, or far too large, anywhere."""
    holder, key = chance.choice(list(_places(request)))
    holder[key] = copy.deepcopy(chance.choice(STRANGE))


def drop(chance: random.Random, request: dict) -> None:
    request.pop(chance.choice(list(request) or [""]), None)


def add(chance: random.Random, request: dict) -> None:
    request[chance.choice(("V", "points ", "", "controls", "__class__", "é"))] = copy.deepcopy(chance.choice(STRANGE))


def turn(chance: random.Random, request: dict) -> None:
    """Another order of the fields."""
    items = list(request.items())
    chance.shuffle(items)
    request.clear()
    request.update(items)


def crowd(chance: random.Random, request: dict) -> None:
    """Very many controls."""
    request["controls"] = {f"c{i}": i for i in range(chance.choice((39, 41, 2000)))}


STRUCTURE: tuple[Callable, ...] = (swap, swap, swap, drop, add, turn, crowd)


# ---- changes of the spelling -----------------------------------------------------------------------


def as_it_is(chance: random.Random, text: str) -> Wire:
    return text


def flip(chance: random.Random, text: str) -> Wire:
    """A few bits turned over."""
    return _flipped(chance, text).decode("utf-8", "replace")


def bits(chance: random.Random, text: str) -> Wire:
    """The same as a binary frame."""
    return _flipped(chance, text)


def cut(chance: random.Random, text: str) -> Wire:
    start, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    return chance.choice((text[:end], text[start:], text[:start] + text[end:], text + text))


def nest(chance: random.Random, text: str) -> Wire:
    """Depth without end."""
    depth = chance.choice((10, 500, 15_000))
    opening, closing = chance.choice((("[", "]"), ('{"a":', "}")))
    return text.replace("[", opening * depth, 1) if chance.random() < 0.5 else opening * depth + "1" + closing * depth


def digits(chance: random.Random, text: str) -> Wire:
    """A number of more digits than any machine needs."""
    return text.replace("1", chance.choice(("1" * 5000, "1e99999", "-1e-99999", "0x1", "01", "1" * 400)), 1)


def repeat(chance: random.Random, text: str) -> Wire:
    """Fields twice, and another kind of white space."""
    return text[:-1] + ',"seq":3,"points":[[0,0]]}' + chance.choice(("", "\n" * 1000, "\u00a0", "\x00"))


def swell(chance: random.Random, text: str) -> Wire:
    return text + " " * chance.choices((40_000, 300_000, 1_100_000), (20, 5, 1))[0]


def break_up(chance: random.Random, text: str) -> Wire:
    """One message in many frames, empty ones among them."""
    step = chance.choice((1, 7, 100))
    return [*(text[i : i + step] for i in range(0, min(len(text), 60 * step), step)), "", text[60 * step :]]


SPELLING: tuple[Callable, ...] = (
    *(as_it_is, as_it_is, as_it_is, flip, flip, bits, cut, cut, nest, digits, repeat, swell, break_up),
)


def _places(value: object) -> Iterator[tuple]:
    """Every place in nested lists and mappings, as the holder and the key in it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield value, key
        yield from _places(inner)


def _flipped(chance: random.Random, text: str) -> bytes:
    data = bytearray(text.encode("utf-8", "replace"))
    for _ in range(chance.randint(1, 4)):
        if data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)
