"""The address of a page: what stands in it for the drawing, and what belongs to others. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode, urlsplit, urlunsplit

from pages.shared.drawing.codec import NAME, PARAMETERS

MAX_KEPT, MAX_KEPT_TEXT = 16, 160


def address(page: str, parameters: Mapping[str, str]) -> str:
    """A whole link: the page's own address without its query, then the parameters, commas and colons left readable."""
    parts = urlsplit(page)
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", urlencode(parameters, safe=",;:"), ""))


def kept(parameters: Mapping[str, str], drawing: Sequence[str] = PARAMETERS) -> dict[str, str]:
    """The parameters beside those of the drawing (a step, a page's choices): at most 16, short ones only."""
    others = {name: value for name, value in parameters.items() if name not in drawing}
    short = {n: v for n, v in others.items() if NAME.fullmatch(n) and len(v) <= MAX_KEPT_TEXT}
    return dict(list(short.items())[:MAX_KEPT])
