"""Addresses under which phones reach this server: in the local network where the lecturer uses localhost. Pure."""

from __future__ import annotations

from urllib.parse import urlsplit

from pages.shared.room.state import RoomError
from pages.shared.server.network import is_this_machine

MOST_CHARACTERS = 200


def links(base: str, code: str, addresses: list[str]) -> list[str]:
    """The links that members open.

    Args:
        base: the app's address as the lecturer's browser has it, with its scheme, "/" at its end.
        code: of the room.
        addresses: this machine's in the network, instead of localhost.

    Raises:
        RoomError: `base` is no such address.
    """
    try:
        parts = urlsplit(base)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or len(base) > MOST_CHARACTERS or parts.scheme not in ("http", "https") or not base.endswith("/"):
        raise RoomError("bad-message", "base must be the address of this app.")
    hosts = [parts.netloc]
    if is_this_machine(host):
        hosts = [address if port is None else f"{address}:{port}" for address in addresses] or hosts
    return [f"{parts.scheme}://{each}{parts.path}room/{code}" for each in hosts]
