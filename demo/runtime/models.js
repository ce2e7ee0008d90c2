// The trained models, run by ONNX Runtime. Translated Python is synchronous and a model is not: what is not computed yet
// is thrown as `Pending`; whoever called computes it and calls again.
import { Nd, sameNumbers } from "./array.js";
import { python } from "./python.js";

const $ = python;
const MOST_KEPT = 48;

// Not an error, whose trace would take longer to write than what is thrown here. `loads` is true for what comes but once.
export class Pending {
  constructor(compute, loads = false) {
    Object.assign(this, { compute, loads });
  }
}

class Models {
  constructor() {
    this.kept = []; // the newest last
    this.model = (name) => this.process(name);
    this.predict = $.named(["process", "context", "xt", "record"], (process, context, xt, record = false) => this.prediction(process, context, xt, record));
    // A model's weights are one file, whose checksum is known once the file is here.
    this.weights = (process) => [{ size: process.count, checksum: process.checksum }];
    this.checksum = ([weights]) => weights.checksum;
    this.trained = (name) => this.process(name).trained;
  }

  // `known` describes every model by its name, `load(name)` gives {run(feeds, outputs), checksum}; `inputs` makes a graph's inputs.
  begin(known, inputs, load) {
    Object.assign(this, { inputs, load, loading: new Map() });
    this.processes = new Map(Object.entries(known).map(([name, described]) => [name, this.described(name, described)]));
  }

  described(name, known) {
    return { ...known, name, embed: this.embedding(name, known) };
  }

  process(name) {
    const found = this.processes.get(name);
    if (!found) throw new $.ValueError.made(`there is no model ${name} here`);
    if (found.checksum === undefined) throw new Pending(() => this.loaded(name), true);
    return found;
  }

  // Loads a model, once; what failed is tried again.
  loaded(name) {
    const begin = async () => {
      const process = this.processes.get(name);
      Object.assign(process, await this.load(name));
      // The file that was built from the trained weights has their checksum, as a person sees it beside a server.
      if (process.checksum === process.packed) process.checksum = process.trained;
    };
    const failed = (error) => {
      this.loading.delete(name);
      throw error;
    };
    if (!this.loading.has(name)) this.loading.set(name, begin().catch(failed));
    return this.loading.get(name);
  }

  prediction(process, context, xt, record) {
    const { outputs } = this.ran(process, context.x, context.y, xt, record);
    const layers = outputs.weights?.shape[0] ?? 0;
    const attention = record ? Array.from({ length: layers }, (_, i) => ({ weights: $.get(outputs.weights, i) })) : [];
    return { mean: outputs.mean, std: outputs.std, attention, numpy: () => [outputs.mean, outputs.std] };
  }

  ran(process, xc, yc, xt, record) {
    const request = { name: process.name, own: process.grid === this.processes.get(process.name).grid, record, given: [xc, yc, xt] };
    const at = this.kept.findLastIndex((one) => same(one.request, request));
    if (at < 0) throw new Pending(() => this.run(request, process));
    const [found] = this.kept.splice(at, 1);
    this.kept.push(found);
    return found;
  }

  async run(request, process) {
    const { given, record } = request;
    const batch = given.map((value) => (value.ndim === 3 ? value : $.getn(value, [null, $.ellipsis])));
    const flat = given[0].ndim < 3;
    const values = this.inputs[process.form](...batch, ...(process.grid ? [process.grid] : []));
    const feeds = Object.fromEntries(process.inputs.map((name, i) => [name, values[i]]));
    const names = record && process.attends ? ["mean", "std", "weights", "tokens"] : ["mean", "std"];
    const made = await process.run(feeds, names);
    const outputs = Object.fromEntries(Object.entries(made).map(([name, { data, dims }]) => {
      const whole = new Nd(data, [...dims]); // in single precision: what is computed from it is not
      const axis = name === "weights" ? 1 : 0;
      return [name, flat ? $.getn(whole, axis ? [$.slice(null, null, null), 0] : [0]) : whole];
    }));
    this.kept.push({ request, outputs });
    if (this.kept.length > MOST_KEPT) this.kept.shift();
  }

  // The first layer, where lessons look into it.
  embedding(name, { form }) {
    const zeros = (y) => $.mul(y, 0);
    return {
      observed: (x, y) => $.call($.torch.cat, [form === "raw" ? [x, y, zeros(y)] : [y, zeros(y)], -1], {}),
      tokens: (x, y, xt) => this.ran(this.process(name), x, y, xt, true).outputs.tokens,
    };
  }
}

const sameArray = (a, b) => sameNumbers(a.shape, b.shape) && sameNumbers(a.data, b.data);
// The same model for the same numbers.
const same = (one, other) =>
  ["name", "own", "record"].every((part) => one[part] === other[part]) && one.given.every((value, i) => sameArray(value, other.given[i]));

export const models = new Models();
