"""A module of the board without a page, in the Node that comes with Playwright."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import playwright

from pages.shared.board.bundle import sources

NODE = Path(playwright.__file__).parent / "driver/node"
_RUN = """
const { default: module } = await import(`data:text/javascript,${encodeURIComponent(%s)}`);
const called = %s;
console.log(JSON.stringify(await Promise.all(%s.map((given) => called(...given)))));
"""


def results(entry: str, called: str, arguments: list[list[Any]]) -> list[Any]:
    """What a function returns for each list of arguments: one that the module `entry` exports, by its name, or one in
    JavaScript that calls this `module`."""
    function = f"module[{json.dumps(called)}]" if called.isidentifier() else called
    script = _RUN % (json.dumps(sources(entry)), function, json.dumps(arguments))
    command = [str(NODE), "--input-type=module"]
    run = subprocess.run(command, input=script, capture_output=True, text=True, check=True, timeout=60)
    return json.loads(run.stdout)
