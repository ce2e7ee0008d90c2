"""The links into a room: as the lecturer's browser has them, or by this machine's addresses in its network."""

import pytest

from pages.shared.room.addresses import links
from pages.shared.room.state import RoomError


def test_a_name_that_others_can_reach_stays():
    assert links("https://course.example/np/", "bamuti", ["10.0.0.7"]) == ["https://course.example/np/room/bamuti"]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_localhost_gives_way_to_the_addresses_in_the_network(host):
    assert links(f"http://{host}:8501/", "bamuti", ["10.0.0.7", "192.168.0.2"]) == [
        "http://10.0.0.7:8501/room/bamuti",
        "http://192.168.0.2:8501/room/bamuti",
    ]
    assert links(f"http://{host}:8501/", "bamuti", []) == [f"http://{host}:8501/room/bamuti"], "no network at all"


@pytest.mark.parametrize(
    "base", ["", "course", "ftp://a/", "http://a", "http://[/", "http://a:x/", "http://a/" + "b" * 200 + "/"]
)
def test_what_is_no_address_is_refused(base):
    with pytest.raises(RoomError, match="the address of this app"):
        links(base, "bamuti", [])
