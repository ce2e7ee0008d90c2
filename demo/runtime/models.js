// The trained models, run by ONNX Runtime. Translated Python is synchronous and a model is not: what is not computed yet
// is thrown as `Pending`; whoever called computes it and calls again.
import { Nd } from "./array.js";
import { python } from "./python.js";

const $ = python;
const MOST_KEPT = 48;

export class Pending extends Error {
  constructor(compute) {
    super("a prediction that is not computed yet");
    this.compute = compute;
  }
}

class Models {
  constructor() {
    this.kept = new Map();
    this.model = (name) => this.process(name);
    this.predict = $.named(["process", "context", "xt", "record"], (process, context, xt, record = false) => this.prediction(process, context, xt, record));
    this.checksum = ([weights]) => weights.checksum;
    this.trained = (name) => this.process(name).trained;
  }

  // `known` describes every model by its name, `load(name)` gives {run(feeds, outputs), checksum}; `inputs` makes a graph's inputs.
  begin(known, inputs, load) {
    Object.assign(this, { inputs, load, loading: new Map() });
    this.processes = new Map(Object.entries(known).map(([name, described]) => [name, this.described(name, described)]));
  }

  // Its weights are one file, whose checksum is known once the file is here.
  described(name, known) {
    const parameters = () => [{ numel: () => known.count, checksum: this.process(name).checksum }];
    return { ...known, name, parameters, embed: this.embedding(name, known) };
  }

  process(name) {
    const found = this.processes.get(name);
    if (!found) throw new $.ValueError.made(`there is no model ${name} here`);
    if (found.checksum === undefined) throw new Pending(() => this.loaded(name));
    return found;
  }

  // Loads a model, once; what failed is tried again.
  loaded(name) {
    const begin = async () => Object.assign(this.processes.get(name), await this.load(name));
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
    const key = [process.name, process.grid === this.processes.get(process.name).grid, record, xc.shape, xt.shape, xc.data, yc.data, xt.data].join("|");
    const found = this.kept.get(key);
    if (!found) throw new Pending(() => this.run(key, process, [xc, yc, xt], record));
    this.kept.delete(key);
    this.kept.set(key, found);
    return found;
  }

  async run(key, process, given, record) {
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
    this.kept.set(key, { outputs });
    if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value);
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

export const models = new Models();
