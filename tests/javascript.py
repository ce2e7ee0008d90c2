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
console.log(JSON.stringify(%s.map((given) => module[%s](...given))));
"""


def results(entry: str, name: str, arguments: list[list[Any]]) -> list[Any]:
    """What the function `name` of the module `entry` returns for each list of arguments."""
    script = _RUN % tuple(json.dumps(part) for part in (sources(entry), arguments, name))
    command = [str(NODE), "--input-type=module"]
    run = subprocess.run(command, input=script, capture_output=True, text=True, check=True, timeout=60)
    return json.loads(run.stdout)
