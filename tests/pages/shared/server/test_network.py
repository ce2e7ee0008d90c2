"""Links that others can open."""

from __future__ import annotations

import pytest

from pages.shared.server.network import addresses_in_network, for_others, is_this_machine

LECTURER = "192.168.1.20"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "app.localhost"])
def test_a_link_to_this_machine_gets_its_address_in_the_network(host):
    link, said = for_others(f"http://{host}:8501/masks?step=3&v=1&p=0,1", lambda: [LECTURER])
    assert link == f"http://{LECTURER}:8501/masks?step=3&v=1&p=0,1"
    assert LECTURER in said and host.strip("[]") in said


def test_without_a_network_the_link_stays_and_says_so():
    link, said = for_others("http://localhost:8501/", list)
    assert link == "http://localhost:8501/"
    assert "no other machine can open the link" in said


@pytest.mark.parametrize("link", ["https://lecture.example.org/masks?step=3", "http://192.168.1.20:8501/", "/masks"])
def test_any_other_link_stays_as_it_is(link):
    def never():
        raise AssertionError("nobody need look up an address")

    assert for_others(link, never) == (link, "")


def test_this_machines_own_addresses_lead_elsewhere_than_to_itself():
    assert not any(is_this_machine(address) for address in addresses_in_network())
