"""Command line: write the names of months and weekdays of all locales, from Babel (the extra `dates` installs it).

python -m tnpcore.sequences.dates.babel_names      names.json, beside this module

This module alone imports Babel. Everything else reads the table.
"""

from __future__ import annotations

import json
from pathlib import Path

from babel import Locale

from tnpcore.sequences.dates.conventions import LOCALES

FILE = Path(__file__).with_name("names.json")


def names(locale: str) -> dict[str, list[str]]:
    """The names by their CLDR field: months from January (MMMM, MMM) and weekdays from Monday (EEEE, EEE).

    Args:
        locale: a locale token such as "en-GB".
    """
    found = Locale.parse(locale, sep="-")
    months, days = found.months["format"], found.days["format"]
    return {
        "MMMM": [months["wide"][month] for month in range(1, 13)],
        "MMM": [months["abbreviated"][month] for month in range(1, 13)],
        "EEEE": [days["wide"][day] for day in range(7)],
        "EEE": [days["abbreviated"][day] for day in range(7)],
    }


def table() -> str:
    """The whole file: one line for each field of each locale."""
    blocks = []
    for locale in LOCALES:
        fields = (
            f"    {json.dumps(field)}: {json.dumps(row, ensure_ascii=False)}" for field, row in names(locale).items()
        )
        blocks.append(f"  {json.dumps(locale)}: {{\n" + ",\n".join(fields) + "\n  }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def main() -> None:
    """Write the table."""
    FILE.write_text(table(), "utf-8")


if __name__ == "__main__":
    main()
