"""Dates as people write them, and ISO 8601: texts with exactly one date each, by construction.

`sample` draws the training mixture, `evaluation_set` is fixed, `split` gives the symbols of a text. The other way
round, `sample_writing` and `written_forms`. Babel renders the names of months and days into a table once
(`babel_names.py`); nothing else needs it. `docs/dates.md` lists all forms.
"""

from tnpcore.sequences.dates.alphabet import LONGEST, plain, split, symbols
from tnpcore.sequences.dates.conventions import LANGUAGES, LOCALES, NO_DATE
from tnpcore.sequences.dates.forms import FORMS, Form
from tnpcore.sequences.dates.sampling import Example, days, evaluation_set, is_held_out, kinds, sample, sample_kind
from tnpcore.sequences.dates.writing import (
    WritingExample,
    names_the_weekday,
    sample_writing,
    split_source,
    writing_symbols,
    written_distribution,
    written_forms,
)

__all__ = [
    "FORMS",
    "LANGUAGES",
    "LOCALES",
    "LONGEST",
    "NO_DATE",
    "Example",
    "Form",
    "WritingExample",
    "days",
    "evaluation_set",
    "is_held_out",
    "kinds",
    "names_the_weekday",
    "plain",
    "sample",
    "sample_kind",
    "sample_writing",
    "split",
    "split_source",
    "symbols",
    "writing_symbols",
    "written_distribution",
    "written_forms",
]
