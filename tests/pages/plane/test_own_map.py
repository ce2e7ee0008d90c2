"""A map of one's own, through the page: pasted, wrong, empty, one station, and the one that is shipped."""

from __future__ import annotations

import pytest

from tests.app_pages import board, open_page

pytestmark = pytest.mark.slow


@pytest.fixture
def lab():
    """The lab of the lesson with the form for one's own data open."""
    app = open_page("plane", lab="1")
    app.session_state["data_menu"] = True
    return app.run()


def pasted(lab, text):
    return lab.text_area(key="data_text").set_value(text).run()


def test_a_pasted_map_stands_on_the_board_in_its_units(lab):
    pasted(lab, "lon,lat,height\n8,47,400\n9,47,600\n8.5,46,800\n")
    assert [lab.selectbox(key=key).value for key in ("data_x1", "data_x2", "data_value")] == ["lon", "lat", "height"]
    assert lab.segmented_control(key="data_places_longitude first").value == "longitude first"
    lab.button(key="data_put").click().run()
    assert not lab.exception
    given, units = board(lab), board(lab)["units"]
    values = [units["z_offset"] + units["z_factor"] * value for value in given["own"]["measured"]]
    assert values == pytest.approx([400, 600, 800])
    assert (units["x_label"], units["z_label"]) == ("lon", "height")


def test_places_without_names_are_asked_for_and_the_answer_can_be_changed(lab):
    pasted(lab, "47.37,8.55,400\n46.95,7.45,600\n47.56,7.59,800\n")
    question = lab.radio(key="data_reading_0")
    assert len(question.options) == 3 and not lab.get("segmented_control_data_places")
    lab.button(key="data_put").click().run()
    assert any("Choose one of the readings first" in warning.value for warning in lab.warning)
    lab.radio(key="data_reading_0").set_value(1).run()
    assert lab.segmented_control(key="data_places_latitude first").value == "latitude first"
    lab.button(key="data_put").click().run()
    assert not lab.exception
    units = board(lab)["units"]
    assert (units["x_label"], units["y_label"]) == ("longitude", "latitude")
    assert units["x_offset"] == pytest.approx(8.0) and units["x_factor"] > units["y_factor"]


def test_more_stations_than_the_board_holds_are_thinned_as_places(lab):
    rows = "".join(f"{8 + i % 20 / 40},{46 + i // 20 / 40},{i % 7}\n" for i in range(300))
    pasted(lab, "lon,lat,height\n" + rows).radio(key="data_reading_0").set_value(2).run()
    lab.button(key="data_put").click().run()
    assert not lab.exception, [warning.value for warning in lab.warning]
    assert 100 < len(board(lab)["points"]) == len(board(lab)["own"]["measured"]) <= 256


def test_a_file_of_sixty_stations_stands_on_the_board(lab):
    next(group for group in lab.button_group if group.key == "data_from").set_value("Upload")
    rows = "".join(f"{8 + i % 8 / 4};{46.5 + i // 8 / 4};{400 + 20 * (i % 9)}\r\n" for i in range(60))
    file = ("stations.csv", ("lon;lat;height\r\n" + rows).encode("utf-8-sig"), "text/csv")
    lab.run().file_uploader(key="data_file").set_value(file).run().button(key="data_put").click().run()
    assert not lab.exception, [warning.value for warning in lab.warning]
    given, units = board(lab), board(lab)["units"]
    assert len(given["points"]) == len(given["own"]["measured"]) == 60
    back = [units["x_offset"] + units["x_factor"] * x for x, _ in given["points"]]
    assert back == pytest.approx([8 + i % 8 / 4 for i in range(60)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x,y\n1,2\n3,4\n", "Three columns of numbers are wanted"),
        ("lon,lat,h\n8,95,1\n9,47,2\n", "Latitudes lie within ±90 degrees"),
        ("", "There is nothing to put on the board yet"),
    ],
)
def test_what_is_no_map_leaves_the_drawing_and_says_why(lab, text, said):
    before = board(lab)["points"]
    pasted(lab, text)
    lab.button(key="data_put").click().run()
    assert not lab.exception
    assert any(said in warning.value for warning in lab.warning) and board(lab)["points"] == before


def test_one_station_is_a_map(lab):
    pasted(lab, "lon,lat,height\n8,47,400\n").button(key="data_put").click().run()
    assert not lab.exception and board(lab)["points"] == [[0.0, 0.0]]
    assert (board(lab)["own"]["measured"], board(lab)["units"]["z_offset"]) == ([0.0], 400.0)


def test_the_airports_and_a_random_map_come_with_their_values(lab):
    lab.button(key="data_airports.csv").click().run()
    assert not lab.exception and len(board(lab)["own"]["measured"]) == len(board(lab)["points"]) == 50
    assert board(lab)["units"]["z_label"] == "elevation in m"
    lab.session_state["data_menu"] = True
    lab.run().button(key="random_map_30").click().run()
    assert not lab.exception and board(lab)["units"] is None
    assert len(board(lab)["own"]["measured"]) == len(board(lab)["points"]) == 30
