"""What the judges of reading find: every number is the model's own, or stands on its card."""

from __future__ import annotations

import re
from datetime import date

from pages.decoding.controls import FREE, DecodingControls
from pages.decoding.reading import complaint, exact_by_kind, model, read, read_freely
from pages.decoding.reading_panels import View
from pages.shared.lesson.story import Moment, Verdict, chosen
from tnpcore.sequences.dates import split

NEARLY_ALL, HALF = 0.9, 0.5

FORCED = ("Only that letter changes", "The next letter changes, too", "It gives up: ?, no date")
WEEKS = ("Nearly all", "About half", "Fewer than a quarter")


def typed(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether another text was typed, and another date came of it."""
    if split(now.controls.text) == split(before.controls.text):
        return None
    if why := complaint(now.controls.text, now.controls.model):
        return Verdict(False, why)
    then, here = (read_freely(one.controls.model, one.controls.text) for one in (before, now))
    if here.text == "?":
        return Verdict(False, "It writes ?: so far this is no date. Complete the text.")
    if here.text == then.text:
        return Verdict(False, f"Another text, the same date: {here.text}. Change a number or the month.")
    count = model(now.controls.model).longest
    # No date is named: the text changes on while this stands.
    because = "because for every letter that it writes it looks at the text anew"
    return Verdict(True, f"Another text, another date, {because}. It can read up to {count} letters.")


def forbade(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """What a forbidden cell does to the date."""
    view = _view(now.controls)
    cells = now.controls.forbidden(len(split(now.controls.text)))
    if view is None or not cells:
        return None
    row, column = cells[-1]
    name = view.found.source[column] if view.found.source[column] != " " else "the space"
    if view.found.text == view.free.text:
        return Verdict(
            False,
            f"Without {name} for letter {row + 1} it still writes {view.found.text}: others know it. Try a digit.",
        )
    because = "because where it must not look, it guesses"
    return Verdict(True, f"It wrote {view.free.text}, and now {view.found.text}, {because}.")


def followed(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What follows a letter that the decoder was forced to write."""
    view = _view(now.controls)
    if view is None or now.controls.force == FREE:
        return None
    place, letter = now.controls.query, now.controls.force
    if place >= len(view.free.written) or view.free.written[place] == letter:
        return Verdict(False, f"{letter} is its own choice there. Force another letter.")
    truth = after(view, place)
    text = f"With {letter} forced, it writes {view.found.text}"
    if truth == 1:
        text += f", because it reads its own output, too: after {''.join(view.found.written[: place + 1])} it expects "
        text += view.found.written[place + 1]
    overlooked = (
        "Every letter depends on those written before, as in the dates of training.",
        "Here the text decides what comes next, whatever stands before.",
        "It was never trained to notice a mistake of its own.",
    )
    return chosen(f"{text}.", guess, truth, overlooked)


def after(view: View, place: int) -> int:
    """What followed a forced letter: nothing else changed, other letters changed, or it stopped at once."""
    found, free = view.found.written, view.free.written
    if found == (*free[:place], found[place], *free[place + 1 :]):
        return 0
    return 2 if found[place + 1 :] in ((), ("?",)) else 1


def weeks(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How many dates given by ISO week are read right."""
    shares = exact_by_kind(now.controls.model)
    share, error = shares["week"]
    truth = 0 if share >= NEARLY_ALL else 1 if share >= HALF / 2 else 2
    more = f"{share:.1%} (± {error:.1%}) of them; written out {shares['written'][0]:.1%}."
    if wanted := _of_week(now.controls.text):
        here = read_freely(now.controls.model, now.controls.text).text
        more = f"Here it writes {here}; right is {wanted}. {more}"
    century = shares["century"][0]
    more += f" Of Thursday, 3 April 31 only the weekday says which century: {century:.0%}, a coin gives 50%."
    text = f"{WEEKS[truth]}, {share:.0%}, because weeks need a calendar, which no letter of the text shows."
    if truth == 0:
        text = f"{WEEKS[truth]}, {share:.0%}."
    overlooked = ("Letters alone do not say on which day a year begins.", "It is less.", "It is more.")
    return chosen(text, guess, truth, overlooked if truth == 2 else ("It is less.", "It is more.", "It is more."), more)


def _of_week(text: str) -> str:
    """The date that an ISO week with its day names; "" for any other text."""
    found = re.fullmatch(r"(\d{4})-W(\d\d)-([1-7])", text.strip())
    if not found:
        return ""
    try:
        return date.fromisocalendar(*map(int, found.groups())).isoformat()
    except ValueError:  # week 53 of a year that has 52
        return ""


def _view(controls: DecodingControls) -> View | None:
    """What is shown; None where nothing can be read."""
    if complaint(controls.text, controls.model):
        return None
    return View(controls, read(controls), read_freely(controls.model, controls.text))
