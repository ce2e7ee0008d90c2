"""Attention: a query line, threads to the points, and the row of weights behind one prediction."""

import streamlit as st

from pages.scenes import attention, attention_beats, listening
from pages.scenes.snippets import attention as program
from pages.shared import choices, lesson
from pages.shared.beats import Beats
from pages.shared.models import NAMES
from tnpcore.attention import MultiHeadAttention, attention_weights

ONCE = "An ANP's points listen to each other in four layers; then its targets ask, once. That layer is shown."


def _controls() -> dict:
    model = _pick("Model", "model", listening.MODELS, NAMES.get)
    return {
        "model": model,
        "layer": _pick("Layer", "layer", listening.LAYERS, off=ONCE if model in listening.ASKING_ONCE else None),
        "head": _pick("Head", "head", listening.HEADS),
        "mute": choices.switch(
            "Mute head",
            "attention_mute",
            help="The output of the chosen head becomes zero; with “mean”, that of all four heads of the layer.",
        ),
        "scale": choices.switch("Divide by √dₖ", "attention_scale", value=True),
    }


def _pick(label: str, name: str, options: tuple[str, ...], shown=str, off: str | None = None) -> str:
    return choices.pick(label, f"attention_{name}", options, shown, off=off)


def _explanation() -> None:
    lesson.explain(
        "**Three jobs.** A target asks with a *query*, each context point answers with a *key* and offers a *value*. "
        "Scores become weights that sum to 1, and the weights mix the values, which come from $W_v$ alone. The input "
        "is projected once; each head works on its own 16 numbers, and the heads' outputs are laid side by side. "
        "The null token (“prior”) is one more key, for when no point deserves the weight.\n\n"
        "**Where does y go?** A TNP-D token carries $(x, y, \\text{flag})$, so its key depends on $y$. The keys that "
        "an ANP's targets ask are made of $x$ alone: dragging a point up changes values, and no weight. TETNP keys "
        "know $y$ but not $x$: place enters as $F(x_i - x_j)$, added to the score, and often decides it. Its $F$ is a "
        "bump whose centre and width every head has learned: off-centre, a head is one tap of a convolution.",
        r"\begin{gathered}\operatorname{softmax}\!\Big(\frac{QK^\top}{\sqrt{d_k}}\Big)V \\[1ex]"
        r"Q = TW_q,\quad K = CW_k,\quad V = CW_v\end{gathered}",
        "**Weight is not effect.** A heavy point may carry a value that changes little, and its neighbours may have "
        "passed on what it said in an earlier layer. A mean over heads hides heads that disagree. Temperature and √dₖ "
        "act on every layer of a model that was never trained that way.",
        "Vaswani et al. 2017 (attention); Kim et al. 2019 (ANP); Nguyen and Grover 2022 (TNP-D); "
        "Ashman et al. 2024 (TETNP); Tsai et al. 2019 (attention as a kernel); Cordonnier et al. 2020 "
        "(heads as taps of a convolution).",
    )
    _kernel()


def _kernel() -> None:
    words, mathematics = st.columns([3, 2], gap="large")
    words.markdown(
        "**An old friend.** With $q = x^*$, $k = x_i$ and the score on the right, softmax is *exactly* Nadaraya-Watson "
        "regression with a Gaussian of bandwidth $h$. The query's norm cancels in the softmax, the key's does not: "
        "without the last term, keys far from 0 are favoured. Dividing by $\\sqrt{d_k}$ means $h^2 = \\sqrt{d_k}$."
    )
    mathematics.latex(
        r"\frac{q \cdot k}{h^2} - \frac{\lVert k \rVert^2}{2h^2} = -\frac{\lVert q - k \rVert^2}{2h^2} + "
        r"\frac{\lVert q \rVert^2}{2h^2}"
    )


BEATS = Beats(
    question="You will drag one point straight up: its x stays. Will the last layer's weights at the query change?",
    options=attention_beats.GUESSES,
    play="Drag one point straight up or down, by half a unit or more.",
    more=(
        "**Choose TNP-D, layer 4**, and drag again: watch the threads. In layer 1 they hardly move.",
        "**Choose ANP** and drag again: not one weight moves, and the band does.",
        "**Drag the query line** from end to end, in each head: each one looks for something else.",
        "**Find a thick thread without effect**: compare the last two charts, then remove that point.",
    ),
    happened=attention_beats.happened,
    explain="A target asks with a **query**, every point answers with a **key** and offers a **value**. Softmax turns "
    "the scores into weights that sum to 1, and the weights mix the values.",
    formula="softmax(q·k / √dₖ) · v",
    prove="Find points, and a head, that give **one point 90 % of the query's weight although another is nearer** "
    "by half a unit.",
    check=attention_beats.check,
)

lesson.show(
    lesson.Page(
        name="attention",
        title="Who is this prediction listening to?",
        lead="Drag the vertical query line: a thread to a point is as thick as the weight that the head gives it.",
        scene=attention.scene,
        later=attention.later,
        controls=_controls,
        sliders=(
            lesson.Slider("temperature", "Temperature", *listening.TEMPERATURE, step=0.05, value=1.0),
            lesson.Slider("tau", "Move all x by", *listening.SHIFT, step=0.05, value=1.0),
        ),
        explain=_explanation,
        beats=BEATS,
        code=(attention_weights, MultiHeadAttention.mix, listening.listen, listening.without_each),
        python=program.code,
    )
)
