// One lesson's board in a frame of every size. This runs first in each of them: what several frames of one site would share
// is theirs alone, no wait for a hand to rest is long, and the page that holds them says what is judged. `window.rules` are
// functions of a board that say what is wrong with it.
const STILL = 3; // frames without a change
const BRIEF = 2000; // ms: a shorter wait is for a hand or an eye, and none is here
const PATIENCE = 60_000; // ms

function prepare() {
  for (const name of ["localStorage", "sessionStorage"]) {
    const kept = new Map();
    const setItem = (key, text) => void kept.set(key, String(text));
    Object.defineProperty(window, name, { value: { getItem: (key) => kept.get(key) ?? null, setItem, removeItem: (key) => kept.delete(key) } });
  }
  const wait = window.setTimeout;
  window.setTimeout = (act, ms = 0, ...given) => wait(act, ms < BRIEF ? ms / 50 : ms, ...given);

  // ---- the socket ----------------------------------------------------------------------------
  const live = { socket: null, requested: -1, responded: -1, last: null, guess: null };
  const PART = /^{"v":\d+,"kind":"scene","seq":(\d+),"part":"(\w+)"(?:,"more":\[([^\]]*)\])?/;
  const FAILED = /^{"kind":"error","seq":(\d+)/;

  function received(text) {
    const [, failed] = FAILED.exec(text) ?? [];
    const [, seq, part, more = ""] = PART.exec(text) ?? [];
    if (part === "now") live.last = more.split(",").map((name) => name.slice(1, -1)).filter((name) => name && name !== "topic").at(-1) ?? part;
    if (failed || part === live.last) live.responded = Math.max(live.responded, Number(failed ?? seq));
  }

  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      live.socket = this;
      this.addEventListener("message", ({ data }) => received(data));
    }

    // A question about a step waits for the verdict that the page gives.
    send(text) {
      const message = JSON.parse(text);
      if ("before" in message) return void (live.guess = message.guess ?? null);
      live.requested = Math.max(live.requested, message.seq);
      super.send(text);
    }
  };

  // ---- what the page does with the board --------------------------------------------------------
  const tree = () => document.getElementById("board")?.shadowRoot;
  const root = () => tree()?.querySelector("[data-testid=board]");
  const all = (selector) => [...(root()?.querySelectorAll(selector) ?? [])];
  const shown = (selector) => all(selector).filter((node) => node.checkVisibility({ visibilityProperty: true }));
  const frame = () => new Promise(requestAnimationFrame);
  const moving = ({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime < PATIENCE;

  function pending(step) {
    const board = root();
    if (!board?.dataset.seq || live.requested < 0 || live.requested > live.responded) return true;
    if (!board.querySelector(`.story[data-step="${step}"]`)) return true;
    return Boolean(board.querySelector(".stale, .waiting, .shifting, .returning")) || tree().getAnimations().some(moving);
  }

  window.driven = {
    // Until the step is painted, and some frames went by without a change.
    async rest(step) {
      const began = performance.now();
      let count = 0;
      let watched = null;
      const watch = new MutationObserver(() => (count = 0));
      while (count < STILL) {
        if (performance.now() - began > PATIENCE) throw new Error(`step ${step} does not come to rest at ${innerWidth} x ${innerHeight}`);
        if (watched !== tree()) watch.observe((watched = tree()), { subtree: true, childList: true, attributes: true });
        await frame();
        count = pending(step) ? 0 : count + 1;
      }
      watch.disconnect();
      await document.fonts.ready;
    },
    go(step) {
      live.guess = null;
      all(`.story-dots [data-number="${step}"]`)[0].click();
    },
    hidden: () => root().dataset.hides ?? "",
    // Some guess, where the step has one.
    guess() {
      shown(".guess-option")[0]?.click();
      for (const row of shown(".sort-row")) row.querySelector(".sort-bin").click();
      if (all(".sketch.open").length) all(".sketch-hit")[0].dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, composed: true }));
      shown(".guess-commit")[0]?.click();
    },
    // A verdict: what came true is what was guessed, and yet it was wrong.
    judge(step, lesson, said) {
      const { guess } = live;
      const verdict = { done: true, right: guess === null ? null : false, outcome: guess, drawn: null, ...said };
      const data = JSON.stringify({ v: 1, kind: "verdict", seq: live.requested, step, lesson, verdict });
      live.socket.dispatchEvent(new MessageEvent("message", { data }));
    },
    resized: () => void dispatchEvent(new Event("resize")),
    press(selector) {
      const node = shown(selector).find((one) => !one.disabled);
      node?.click();
      return Boolean(node);
    },
    // By each rule, with what it is given: all that it finds, each thing once.
    measured: (rules) => Object.entries(rules).map(([name, given]) => [name, [...new Set(window.rules[name](root(), ...given))]]),
  };
}

if (window !== top) prepare();
