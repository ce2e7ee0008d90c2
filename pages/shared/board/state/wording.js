// A scene with its texts as people read them. What did not change stays the same object, so that it need not be painted
// again.

export class Wording {
  constructor(units) {
    Object.assign(this, { units, found: new WeakMap() });
  }

  scene(scene) {
    if (!scene) return scene;
    const { panels, readings, terms } = scene;
    return {
      ...scene,
      panels: panels.map((panel) => this.kept(panel)),
      readings: readings.map((reading) => this.kept(reading)),
      caption: this.units.words(scene.caption),
      equation: this.units.words(scene.equation),
      terms: terms?.map(([term, key]) => [this.units.words(term), key]),
    };
  }

  kept(part) {
    const { key } = this.units;
    const found = this.found.get(part);
    if (found?.key === key) return found.worded;
    const worded = this.worded(part);
    this.found.set(part, { key, worded });
    return worded;
  }

  // The same value where no text in it changes.
  worded(value) {
    if (value?.pieces) return this.units.words(value);
    if (!value || typeof value !== "object" || typeof value[0] === "number") return value;
    if (Array.isArray(value)) return unchanged(value.map((part) => this.worded(part)), value);
    const parts = Object.entries(value).map(([name, part]) => [name, this.worded(part)]);
    return parts.every(([name, part]) => part === value[name]) ? value : Object.fromEntries(parts);
  }
}

// Texts one after the other, before they are worded.
export function joined(texts) {
  const all = texts.filter(Boolean);
  if (all.every((text) => !text.pieces)) return all.join(" ");
  return { pieces: all.flatMap((text, i) => [...(i ? [" "] : []), ...(text.pieces ?? [text])]) };
}

const unchanged = (worded, list) => (worded.every((part, i) => part === list[i]) ? list : worded);
