"""Which pages may use the live socket, and how often: two rules without a clock or a connection of their own."""

from __future__ import annotations

from urllib.parse import urlsplit


class Allowance:
    """A token bucket: `rate` messages a second, and as many, or `most`, at once; times are seconds of any monotonic
    clock."""

    def __init__(self, rate: float, now: float, most: float | None = None):
        self._rate = rate
        self._most = rate if most is None else most
        self._left = self._most
        self._at = now

    def take(self, cost: float, now: float) -> bool:
        """Whether that much may be spent now."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if cost > self._left:
            return False
        self._left -= cost
        return True


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a page of this very host opened the socket; scripts, which send no Origin, may."""
    if origin is None:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False
