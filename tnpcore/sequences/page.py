"""The page of all models from one sequence to another, from their cards."""

from __future__ import annotations

from collections.abc import Mapping

from tnpcore.cards import Card
from tnpcore.markdown import UNKNOWN, table
from tnpcore.sequences import copying, trained
from tnpcore.sequences.specs import KINDS
from tnpcore.sequences.trained import spec

INTRODUCTION = """# Models from one sequence to another

Written by `python -m tnpcore.catalogue` from the cards in `pretrained/`, which `python -m tnpcore.evaluate NAME` fills.
`tnpcore.sequences.load(name)` gives a model. Decoding is greedy. Exact match is the share of outputs without a wrong
symbol, in %, with its standard error (that of one more right and one more wrong output, so that it is never 0). Time is
processor time of one thread.

## Reading dates

10,000 texts of days that no training text has, by kind of form. `docs/dates.md` lists the forms and the rules that
leave one date for each. Weeks and centuries need arithmetic; a century by the weekday alone is one of two.
"""
LENGTHS = """
### By the length of the text

Weeks and centuries left out; symbols.
"""
HELD_OUT = """
### Forms that were held out

1,000 texts in forms that training never showed; each form is one of a known language.
"""
COPYING = f"""
## Copying and reversing

1 to {copying.TRAINED} notes in training, up to {copying.LONGEST} in the test: 4,000 melodies for each number, all
lengths equally often.
"""
WRITING = """
## Writing dates

A day and a language, to one of many written forms; 2,000 pairs. The excess is the mean of log p(text) under the
distribution that texts are drawn from, less that of the model, in nats a text; the entropy is the part that nothing
gets below. Texts with the name of the weekday stand apart: the weekday takes arithmetic, and a guess costs log 7, which
is 1.95 nats.
"""


def page() -> str:
    """The page as Markdown."""
    reading = {spec(name).title: trained.card(name) for name in _measured("dates")}
    found = {title: card.results for title, card in reading.items()}
    costs = [[title, f"{card.parameters:,}", _minutes(card)] for title, card in reading.items()]
    return "".join(
        [
            INTRODUCTION,
            table("model|parameters|training", costs),
            _shares({title: results["by_kind"] for title, results in found.items()}),
            LENGTHS,
            _shares({title: results["without_arithmetic"]["by_length"] for title, results in found.items()}),
            HELD_OUT,
            _shares({title: {"held-out forms": results["held_out_forms"]["all"]} for title, results in found.items()}),
            COPYING,
            _copying(),
            WRITING,
            _writing(),
        ]
    )


def _measured(task: str) -> list[str]:
    """The models of a task in the order of their kinds, the ones with results."""
    known = [name for name in trained.names(task) if trained.card(name).results]
    kinds = [kind.name for kind in KINDS]
    return sorted(known, key=lambda name: kinds.index(spec(name).kind))


def _minutes(card: Card) -> str:
    return f"{card.recipe['cpu_seconds'] / 60:.1f} min"


def _shares(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    """A row for each model, a column for each group that one of them has."""
    groups = list(dict.fromkeys(group for groups in found.values() for group in groups))
    rows = [[title, *(_share(groups_.get(group)) for group in groups)] for title, groups_ in found.items()]
    return table("|".join(["model", *groups]), rows)


def _share(found: Mapping[str, float] | None) -> str:
    return UNKNOWN if found is None else f"{100 * found['exact']:.2f} ± {100 * found['se']:.2f}"


def _copying() -> str:
    rows = []
    for name in _measured("copying"):
        card = trained.card(name)
        positions = card.arguments.get("positions", "")
        cells = [_share(card.results[task][part]) for task in copying.TASKS for part in ("within", "beyond")]
        rows.append([spec(name).title, positions, *cells, _minutes(card)])
    near, far = f"to {copying.TRAINED}", f"{copying.TRAINED + 1} to {copying.LONGEST}"
    head = [f"{task}, {length} notes" for task in copying.TASKS for length in (near, far)]
    return table("|".join(["model", "positions", *head, "training"]), rows)


def _writing() -> str:
    rows = []
    for name in _measured("writing"):
        card = trained.card(name)
        found = card.results
        groups = (found["with_weekday"], found["without_weekday"], found)
        excesses = [f"{group['excess']:.3f} ± {group['excess_se']:.3f}" for group in groups]
        right, entropy = _share(found["a_written_form"]), f"{found['limit']:.3f}"
        rows.append([spec(name).title, right, *excesses, entropy, _minutes(card)])
    return table("model|one of the forms|excess with the weekday|without it|all|entropy|training", rows)
