// Dataclasses: values with fields, made by position or by name.

export class Instance {}

// A factory that is called as a Python class is. `made` holds its methods; `defaults` are functions of no arguments.
export function dataclass(name, fields, defaults, methods, made) {
  const factory = (...given) => {
    const value = new made();
    if (made.prototype.__init__ && !fields.length) {
      value.__init__(...given);
      return value;
    }
    fields.forEach((field, i) => {
      value[field] = i < given.length && given[i] !== undefined ? given[i] : defaults[field]?.();
      if (value[field] === undefined) throw new Error(`${name} needs ${field}`);
    });
    value.__post_init__?.();
    return value;
  };
  Object.setPrototypeOf(factory, made);
  Object.assign(made, { fields, type: name });
  for (const [method, names] of Object.entries(methods)) made.prototype[method].$names = names;
  return Object.assign(factory, { made, $names: fields });
}

// A value that was made before: its fields as they are.
export const instance = (factory, values) => Object.assign(new factory.made(), values);

// The same value with other fields.
export function replace(value, changes) {
  const changed = Object.assign(Object.create(Object.getPrototypeOf(value)), value, changes);
  changed.__post_init__?.();
  return changed;
}
replace.$takes = true;

// The value of a property that is computed once; a value with other fields computes its own.
export function kept(value, name, run) {
  const found = run.call(value);
  Object.defineProperty(value, name, { value: found });
  return found;
}

export const cached = (run) => {
  const found = new Map();
  const keyOf = (given) => JSON.stringify(given);
  const get = (...given) => {
    const key = keyOf(given);
    if (!found.has(key)) found.set(key, run(...given));
    return found.get(key);
  };
  get.$names = run.$names;
  return get;
};

const MOST_REMEMBERED = 4;

// A function of points and targets that keeps its newest results: a scene runs again for each prediction that it waits for.
export function remembered(run) {
  const found = new Map();
  return (points, targets) => {
    const key = [points.x.data, points.y.data, targets.data].join("|");
    if (!found.has(key)) found.set(key, run(points, targets));
    if (found.size > MOST_REMEMBERED) found.delete(found.keys().next().value);
    return found.get(key);
  };
}

export const isinstance = (value, kinds) => [kinds].flat().some((kind) => value instanceof (kind.made ?? kind));
