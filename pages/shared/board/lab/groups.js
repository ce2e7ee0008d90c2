// The titled groups of the lab, which fold: what is inside the model, the numbers, the models side by side.
import { attrs, html } from "../dom/elements.js";

const KEY = "neural-processes-folded";

export class Group {
  // A heading at the top of `area`, which folds what else is in it.
  constructor(area, name, title) {
    Object.assign(this, { area, name });
    area.dataset.group = name;
    this.button = html("button", { type: "button", class: "group-title", "data-group-title": name }, area);
    html("span", { class: "group-mark", "aria-hidden": "true" }, this.button);
    this.button.append(title);
    this.button.addEventListener("click", () => this.toggle());
    this.refresh();
  }

  toggle() {
    const names = folded();
    if (!names.delete(this.name)) names.add(this.name);
    try {
      localStorage.setItem(KEY, JSON.stringify([...names]));
    } catch {
      // A browser that keeps nothing: then it is folded until the next click.
    }
    this.refresh(names);
  }

  refresh(names = folded()) {
    const closed = names.has(this.name);
    this.area.classList.toggle("folded", closed);
    attrs(this.button, { "aria-expanded": !closed });
  }
}

function folded() {
  try {
    const names = JSON.parse(localStorage.getItem(KEY));
    return new Set(Array.isArray(names) ? names : []);
  } catch {
    return new Set();
  }
}
