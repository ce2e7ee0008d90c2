"""Files with errors in them, as damage and hasty typing make them: any of `tables/` and `kinds.json`, changed by a
seed."""

import random
from pathlib import Path

from tests.pages.shared.drawing.kinds import KINDS

FOLDER = Path(__file__).parent / "tables"
_PIECES = (
    *(b",", b";", b"\t", b"\n", b"\r\n", b'"', b"'", b"#", b"[", b"]", b"(", b")", b"{", b"}", b"|", b"\0", b" ", b"%"),
    *(
        b"1",
        b"-9999",
        b"1e999",
        b"NA",
        b"\xff",
        b"\xe2\x88\x92",
        b"2020-01-01",
        b"31/12/99",
        b"12:60",
        b"1.234",
        b"1,234",
    ),
    *(b"...", b"sep=;\n", b"\xef\xbb\xbf", b"x", b"2020", b"null", b":", b"\xc2\xb2"),
)


def mutated(seed: int) -> bytes:
    """A file with up to six changes: bytes left out, put in, exchanged, copied, or lines in another order."""
    rng = random.Random(seed)
    files = [file.read_bytes() for file in sorted(FOLDER.iterdir())] + [kind.text.encode() for kind in KINDS]
    data = rng.choice(files)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data) + 1)
        data = rng.choice(_CHANGES)(rng, data[:at], data[at:], rng.choice(files))
    return data


def _shuffled(rng: random.Random, head: bytes, tail: bytes, other: bytes) -> bytes:
    lines = (head + tail).split(b"\n")
    rng.shuffle(lines)
    return b"\n".join(lines)


_CHANGES = (
    lambda rng, head, tail, other: head + tail[rng.randint(1, 8) :],
    lambda rng, head, tail, other: head + rng.choice(_PIECES) + tail,
    lambda rng, head, tail, other: head + bytes([rng.randrange(256)]) + tail[1:],
    lambda rng, head, tail, other: head + other[:40] + tail,
    lambda rng, head, tail, other: head + tail[:30] * rng.randint(1, 20) + tail,
    _shuffled,
)
