"""The board's ES modules as one module (and its style sheets as one): one request instead of thirty, and no build step.

Every module becomes a function that returns its exports, in the order of its imports; the last one is `main`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pages.shared.scene.palette import properties

FOLDER = Path(__file__).parent
STYLES = ("board", "layout", "reading", "marks", "editing", "tools", "beats", "presenter")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (default )?(const|let|function|class) (\w+)", re.MULTILINE)


@cache
def sources() -> str:
    """One ES module with the default export of `main.js`.

    Raises:
        ValueError: a module imports or exports in a form that the bundler does not know.
    """
    modules: dict[str, str] = {}
    _collect("main", modules)
    return "".join(modules.values()) + "export default $main.default;\n"


@cache
def styles() -> str:
    """The style sheet."""
    return properties() + "".join((FOLDER / f"{name}.css").read_text("utf-8") for name in STYLES)


def _collect(name: str, modules: dict[str, str]) -> None:
    """Add the module of that name to `modules`, after everything that it imports."""
    text = (FOLDER / f"{name}.js").read_text("utf-8")
    for _, imported in _IMPORT.findall(text):
        if imported not in modules:
            _collect(imported, modules)
    exported = [f"{'default: ' if default else ''}{word}" for default, _, word in _EXPORT.findall(text)]
    body = _IMPORT.sub(lambda m: f"const {{{m[1]}}} = ${m[2]};", text)
    body = _EXPORT.sub(lambda m: f"{m[2]} {m[3]}", body)
    if left := re.search(r"^(import|export)\b.*$", body, re.MULTILINE):
        raise ValueError(f"{name}.js: only named imports and exported declarations can be bundled, found {left[0]!r}")
    modules[name] = f"const ${name} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
