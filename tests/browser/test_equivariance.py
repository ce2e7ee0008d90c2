"""Translation equivariance under the hand: a shift changes TNP-D's prediction and not TETNP's."""

from playwright.sync_api import expect

from tests.board import PATIENCE, board, open_board, role

POINTS = "v=1&p=-1.5,0.4;-0.5,-0.6;0.5,0.9;1.5,-0.2"


def reading(page, id):
    return board(page).locator(f'[data-reading="shift-{id}"]')


def drag(page, handle, across):
    """Takes hold of the middle of `handle` and pulls it sideways by so many pixels."""
    handle.evaluate("node => node.scrollIntoView({block: 'center'})")  # not under the bar at the top
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across / 2, y, steps=4)
    page.mouse.move(x + across, y, steps=4)
    page.mouse.up()


def test_dragging_tau_changes_tnpd_and_not_tetnp(page, server):
    open_board(page, f"{server}/equivariance?{POINTS}&c=tau:0")
    expect(role(page, "ghost-mean")).to_have_count(0)
    slider = board(page).locator('[data-control="tau"]')
    expect(slider).to_have_value("0")
    width = slider.bounding_box()["width"]

    drag(page, slider, width / 4)
    expect(reading(page, "tnpd")).to_have_attribute("data-tone", "bad", timeout=PATIENCE)
    expect(reading(page, "tetnp")).to_have_attribute("data-tone", "good")
    expect(role(page, "ghost-mean")).to_have_count(5)
    tau = float(slider.input_value())
    assert 2 < tau < 4
    expect(board(page).locator('[data-panel="stage"] h2')).to_contain_text(f"+{tau:.2f}", timeout=PATIENCE)
    assert float(reading(page, "tnpd").get_attribute("data-value")) > 0.05
    assert float(reading(page, "tetnp").get_attribute("data-value")) < 1e-3

    handle = board(page).locator('[data-handle="tau"]')
    drag(page, handle.locator(".handle-grip"), -40)
    expect(slider).not_to_have_value(f"{tau:g}")
    assert abs(float(handle.get_attribute("aria-valuenow")) - float(slider.input_value())) < 0.01
    assert page.errors == []
