"""The drawn state as a link, and back: `v=1&p=x,y;x,y&c=tau:1.5`, plain bounded numbers and nothing else. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode, urlsplit, urlunsplit

from pages.shared.controls import drawn_points, is_number
from pages.shared.request import checked_controls

VERSION = "1"
MAX_LENGTH = 16 * 1024


def encode(points: Sequence[tuple[float, float]], controls: Mapping[str, object]) -> dict[str, str]:
    """Query parameters for the points and for those controls that are a number or a flat list of numbers."""
    parameters = {"v": VERSION, "p": ";".join(f"{_short(x)},{_short(y)}" for x, y in points)}
    plain = {name: _flat(value) for name, value in controls.items()}
    text = ";".join(f"{name}:{','.join(map(_short, values))}" for name, values in plain.items() if values)
    return {**parameters, "c": text} if text else parameters


def address(page: str, parameters: Mapping[str, str]) -> str:
    """A whole link: the page's own address without its query, then the parameters, commas and colons left readable."""
    parts = urlsplit(page)
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", urlencode(parameters, safe=",;:"), ""))


def decode(parameters: Mapping[str, str]) -> tuple[tuple[tuple[float, float], ...], dict[str, object]]:
    """The points and controls of a link; raises ValueError, saying what is wrong with it."""
    if parameters.get("v") != VERSION:
        raise ValueError(f"a link must say v={VERSION}, got {str(parameters.get('v'))[:20]}")
    points, controls = parameters.get("p", ""), parameters.get("c", "")
    if len(points) + len(controls) > MAX_LENGTH:
        raise ValueError(f"a link must have at most {MAX_LENGTH} characters of points and controls")
    pairs = [_numbers(pair) for pair in points.split(";") if pair]
    named = [entry.partition(":") for entry in controls.split(";") if entry]
    values = {name: _numbers(text) for name, _, text in named}
    plain = {name: v[0] if len(v) == 1 else v for name, v in values.items()}
    return drawn_points(pairs), checked_controls(plain)


def _flat(value: object) -> list[float]:
    """A control as a list of numbers; empty for what a link does not carry. A list of one is told apart from a
    number by nothing, so it is left out."""
    if is_number(value):
        return [value]
    if isinstance(value, list | tuple) and len(value) > 1 and all(is_number(v) for v in value):
        return list(value)
    return []


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"a link must hold plain numbers, got {text[:40]!r}") from None


def _short(value: float) -> str:
    return f"{value:.6g}" if abs(value) >= 1000 else f"{value:.4f}".rstrip("0").rstrip(".")
