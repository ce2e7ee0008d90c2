// A worker of the page: the models and the lessons' own functions. There are two of them (WorkerLink), joined by a port;
// the one that is named "behind" begins with the other's first request, and gets the runtime from it.
import { Behind, Connection } from "./connection.js";
import { FIRST, INPUTS, LESSONS, SCHEMA, MODELS } from "./lessons.js";
import { models } from "./models.js";
import { given, opened, ready } from "./sessions.js";

models.begin(MODELS, INPUTS, (name) => opened(MODELS[name]));
const send = (message) => postMessage(JSON.stringify(message));

function behind(port) {
  const connection = new Behind(LESSONS, SCHEMA, send);
  port.onmessage = ({ data }) => (data.binary ? given(data.binary) : connection.receive(data));
}

function first(port) {
  const goOn = (message) => port.postMessage(message);
  const connection = new Connection(LESSONS, SCHEMA, send, goOn);
  onmessage = ({ data }) => connection.receive(JSON.parse(data));
  models.loaded(FIRST);
  ready().then((ort) => {
    goOn({ binary: ort.env.wasm.wasmBinary });
    postMessage("open");
  });
}

onmessage = ({ data }) => (self.name === "behind" ? behind(data) : first(data));
