"""How far a person has come, in two tabs at once."""

from __future__ import annotations

from pages.shared.board.bundle import sources

OPEN = """async (source) => {
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  window.progress = new module.default.Progress();
}"""
DO = """([number, done]) => {
  progress.step("home", number).verdict = { done };
  progress.keep();
}"""
COUNT = "() => new progress.constructor().count('home', 5)"


def test_what_was_done_in_another_tab_stays_done(page, boards):
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(f"{boards}/_stcore/health")
        tab.evaluate(OPEN, sources("story/progress"))
    page.evaluate(DO, [1, True])
    other.evaluate(DO, [2, True])
    page.evaluate(DO, [3, True])
    assert page.evaluate(COUNT) == other.evaluate(COUNT) == 3
    other.evaluate(DO, [4, False])
    assert other.evaluate("() => progress.count('home', 5)") == 3  # it has taken over what the first tab did
    page.evaluate("() => progress.forget('home')")  # the other tab does not bring back what was forgotten
    other.evaluate(DO, [5, True])
    assert page.evaluate(COUNT) == 1
    other.close()
    assert page.errors == []
