// Models and runtime from compressed files, which any static server can send as they are; nothing else is fetched.
import { sha256 } from "./checksum.js";
import { lzma } from "./lzma.js";

const address = (file) => new URL(file, self.location.href);

async function unpacked(file) {
  const response = await fetch(address(file));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return lzma(new Uint8Array(await response.arrayBuffer()));
}

let runtime;
let binary;

// The runtime, unpacked elsewhere.
export const given = (bytes) => (binary = bytes);

export function ready() {
  binary ??= unpacked("onnxruntime/ort-wasm-simd-threaded.wasm.lzma").then(({ buffer }) => buffer);
  runtime ??= Promise.all([import(address("onnxruntime/ort.wasm.min.mjs")), binary]).then(([ort, wasmBinary]) => {
    Object.assign(ort.env.wasm, { numThreads: 1, wasmBinary, wasmPaths: { mjs: address("onnxruntime/ort-wasm-simd-threaded.mjs").href } });
    return ort;
  });
  return runtime;
}

// What a model is once it is loaded.
async function open({ file }) {
  const [ort, bytes] = await Promise.all([ready(), unpacked(file)]);
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] });
  const tensor = ({ data, shape }) => new ort.Tensor("float32", new Float32Array(data), shape);
  return {
    checksum: sha256(bytes),
    async run(feeds, names) {
      return session.run(Object.fromEntries(Object.entries(feeds).map(([name, value]) => [name, tensor(value)])), names);
    },
  };
}

export const opened = (model) => open(model);
