"""The story of decoding: a decoder looks for what it needs next, reads what it wrote, and writes one of many texts."""

from __future__ import annotations

from pages.decoding import judges, writing_judges
from pages.decoding.controls import FREE, READING, WRITING
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import Twin

TEXT = "3 April 2031"
START = {"task": READING, "model": "additive", "text": TEXT, "tau": 0, "force": FREE, "cells": [], "query": 5}

STORY = Story(
    (
        Step(
            "do",
            "From any date to 2031-04-03",
            "One network reads your text letter by letter, another writes the date: year, month, day. No rule is "
            "built in; both learned from pairs of text and date. Try [3. April](set:text=3. April 2031), "
            "[令和](set:text=令和13年4月3日), [en-GB](set:text=en-GB 3/4/2031), [en-US](set:text=en-US 3/4/2031).",
            "Edit the text until another date is written.",
            controls=("text",),
            sets=START,
            judge=judges.typed,
            hides=("threads", "query", "legend"),
        ),
        Step(
            "do",
            "Does it need that letter?",
            "For each letter it writes, the decoder mixes what was read, by weights that sum to 1: **attention**. The "
            "**alignment** has a row for every letter written, a column for every letter read. A cell can be "
            "forbidden; the date is then written again.",
            "Press the largest weight of [a row](show:alignment) to forbid it, until the date changes.",
            sets={**START, "query": 3},
            judge=judges.forbade,
            panels=("alignment",),
            beside=True,
        ),
        Step(
            "predict",
            "One wrong letter: what follows?",
            "The decoder reads what it has written; in training it read the right letters (**teacher forcing**). "
            "Force a 1 in the place of the first 2.",
            "Guess, then choose 1 for the framed letter.",
            panels=("forcing",),
            controls=("force",),
            options={"force": (FREE, "1", "9")},
            sets={**START, "query": 0},
            guess=Choose(judges.FORCED),
            judge=judges.followed,
            settles=Twin(sets={"force": "1"}),
            reveals=("forcing", "choices"),
        ),
        Step(
            "predict",
            "Are the best letters the best text?",
            "Now the other way round: a day and a language give one of many written forms. A text's probability is "
            "the product of its letters', and so is that of a beginning (…). **Greedy** decoding takes the most "
            "probable letter at every step. Does it reach the most probable text?",
            panels=("outputs",),
            parts=("later",),
            sets={**START, "task": WRITING, "day": "2031-04-03", "language": "en", "method": "greedy", "width": 2},
            guess=Choose(writing_judges.BEST),
            judge=writing_judges.best_letters,
            reveals=("outputs",),
        ),
        Step(
            "predict",
            "Weeks and weekdays",
            "Back to reading. 2031-W14-4 is the fourth day of week 14: 3 April. Of such dates, on days that no "
            "training text has, how many does it read right?",
            panels=("kinds",),
            sets={**START, "text": "2031-W14-4", "query": 9},
            guess=Choose(judges.WEEKS),
            judge=judges.weeks,
            reveals=("kinds", "targets", "query"),
        ),
        Step(
            "prove",
            "A beam that is wide enough",
            "A **beam** keeps the most probable beginnings; dropped ones are faint. On [3 April "
            "2031](set:day=2031-04-03), [29 August 1997](set:day=1997-08-29) or [1 May 2024](set:day=2024-05-01): "
            "where does a beam of 2 miss the most probable text?",
            "Find such a language, and the smallest width that suffices.",
            controls=("language", "width"),
            options={"language": ("en", "de", "it", "ja")},
            sets={"task": WRITING, "day": "2031-04-03", "language": "en", "method": "beam", "width": 2, "penalty": 0.0},
            judge=writing_judges.narrow_beam,
            hints=(
                "Greedy fails where many texts share the first letter, and the best text has another.",
                "Which language can begin the year with a number, or with the name of an era?",
                "日本語, 2031-04-03: compare the widths 2 and 3.",
            ),
        ),
    )
)
