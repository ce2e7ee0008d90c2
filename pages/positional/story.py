"""The story of positional encoding: no x, x itself, differences of x; then dials, and why they are not enough."""

from __future__ import annotations

from pages.positional import judges
from pages.positional.encodings import DRAWN, INDEX, NONE, RAW, REVERSED, SINUSOIDAL
from pages.positional.survey import COMPARED
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.guesses import Choose, Sort
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin
from tnpcore.models.inputs import SINUSOIDS

POINTS = PRESETS[FIRST]
START = {"order": DRAWN, "tau": 0.0}
AS_TRAINED = {"d": float(SINUSOIDS), "log_base": 2.0}
AS_IN_LANGUAGE = {"d": float(SINUSOIDS), "log_base": 4.0}  # a base for thousands of positions, not for 61
QUIET = ("shift", "query")  # handles that the step does not need

NO_X = Step(
    "predict",
    "A model that is never given x",
    "A **TNP-D** (Transformer Neural Process) makes a **token** of each point, a list of numbers, and predicts a mean "
    "and a band (±2 sd) at any x. This one was trained on tokens with y, but without x. What does it predict?",
    panels=("weights",),
    sets={**START, "way": NONE},
    points=POINTS,
    guess=Choose(judges.WITHOUT_X),
    twin=MIRRORED,
    alike=True,
    judge=judges.without_x,
    hides=QUIET,
    reveals=("band", "mean", "weights", "legend"),
)

RAW_X = Step(
    "predict",
    "Give it x. Then next year comes",
    "With x and y in the tokens, the prediction follows the points. Next year all x are larger. Points and prediction "
    "move; then the prediction is moved back (dashed), to be compared. How far from the old one does it lie (**shift "
    "error**, in sd of the band)?",
    "Guess, then drag the handle above the plot to +2.",
    sets={**START, "way": RAW},
    points=POINTS,
    guess=Choose(judges.RAW_SHIFTED),
    judge=judges.raw_under_shift,
    settles=Twin(sets={"tau": 2.0}),
    reveals=("shifted-prediction",),
    hides=("query",),
)

SURVIVORS = Step(
    "predict",
    f"All x + {COMPARED:.0f}: whose prediction survives?",
    "In the token: [centred](set:way=centred) (x − middle of the points), [sinusoids](set:way=sinusoidal). In the "
    "**scores** (how much x attends to x′): [rotary](set:way=rotary) (angle of vectors turned by x, x′), "
    "[x − x′](set:way=displacement).",
    sets={"order": DRAWN, "way": RAW, "tau": COMPARED},
    points=POINTS,
    guess=Sort(tuple(judges.SORTED.values()), judges.BINS),
    judge=judges.survivors,
    hides=("query",),
    reveals=("shifted-prediction",),
)

EIGHT = Step(
    "see",
    "Eight codes of x, one recipe",
    "**Excess**: by how many nats it is worse than the best Gaussian. **No x**: no shift changes it, and it is "
    "useless. **x itself** (raw, sinusoids, with a number in the list): useful until the data move. **Differences** "
    "(centred, rotary, x − x′ in coarse bins or smooth): useful, and no shift changes them.",
    panels=("survey",),
    parts=("later",),
    sets={**START, "way": RAW},
    points=POINTS,
    hides=("shift", "stage"),
)

NUMBERS = Step(
    "predict",
    "Number the points, as words are numbered?",
    "Language models add a learned vector for the first word, the second, … (**position embedding**). Here every "
    "context point has x, and such an **index**, in the order of entry. You will reverse the list; no point moves. "
    "Does the prediction change?",
    "Guess, then reverse the list.",
    controls=("order",),
    sets={**START, "way": INDEX},
    points=POINTS,
    guess=Choose(judges.NUMBERED),
    judge=judges.reversed_list,
    settles=Twin(sets={"order": REVERSED}),
    hides=QUIET,
)

DIALS = Step(
    "do",
    "Sinusoids: eight dials that turn with x",
    "Eight dials turn with x, each slower than the one before. The sin and cos of their angles are the numbers in the "
    "token. Dashed hands stand at x′.",
    "Drag x, or a dial, to another place where the first dial’s two hands agree. Do the others agree there?",
    panels=("dials",),
    sets={**START, **AS_TRAINED, "way": SINUSOIDAL, "query": -0.9, "other": 0.5},
    points=POINTS,
    judge=judges.turned,
    hides=("shift",),
)

WHY = Step(
    "predict",
    "Equal similarity, other prediction: why?",
    "**Gram matrix**: the dot product of the codes of x and x′, for all pairs. [Drag the ring](show:gram) along a "
    "diagonal: it stays. So a shift changes no similarity, and yet this model's prediction changed. Why?",
    panels=("gram",),
    sets={**START, **AS_TRAINED, "way": SINUSOIDAL, "query": 0.5, "other": -0.5},
    points=POINTS,
    guess=Choose(judges.REASONS),
    judge=judges.why_it_changes,
    hides=("shift", "stage"),
)

FEW_DIALS = Step(
    "prove",
    "How few dials are enough?",
    "61 places, 0.1 apart. A code has **d** numbers, two for each dial. The larger the **base**, the slower the later "
    "dials: 10,000 is usual for text. Where another stripe has the colour of the diagonal, two places look alike.",
    f"Find the smallest d, and a base for it, that keep any two codes {judges.APART} or more apart.",
    panels=("gram",),
    controls=("d", "log_base"),
    sets={**START, **AS_IN_LANGUAGE, "way": SINUSOIDAL, "query": 0.5, "other": -0.5},
    points=POINTS,
    judge=judges.few_dials,
    hints=(
        "One dial (d = 2) comes back to where it was, whatever the base.",
        "With two dials, the slow one must distinguish the turns of the fast one.",
        "d = 4: try a base between 30 and 200.",
    ),
    hides=("shift", "stage"),
)

STORY = Story((NO_X, RAW_X, SURVIVORS, EIGHT, NUMBERS, DIALS, WHY, FEW_DIALS))
