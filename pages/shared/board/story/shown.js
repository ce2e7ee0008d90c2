// Of a scene, what one step shows. Pure.

const besides = new WeakMap();

// What the step never shows, and what it does not show before a guess is committed or the step is done.
export function hiddenParts({ hides, reveals, panels }, { guess, revealed, verdict }) {
  const found = [...hides, ...(verdict?.done || revealed || guess !== undefined ? [] : reveals)];
  const none = panels.length && panels.every((id) => found.includes(id)); // of its pictures is on show
  return none && !found.includes("pictures") ? [...found, "pictures"] : found;
}

// Whether the scene of a step has none of its pictures before it is done. ("pictures" keeps their place free.)
export function comeLater({ reveals, panels }) {
  return panels.length > 0 && panels.every((id) => reveals.includes(id));
}

// Whether what was guessed comes in its pictures alone, and not with a prediction that the stage withheld.
export const inPictures = (step) => comeLater(step) && !step.reveals.includes("mean");

// The stage, and the panels of these names.
export function shownOf(scene, names) {
  const panels = scene.panels.filter(({ id }, i) => i === 0 || names.includes(id));
  return { ...scene, panels: panels.map((panel, i) => (i ? beside(panel) : panel)), readings: [], equation: "", terms: [] };
}

// A small multiple stands beside the stage like any other panel; made once, so that it need not be painted again.
function beside(panel) {
  if (panel.area === "lens" || panel.area === "strip") return panel;
  if (!besides.has(panel)) besides.set(panel, { ...panel, area: "lens" });
  return besides.get(panel);
}
