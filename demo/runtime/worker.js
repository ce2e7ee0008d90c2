// The page's worker: the models and the lessons' own functions.
import { Connection } from "./connection.js";
import { FIRST, INPUTS, LESSONS, MARKS, MODELS } from "./lessons.js";
import { models } from "./models.js";
import { opened, ready } from "./sessions.js";

models.begin(MODELS, INPUTS, (name) => opened(MODELS[name]));
const connection = new Connection(LESSONS, MARKS, (message) => postMessage(JSON.stringify(message)));
onmessage = ({ data }) => connection.receive(JSON.parse(data));
models.loaded(FIRST);
ready().then(() => postMessage("open"));
