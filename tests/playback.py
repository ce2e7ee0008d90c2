"""How a browser test follows the synthesiser: what was scheduled, what reaches the loudspeaker, what was in words."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.board import board

# Before any script of the page: every context and oscillator that is made from then on, and the node that is connected
# to the loudspeaker, with a meter beside it.
SPY = """
window.contexts = [];
window.played = [];
window.AudioContext = class extends AudioContext {
  constructor(...given) {
    super(...given);
    contexts.push(this);
  }
};
const make = BaseAudioContext.prototype.createOscillator;
BaseAudioContext.prototype.createOscillator = function () {
  const oscillator = make.call(this);
  const { start, stop, setPeriodicWave } = oscillator;
  const one = {};
  oscillator.setPeriodicWave = (wave) => {
    window.waves ??= [];
    if (!waves.includes(wave)) waves.push(wave);
    one.timbre = waves.indexOf(wave);
    setPeriodicWave.call(oscillator, wave);
  };
  oscillator.start = (at) => {
    played.push(Object.assign(one, { hertz: oscillator.frequency.value, at }));
    start.call(oscillator, at);
  };
  oscillator.stop = (at) => {
    one.until = at;
    stop.call(oscillator, at);
  };
  return oscillator;
};
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...rest) {
  if (to instanceof AudioDestinationNode) {
    window.meter = this.context.createAnalyser();
    connect.call(this, meter);
  }
  return connect.call(this, to, ...rest);
};
"""

# The largest amplitude of the last 2048 samples.
LOUDNESS = """() => {
  const samples = new Float32Array(meter.fftSize);
  meter.getFloatTimeDomainData(samples);
  return Math.max(...samples.map(Math.abs));
}"""

# Keeps every caption that is on screen while something plays, with the middle of the ring.
CAPTIONS = """(bar) => {
  window.captions = [];
  const ring = bar.closest(".board").querySelector(".sounding");
  const [note, line] = bar.querySelector("p").children;
  const look = () => {
    const text = `${note.textContent}; ${line.textContent}`;
    if (!bar.matches(".playing") || !text.includes(" of ") || captions.at(-1)?.text === text) return;
    captions.push({ text, x: +ring.getAttribute("cx"), y: +ring.getAttribute("cy") });
  };
  new MutationObserver(look).observe(bar, { subtree: true, childList: true, characterData: true });
}"""

# Keeps what a screen reader is given.
SENTENCES = """(bar) => {
  const live = bar.querySelector("[aria-live]");
  window.sentences = [];
  new MutationObserver(() => sentences.push(live.textContent)).observe(live, { childList: true });
}"""


def bar(page: Page) -> Locator:
    """The button and the strip beside it."""
    return board(page).locator(".playback")


def key(page: Page) -> Locator:
    """The button that plays and stops."""
    return bar(page).locator('[data-action="play"]')


def volume(page: Page) -> Locator:
    """The slider."""
    return bar(page).get_by_label("Volume")


def ring(page: Page) -> Locator:
    """About the note that sounds."""
    return board(page).locator(".sounding")


def played(page: Page) -> list[dict]:
    """Every note that was scheduled: `hertz`, `at` and `until` in seconds, `timbre` by its number."""
    return page.evaluate("played")


def expect_played(page: Page, count: int) -> list[dict]:
    """Waits until so many notes were scheduled, and gives them."""
    page.wait_for_function("(n) => played.length >= n", arg=count)
    return played(page)


def captions(page: Page) -> list[str]:
    """Every caption since `CAPTIONS` was evaluated."""
    return [one["text"] for one in page.evaluate("captions")]


def expect_playing(page: Page) -> None:
    """Waits until a note sounds."""
    expect(key(page)).to_have_accessible_name("Stop (Escape)")
    expect(ring(page)).to_be_visible()


def expect_stopped(page: Page) -> None:
    """Waits until nothing is played, and the device rests."""
    expect(key(page)).to_have_accessible_name("Play the notes")
    expect(ring(page)).to_be_hidden()
    page.wait_for_function("() => contexts.every(({ state }) => state !== 'running')")


def rest(page: Page, seconds: float) -> None:
    """Lets that much time of the audio clock pass, or of the wall where the audio clock stands still."""
    page.wait_for_timeout(1000 * seconds)
