"""The equivariance page: buttons and switches of its lab."""

import pytest

from tests.app_pages import board, open_page

pytestmark = pytest.mark.slow


@pytest.fixture
def page():
    return open_page("equivariance")


def readings(app):
    assert not app.exception
    return {reading["id"]: reading for reading in board(app)["scene"]["readings"]}


def test_a_button_shifts_by_a_million_and_float32_changes_the_prediction(page):
    next(group for group in page.button_group if group.key == "jump").select(1e6).run()
    assert board(page)["sliders"][0]["value"] == 1e6
    assert readings(page)["shift-tetnp"]["tone"] == "good"
    next(group for group in page.button_group if group.key == "equivariance_input").select("float32").run()
    assert readings(page)["shift-tetnp"]["tone"] == "bad"


def test_centring_is_one_switch(page):
    assert readings(page)["shift-tnpd"]["tone"] == "bad"
    next(toggle for toggle in page.toggle if toggle.key == "equivariance_centre").set_value(True).run()
    assert readings(page)["shift-tnpd"]["tone"] == "good"
