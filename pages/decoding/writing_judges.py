"""What the judges of writing find: every number is computed by the model."""

from __future__ import annotations

from pages.decoding.controls import DecodingControls
from pages.decoding.writing import (
    PATIENCE,
    Output,
    best_exactly,
    best_of,
    by_beam,
    complaint,
    exactly,
    greedily,
    letter_probabilities,
    smallest_beam,
)
from pages.decoding.writing_panels import probability
from pages.shared.lesson.story import Moment, Verdict, chosen

BEST = ("Yes: every letter is the best one", "No: another text is more probable")
WANTED = 3  # the least beam width that the exercise is to need
WIDEST = 8


def best_letters(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whether the most probable letters make the most probable text."""
    day, language = now.controls.day, now.controls.language
    if why := complaint(day):
        return Verdict(False, why)
    ours, best = greedily(day, language), best_exactly(day, language, PATIENCE)
    truth = int(ours.text != best.text)
    more = f"Greedy: {_listed(ours)}. {_exact(now.controls)}: {_listed(best)}."
    smallest = smallest_beam(day, language, WIDEST) if truth else None
    if smallest:
        more += f" A beam, which keeps {smallest} beginnings at a time, finds it."
    more += f" {_led_away(now.controls, ours, best)}" if truth else ""
    if truth:
        text = f"No: {best.text} has {probability(best):.1%}, greedy's {ours.text} {probability(ours):.1%}, because a "
        text += "first choice shared by many texts wins."
    else:
        text = "Here it does, because each choice was the right one."
    overlooked = ("Each of these texts is less probable.", "Greedy may fail, and here it does not.")
    return chosen(text, guess, truth, overlooked, more)


def narrow_beam(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether a beam of 2 misses the most probable text, and the chosen width is the smallest that finds it."""
    controls = now.controls
    day, language, width = controls.day, controls.language, controls.width
    if why := complaint(day):
        return Verdict(False, why)
    if controls.method != "beam" or controls.penalty:
        return Verdict(False, "Choose the beam, without a length penalty.")
    if not exactly(day, language, PATIENCE).proven:
        return Verdict(False, "Exact search stopped before it was sure. Choose another day.")
    best, found = best_exactly(day, language, PATIENCE), best_of(by_beam(day, language, width))
    if greedily(day, language).text == best.text:
        return Verdict(False, f"Here greedy finds it: {_listed(best)}. Choose another language.")
    smallest = smallest_beam(day, language, WIDEST)
    if smallest is not None and smallest < WANTED:
        return Verdict(
            False, f"Greedy misses {_listed(best)}, but a beam of {smallest} finds it. Try another language."
        )
    if found.text != best.text:
        return Verdict(False, f"A beam of {width} finds {_listed(found)}; the best is {_listed(best)}.")
    if width != smallest:
        return Verdict(False, f"A beam of {width} finds {_listed(best)}. Does a narrower one find it, too?")
    because = f"because it keeps a beginning of it that one of {width - 1} drops"
    return Verdict(True, f"A beam of {width} finds {_listed(best)}, {because}.")


def _led_away(controls: DecodingControls, ours: Output, best: Output) -> str:
    """Where greedy decoding leaves the best text: there its letter is more probable, and all that follows is less."""
    letters = [(*one.text, "the end") for one in (ours, best)]
    place = next(i for i, (a, b) in enumerate(zip(*letters, strict=False)) if a != b)
    factors = [letter_probabilities(controls.day, controls.language, one.text)[place:] for one in (ours, best)]
    (first, rest), (other, others) = ((each[0], each[1:].prod()) for each in factors)
    mine, its = (each[place] for each in letters)
    return (
        f"{mine} is likelier than {its}, {first:.0%} to {other:.0%}; with all that follows, "
        f"{first:.0%} × {rest:.0%} is less than {other:.0%} × {others:.0%}."
    )


def _listed(one: Output) -> str:
    return f"{one.text} ({probability(one):.1%})"


def _exact(controls: DecodingControls) -> str:
    proven = exactly(controls.day, controls.language, PATIENCE).proven
    return "The most probable of all" if proven else "A more probable one, found so far"
