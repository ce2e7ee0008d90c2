// The legend is built from the marks that are drawn, so it can never name what is not there.
import { html } from "../dom/elements.js";
import { latticeOf, pointName, withheldOf } from "../plot/frame.js";
import { lineColour, modelColour } from "../plot/palette.js";
import { kindsOf } from "../plot/shapes.js";

const WRITTEN = {
  right: ["hollow", "var(--good)", "written: right"],
  wrong: ["broken", "var(--bad)", "written: wrong"],
  written: ["hollow", "var(--accent)", "written by the model"],
  outside: ["broken", "var(--bad)", "outside ±2 sd when held out"],
  mirrored: ["dot", "var(--ink)", "in reversed order"],
};

export const GUESS = { glyph: "guess", colour: "var(--role-guess)", text: "your guess", model: "" };

// What a person sketches over the stage is no mark, nor is the curve that came true; its entry keeps its room until then.
export function sketchEntries({ truth }) {
  return truth ? [GUESS, { glyph: "truth", colour: "var(--ink)", text: truth, model: "" }] : [GUESS];
}

// One entry per distinct thing: {key, glyph, colour, text, model}.
export function entries(panel, drawnPoints) {
  const found = new Map();
  const counts = {};
  const add = (glyph, colour, text, model = "") => found.set(`${glyph} ${colour} ${text}`, { glyph, colour, text, model });
  for (const mark of panel.marks) {
    if (mark.kind === "curve") add(...curve(mark, panel.title));
    if (mark.kind === "line") {
      const nth = (counts[mark.role] = (counts[mark.role] ?? -1) + 1);
      if (mark.label) add(mark.dashed ? "dashed" : "line", lineColour(mark, nth), mark.label);
    }
    if (mark.kind === "dots" && mark.role === "target") {
      add("hollow", "var(--ink)", mark.edit ? "target (drag sideways)" : "target");
    }
    if (mark.kind === "dots" && mark.role === "value") add("diamond", "var(--ink)", `${mark.label} (drag up or down)`);
    if (mark.kind === "place" && mark.label) add("held", "var(--ink)", `${mark.held} (drag)`);
    if (mark.kind === "level") add("dashed", "var(--accent)", mark.label);
    if (mark.kind === "symbols" && mark.label) add("threads", modelColour(mark.model), `${mark.label} (thickness)`);
    if (mark.kind === "shading") add("cell", modelColour(mark.model), mark.label, mark.model);
    if (mark.kind === "threads") add("threads", modelColour(mark.model), `${mark.label} (thickness)`);
    if (mark.kind === "dots" && mark.role in WRITTEN && mark.x.length) add(...WRITTEN[mark.role]);
    if (mark.kind === "dots" && mark.role === "drawn") add("hollow", "var(--ink)", mark.label || "drawn value");
    if (mark.kind === "dots" && mark.role === "kept") add("hollow", "var(--ink)", "point of the kept set");
  }
  if (panel.points && drawnPoints && withheldOf(panel).length) add("broken", "var(--ink)", latticeOf(panel).rows.length ? "hidden note" : "target, hidden");
  const kinds = [...new Set(kindsOf(panel.marks))].sort((one, other) => one.slice(1).localeCompare(other.slice(1)));
  if (panel.points && drawnPoints && kinds.length) kinds.forEach((kind) => add("sign", "var(--ink)", kind));
  else if (panel.points && drawnPoints) add("dot", "var(--ink)", latticeOf(panel).rows.length ? "drawn" : pointName(panel));
  return [...found.values()];
}

function curve({ role, model, label }, title) {
  if (role === "shifted-prediction") return ["shifted-prediction", modelColour(model), `${label || "shifted prediction (at the original inputs)"}: mean, \u00b12 sd`];
  if (role === "limit") return ["limit", modelColour("bayes"), `${label || "limit"}: mean, \u00b12 sd`];
  return ["band", modelColour(model), `${label || title}: mean, \u00b11 and \u00b12 sd`];
}

export class Legend {
  constructor(host) {
    this.list = html("ul", { class: "legend" }, host);
    this.key = "";
  }

  // `scales` are those of colours: of a picture under the marks, of heat maps.
  show(items, scales = []) {
    const key = JSON.stringify([items, scales]);
    if (key === this.key) return;
    this.key = key;
    this.list.textContent = "";
    this.list.hidden = !items.length && !scales.length;
    for (const { glyph, colour, text, model } of items) {
      const item = html("li", { "data-glyph": glyph, "data-model": model }, this.list);
      html("span", { class: `glyph ${glyph}`, style: `--c:${colour}`, "aria-hidden": "true" }, item);
      html("span", { text }, item);
    }
    for (const { low, high, stops, label, hatched } of scales) {
      const item = html("li", { class: "scale" }, this.list);
      html("span", { text: low }, item);
      html("span", { class: "ramp", style: `background:linear-gradient(90deg, ${stops})`, "aria-hidden": "true" }, item);
      html("span", { text: high }, item);
      if (label) html("span", { text: label }, item);
      if (!hatched) continue;
      const said = html("li", { "data-glyph": "hatched" }, this.list);
      html("span", { class: "glyph hatched", "aria-hidden": "true" }, said);
      html("span", { text: hatched }, said);
    }
  }
}

// The bands are named by their panels' titles. What has another colour in each panel is shown once, in none of them.
export function shared(items) {
  const found = new Map();
  for (const item of items.filter((i) => i.glyph !== "band")) {
    const key = `${item.glyph} ${item.text}`;
    const known = found.get(key);
    found.set(key, known && known.colour !== item.colour ? { ...item, colour: "var(--ink)" } : item);
  }
  return [...found.values()];
}
