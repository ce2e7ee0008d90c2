// A scene as plain JSON values, as `Scene.wire` in Python.
import { Nd, part } from "./array.js";
import { Instance } from "./classes.js";
import { truth } from "./operators.js";

const rounded = (value) => Math.round(value * 1e6) / 1e6 + 0; // no minus before a zero

// `schema` has the names of the kinds of marks, and the fields of a panel that are absent where there is none.
export function wire(value, schema) {
  if (value instanceof Nd) return lists(value);
  if (Array.isArray(value)) return value.map((each) => wire(each, schema));
  if (value instanceof Instance) {
    const { fields, type } = value.constructor;
    const present = fields.filter((name) => !schema.spared.includes(name) || truth(value[name]));
    const tree = Object.fromEntries(present.map((name) => [name, wire(value[name], schema)]));
    return schema.marks.includes(type) ? { ...tree, kind: type.toLowerCase() } : tree;
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("a scene must hold finite numbers");
  return value ?? null;
}

function lists(value) {
  const { data, shape, kind } = value;
  if (shape.length > 1) return Array.from({ length: shape[0] }, (_, i) => lists(part(value, i)));
  const made = new Array(data.length);
  for (let i = 0; i < data.length; i++) {
    if (!Number.isFinite(data[i])) throw new Error("a scene must hold finite numbers");
    made[i] = kind === "b" ? Boolean(data[i]) : rounded(data[i]);
  }
  return made;
}
