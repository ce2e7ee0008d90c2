"""Which files of the project a file in Python reaches by its imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@cache
def imports(file: Path) -> frozenset[Path]:
    """The files of the project that a file in Python imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            place = ROOT / name.replace(".", "/")
            found |= {path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()}
    return frozenset(found)


@cache
def distances(start: Path) -> dict[Path, int]:
    """How many imports lead from a file to each that it reaches."""
    found, level, far = {start: 0}, {start}, 0
    while level:
        far += 1
        level = {path for each in level for path in imports(each)} - found.keys()
        found |= dict.fromkeys(level, far)
    return found
