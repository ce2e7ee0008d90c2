"""The page of the models along a run and of those that learned from few functions, from their cards."""

from __future__ import annotations

from tnpcore.learned import trained
from tnpcore.learned.specs import FUNCTIONS, SMALL, STEPS, functions_name, step_name
from tnpcore.markdown import table, with_error

INTRODUCTION = f"""# What training does to a model

Written by `python -m tnpcore.catalogue` from the cards in `pretrained/`, which `python -m tnpcore.evaluate NAME` fills.
`tnpcore.learned.load(name)` gives a model. Excess: the loss above the limit on 4,096 new functions of the prior
`smooth`, in nats per target, with its standard error.

## Along one run

A small CNP and a small TNP-D, {STEPS[-1]:,} steps each of 16 tasks a step, whose loss is the expectation over the exact
posterior of every task. Weights are averaged over about the last tenth of the steps.
"""
FEW = """
## By the number of functions

The same small TNP-D, trained for 4,000 steps on a fixed number of functions: of each 100 points whose noise was drawn
once, and other points as context and targets in every step. **Own**: excess on tasks of these functions, below 0 where
the model knows them by heart, as the Bayes predictor does not.
"""


def page() -> str:
    """The page as Markdown."""
    runs = ([f"{steps:,}", *(_cell(step_name(name, steps)) for name in SMALL)] for steps in STEPS)
    few = (
        [f"{count:,}", *(_cell(functions_name(count), key) for key in ("excess", "own_excess"))] for count in FUNCTIONS
    )
    return "".join(
        [INTRODUCTION, table("steps|CNP|TNP-D", runs), FEW, table("functions|excess on new functions|own", few)]
    )


def _cell(name: str, key: str = "excess") -> str:
    return with_error(trained.card(name).results if name in trained.names() else {}, key)
