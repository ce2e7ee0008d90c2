"""One thing in many places: a point lights up everywhere, a small picture becomes large, words wait for rest."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import expect

from tests.board import board, click, middle, painted_after, role, seq, shape, spot
from tests.looks import settled

MOST = 400  # moves of a drag
PAUSE = 500  # ms without a paint: on a busy machine a drag may stop for as long, and words may follow
POINTS = "?v=1&p=-1.5,0.5;0,-1;1.5,1"
WATCH = """(root) => {
  window.told = {};
  window.paints = [];
  new MutationObserver(() => window.paints.push(performance.now())).observe(root, { attributeFilter: ["data-seq"] });
  const told = { caption: ".caption", heat: "[data-panel=matrix] .heat-over", bars: "[data-panel=weights] .bars-plot" };
  for (const [name, selector] of Object.entries(told)) {
    window.told[name] = [];
    const node = root.querySelector(selector);
    const note = () => window.told[name].push(node.getAttribute("aria-label") ?? node.textContent);
    const words = { characterData: true, childList: true, subtree: true };
    new MutationObserver(note).observe(node, name === "caption" ? words : { attributeFilter: ["aria-label"] });
  }
}"""


def lit(page, selector: str):
    return board(page).locator(f"{selector}.lit")


def expect_all_lit(page) -> None:
    """The point at x = 0 as a point, a thread, a column, a bar and a term."""
    expect(lit(page, ".panel.stage .point").locator(".dot")).to_have_attribute("data-x", "0")
    expect(lit(page, '[data-role="thread"]')).to_have_count(1)
    expect(board(page).locator('[data-panel="matrix"] .lit-column')).to_be_visible()
    expect(lit(page, '[data-panel="weights"] .tick')).to_have_text("0.00")
    expect(lit(page, '[data-role="equation"] .term')).to_contain_text("v(0.00)")


def test_a_point_its_thread_column_bar_and_term_light_up_together(visit):
    page = visit.at(f"attention{POINTS}&attention_head=2")
    settled(page)
    page.mouse.move(*middle(role(page, "context").nth(1)))
    expect_all_lit(page)
    page.mouse.move(5, 5)
    expect(board(page).locator(".lit")).to_have_count(0)
    board(page).locator('[data-panel="weights"] .bar-hit').nth(2).hover()
    expect_all_lit(page)
    expect(board(page).locator(".tip.on")).to_have_text(re.compile(r"^0\.00: 0\.\d{3}$"))
    board(page).locator('[data-role="equation"] .term', has_text="v(0.00)").hover()
    expect_all_lit(page)
    page.mouse.move(5, 5)
    board(page).locator(".panel.stage .point").nth(1).focus()
    expect_all_lit(page)
    assert not page.errors


def test_a_small_picture_is_enlarged_by_click_and_by_key_and_follows_the_hand(visit):
    page = visit.at(f"{POINTS}")
    small, large = (board(page).locator(selector) for selector in ('[data-panel="cnp"]', ".panel.large"))
    expect(small).to_be_visible()
    small.locator(".plot").click()
    expect(large.get_by_role("heading")).to_have_text("CNP")
    mean = large.locator('[data-role="mean"]')
    expect(mean).to_have_attribute("d", re.compile("M"))
    wide, tall = (large.locator(".plot").bounding_box()[side] for side in ("width", "height"))
    stage = board(page).locator(".panel.stage .plot").bounding_box()
    assert (wide, tall) == (stage["width"], stage["height"])
    before = mean.get_attribute("d")
    click(page, 0.3, 0.3)
    expect(mean).not_to_have_attribute("d", before)
    large.get_by_role("button").focus()
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    button = small.get_by_role("button", name="Enlarge CNP", expanded=False)
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(large).to_have_count(1)
    expect(small.get_by_role("button", expanded=True)).to_have_count(1)
    assert not page.errors


def rests_between(paints: list[float]) -> int:
    """How often the hand may have rested, the end included: words may follow each time."""
    return 1 + sum(later - earlier > PAUSE for earlier, later in pairwise(paints))


def test_pictures_have_names_and_words_wait_for_rest(visit):
    page = visit.at(f"attention{POINTS}")
    settled(page)
    panels = board(page).locator(".panel:not(.large)")
    assert all(name.strip() for name in panels.evaluate_all("nodes => nodes.map((n) => n.getAttribute('aria-label'))"))
    heat = board(page).locator('[data-panel="matrix"] .heat-over')
    expect(heat).to_have_attribute("aria-label", re.compile(r"\d+ rows \(target x .*Largest: target x .*: \d\.\d{3}\."))
    bars = board(page).locator('[data-panel="weights"] .bars-plot')
    expect(bars).to_have_attribute("aria-label", re.compile(r"null: \d\.\d\d, −1\.50: \d\.\d\d"))
    board(page).evaluate(WATCH)
    band, number = shape(page), seq(page)
    page.mouse.move(*middle(role(page, "context").nth(1)))
    page.mouse.down()
    for step in range(MOST):  # a busy machine paints few of them
        page.mouse.move(*spot(page, 0.5, 0.2 + 0.4 * step / MOST))
        page.evaluate("new Promise(requestAnimationFrame)")
        if len(paints := page.evaluate("window.paints")) > rests_between(paints) + 5:
            break
    painted_after(page, number)
    page.mouse.up()
    settled(page, quiet=1000)
    assert shape(page) != band
    told, paints = page.evaluate("[window.told, window.paints]")
    rests = rests_between(paints)
    assert len(paints) > rests + 3, "the drag was painted as it went"
    assert all(1 <= len(told[name]) <= rests for name in ("caption", "heat", "bars"))
    assert "predicts" in told["caption"][-1]
