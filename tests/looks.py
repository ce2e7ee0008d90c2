"""What can be measured about how a page looks: nothing scrolls sideways, no label lies on another, no text is cut off.

The boxes are read in the browser, through the board's shadow root. A finding is one sentence that names the place.
"""

from __future__ import annotations

import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = ("serious", "critical")
_AXE = Axe().axe_script
# A rule with an impact of its own finds nothing of any other: those that cannot find anything grave are left out.
_RUN_AXE = """async (grave) => {
  const light = axe._audit.rules.filter(({ impact }) => impact && !grave.includes(impact));
  const rules = Object.fromEntries(light.map(({ id }) => [id, { enabled: false }]));
  const { violations } = await axe.run({ resultTypes: ["violations"], preload: false, rules });
  // Streamlit puts each section of its menu into the list of a narrow window's side bar as a block.
  const within = ({ target }) => document.querySelector(target[0])?.closest('[data-testid="stSidebarNav"]');
  const theirs = (id, node) => ["list", "listitem"].includes(id) && within(node);
  return violations.map((found) => ({ ...found, nodes: found.nodes.filter((node) => !theirs(found.id, node)) }));
}"""

# Streamlit's own scrolling boxes: long lines of code, and the grid of a data editor, which is drawn on a canvas.
SCROLL_BY_DESIGN = '[data-testid="stCode"], [data-testid="stDataFrame"]'

LOOKS = 6  # on a busy machine a pause may be a single frame that is late
STILL = 4  # one in each frame, on a page where no script follows what is drawn
# To look in every frame keeps a core busy while nothing happens. Resolves to whether the page is one of Streamlit's.
_QUIET = """([quiet, looks, still, patience, noted]) => new Promise((resolve, reject) => {
  const scripted = Boolean(document.querySelector("[data-testid=stApp]"));
  if (noted && !scripted) [quiet, looks] = [0, still];
  const brief = scripted ? Infinity : 5000; // ms of an animation: a key that was pressed fades for a minute
  const roots = () => [document, ...[...document.querySelectorAll("*")].map((e) => e.shadowRoot).filter(Boolean)];
  let found = null; // every look asks for it, and to search a large page takes long
  const search = () => roots().map((r) => r.querySelector("[data-testid=board]")).find(Boolean);
  const board = () => (found?.isConnected ? found : (found = search()));
  const runs = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime < brief;
  const moved = () => (scripted ? [document] : [document, board()?.getRootNode() ?? document]);
  const moving = () => moved().some((root) => root.getAnimations().some(runs));
  const pending = () => moving() || !board()?.dataset.seq || board().querySelector(".stale, .waiting")
    || document.querySelector("[data-testid=stApp][data-test-script-state=running], [data-testid=stSkeleton]");
  let last = performance.now();
  let seen = 0;
  const stir = () => ((last = performance.now()), (seen = 0));
  const watch = new MutationObserver(stir);
  for (const root of roots()) watch.observe(root, { subtree: true, childList: true, attributes: true });
  const started = last;
  const look = () => {
    const now = performance.now();
    seen++;
    if (pending()) stir();
    if (now - last > quiet && seen >= looks) {
      watch.disconnect();
      return document.fonts.ready.then(() => resolve(scripted));
    }
    if (now - started > patience) { watch.disconnect(); return reject(new Error("the page does not come to rest")); }
    setTimeout(() => requestAnimationFrame(look), Math.max(0, quiet / looks - 16));
  };
  look();
})"""

