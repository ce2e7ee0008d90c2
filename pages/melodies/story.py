"""The story of language models: how near to the best prediction, what a model reads, and what follows from that."""

from __future__ import annotations

from pages.melodies import judges
from pages.melodies.controls import CAUSAL, ENCODINGS, MASKED
from pages.melodies.lattice import drawn, middle_of
from pages.shared.lesson.guesses import Choose, DragWeights, Sort
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import BACKWARDS

EIGHT = drawn("G4 B4 D5 G5 C5 E5 D5 B4")
GAP = drawn("A4 B4 B4 D5 C5 G4 E5 C5 D5 E5")
FIFTH = 4  # position, from 0
START = {"tau": 0.0, "head": "mean", "layer": "1", "positions": "relative", "write": False, "draw": 1}
NEXT = {"query": middle_of(len(EIGHT))}
LOOK = ("shift",)  # the handle that shifts all inputs is for the lab

FIRST = (
    Step(
        "do",
        "Guess the next note",
        "Every point is a **note**: x is the step in time, y the pitch. A **language model** gives every pitch a "
        "probability to come next: the stronger the colour of a cell in the query's column, the more probable.",
        "Drag the last note to another pitch.",
        panels=("column",),
        sets={**START, **NEXT, "model": CAUSAL},
        points=EIGHT,
        judge=judges.next_note,
        hides=("limit", "threads", "legend", *LOOK),
    ),
    Step(
        "predict",
        "How good can it be?",
        "Rules made the melodies: a musical key, chords, a beat. The **Bayes predictor** knows them: from the same "
        "notes nothing predicts better on average. How far a model is from it is its **excess**, in nats; 0 cannot be "
        "improved. A table of what follows each two notes has {trigram}. And the model?",
        panels=("averages",),
        sets={**START, **NEXT, "model": CAUSAL},
        points=EIGHT,
        guess=Choose(judges.EXCESS),
        judge=judges.how_good,
        hides=("threads", *LOOK),
        reveals=("limit", "averages"),
        beside=True,
    ),
    Step(
        "predict",
        "A note is missing",
        "The note at the query is hidden from both models. The **causal** one reads the notes before it, the "
        "**masked** one, trained to fill in hidden notes, those on both sides. Beside each stands the Bayes "
        "predictor, given the same notes. To which is the hidden note more probable?",
        panels=("both",),
        sets={**START, "model": CAUSAL, "query": middle_of(FIFTH)},
        points=GAP,
        guess=Choose(judges.MISSING),
        judge=judges.missing,
        hides=("threads", *LOOK),
        reveals=("band", "limit", "both"),
        beside=True,
        twin=BACKWARDS,
    ),
    Step(
        "predict",
        "How are the two trained?",
        "Both learn from many melodies to lower a **loss**: minus the log-probability of the right note. A causal "
        "model is called **GPT-style**: a causal mask in its attention hides later notes. A masked model is "
        "**BERT-style**: some notes are replaced by a sign for “hidden”. At which notes does the loss count?",
        panels=("trained",),
        sets={**START, **NEXT, "model": CAUSAL},
        points=EIGHT,
        guess=Sort(judges.TRAINED, judges.COUNTED),
        judge=judges.where_the_loss_counts,
        hides=("threads", "band", "limit", "legend", "query", *LOOK),
        reveals=("trained",),
        beside=True,
    ),
    Step(
        "predict",
        "What does a prediction attend to?",
        "A Transformer mixes what it reads, START before the first note, by **attention weights**, which sum to 1. "
        "Where are the causal model’s when it predicts the note at the query?",
        "Drag the bars, then commit.",
        panels=("looks",),
        sets={**START, "model": CAUSAL, "query": middle_of(FIFTH)},
        points=EIGHT,
        guess=DragWeights("your guess of the attention weights", "START"),
        judge=judges.attended,
        hides=("band", "limit", *LOOK),
        reveals=("looks", "threads"),
        beside=True,
    ),
)

BACKWARDS = Step(
    "predict",
    "Backwards",
    "Here are two models without any positions, one masked, one causal. They predict the next note from this melody, "
    "and from its mirror image: the same notes in reversed order. Whose prediction stays the same?",
    panels=("mirrored", "backwards"),
    sets={**START, **NEXT, "model": MASKED, "positions": "none"},
    points=EIGHT,
    guess=Choose(judges.BACKWARDS),
    judge=judges.backwards,
    hides=("threads", *LOOK),
    reveals=("backwards",),
    beside=True,
)

LAST = (
    Step(
        "predict",
        "One token for the whole melody",
        "Before the first note a masked model reads a token of its own, **[CLS]**. **Fine-tuning** goes on from its "
        "weights: with a linear layer that reads [CLS] alone, it learns from few labelled melodies to name the musical "
        "key, one of twelve. The exact posterior names three in four. How many does the model?",
        panels=("class-key",),
        parts=("later",),
        sets={**START, **NEXT, "model": MASKED},
        points=EIGHT,
        guess=Choose(judges.KEYS),
        judge=judges.named_key,
        hides=("threads", *LOOK),
        reveals=("class-key",),
        beside=True,
    ),
    Step(
        "prove",
        "A note that only later ones explain",
        "Draw at least 8 notes, with none missing between them. The note at the query is hidden from both models.",
        "Make it 1 nat more probable (2.7 times) to the masked model than to the causal one.",
        panels=("both",),
        sets={**START, "model": MASKED, "query": middle_of(FIFTH)},
        points=EIGHT,
        judge=judges.explained,
        readings=("gain",),
        hints=(
            "The notes before must make the hidden one improbable, those after it must make it probable.",
            "Before the query one musical key, from the query on another one, far from it.",
            "Before the query C4 E4 G4 C5, the chord of C; from the query on C♯5 F♯4 B♭4 C♯5, that of F♯.",
        ),
        hides=("threads", "limit", *LOOK),
        beside=True,
    ),
)

STORY = Story((*FIRST, *((BACKWARDS,) if "none" in ENCODINGS else ()), *LAST))
