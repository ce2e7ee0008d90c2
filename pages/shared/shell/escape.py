"""Text that somebody else has typed, shown as it stands: no link, no picture, no formula comes of it. Pure."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"([\\`*_\[\]()<>!#|~$])")
_ADDRESS = re.compile(r"(:)(?=//)|(?<=www)(\.)|(@)", re.IGNORECASE)


def plain(text: str) -> str:
    """The text with everything escaped that Markdown, as Streamlit reads it, would take for more than letters."""
    return _ADDRESS.sub(lambda found: f"\\{found[0]}", _MARKUP.sub(r"\\\1", text))
