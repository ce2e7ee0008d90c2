// The drawing as JSON, in the form of drawing/codec.py: { v, points, controls, units }. A snapshot for Python and what is
// kept in this tab have these fields, and a few more.

import { DRAWING_VERSION, MAX_POINTS } from "./limits.js";

export function toJson(points, controls, units) {
  return { v: DRAWING_VERSION, points, controls, units: units ?? null };
}

// Whether Python's copy, as a page has it, is what is drawn.
export function isCopy({ points, own, units }, drawing) {
  const text = (pairs, owned, of) => JSON.stringify([pairs, sorted(owned), of && sorted(of)]);
  return text(points, own, units) === text(drawing.wire(), drawing.own, drawing.units);
}

// Without what is absent.
function sorted(values) {
  return Object.entries(values).filter(([, value]) => value != null).sort(([one], [other]) => (one < other ? -1 : 1));
}

export function isDrawing(value) {
  const { v, points, controls } = value ?? {};
  return v === DRAWING_VERSION && arePoints(points) && isObject(controls);
}

// The steps that a drawing keeps for undo and redo; those of another page have no controls.
export function isHistory(value) {
  const isStep = ({ points, own } = {}) => arePoints(points) && (own === null || isObject(own));
  const { past, future, handed } = value ?? {};
  return [past, future].every((steps) => Array.isArray(steps) && steps.every(isStep)) && isStep(handed);
}

function arePoints(points) {
  return Array.isArray(points) && points.length <= MAX_POINTS && points.every(isPair);
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPair(value) {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}
