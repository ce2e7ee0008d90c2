"""A person's own tables: from a text or a file to columns of numbers, dates and text. Pure; knows no Streamlit.

`read_table` and `read_file` give a `Table`, or raise `OpenQuestion` where there are two readings, or a ValueError that
names the line, what was assumed and what to change. One file per decision: `lines`, `separator`, `parts` (which of
several tables), `formulas`, `layout` (header and prose), `totals`, `errors`, `numerals`, `dates`, `missing`, `wide`,
and `shapes` and `lattice` for texts that bring their own structure.
"""

from pages.shared.drawing.table.content import NO_DAY, Column, Decisions, Skipped, Table
from pages.shared.drawing.table.errors import error_of
from pages.shared.drawing.table.files import MAX_BYTES, TYPES, decoded, read_file
from pages.shared.drawing.table.question import OpenQuestion, Option
from pages.shared.drawing.table.read import read_table
from pages.shared.drawing.table.words import in_words

__all__ = [
    "MAX_BYTES",
    "NO_DAY",
    "TYPES",
    "Column",
    "Decisions",
    "OpenQuestion",
    "Option",
    "Skipped",
    "Table",
    "decoded",
    "error_of",
    "in_words",
    "read_file",
    "read_table",
]
