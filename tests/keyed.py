"""Numbers that were measured once, of shipped weights above all: measured anew where these or the code have changed.

keyed.json holds each number with its key, the checksum of all that it depends on: the weights, and every file of the
project that the measuring file reaches by its imports. (Not the cards: they are shipped, and a key is of tests, too.)
`make test-all` heeds no key; `make test ARGS="--keep -k WORD"` writes what was measured.
"""

from __future__ import annotations

import fcntl
import hashlib
import inspect
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from tests.reached import ROOT, distances
from tnpcore import weights

STORE = Path(__file__).with_suffix(".json")


@cache
def _code(file: Path) -> str:
    """The checksum of all files that one reaches."""
    digest = hashlib.sha256()
    for each in sorted(distances(file)):
        digest.update(each.relative_to(ROOT).as_posix().encode() + each.read_bytes())
    return digest.hexdigest()


def key(measure: Callable[[], Any], models: Iterable[str], folder: Path | None = None) -> str:
    """The checksum of what a measurement depends on.

    Args:
        measure: what measures; its file and all that this reaches count.
        models: files of weights by name, without their ending, such as "tnpd-smooth".
        folder: where the weights are; by default those that are shipped.
    """
    digest = hashlib.sha256(_code(Path(inspect.getfile(measure))).encode())
    for name in models:
        digest.update(((folder or weights.shipped()) / f"{name}.safetensors").read_bytes())
    return digest.hexdigest()[:16]


class Keyed:
    """The numbers of a file by name.

    Args:
        store: the file; one that is missing holds none.
        anew: whether every number is measured again, whatever its key.
        keep: whether what was measured is written.
    """

    def __init__(self, store: Path = STORE, anew: bool = False, keep: bool = False):
        self._store, self._anew, self._keep = store, anew, keep

    def __call__(self, name: str, measure: Callable[[], Any], *models: str, folder: Path | None = None) -> Any:
        """The number of that name, as JSON holds it: the one that was kept where its key is still the same."""
        now = key(measure, models, folder)
        known = self._read().get(name, {})
        if known.get("key") == now and not self._anew:
            return known["value"]
        value = json.loads(json.dumps(measure()))
        if self._keep:
            self._write(name, {"key": now, "value": value})
        return value

    def _read(self) -> dict[str, dict[str, Any]]:
        return json.loads(self._store.read_text("utf-8")) if self._store.exists() else {}

    def _write(self, name: str, entry: dict[str, Any]) -> None:
        with self._store.with_suffix(".lock").open("w") as lock:  # several processes of the tests
            fcntl.flock(lock, fcntl.LOCK_EX)
            found = dict(sorted({**self._read(), name: entry}.items()))
            self._store.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
