"""Writes the folder: `python -m demo FOLDER`."""

from __future__ import annotations

import hashlib
import json
import lzma
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from html import escape
from pathlib import Path

from demo.fixed_point import store_fixed_point
from demo.lessons import BITS, LESSONS, MODELS, file_of, javascript
from pages.lecture import PLAN
from pages.shared.board.bundle import sources, styles
from pages.shared.drawing.presets import PRESETS
from pages.shared.glossary.glossary import entries, script
from pages.shared.lesson.board_data import story_data
from pages.shared.lesson.course import Course
from pages.shared.lesson.hidden_parts import PARTS
from pages.shared.lesson.lesson import Lesson
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import X_VIEW
from pages.shared.server.streamlit_ways import STATIC
from tnpcore.export import export

HERE = Path(__file__).parent
RUNTIME = {
    "LICENSE": "2f07c72751aed99790b8a4869cf2311df85a860b22ded05fa22803587a48922c",
    "ort.wasm.min.mjs": "4a35749f6eb01d9fbdde5a7174e631c85319373af64646372f65abc0f2fc1986",
    "ort-wasm-simd-threaded.mjs": "745eb7c0ce6f18a6aa521971b2877babc7ffb27eecb58ab3bc6e5ef4692672e8",
    "ort-wasm-simd-threaded.wasm.lzma": "9eae433c76639bf445adc7b378f387ae69f9a49bea55877eb7ceb874fe642c9d",
}
# Of what a model's file has most: bytes that say nothing of the next.
PACKED = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]


def build(folder: Path) -> None:
    """Write everything into the folder, which is made if need be; what is there is replaced file by file.

    Raises:
        ValueError: a file of ONNX Runtime is not the one that is pinned.
    """
    write_workers(folder)
    (folder / "board.js").write_text(_without_comments(sources()), "utf-8")
    (folder / "board.css").write_text(styles() + (HERE / "page" / "board.css").read_text("utf-8"), "utf-8")
    (folder / "glossary.js").write_text(script(), "utf-8")
    for name in ("page.js", "page.css"):
        shutil.copy(HERE / "page" / name, folder / name)
    shutil.copy(font(), folder / "source-sans.woff2")
    for lesson in LESSONS:
        (folder / address(lesson)).write_text(_page(lesson), "utf-8")


def write_workers(folder: Path) -> None:
    """Write what responds in a browser: `worker.js`, the models and their runtime; replaces file by file.

    Raises:
        ValueError: a file of ONNX Runtime is not the one that is pinned.
    """
    for part in ("models", "onnxruntime"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    _copy_runtime(folder / "onnxruntime")
    checksums = _write_models(folder)
    (folder / "worker.js").write_text(_worker(javascript(checksums)), "utf-8")


def address(lesson: Lesson) -> str:
    """The lesson's page in the folder."""
    return "index.html" if lesson is LESSONS[0] else f"{lesson.name}.html"


def font() -> Path:
    """The app's own typeface, which Streamlit brings: a step that fits the screen there fits here."""
    (file,) = STATIC.rglob("SourceSansVF-Upright*.woff2")
    return file


def _copy_runtime(folder: Path) -> None:
    for name, pinned in RUNTIME.items():
        content = (HERE / "onnxruntime" / name).read_bytes()
        found = hashlib.sha256(content).hexdigest()
        if found != pinned:
            raise ValueError(f"{name} must have the sha256 {pinned}, it has {found}")
        (folder / name).write_bytes(content)


def _write_models(folder: Path) -> dict[str, str]:
    """The compressed graphs; gives the checksum of each."""
    checksums = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in MODELS:
            file = Path(scratch) / "model.onnx"
            export(model(name), file)
            store_fixed_point(file, BITS[name])
            content = file.read_bytes()
            checksums[name] = hashlib.sha256(content).hexdigest()
            (folder / file_of(name)).write_bytes(lzma.compress(content, lzma.FORMAT_ALONE, filters=PACKED))
    return checksums


def _worker(lessons: str) -> str:
    """All of the worker as one module."""
    with tempfile.TemporaryDirectory() as scratch:
        for file in (HERE / "runtime").glob("*.js"):
            shutil.copy(file, scratch)
        (Path(scratch) / "lessons.js").write_text(lessons, "utf-8")
        return _without_comments(sources("worker", Path(scratch)))


def _without_comments(script: str) -> str:
    """A tenth smaller, compressed; only lines of their own."""
    return "".join(line for line in script.splitlines(keepends=True) if not line.lstrip().startswith("//"))


def _page(lesson: Lesson) -> str:
    data = {"lesson": _data(lesson), "glossary": [asdict(entry) for entry in entries()]}
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")  # no end of the element that holds it
    html = (HERE / "page" / "page.html").read_text("utf-8")
    return html.replace("{title}", escape(f"{lesson.title} · Neural processes")).replace("{data}", text)


def _data(lesson: Lesson) -> Mapping[str, object]:
    """What `pages.shared.board.component` hands to the board, for a page that shows the story alone."""
    story = story_data(lesson, Course.of(LESSONS))
    addresses = {each.name: address(each) for each in LESSONS}
    doors = [{**door, "opens": {PLAN: "present"}.get(door["opens"], door["opens"])} for door in story["doors"]]
    story["doors"] = [door for door in doors if door["opens"] in {"course", "present", *addresses}]
    story["course"] = [{**entry, "address": addresses[entry["name"]], "place": None} for entry in story["course"]]
    return {
        "lesson": lesson.name,
        "points": [list(pair) for pair in PRESETS[lesson.stage.first]],
        "own": lesson.controls.starts(),
        "units": None,
        "scene": None,
        "seq": None,
        "hand": None,
        "controls": lesson.controls.defaults(),
        "sliders": lesson.controls.sliders(),
        "live": "worker.js",
        "height": lesson.height,
        "story": {**story, "end": None, "step": None},
        "lab": False,
        "verdict": None,
        "hide": [],
        "parts": PARTS,
        "home": list(X_VIEW),
    }
