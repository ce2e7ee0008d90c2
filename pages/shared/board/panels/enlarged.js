// One small multiple beside the stage, as large as the stage, painted with each response as the small one is.
import { attrs, html, svg } from "../dom/elements.js";

const LARGER = "M12.5 4H18v5.5M18 4l-6 6M9.5 18H4v-5.5M4 18l6-6";
const SMALLER = "M5 5l12 12M17 5 5 17";

export class Enlarged {
  // `makePanel(panel, area)` makes and watches one, `drop(panelView)` takes it away; `panel(id)` is the small one;
  // `arrange()` gives every panel its place anew.
  constructor(root, { makePanel, dropPanel, panel, arrange }) {
    Object.assign(this, { makePanel, dropPanel, panel, arrange, id: null });
    root.addEventListener("keydown", (event) => this.key(event));
  }

  // A small multiple that can be enlarged: by a click anywhere in it, or by its button.
  offer(small) {
    const { root, head } = small;
    small.button = icon(head, "enlarge", LARGER);
    root.addEventListener("click", () => this.toggle(root.dataset.panel));
  }

  name(small) {
    const open = small.panel?.id === this.id;
    attrs(small.button, { "aria-label": `Enlarge ${small.panel?.title}`, "aria-expanded": open });
    small.root.classList.toggle("open", open);
  }

  toggle(id) {
    if (this.id === id) return this.close();
    this.id = id;
    this.arrange();
    this.large.root.scrollIntoView({ block: "nearest" });
    this.shut.focus({ preventScroll: true });
  }

  close() {
    const { id } = this;
    this.id = null;
    this.arrange();
    this.panel(id)?.button?.focus();
  }

  key(event) {
    if (event.key !== "Escape" || this.id === null || event.defaultPrevented) return;
    event.preventDefault();
    this.close();
  }

  // Whatever is painted small is painted large; a panel that has gone takes its large copy with it.
  follow(panels, host) {
    const panel = panels.find((p) => p.id === this.id);
    if (!panel) {
      this.id = null;
      if (this.large) this.dropPanel(this.large);
      this.large = null;
      return false;
    }
    this.large ??= this.make(panel, host);
    if (this.large.panel !== panel) this.large.paint(panel, this.large.width ?? 0);
    return true;
  }

  make(panel, host) {
    const large = this.makePanel(panel, "large");
    host.prepend(large.root);
    this.shut = icon(large.head, "shrink", SMALLER);
    attrs(this.shut, { "aria-label": "Back to the small panel (Escape)", title: "Back to the small panel (Escape)" });
    this.shut.addEventListener("click", () => this.close());
    return large;
  }

  forget() {
    if (this.large) this.large.panel = null;
  }
}

function icon(host, action, path) {
  const button = html("button", { type: "button", class: "corner", "data-action": action }, host);
  svg("path", { d: path }, svg("svg", { viewBox: "0 0 22 22", "aria-hidden": "true" }, button));
  return button;
}
