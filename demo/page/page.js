// The page around the board, in place of Streamlit: it mounts board and glossary in a shadow tree as Streamlit does, and
// keeps the newest snapshot. `lesson` is what Python would hand to the board, `glossary` its terms.
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

let data = { ...lesson, step: null };
const step = Number(new URLSearchParams(location.search).get("step"));
if (Number.isInteger(step) && step > 0) data.story.step = step;

function update(change) {
  data = { ...data, ...change };
  mount({ parentElement: tree, data, setStateValue, setTriggerValue: () => {} });
}

// Without a server there is no code to scan: the link alone.
function linkTo({ step, count }) {
  const link = new URL(location.pathname, location.href);
  link.search = `${step ? `step=${step}&` : ""}p=${data.points.map((pair) => pair.join(",")).join(";")}`;
  return { link: link.href, svg: "", note: "", count };
}

function setStateValue(name, value) {
  const { points, controls, units, seq } = value;
  if (name === "draw") setTimeout(() => update({ points, own: controls, units, seq }));
  if (name === "share") setTimeout(() => update({ share: linkTo(value) }));
}

link.addEventListener("load", () => {
  update({});
  define({ data: { terms: glossary } });
});
