"""The lessons' boards without Streamlit, as an app of their own for `uvicorn tests.boards:app`.

What a test claims of the board needs no script and none of Streamlit's code, which cost a page three times what all
else does. An address opens what it opens in the app: a lesson, `step`, `lab=1`, a drawing, choices by their parameters.
Socket, rooms, code and security policy are the app's; a snapshot that the board commits comes back as Python's copy.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from app import prepare_graphs
from demo.build import HERE as DEMO
from demo.build import font
from pages.lessons import LESSONS
from pages.shared.board.bundle import styles
from pages.shared.drawing import codec
from pages.shared.drawing.presets import PRESETS
from pages.shared.drawing.state import DrawingState
from pages.shared.glossary.glossary import entries, script
from pages.shared.lesson.board_data import story_data
from pages.shared.lesson.controls import specs
from pages.shared.lesson.course import END, Course
from pages.shared.lesson.hidden_parts import PARTS, hidden
from pages.shared.lesson.lesson import Lesson
from pages.shared.live.socket import live_route
from pages.shared.proof import PROOF
from pages.shared.proof.routes import proof_route
from pages.shared.proof.secret import SECRET
from pages.shared.room.rooms import Rooms
from pages.shared.room.routes import room_routes
from pages.shared.scene.marks import X_VIEW
from pages.shared.server.board_assets import Asset, modules_route
from pages.shared.server.headers import Headers, content_security_policy
from pages.shared.server.startup import tuned

COURSE = Course.of(LESSONS.values())
PAGE = (DEMO / "page" / "page.html").read_text("utf-8")
MOUNT = """
import first from "./board/main.js";
import define from "./glossary.js";

const read = (page) => JSON.parse(page.getElementById("lesson").textContent);
const tree = document.getElementById("board").attachShadow({ mode: "open" });
const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "board.css" });
tree.append(link);
let [mount, count] = [first, 0];
let data, root, cleanup;

function update(change) {
  data = { ...data, ...change };
  cleanup = mount({ parentElement: tree, data, setStateValue, setTriggerValue: () => {} });
}

function open(lesson) {
  root = Object.assign(document.createElement("div"), { className: "board" });
  root.dataset.testid = "board";
  tree.append(root);
  data = {};
  update(lesson);
}

function setStateValue(name, value) {
  const { points, controls, units, seq } = value;
  const change = { draw: { points, own: controls, units, seq }, mode: { lab: value.lab } }[name];
  const mounted = root;
  if (change) setTimeout(() => mounted === root && update(change));
}

// For a test that plays Python's part: the page's `update` of tests/bare.py, and what a widget of the page does.
window.update = update;
window.choose = (controls) => update({ controls: { ...data.controls, ...controls } });

// What a new window with this address shows, in less time: of all that is loaded only the board's modules begin anew,
// which keep in mind what was drawn and guessed.
globalThis.openAfresh = async (address) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  root.remove();
  cleanup();
  await new Promise(setTimeout); // the board ends then, too
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState({}, "", address);
  scrollTo(0, 0);
  mount = (await import(`./board/main.js?${++count}`)).default; // which reads the address, and what is kept
  open(read(page).lesson);
};

link.addEventListener("load", () => {
  const { lesson, terms } = read(document);
  open(lesson);
  define({ data: { terms } });
});
"""
EMPTY = '<!doctype html><title>frames</title><link rel="icon" href="data:,"><body>'  # for tests.frames
# Streamlit's bar above a page, and its block's edges.
ROOM = "main { padding: 3.75rem 1rem 1rem; } @media (max-width: 640px) { main { padding: 3.5rem 0.6rem 0.6rem; } }"


def shown(lesson: Lesson, said: Mapping[str, str]) -> dict[str, object]:
    """What `pages.shared.board.component` hands to the board of a page with these parameters."""
    drawn = codec.from_link(said) if "v" in said else DrawingState(PRESETS[lesson.stage.first])
    chosen = lesson.controls.chosen(said)
    defaults = lesson.controls.defaults()
    of_page = {name: defaults[name] for name, spec in specs(lesson.controls).items() if spec.owner == "page"}
    lab = said.get("lab", "0") != "0" or ("v" in said and "step" not in said) or "hide" in said or not lesson.story
    story = {**story_data(lesson, COURSE), "end": END, "proof": PROOF, "step": int(said.get("step", 0)) or None}
    return {
        "lesson": lesson.name,
        "points": [list(pair) for pair in drawn.points],
        "own": {**lesson.controls.starts(), **drawn.controls},
        "units": drawn.units.wire() if drawn.units else None,
        "scene": None,
        "seq": None,
        "hand": None,
        "controls": {**of_page, **chosen},
        "sliders": lesson.controls.sliders(drawn.controls),
        "live": "live",
        "workers": None,
        "height": lesson.height,
        "home": list(getattr(lesson.controls(), "view", X_VIEW)),
        "story": {**story, "linked": {**chosen, **drawn.controls}} if lesson.story else None,
        "lab": lab,
        "verdict": None,
        "growing": False,
        "hide": sorted(hidden(said.get("hide", "")).parts) if lab else [],
        "parts": PARTS,
    }


async def page(request: Request) -> Response:
    """The page of a lesson, with its board alone."""
    name = request.path_params.get("lesson") or "home"
    if name not in LESSONS:
        raise HTTPException(404)
    data = {"lesson": shown(LESSONS[name], request.query_params), "terms": [asdict(entry) for entry in entries()]}
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    preloaded = PAGE.replace('href="board.js"', 'href="board/main.js"')
    return HTMLResponse(preloaded.replace("{title}", LESSONS[name].title).replace("{data}", text))


@cache
def files() -> dict[str, Asset]:
    """What the page loads beside the board's code."""
    return {
        "page.js": Asset(MOUNT.encode()),
        "page.css": Asset(((DEMO / "page" / "page.css").read_text("utf-8") + ROOM).encode(), "text/css"),
        "board.css": Asset(styles().encode(), "text/css"),
        "glossary.js": Asset(script().encode()),
        "source-sans.woff2": Asset(font().read_bytes(), "font/woff2"),
    }


async def file(request: Request) -> Response:
    """One of those files."""
    return files()[request.url.path.strip("/")].response(request)


app = Starlette(
    routes=[
        Route("/_stcore/health", lambda request: PlainTextResponse("ok")),
        Route("/favicon.ico", lambda request: Response(status_code=204)),
        live_route("/live", LESSONS),
        modules_route("/board"),
        proof_route(f"/{PROOF}", LESSONS, SECRET),
        *room_routes("", LESSONS, Rooms(None)),
        *(Route(f"/{name}", file) for name in files()),
        Route("/frames", lambda request: HTMLResponse(EMPTY)),
        Route("/", page),
        Route("/{lesson}", page),
    ],
    middleware=[Middleware(Headers, policy=content_security_policy([]))],
    lifespan=tuned(prepare_graphs),
)
