"""The glossary: every term that a page uses, with its definition, which opens where the term first appears on the page.

The definitions are data (`terms.toml`). One script finds the terms in the page's prose, that of the board included.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import streamlit as st

from pages.shared.models.catalogue import title

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Entry:
    """One term: its full name, how it stands in a text (`forms`), one sentence, and where to read on."""

    name: str
    forms: tuple[str, ...]
    means: str
    source: str
    model: str = ""


@cache
def entries() -> tuple[Entry, ...]:
    """All terms in the order of the file; a model's forms include its title on the pages."""
    listed = tomllib.loads((_HERE / "terms.toml").read_text("utf-8"))["term"]
    return tuple(Entry(**{**term, "forms": _forms(term)}) for term in listed)


def script() -> str:
    """One module that marks and opens the terms: the browser would need an address of its own for each import."""
    return "".join((_HERE / name).read_text("utf-8") for name in ("popover.js", "marking.js"))


_component = st.components.v2.component("glossary", js=script())


def _forms(term: dict) -> tuple[str, ...]:
    titles = [title(term["model"])] if "model" in term else []
    return tuple(dict.fromkeys([*term["forms"], *titles]))


def open_definitions_here() -> None:
    """Mount the script; once on a page, outside every fragment."""
    _component(key="glossary", data={"terms": [asdict(entry) for entry in entries()]})


def glossary_popover() -> None:
    """The button *Glossary*, with every definition: for terms that stand in a title, a label or a figure."""
    popover = st.popover("Glossary", key="glossary-list", on_change="rerun")
    if popover.open:
        by_name = sorted(entries(), key=lambda entry: entry.name.lower())
        popover.markdown("\n\n".join(f"**{entry.name}.** {entry.means} *{entry.source}*" for entry in by_name))
