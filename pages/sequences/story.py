"""The story of sequence to sequence: one vector is too little for long inputs; a decoder that looks back needs less."""

from __future__ import annotations

from pages.sequences import intervention_judges, judges
from pages.sequences.controls import FREE
from pages.sequences.lattice import drawn
from pages.shared.lesson.guesses import Choose, DragWeights
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import Twin

FOUR = drawn("E4 C4 G4 A4")
SIX = drawn("D4 F4 A4 C5 B4 G4")
SIXTEEN = drawn("C4 E4 D4 G4 C5 A4 F4 B4 D4 C4 G4 F4 E4 A4 C5 B4")
TWENTY = drawn("C4 E4 D4 G4 C5 A4 F4 B4 D4 C4 G4 F4 E4 A4 C5 B4 G4 D4 F4 E4")
SECOND, THIRD = SIX[1][0], SIX[2][0]
START = {"tau": 0.0, "force": FREE, "cells": []}
LOOK = ("shift",)  # the handle that shifts all inputs is for the lab

STORY = Story(
    (
        Step(
            "do",
            "One reads, another writes",
            "Every point is a **note**; its row says which. A network, the **encoder**, reads them from left to right "
            "and leaves one vector of {width} numbers. Another, the **decoder**, gets this vector alone and writes "
            "note after note: the rings, from left to right. It should copy them.",
            "Drag a note to another row.",
            panels=("output",),
            sets={**START, "task": "copy", "model": "bottleneck", "query": 0.0},
            points=FOUR,
            judge=judges.copied,
            hides=("query", *LOOK),
        ),
        Step(
            "predict",
            "How much fits into one vector?",
            "Now it must **reverse** the notes. It learned from melodies of 1 to 16 notes, all lengths equally often. "
            "How many random melodies of 16 notes does it write without a mistake?",
            panels=("vector",),
            sets={**START, "task": "reverse", "model": "bottleneck", "query": 0.0},
            points=SIXTEEN,
            guess=Choose(judges.CAPACITY),
            judge=judges.capacity,
            hides=("query", *LOOK),
            reveals=("vector", "targets", "legend"),
            beside=True,
        ),
        Step(
            "predict",
            "Let it look back",
            "**Cross-attention**: for each note it writes, the decoder compares its query with the keys of the notes "
            "read, and mixes their values by weights that sum to 1. The task is **reverse**, the note the second of "
            "six. Where are the weights?",
            "Drag the bars, then commit.",
            panels=("alignment",),
            sets={**START, "task": "reverse", "model": "dot", "head": "mean", "query": SECOND},
            points=SIX,
            guess=DragWeights("your guess of the weights"),
            judge=judges.looked_at,
            hides=LOOK,
            reveals=("alignment", "threads"),
            beside=True,
        ),
        Step(
            "do",
            "Where did a note come from?",
            "The **alignment** has a row for every note written, a column for every symbol read. It can be tested: "
            "forbid one cell, and the output is written again.",
            "Press the largest weight of [one row](show:alignment).",
            panels=("alignment",),
            sets={**START, "task": "reverse", "model": "dot", "head": "mean", "query": THIRD},
            points=SIX,
            judge=intervention_judges.forbade,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "Longer than all in training",
            "Twenty notes: four more than any model has seen. Two of them look back with dot products: a recurrent "
            "network (dot-product attention), and a **Transformer**, whose symbols carry sinusoids of their place. "
            "Which still reverses half of such melodies without a mistake?",
            panels=("lengths",),
            controls=("model",),
            options={"model": ("dot", "transformer")},
            sets={**START, "task": "reverse", "model": "dot", "head": "mean", "query": 0.0},
            points=TWENTY,
            guess=Choose(judges.SURVIVORS),
            judge=judges.survivors,
            hides=("query", "threads", *LOOK),
            reveals=("lengths", "targets", "legend", "choices"),
            beside=True,
        ),
        Step(
            "predict",
            "One wrong note: what follows?",
            "In training the decoder is given START and the right notes, one place late (**teacher forcing**); when it "
            "writes, START and its own notes (**free running**). Force a wrong second note on the Transformer, which "
            "copies.",
            "Guess, then choose a note at the query.",
            panels=("fed", "forcing"),
            controls=("force",),
            options={"force": (FREE, "C4", "E4")},
            sets={**START, "task": "copy", "model": "transformer", "head": "mean", "query": SECOND},
            points=SIX,
            guess=Choose(intervention_judges.SLIPS),
            judge=intervention_judges.slipped,
            settles=Twin(sets={"force": "C4"}),
            hides=("threads", *LOOK),
            reveals=("forcing", "choices"),
            beside=True,
        ),
        Step(
            "prove",
            "Two mistakes, and no more",
            "Forbid cells of the alignment, nothing else. The model reverses; you may draw other notes.",
            "Make the second and the fifth note it writes wrong, all others right, as many as were drawn.",
            panels=("alignment",),
            controls=("model",),
            options={"model": ("dot", "transformer")},
            sets={**START, "task": "reverse", "model": "dot", "head": "mean", "query": THIRD},
            points=SIX,
            judge=intervention_judges.two_mistakes,
            hints=(
                "A note goes wrong when its row may not look where it wants to.",
                "Compare both models: one goes on as if nothing had happened.",
                "Dot-product attention: forbid the largest weights of rows 2 and 5. Else draw other notes.",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
