// Which CSS custom property holds the colour of a model or of a line's role.

const ROLES = ["signal", "density", "residual"];
const MANY = ["bump", "wave"];

export function modelColour(model) {
  if (!model) return "var(--accent)";
  return `var(--model-${model}, var(--model-${model.split("-")[0]}, var(--accent)))`;
}

// `nth` counts the lines of one role in a panel, so that a bump or a wave keeps a hue of its own.
export function lineColour(mark, nth) {
  if (mark.model) return modelColour(mark.model);
  if (MANY.includes(mark.role)) return `oklch(var(--many) ${Math.round(nth * 137.5 + 250) % 360})`;
  return ROLES.includes(mark.role) ? `var(--role-${mark.role})` : modelColour(mark.role);
}
