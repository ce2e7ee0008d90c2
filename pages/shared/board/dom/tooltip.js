// The one tooltip of the board: the value under the pointer.
import { html, setText } from "./elements.js";

export class Tooltip {
  constructor(root) {
    this.root = root;
    this.node = html("div", { class: "tip", "aria-hidden": "true" }, root);
    this.hide = this.hide.bind(this);
    window.addEventListener("resize", this.hide); // in a narrower window it would stand beyond the edge
  }

  // (x, y) in pixels of `surface`.
  show(surface, x, y, text) {
    if (this.surface !== surface) this.measure(surface);
    const half = text.length * 3.4 + 10;
    const left = Math.max(half, Math.min(this.width - half, this.left + x));
    setText(this.node, text);
    const place = `${left.toFixed(1)}px, ${(this.top + y).toFixed(1)}px`;
    this.node.style.transform = `translate(${place}) translate(-50%, calc(-100% - 14px))`;
    this.node.classList.add("on");
  }

  // Once per showing: reading a layout that a drag has just changed would stall every frame.
  measure(surface) {
    const [from, to] = [this.root.getBoundingClientRect(), surface.getBoundingClientRect()];
    const scale = from.width / this.root.offsetWidth || 1; // presenter mode magnifies the board
    const [left, top, width] = [to.left - from.left, to.top - from.top, from.width].map((size) => size / scale);
    Object.assign(this, { surface, left, top, width });
  }

  hide() {
    this.surface = null;
    this.node.classList.remove("on");
  }

  destroy() {
    window.removeEventListener("resize", this.hide);
  }
}
