"""A table of one's own that could be read in two ways: the form offers the readings and takes the chosen one."""

import pytest

from tests.app_pages import board


def test_a_table_with_two_readings_is_read_as_chosen(home):
    home.text_area(key="data_text").set_value("day;flow\n1/2/2020;1.050\n3/4/2020;2.100").run()
    radio = home.radio(key="data_reading_0")
    assert radio.label.replace("\\", "").startswith(
        "In which order are day, month and year written in 1/2/2020, day, line 2?"
    )
    assert (radio.options, radio.value) == (["day, month, year", "month, day, year"], None)
    home.button(key="data_put").click().run()
    assert board(home)["points"] == [[0.25, -0.5]]
    home.radio(key="data_reading_0").set_value(0).run()
    assert home.radio(key="data_reading_1").options == ["decimal mark", "mark between thousands"]
    home.radio(key="data_reading_1").set_value(1).run()
    assert not home.radio and not home.warning
    home.button(key="data_put").click().run()
    units = board(home)["units"]
    assert (units["x_label"], units["x_since"]) == ("day", "2020-02-01")
    assert [units["y_offset"] + units["y_factor"] * y for _, y in board(home)["points"]] == pytest.approx([1050, 2100])


def test_readings_can_be_chosen_again_and_are_those_of_one_text(home):
    home.text_area(key="data_text").set_value("1,5\n2,7").run().radio(key="data_reading_0").set_value(0).run()
    assert not home.radio
    home.button(key="data_choose_again").click().run()
    assert home.radio(key="data_reading_0").value is None
    home.radio(key="data_reading_0").set_value(1).run().button(key="data_put").click().run()
    assert board(home)["points"] == [[1.0, 1.5], [2.0, 2.7]]
    home.session_state["data_menu"] = True
    home.text_area(key="data_text").set_value("3,5\n4,7").run()
    assert home.radio(key="data_reading_0").value is None
