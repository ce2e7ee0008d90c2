"""Addresses under which phones reach this server: in the local network where the lecturer uses localhost. Pure,
but for `in_network`, which reads this machine's addresses."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from pages.shared.room.state import RoomError

MOST_CHARACTERS = 200
_ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation (RFC 5737)


def on_this_machine(host: str) -> bool:
    """Whether a host's name leads to the very machine that it is used on."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def in_network() -> list[str]:
    """This machine's IPv4 addresses that others may reach, the one that leads out first."""
    found = []
    # Connecting a datagram socket sends nothing; it fails where there is no network at all.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):  # a machine that does not know its own name
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not on_this_machine(address) and address != "0.0.0.0"]


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
    if on_this_machine(host):
        hosts = [address if port is None else f"{address}:{port}" for address in addresses] or hosts
    return [f"{parts.scheme}://{each}{parts.path}room/{code}" for each in hosts]
