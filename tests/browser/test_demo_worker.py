"""Parts of the folder's worker by themselves: what unpacks its files."""

import json
import lzma
import random

import numpy as np
import pytest

from demo.build import HERE
from pages.shared.board.bundle import sources

RANDOM = random.Random(1)
UNPACK = """
([module, packed]) => import(URL.createObjectURL(new Blob([module], { type: "text/javascript" })))
  .then((module) => JSON.stringify(Array.from(module.default.lzma(Uint8Array.from(packed)))))
"""
CONTENTS = {
    "nothing": b"",
    "one byte": b"\xff",
    "text": b"".join(b"%d points, %d targets\n" % (i % 7, i * i) for i in range(2000)),
    "zeros": bytes(70_000),
    "noise": RANDOM.randbytes(30_000),
    "repeated noise": (part := RANDOM.randbytes(5000)) + b"between" + part[:4000] + part,
    "integers": np.random.default_rng(1).normal(0, 4000, 20_000).astype(np.int16).tobytes(),
}


@pytest.mark.parametrize("literal, numbers", [(3, (0, 2)), (0, (1, 1)), (4, (0, 0)), (0, (2, 2))])
def test_files_are_unpacked(page, literal, numbers):
    settings = {"lc": literal, "lp": numbers[0], "pb": numbers[1], "preset": 9}
    page.goto("about:blank")
    for name, content in CONTENTS.items():
        packed = lzma.compress(content, lzma.FORMAT_ALONE, filters=[{"id": lzma.FILTER_LZMA1, **settings}])
        found = page.evaluate(UNPACK, [sources("lzma", HERE / "runtime"), list(packed)])
        assert bytes(json.loads(found)) == content, name


def test_other_files_are_refused(page):
    page.goto("about:blank")
    with pytest.raises(Exception, match="a file packed by LZMA was required, it begins with 255"):
        page.evaluate(UNPACK, [sources("lzma", HERE / "runtime"), [255] * 20])
