"""The board's ES modules as one module (and its style sheets as one): one request instead of ninety, and no build step.

Every module becomes a function that returns its exports, in the order of its imports; the last one is `main`. The
module `state/limits.js` has no file: it is written here from the constants that Python checks with.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

from pages.shared.board.limits import LIMITS
from pages.shared.scene.palette import properties

FOLDER = Path(__file__).parent
STYLES = (
    "board",
    "layout",
    "readings",
    "marks",
    "symbols",
    "box",
    "pixels",
    "editing",
    "tools",
    "playback",
    "story",
    "presenter",
    "room",
)
GENERATED = {"state/limits": "".join(f"export const {name} = {value};\n" for name, value in LIMITS.items())}

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.\.?/[a-z_/.]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (default )?(const|let|function|class) (\w+)", re.MULTILINE)


@cache
def sources(entry: str = "main", folder: Path = FOLDER) -> str:
    """One ES module: `entry` and everything that it imports.

    Args:
        entry: path of a module below `folder`, without its ending.
        folder: holds the modules.

    Returns:
        JavaScript whose default export is the entry's own, or an object of its named exports where it has none.

    Raises:
        ValueError: a module imports or exports in a form that the bundler does not know, or imports itself by a detour.
        FileNotFoundError: an imported module does not exist.
    """
    modules: dict[str, str | None] = {}
    _collect(entry, modules, folder)
    default = ".default" if re.search(r"^export default ", _text(entry, folder), re.MULTILINE) else ""
    return "".join(text or "" for text in modules.values()) + f"export default {_variable(entry)}{default};\n"


@cache
def styles() -> str:
    """The style sheet."""
    return properties() + "".join((FOLDER / "css" / f"{name}.css").read_text("utf-8") for name in STYLES)


def _text(name: str, folder: Path) -> str:
    return GENERATED.get(name) or (folder / f"{name}.js").read_text("utf-8")


def _variable(name: str) -> str:
    """ "plot/axes" -> "$plot_axes"."""
    return "$" + name.replace("/", "_")


def _collect(name: str, modules: dict[str, str | None], folder: Path) -> None:
    """Add the module of that name to `modules`, after everything that it imports."""
    modules[name] = None  # begun
    text = _text(name, folder)

    def resolved(path: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))

    for _, path in _IMPORT.findall(text):
        imported = resolved(path)
        if imported not in modules:
            _collect(imported, modules, folder)
        elif modules[imported] is None:
            raise ValueError(f"{name}.js and {imported}.js import each other")
    exported = [f"{'default: ' if default else ''}{word}" for default, _, word in _EXPORT.findall(text)]
    body = _IMPORT.sub(lambda m: f"const {{{m[1]}}} = {_variable(resolved(m[2]))};", text)
    body = _EXPORT.sub(lambda m: f"{m[2]} {m[3]}", body)
    if left := re.search(r"^(import|export)\b.*$", body, re.MULTILINE):
        raise ValueError(f"{name}.js: only named imports and exported declarations can be bundled, found {left[0]!r}")
    del modules[name]  # so that it comes after what it imports
    modules[name] = f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
