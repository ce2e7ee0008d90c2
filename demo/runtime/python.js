// Everything that translated Python calls, under one name.
import { Nd } from "./array.js";
import { py } from "./builtins.js";
import { Instance, cached, dataclass, instance, isinstance, kept, remembered, replace } from "./classes.js";
import { format, repr } from "./format.js";
import { ellipsis, get, getn, set, slice } from "./indexing.js";
import { matmul } from "./linear.js";
import { copy, functools, math, numpy, torch } from "./libraries.js";
import { Dict, add, and, both, call, contains, div, either, eq, floordiv, ge, gt, invert, le, lt, method, mod, mul, named, ne, neg, or, plain, pow, raised, sub, truth, unpacked } from "./operators.js";

export const python = {
  add, and, both, call, contains, div, either, eq, floordiv, ge, gt, invert, le, lt, matmul, method, mod, mul, named, ne, neg, or, plain, pow, raised,
  sub, truth, unpacked, Dict, Instance, cached, dataclass, instance, isinstance, kept, remembered, replace, format, repr, ellipsis, get, getn, set, slice, copy,
  functools, math, numpy, torch, py,
  ValueError: py.ValueError,
  nd: (numbers, shape, kind) => new Nd(Float64Array.from(numbers), shape, kind),
  nothing: { get: () => null },
  normal: Object.assign((mean, stddev) => ({ mean, stddev }), { $takes: true }),
};
