"""The story of translation equivariance: who follows a shift, why, how exactly, and where following it is wrong."""

from __future__ import annotations

from pages.equivariance import judges
from pages.equivariance.controls import LEARNED, START, UNLABELLED
from pages.equivariance.groups import SHIFT
from pages.equivariance.shift_sweep import LETTERS
from pages.equivariance.variants import GRID_AT_ZERO, NONSTATIONARY, PAIR, TRAINED_ON_SHIFTS, has_nonstationary
from pages.shared.drawing.presets import FIRST, PRESETS, DrawnPoints
from pages.shared.lesson.guesses import Choose, Sort
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin
from pages.shared.models.catalogue import trained_on

# Fast changes on the left, slow ones on the right, as in the prior that is not stationary.
TWO_SPEEDS: DrawnPoints = ((-1.9, 0.6), (-1.5, -0.7), (-1.1, 0.9), (-0.7, -0.5), (0.5, 0.4), (1.2, 0.7), (1.9, 0.9))
OUTCOME = ("pictures", "choices", "shifted-prediction")  # what would give a guess away
ABSOLUTE, RELATIVE = (trained_on(name, NONSTATIONARY) for name in PAIR)

GUESS_MODELS = Step(
    "predict",
    "Shift the data: which prediction follows?",
    f"All x will be shifted by τ = {START}. **Translation equivariant**: the prediction shifts "
    "along. Close: under 0.1 sd of its band off. A ConvCNP's grid lies on the data, or at 0.",
    guess=Sort(tuple(judges.SORTED.values()), judges.BINS),
    judge=judges.sort_models,
    sets={"model": "tnpd", "group": SHIFT, "tau": START, "centre": False, "curves": "four"},
    points=PRESETS[FIRST],
    hides=("shift",),
    reveals=("shifted-prediction",),  # once it was guessed, one sees what it was about
)

WHY = Step(
    "do",
    "Why: one number in the token",
    "A Transformer computes on **tokens**, one for each point. In TNP-D, a Transformer Neural Process, each holds x, "
    "so every layer changes, unless x is centred. In TETNP, the equivariant form, none does; its attention reads "
    "x\u00a0−\u00a0x′.",
    "Centre: subtract the middle of the points.",
    panels=("tokens", "layers"),
    parts=("later",),
    controls=("centre",),
    sets={"model": "tnpd", "tau": START, "centre": False},
    judge=judges.centred,
)

SHIFT_ALL = Step(
    "do",
    "Points and prediction move together",
    "Drag the handle above the plot. When you stop, both are moved back, and the shifted prediction (dashed) is "
    "compared with the old one. Do the [attention weights](show:weights-change) of TNP-D and TETNP change?",
    f"Shift TNP-D by {judges.FAR_ENOUGH:.0f} or more, then choose TETNP.",
    panels=("weights", "weights-change"),
    controls=("model",),
    options={"model": ("tnpd", "tetnp", "convcnp")},
    sets={"model": "tnpd", "tau": 0.0, "centre": False},
    judge=judges.shifted_both,
    beside=True,
)

GRID = Step(
    "predict",
    "A grid that does not follow",
    "ConvCNP (Convolutional Conditional Neural Process) computes on a grid, here 16 cells per unit of x. We pin it to "
    "x = 0 instead of laying it on the data. At which shifts does its prediction change?",
    "Guess, then shift, and look for a change that is at least half the largest.",
    guess=Choose(judges.GRID_OPTIONS),
    judge=judges.where_grid_fails,
    panels=("grid",),
    parts=("later",),
    sets={"model": GRID_AT_ZERO, "tau": 0.0, "centre": False},
    points=PRESETS[FIRST],
    reveals=OUTCOME,
    twin=MIRRORED,
    alike=True,
    settles=Twin(sets={"tau": 1 / 32}),  # half a cell
)

BUILT_IN = Step(
    "predict",
    "Learned or built in?",
    "Equivariance can be learned: this TNP-D was **trained on shifts**, on tasks shifted by up to 4. At which shifts "
    "will its prediction follow?",
    f"Guess, then drag the handle, beyond 3, too: is any change {judges.OFF} sd (of its band) or more?",
    guess=Choose(judges.LEARNED_OPTIONS),
    judge=judges.how_far_learned,
    settles=Twin(sets={"tau": 8.0}),
    panels=("sweep",),
    parts=("aside", "later"),
    sets={"model": TRAINED_ON_SHIFTS, "tau": START, "curves": LEARNED},
    points=PRESETS[FIRST],
    reveals=OUTCOME,
)

OTHER_GROUPS = Step(
    "predict",
    "Which other changes does TETNP follow?",
    "The same test for other changes: change the data, predict, undo the change, compare. Sort them, then look at "
    "each.",
    guess=Sort(tuple(judges.CHANGES.values()), judges.BINS),
    judge=judges.sort_changes,
    controls=("group",),
    options={"group": tuple(judges.CHANGES)},
    sets={"model": "tetnp", "tau": 0.0, "group": SHIFT, "curves": "four"},
    hides=("shift",),
    reveals=OUTCOME,
)

WRONG_ASSUMPTION = Step(
    "predict",
    "Two speeds: which model is better?",
    "Take functions that vary **fast left of 0 and slowly right of it**. "
    f"[TNP-D](set:model={ABSOLUTE}) and [TETNP](set:model={RELATIVE}) were trained on them by one recipe. "
    "Which has the higher log-likelihood on new ones?",
    guess=Choose(judges.BETTER_OPTIONS),
    judge=judges.better_model,
    panels=("likelihood",),
    parts=("later",),
    sets={"model": ABSOLUTE, "tau": 0.0, "group": SHIFT},
    points=TWO_SPEEDS,
    hides=("shift",),
    reveals=OUTCOME,
)

NAME_THEM = Step(
    "prove",
    "Name four models by their curves",
    "Four models without names, and how far a shift τ changes each: E(τ), in sd of its band. Under a magnifier: "
    "τ goes from 0 to 0.19 only. Which is which?",
    guess=Sort(tuple(LETTERS), tuple(judges.NAMED[name] for name in judges.CHOICES)),
    judge=judges.named,
    panels=("sweep",),
    parts=("aside", "later"),
    sets={"model": "tetnp", "tau": 0.0, "group": SHIFT, "curves": UNLABELLED},
    points=PRESETS[FIRST],
    hides=("stage", "shift", "query"),
    hints=(
        "One curve lies at −7 (E = 0) everywhere.",
        "One returns to E = 0 at every whole cell, 1/16.",
        "Of the other two, training on shifts lowered one.",
    ),
    seed="order",
)


def story(nonstationary: bool) -> Story:
    """The steps; the one on the wrong assumption only where its two models are there."""
    wrong = (WRONG_ASSUMPTION,) if nonstationary else ()
    return Story((GUESS_MODELS, WHY, SHIFT_ALL, GRID, BUILT_IN, OTHER_GROUPS, *wrong, NAME_THEM))


STORY = story(has_nonstationary())
