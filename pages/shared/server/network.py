"""Whether others can open a link: one to "localhost" leads everyone to a machine of their own."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

ANYWHERE = ("192.0.2.1", 9)  # an address of no machine (RFC 5737); to choose a way there sends nothing
UNSPECIFIED = "0.0.0.0"
HERE_ONLY = (
    "This page is open as {host}, and no other machine can open the link: this one is in no network, or its server "
    "is there for {host} alone."
)
BY_NUMBER = (
    "This page is open as {host}, which others cannot open. The link has this machine's address in the network "
    "instead, {address}: try it on a phone before anyone scans it."
)


def addresses_in_network() -> list[str]:
    """This machine's IPv4 addresses that others may reach, the one that leads outwards first; none where it is in no
    network, or its server is there for this machine alone."""
    if is_this_machine(st.get_option("server.address") or ""):
        return []
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ANYWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):  # a machine that does not know its own name
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [one for one in dict.fromkeys(found) if not is_this_machine(one) and one != UNSPECIFIED]


def for_others(link: str, addresses: Callable[[], list[str]] = addresses_in_network) -> tuple[str, str]:
    """A link that other machines can open, and a sentence about it.

    Args:
        link: a whole link to this app.
        addresses: looks up this machine's own addresses.

    Returns:
        The link and "", unless it names this very machine: then one with the machine's address in its network, if it
        is in one, and what there is to know about that.
    """
    parts = urlsplit(link)
    host = parts.hostname or ""
    if not is_this_machine(host):
        return link, ""
    found = addresses()
    if not found:
        return link, HERE_ONLY.format(host=host)
    place = f"{found[0]}:{parts.port}" if parts.port else found[0]
    return urlunsplit(parts._replace(netloc=place)), BY_NUMBER.format(host=host, address=found[0])


def is_this_machine(host: str) -> bool:
    """Whether a host's name or number means the machine that it is used on."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
