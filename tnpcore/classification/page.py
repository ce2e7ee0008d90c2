"""The page of the classifiers, from their cards."""

from __future__ import annotations

from tnpcore.cards import Card
from tnpcore.classification import trained
from tnpcore.classification.measures import SHOTS, TARGETS, TASKS, UNEQUAL, WAYS
from tnpcore.markdown import table

INTRODUCTION = f"""# Classification from a few labelled points

Written by `python -m tnpcore.catalogue` from the cards in `pretrained/`, which `python -m tnpcore.evaluate NAME` fills.
`tnpcore.classification.load(name)` gives a model. Tasks: 2 to 5 equally likely classes with means from N(0, 1.5² I),
and points about them with one standard deviation per task, .3, .5 or .8. The Bayes classifier of these tasks is exact
(`tnpcore.classification.bayes_classifier`), and so is the excess over it, the divergence KL in nats per target.
{TASKS} tasks of {TARGETS} targets for each cell.

## Excess by ways (classes) and shots (labelled points of each class)
"""
ACCURACY = """
## Accuracy with three classes

**Loss**: the cross-entropy in nats per target. Curved classes lie along arcs; nothing here was trained on them, and the
Bayes classifier of round classes is wrong about them, too.
"""


def page() -> str:
    """The page as Markdown."""
    cards = [trained.card(name) for name in trained.names()]
    excess = table("model|ways|" + "|".join(map(str, SHOTS)), (row for card in cards for row in _excess(card)))
    rows = (row for card in cards for row in _accuracy(card))
    head = "model|tasks|shots|accuracy|Bayes classifier|nearest mean|loss|loss of the Bayes classifier"
    return "".join([INTRODUCTION, excess, "\n", *map(_summary, cards), ACCURACY, table(head, rows)])


def _excess(card: Card) -> list[list[str]]:
    by_ways = card.results["by_ways"]
    return [
        [f"`{card.name}`", str(ways), *(f"{by_ways[str(ways)][str(shots)]:.4f}" for shots in SHOTS)] for ways in WAYS
    ]


def _summary(card: Card) -> str:
    found, worst = card.results, card.results["worst"]
    return (
        f"`{card.name}`: {found['excess']:.4f} ± {found['excess_se']:.4f} in the mean; at most {worst['excess']:.4f}, "
        f"with {worst['ways']} ways and {worst['shots']} shots; at most {found['unequal']:.4f} with unequal counts "
        f"({', '.join('-'.join(map(str, counts)) for counts in UNEQUAL)}).\n"
    )


def _accuracy(card: Card) -> list[list[str]]:
    return [
        [
            f"`{card.name}`",
            kind,
            shots,
            *(f"{100 * found[key]:.1f} %" for key in ("model", "bayes", "nearest")),
            *(f"{found[key]:.3f}" for key in ("model_loss", "bayes_loss")),
        ]
        for kind, key in (("round", "accuracy"), ("curved", "curved"))
        for shots, found in card.results[key].items()
    ]
