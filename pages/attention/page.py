"""Attention: a query line, threads to the points, and the row of weights behind one prediction."""

from functools import partial

import streamlit as st

from pages.attention import LESSON
from pages.attention.controls import CROSS_ATTENTION, AttentionControls
from pages.shared.shell import widgets
from pages.shared.shell.page import explain, show

ONCE = "An ANP's points listen to each other in four layers; then its targets ask, once. That layer is shown."


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, AttentionControls)
    model = draw("model")
    layer = draw("layer", off=ONCE if model in CROSS_ATTENTION else None)
    return {"model": model, "layer": layer, **{name: draw(name) for name in ("head", "mute", "scale")}}


def _explanation() -> None:
    explain(
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


show(LESSON, _widgets, _explanation)