BOXES = """(byDesign) => {
  const found = [];
  const roots = [document, ...[...document.querySelectorAll("*")].map((e) => e.shadowRoot).filter(Boolean)];
  const all = roots.flatMap((root) => [...root.querySelectorAll("*")]);
  const words = (node) => node.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const place = (node) => {
    const panel = node.closest?.("[data-panel]");
    return panel ? ` in panel ${panel.dataset.panel}` : "";
  };
  const clipped = (node) => getComputedStyle(node).clipPath.startsWith("inset");
  // Chromium says of the words of a group that is not displayed that they are visible.
  const shut = (node) => node.ownerSVGElement && (getComputedStyle(node).display === "none" || shut(node.parentNode));
  const visible = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !shut(node);
  const seen = (node) => visible(node) && !clipped(node);
  const own = (node) => [...node.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
  const wide = document.documentElement.clientWidth;
  // Words for screen readers, a closed menu, and the letters of a formula, which is measured as a whole.
  const unread = ".unseen, .probe, .katex *, [data-testid=stSidebar][data-collapsed=true] *";
  for (const node of all) {
    if (!seen(node) || node.closest(unread) || node.closest(byDesign)) continue;
    const style = getComputedStyle(node);
    const over = node.scrollWidth - node.clientWidth > 1 && node.clientWidth > 1;
    if (over && ["auto", "scroll"].includes(style.overflowX)) {
      found.push(`scrolls sideways by ${node.scrollWidth - node.clientWidth} px: ${words(node)}`);
    }
    if (over && style.textOverflow === "ellipsis") found.push(`shortened: "${words(node)}"`);
    if (!own(node)) continue;
    const box = node.getBoundingClientRect();
    if (over && ["hidden", "clip"].includes(style.overflowX)) found.push(`cut off: "${words(node)}"${place(node)}`);
    if (!box.width) continue;
    const beyond = (edge, slack) => box.right > edge.right + slack || box.left < edge.left - slack;
    if (beyond({ left: 0, right: wide }, 1)) found.push(`leaves the page: "${words(node)}"${place(node)}`);
    const panel = node.ownerSVGElement && node.closest(".panel")?.getBoundingClientRect();
    if (!panel || !(beyond(panel, 2) || box.bottom > panel.bottom + 2)) continue;
    found.push(`leaves its panel: "${words(node)}"${place(node)}`);
  }
  // The lines of a formula.
  for (const line of all.filter((node) => node.matches(".katex-html > .base") && seen(node))) {
    const { left, right } = line.getBoundingClientRect();
    const cuts = (box) => right > box.right + 1.5 || left < box.left - 1.5;
    for (let at = line.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === "visible" || !cuts(at.getBoundingClientRect())) continue;
      found.push(`cut off, or scrolled: the formula "${words(line)}"`);
      break;
    }
  }
  // Texts and buttons of the board: the box of every line of letters, and a button's edge, as far as it is not scrolled
  // away.
  const everything = [-Infinity, -Infinity, Infinity, Infinity];
  const common = (a, b) => [0, 1, 2, 3].map((i) => (i < 2 ? Math.max : Math.min)(a[i], b[i]));
  const windows = new Map();
  const windowOf = (node) => {
    if (!node || windows.has(node)) return windows.get(node) ?? everything;
    let found = windowOf(node.parentElement);
    const { overflowX, overflowY } = getComputedStyle(node);
    if ([overflowX, overflowY].some((name) => ["auto", "scroll"].includes(name))) {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      found = common(found, [left, top, right, bottom]);
    }
    windows.set(node, found);
    return found;
  };
  const rects = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const there = windowOf(node);
    return [...(node.localName === "button" ? node : range).getClientRects()]
      .map((b) => common(there, [b.left + 1, b.top + 3, b.right - 1, b.bottom - 3]));
  };
  const told = all.filter((node) => node.closest(".board") && (own(node) || node.localName === "button"));
  const shown = told.filter((node) => seen(node) && !node.closest(".unseen, .probe, .tip, .key-log, .sheet"));
  const boxes = shown.flatMap((node) => rects(node).map((rect) => [node, rect]));
  boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one)) return;
    if (Math.min(a[2], b[2]) - Math.max(a[0], b[0]) <= 0 || Math.min(a[3], b[3]) - Math.max(a[1], b[1]) <= 0) return;
    found.push(`"${words(one)}" lies on "${words(other)}"${place(one)}`);
  }));
  return found;
}"""


def settled(page: Page, quiet: int = 300, patience: int = 60_000) -> None:
    """Waits until the board shows its whole answer and nothing has changed for `quiet` milliseconds.

    A page without Streamlit is at rest after a few frames once what it has sent has its responses: no script follows.
    On a busy machine a response may be longer on its way than that.
    """
    deadline = time.monotonic() + patience / 1000

    def scripted() -> bool:
        noted = getattr(page, "requested", 0) > 0  # else responses come another way, or none has been requested yet
        return page.evaluate(_QUIET, [quiet, LOOKS, STILL, patience, noted])

    questions = not scripted()
    while waits(page, questions):
        while waits(page, questions):
            assert time.monotonic() < deadline, f"no response to request {page.requested}"
            page.evaluate("new Promise(requestAnimationFrame)")
        scripted()


def waits(page: Page, questions: bool) -> bool:
    """Whether a response by the live socket is still to come, or a part of it, as far as the window notes that; with
    the responses to questions about a step, if those count."""
    asked = questions and getattr(page, "questioned", None) is not None
    return asked or getattr(page, "requested", 0) > getattr(page, "responded", 0)


def resized(page: Page, size: dict[str, int]) -> None:
    """Gives a page at rest that window. Everything follows within a few frames, for nothing is computed anew."""
    if page.viewport_size != size:
        page.set_viewport_size(size)
        settled(page, quiet=60)


def faults(page: Page) -> list[str]:
    """What is wrong with the page as it is laid out now, each thing once."""
    return list(dict.fromkeys(page.evaluate(BOXES, SCROLL_BY_DESIGN)))


def show_whole(page: Page, width: int) -> None:
    """Makes the window as high as the page: Streamlit scrolls inside it, so a full-page picture would end early."""
    high = "() => Math.max(...[...document.querySelectorAll('[data-testid=stMain]')].map((e) => e.scrollHeight))"
    page.set_viewport_size({"width": width, "height": 800})
    settled(page)
    page.set_viewport_size({"width": width, "height": min(12_000, int(page.evaluate(high)) + 16)})
    settled(page)


def violations(page: Page) -> list[str]:
    """What axe-core calls serious or critical, with the place of each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_AXE)
    found = page.evaluate(_RUN_AXE, GRAVE)
    grave = ((v["id"], node) for v in found if v["impact"] in GRAVE for node in v["nodes"])
    return [f"{rule}: {node['target']} {node['failureSummary']}" for rule, node in grave]
