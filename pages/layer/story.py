"""The story of the Transformer layer: two additions, two questions about each part, how heads and norms enter."""

from __future__ import annotations

from pages.layer import judges
from pages.layer.controls import EVERYWHERE, NOTHING, NUM_LAYERS
from pages.shared.lesson.guesses import Choose, Sort
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin

POINTS = ((-1.6, -0.9), (-0.7, 0.5), (0.5, 0.9), (1.1, -0.2), (1.7, -0.8))
LOOK = ("shift", "threads")  # the handle that shifts all inputs is for the lab, and here no step is about weights
OPENED = {"part": NOTHING, "where": EVERYWHERE, "depth": NUM_LAYERS, "tau": 0.0}

STORY = Story(
    (
        Step(
            "do",
            "A layer adds twice",
            "A trained network predicts at the **query** (vertical line) from a **token**, 64 numbers. In each of four "
            "**layers**, **attention** adds what it takes from the points; then a **feed-forward network** what it "
            "computes from the token.",
            "Choose the layer whose feed-forward network adds a length below 1, in [brackets](show:stream).",
            panels=("stream",),
            controls=("layer",),
            sets={**OPENED, "layer": "1", "head": "3", "query": 0.0},
            points=POINTS,
            judge=judges.quiet_layer,
            hides=LOOK,
        ),
        Step(
            "predict",
            "Feed-forward networks off: what happens?",
            "In this trained network, let all four feed-forward networks add 0. Attention still reads every point "
            "(null: a learned extra key). What becomes of the prediction?",
            "Guess, then [switch them off](set:part=feedforward&where=all).",
            panels=("heads",),
            sets={**OPENED, "layer": "2"},
            points=POINTS,
            guess=Choose(("It changes a little", "It breaks: the mean is off by 1 sd of the band or more")),
            judge=judges.switched_off,
            settles=Twin(sets={"part": judges.FEEDFORWARD, "where": EVERYWHERE}),
            hides=LOOK,
        ),
        Step(
            "predict",
            "Train a network without them",
            "Another network never had feed-forward networks. **Excess**: by how many nats (a unit of "
            "log-likelihood) per target a network is worse than the best Gaussian. A whole one, trained as long: "
            "{excess-whole}. How many nats more has the one without?",
            panels=("retrained",),
            parts=("aside",),
            sets={**OPENED, "retrained": "feedforward"},
            points=POINTS,
            guess=Choose(("1 nat or more", "0.1 to 1 nat", "under 0.1 nats")),
            judge=judges.retrained,
            hides=LOOK,
            reveals=("retrained",),
            beside=True,
        ),
        Step(
            "predict",
            "What do four heads become?",
            "Each of four **heads** mixes **values** V, a row of 16 numbers for each point, by its own weights. "
            "**Concatenation** lays the four mixes side by side: 64 numbers. A learned matrix **Wₒ** turns them into "
            "the 64 numbers that attention adds. Only head 1's mix changes: how many of the added numbers change?",
            panels=("joined",),
            parts=("aside",),
            sets={**OPENED, "layer": "1", "head": "1"},
            points=POINTS,
            guess=Choose(judges.MIXED),
            judge=judges.heads_mixed,
            hides=LOOK,
            reveals=("joined",),
            beside=True,
        ),
        Step(
            "predict",
            "Norm before or after?",
            "**Layer norm**: subtract the mean μ of a token's 64 numbers, divide by their standard deviation σ, "
            "multiply by learned gains. **Pre-norm** norms what attention (attn) and the feed-forward network "
            "(ffn) read, **post-norm** each sum. Two networks are trained, one of each. After layer 4, whose token "
            "has σ near 1?",
            panels=("norms",),
            parts=("aside",),
            sets={**OPENED, "layer": "4", "head": "3"},
            points=POINTS,
            guess=Choose(judges.NORMED),
            twin=MIRRORED,
            alike=True,
            judge=judges.normed,
            hides=LOOK,
            reveals=("norms",),
            beside=True,
        ),
        Step(
            "predict",
            "Which parts are missed even then?",
            "**Residual connections** are the two additions; **layer norm** you have met. "
            "Switched off, each costs over 1 nat. Trained without it: how many nats?",
            panels=("excess", "retrained"),
            parts=("aside",),
            sets={**OPENED, "retrained": "residual"},
            points=POINTS,
            guess=Sort(tuple(judges.SORTED.values()), judges.BINS),
            judge=judges.missed,
            hides=LOOK,
            reveals=("excess", "retrained"),
            beside=True,
        ),
        Step(
            "predict",
            "Why is a score divided by √dₖ?",
            "A score is q·k / √dₖ; the **query** q and the **key** k of a head hold dₖ numbers each. Leave the "
            "division out and make heads wider: what becomes of the **gradient** of softmax, with which training "
            "changes scores?",
            f"Guess, then set log₂ dₖ to {judges.WIDE} or more.",
            panels=("softmax", "gradient"),
            parts=("aside",),
            controls=("doublings",),
            sets={**OPENED, "doublings": 2},
            points=POINTS,
            guess=Choose(("It stays", "It grows", "It vanishes")),
            judge=judges.saturates,
            settles=Twin(sets={"doublings": judges.WIDE}),
            hides=(*LOOK, "stage"),
            reveals=("softmax", "gradient"),
        ),
        Step(
            "prove",
            "Useless here, needed there",
            "Only the feed-forward network of layer 3 is off. The mean in view changes by {off-change} of the band. "
            "[The map](show:effects) shows every part, off in all layers or in one.",
            "Click or tap to add points, drag them, until layer 3's network matters: a change of 0.5 sd or more.",
            panels=("effects",),
            parts=("aside", "later"),
            sets={**OPENED, "part": "feedforward", "where": "3"},
            points=POINTS,
            judge=judges.matters_here,
            hints=(
                "Few points far apart leave it little to do: draw eight or more, close together.",
                "Let y rise and fall several times.",
                "Ten points from x = −1 to 1, with y alternately at 1 and −1.",
            ),
            hides=LOOK,
        ),
    )
)
