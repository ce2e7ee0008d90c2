// The page around the board, in place of Streamlit: it mounts board and glossary in a shadow tree as Streamlit does, and
// acknowledges commits. `lesson` is what Python would hand to the board, `glossary` its terms.
import mount from "./board.js";
import define from "./glossary.js";

const { lesson, glossary } = JSON.parse(document.getElementById("lesson").textContent);
const host = document.getElementById("board");
const tree = host.attachShadow({ mode: "open" });
const link = document.createElement("link");
Object.assign(link, { rel: "stylesheet", href: "board.css" });
const root = Object.assign(document.createElement("div"), { className: "board" });
root.dataset.testid = "board";
tree.append(link, root);

// A link may hold points, "x,y;x,y", as the app's links do.
const pairs = (new URLSearchParams(location.search).get("p") ?? "").split(";").map((pair) => pair.split(",").map(Number));
const drawn = pairs.filter((pair) => pair.length === 2 && pair.every(Number.isFinite));
if (drawn.length) lesson.points = drawn;

let data = { ...lesson, session: crypto.getRandomValues(new Uint32Array(1))[0].toString(16), step: null };
const step = Number(new URLSearchParams(location.search).get("step"));
if (Number.isInteger(step) && step > 0) data.story.step = step;

function update(change) {
  data = { ...data, ...change };
  mount({ parentElement: tree, data, setStateValue, setTriggerValue: () => {} });
}

let points = lesson.points; // as they were committed last

// Without a server there is no code to scan: the link alone.
function linkTo({ step }) {
  const link = new URL(location.pathname, location.href);
  link.search = `${step ? `step=${step}&` : ""}p=${points.map((pair) => pair.join(",")).join(";")}`;
  return { link: link.href, svg: "", note: "" };
}

function setStateValue(name, value) {
  if (name === "draw") {
    points = value.points;
    setTimeout(() => update({ rev: value.rev }));
  }
  if (name === "share") setTimeout(() => update({ share: linkTo(value) }));
}

link.addEventListener("load", () => {
  update({});
  define({ data: { terms: glossary } });
});
