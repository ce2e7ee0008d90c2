"""Command line: write the page of all forms of dates, with an example of each.

python -m tnpcore.sequences.dates [FOLDER]      dates.md (default: into docs)
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from random import Random

from tnpcore.markdown import table, write_pages
from tnpcore.sequences.dates import conventions
from tnpcore.sequences.dates.alphabet import LONGEST, symbols
from tnpcore.sequences.dates.conventions import FIRST_YEAR, LAST_YEAR, LOCALES, WINDOW
from tnpcore.sequences.dates.forms import FORMS, KINDS, Form, parts, render, tokens
from tnpcore.sequences.dates.noise import noisy
from tnpcore.sequences.dates.nothing import TEXTS, TOKEN
from tnpcore.sequences.dates.sampling import LEAP_DAYS, MIXTURE, days

DAY = date(2031, 4, 3)
TITLES = {
    "written": "Written out, with the name of the month",
    "numeric": "Numeric, with a locale token",
    "era": "Japanese eras",
    "ordinal": "Ordinal dates of ISO 8601: the day of the year",
    "week": "Weeks of ISO 8601 (needs arithmetic)",
    "century": "A century that only the weekday settles (needs arithmetic)",
}


def page() -> str:
    """The page as Markdown."""
    parts_ = [_introduction(), "\n## Conventions\n", _conventions(), "\n## Forms\n"]
    for kind in KINDS:
        parts_ += [f"\n### {TITLES[kind]}\n", _forms(kind)]
    return "".join([*parts_, "\n## No date\n\nThe target is `?`.\n", _no_date(), "\n## Noise\n", _noise()])


def _introduction() -> str:
    held, every = len(days(True)), len(days(True)) + len(days(False))
    trained = sum(not form.held_out for form in FORMS)
    languages = len(conventions.LANGUAGES)
    source, target = symbols()
    mixture = ", ".join(f"{kind} {share:.0%}" for kind, share in MIXTURE.items())
    return f"""# Dates as people write them

Written by `python -m tnpcore.sequences.dates` from the tables in `tnpcore/sequences/dates/`. The source is a text, the
target its date in ISO 8601 (`2031-04-03`) or `?`. There are {len(FORMS)} forms in {languages} languages;
{len(FORMS) - trained} of them are held out: measured and never trained on. Names of months and weekdays are those of
the Babel library (`python -m tnpcore.sequences.dates.babel_names` writes them into a table), and its own formats full,
long, medium and short of every locale are among the forms.

- Years: {FIRST_YEAR} to {LAST_YEAR}. Two centuries, so that two-digit years need a rule; 1900 is no leap year, 2000 is.
- Held-out days: those whose ISO 8601 date has a checksum (CRC-32) that 10 divides: {held:,} of {every:,}. No training
  text has such a day.
- Source: {len(source)} symbols ({len(LOCALES)} locale tokens, each one symbol), at most {LONGEST} in a text. Target:
  {len(target)} symbols.
- Mixture: {mixture}. In training {LEAP_DAYS:.0%} of
  the days are a 29 February.
- Every text has one date: a test renders all forms on all days and finds no text with two.
"""


def _conventions() -> str:
    eras = ",\n  ".join(f"{era.name} ({era.letter}) from {era.first.isoformat()}" for era in conventions.ERAS)
    rows = [[f"`{token}`", locale.language, _code([locale.numeric[0]])] for token, locale in LOCALES.items()]
    return f"""
- **Two-digit years** without a weekday lie from {WINDOW} to {WINDOW + 99}, as in POSIX. Beside a weekday, the weekday
  settles the century: no date falls on the same weekday in both.
- **Locale token**: always before a numeric form (without one, `3/4/2031` has two dates, so its target is `?`), and
  before {TOKEN:.0%} of the others in a language. ISO 8601 needs none.
- **Eras**: {eras}.
  The day of the change belongs to the new era; year 1 is also 元.
- A weekday beside a full year is always the right one; what a model makes of a wrong one is not defined.
{table("token|language|first numeric form", rows)}"""


def _forms(kind: str) -> str:
    rows = [
        [f"`{form.locale}`", _code([form.pattern]), _code([_example(form)]), "held out" if form.held_out else ""]
        for form in FORMS
        if form.kind == kind
    ]
    return table(f"locale|pattern|{DAY.isoformat()}|", rows)


def _example(form: Form) -> str:
    before = f"{form.locale} " if form.kind == "numeric" and tokens(form) else ""
    return before + "".join(render(form, parts(DAY)))


def _no_date() -> str:
    random = Random(0)
    rows = [[name, f"{share:.0%}", _code(make(random) for _ in range(3))] for name, (share, make) in TEXTS.items()]
    return table("group|share|examples", rows)


def _noise() -> str:
    random, form = Random(3), next(form for form in FORMS if form.name == "en-US EEEE, MMMM d, y")
    texts = {noisy(form, render(form, parts(DAY)), random): None for _ in range(40)}
    return f"""
Typing errors occur in names of months of four letters and more, one edit each, and leave the name at least two edits
(deletion, transposition, substitution, insertion) away from every other month of any language. A comma, a full stop or
the space behind them may be missing, letters may all be small or capital, spaces may be no-break or narrow (`split`
makes them plain). No digit changes. One form, several times:

{"".join(f"- `{' '.join(text.split())}`" + chr(10) for text in list(texts)[:8])}"""


def _code(texts: Iterable[str]) -> str:
    return ", ".join(f"`{' '.join(text.split())}`" for text in texts)


def main() -> None:
    """Write the page."""
    [written] = write_pages("tnpcore.sequences.dates", __doc__, {"dates.md": page})
    print(f"{written}: {len(FORMS)} forms")


if __name__ == "__main__":
    main()
