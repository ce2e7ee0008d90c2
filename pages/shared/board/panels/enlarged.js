// One small multiple beside the stage, as large as the stage, following the hand as the small one does.
import { attrs, html, svg } from "../dom/elements.js";
import { PanelView } from "./panel.js";

const LARGER = "M12.5 4H18v5.5M18 4l-6 6M9.5 18H4v-5.5M4 18l6-6";
const SMALLER = "M5 5l12 12M17 5 5 17";

export class Enlarged {
  constructor(view, board) {
    Object.assign(this, { view, board, id: null });
    board.root.addEventListener("keydown", (event) => this.key(event));
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
    this.view.arrange();
    this.large.root.scrollIntoView({ block: "nearest" });
    this.shut.focus({ preventScroll: true });
  }

  close() {
    const { id } = this;
    this.id = null;
    this.view.arrange();
    const small = this.view.views.get(id);
    small?.button?.focus();
  }

  key(event) {
    if (event.key !== "Escape" || this.id === null || event.defaultPrevented) return;
    event.preventDefault();
    this.close();
  }

  // Whatever is painted small is painted large; a panel that has gone takes its large picture along.
  follow(panels, host) {
    const panel = panels.find((p) => p.id === this.id);
    if (!panel) {
      this.id = null;
      if (this.large) this.view.sizes.unobserve(this.large.body);
      this.large?.root.remove();
      this.large = null;
      return false;
    }
    this.large ??= this.make(panel, host);
    if (this.large.panel !== panel) this.large.paint(panel, this.large.width ?? 0);
    return true;
  }

  make(panel, host) {
    const large = new PanelView(panel, "large", this.board);
    host.prepend(large.root);
    this.shut = icon(large.head, "shrink", SMALLER);
    attrs(this.shut, { "aria-label": "Back to the small picture (Escape)", title: "Back to the small picture (Escape)" });
    this.shut.addEventListener("click", () => this.close());
    large.body.view = large;
    this.view.sizes.observe(large.body);
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
