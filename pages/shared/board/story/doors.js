// The ways on that a first step offers: the course, presenter mode, another lesson, and where one was.
import { html } from "../dom/elements.js";

export class Doors {
  // `onDoor(opens)` when one is chosen.
  constructor(root, onDoor) {
    this.onDoor = onDoor;
    this.root = html("nav", { class: "story-doors", "aria-label": "Ways on", hidden: true }, root);
  }

  show(doors) {
    const key = JSON.stringify(doors);
    if (key === this.key) return;
    this.key = key;
    this.root.textContent = "";
    this.root.hidden = !doors.length;
    for (const { text, opens, help, onward } of doors) {
      const own = { type: "button", class: onward ? "story-door onward" : "story-door", "data-door": opens, title: help, text };
      html("button", own, this.root).addEventListener("click", () => this.onDoor(opens));
    }
  }
}
