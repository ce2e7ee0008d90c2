"""Whether others can open a link: one to "localhost" leads everyone to a machine of their own."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

ANYWHERE = ("192.0.2.1", 9)  # an address of no machine (RFC 5737); to choose a way there sends nothing
HERE_ONLY = (
    "This page is open as {host}, and no other machine can open the link: this one is in no network, or its server "
    "is open to {host} alone."
)
BY_NUMBER = (
    "This page is open as {host}, which others cannot open. The link has this machine's address in the network, "
    "{address}: try it on a phone before anyone scans it."
)


def address_in_network() -> str | None:
    """This machine's IPv4 address in the network that leads outwards; None where it is in none, or the server is
    open to this machine alone."""
    if is_this_machine(st.get_option("server.address") or ""):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
        except OSError:
            return None
        found = ipaddress.ip_address(probe.getsockname()[0])
    return None if found.is_loopback or found.is_unspecified else str(found)


def for_others(link: str, address: Callable[[], str | None] = address_in_network) -> tuple[str, str]:
    """A link that other machines can open, and a sentence about it.

    Args:
        link: a whole link to this app.
        address: looks up this machine's own address; None where it has none.

    Returns:
        The link and "", unless it names this very machine: then one with the machine's address in its network, if it
        is in one, and what there is to know about that.
    """
    parts = urlsplit(link)
    host = parts.hostname or ""
    if not is_this_machine(host):
        return link, ""
    found = address()
    if found is None:
        return link, HERE_ONLY.format(host=host)
    place = f"{found}:{parts.port}" if parts.port else found
    return urlunsplit(parts._replace(netloc=place)), BY_NUMBER.format(host=host, address=found)


def is_this_machine(host: str) -> bool:
    """Whether a host's name or number means the machine that it is used on."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
