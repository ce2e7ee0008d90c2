// Inputs for what belongs to the board, ranges for numbers and fields for texts and pictures: each move or letter requests a response.
import { attrs, html, setText } from "../dom/elements.js";
import { fmt } from "../dom/numbers.js";
import { PictureField } from "./picture_field.js";
import { TextField } from "../input/text_field.js";

let count = 0;

export class Sliders {
  constructor(root, { changes, units }) {
    Object.assign(this, { changes, units });
    this.root = html("div", { class: "sliders" }, root);
    this.above = html("div", { class: "text-fields", hidden: true });
    root.prepend(this.above);
    this.inputs = new Map();
    this.fields = new Map();
    this.key = "";
  }

  // Built anew only when Python describes other sliders; the values belong to the board.
  build(specs) {
    const key = JSON.stringify(specs.map((spec) => ({ ...spec, value: null })));
    if (key !== this.key) {
      this.key = key;
      this.root.textContent = this.above.textContent = "";
      this.inputs.clear();
      this.fields.clear();
      for (const spec of specs) this.create(spec);
      this.only(this.wanted ?? null);
    }
    this.refresh();
  }

  create(spec) {
    const id = `board-input-${++count}`;
    if (spec.longest) return void this.fields.set(spec.name, new TextField(this.above, id, spec, this.changes));
    if (spec.presets) return void this.fields.set(spec.name, new PictureField(this.above, id, spec, this.changes));
    const row = html("div", { class: "slider" }, this.root);
    html("label", { for: id, text: spec.label }, row);
    const output = html("output", { for: id, "aria-live": "off" }, row);
    const { min, max, step } = spec;
    const input = html("input", { id, type: "range", min, max, step, "data-control": spec.name }, row);
    this.inputs.set(spec.name, { row, input, output, spec });
    let held = false;
    input.addEventListener("input", () => {
      if (!held) this.changes.begin();
      held = true;
      this.changes.set(spec.name, input.valueAsNumber);
      this.show(spec.name);
    });
    input.addEventListener("change", () => {
      if (held) this.changes.end();
      held = false;
    });
  }

  // Those of a step; null shows all of them.
  only(names) {
    this.wanted = names;
    const wanted = (name) => !names || names.includes(name);
    for (const [root, parts] of [[this.root, this.inputs], [this.above, this.fields]]) {
      for (const [name, { row }] of parts) row.hidden = !wanted(name);
      root.hidden = ![...parts.keys()].some(wanted);
    }
  }

  refresh() {
    for (const field of this.fields.values()) field.refresh();
    for (const [name, { input }] of this.inputs) {
      const value = this.changes.value(name);
      if (Number.isFinite(value) && input.valueAsNumber !== value) input.value = value;
      this.show(name);
    }
  }

  show(name) {
    const { input, output, spec } = this.inputs.get(name);
    // The page may set a value beyond the slider's ends: the thumb stops there, the number is written as it is.
    const number = this.changes.value(name) ?? input.valueAsNumber;
    const digits = decimals(spec.step);
    const value = spec.counted ? fmt(number / spec.step, 0) : spec.quantity ? this.units.number({ kind: spec.quantity, value: number, digits }) : fmt(number, digits);
    const text = spec.unit?.length > 1 ? `${value} ${spec.unit}` : value + (spec.unit ?? "");
    setText(output, text);
    const part = (input.valueAsNumber - spec.min) / (spec.max - spec.min || 1);
    attrs(input, { "aria-valuetext": text, style: `--part:${(100 * part).toFixed(1)}%` });
  }
}

// As many as the step shows, so that the text keeps its width while the thumb moves.
const decimals = (step) => String(step).split(".")[1]?.length ?? 0;
