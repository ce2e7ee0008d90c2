// The keys of the last minute, in the bar above, for those who missed one.
import { html } from "../dom/elements.js";

const MINUTE = 60_000;
const MOST = 4;

let entries = []; // outlives the board: another page shows what was pressed on the page before

export class KeyLog {
  constructor() {
    this.root = html("ol", { class: "key-log", "aria-hidden": "true" });
  }

  // Where there is room: the bar of a story, the buttons of a lab.
  standIn(place) {
    if (this.root.parentNode !== place) place.prepend(this.root);
  }

  add(key, meaning) {
    entries.push({ key, meaning, at: Date.now() });
    this.show();
  }

  // Every entry fades by itself; what is older than a minute is gone.
  show() {
    clearTimeout(this.timer);
    const now = Date.now();
    entries = entries.filter((entry) => now - entry.at < MINUTE).slice(-MOST);
    this.root.textContent = "";
    // The newest stands in the corner; the oldest give way where there is no room.
    for (const { key, meaning, at } of entries.toReversed()) {
      const item = html("li", { style: `animation-delay:${at - now}ms` }, this.root);
      if (key) html("kbd", { text: key }, item);
      item.append(` ${meaning}`);
    }
    if (entries.length) this.timer = setTimeout(() => this.show(), MINUTE - (now - entries[0].at) + 50);
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
