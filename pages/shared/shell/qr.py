"""A link as a QR code, so that a class can follow from its phones. Pure."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

EASY = 270  # bytes: at most 57 squares across (version 10), which a phone reads from the last row


@lru_cache(maxsize=64)
def qr_svg(url: str) -> str:
    """The QR code of a link as SVG text without a size of its own: black on white in either theme, because many
    cameras read nothing else, with the quiet margin that the standard (ISO/IEC 18004) requires.

    Raises ValueError when the link is longer than a QR code can hold (2,953 bytes).
    """
    try:
        # A shorter link needs fewer, larger squares, which are seen from further away; what room is left over goes
        # into error correction.
        code = segno.make_qr(url, error="l", boost_error=True)
    except segno.DataOverflowError:
        raise ValueError(f"a QR code holds links of up to 2,953 bytes, got one of {len(url.encode()):,}") from None
    out = io.BytesIO()
    code.save(out, kind="svg", xmldecl=False, border=4, dark="#000", light="#fff", omitsize=True)
    return out.getvalue().decode()
