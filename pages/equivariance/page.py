"""Equivariance lab: move the world, not the question."""

import streamlit as st

from pages.equivariance import LESSON
from pages.equivariance import scene as equivariance
from pages.shared.drawing import session as state
from pages.shared.models.catalogue import FOUR
from pages.shared.shell import widgets as choices
from pages.shared.shell.page import explain, pick_model, show

JUMPS = (0.3, 2.03, 100.0, equivariance.FARTHEST)


def _jump() -> None:
    """Hand the chosen shift to the board. A choice is an action, so nothing stays selected."""
    shift, st.session_state["jump"] = st.session_state["jump"], None
    if shift in JUMPS:
        state.set_controls(tau=shift)


def _exactly(shift: float) -> str:
    return f"{shift:,.2f}".rstrip("0").rstrip(".")


def _controls() -> dict:
    model = pick_model("Model", FOUR, "equivariance_model")
    numbers = choices.pick("x arrives as", "equivariance_input", list(equivariance.NUMBERS))
    st.pills("τ exactly", JUMPS, format_func=_exactly, key="jump", on_change=_jump, wrap=False)
    centre = choices.switch("Repair: centre x", "equivariance_centre")
    return {"model": model, "input": numbers, "centre": centre}


def _explanation() -> None:
    explain(
        "Shift **all** inputs, context and targets, by the same $\\tau$. If only differences of $x$ matter, the "
        "prediction comes along unchanged: slid back, it lies on the old one and the ghost never separates. "
        "**TETNP** holds to this because its tokens carry no $x$ and its attention sees $x_i - x_j$; **ConvCNP** "
        "because its grid travels with the data. **TNP-D** and **CNP** read raw $x$. They do not become random: they "
        "drift. A small shift changes little (the funnel around $\\tau = 0$), and much once the data have left "
        "the places of the training. Attention is not to blame: with *Repair* on, the same weights hold still.",
        r"\begin{aligned} f(x+\tau;\, \mathcal{D}+\tau) &= f(x;\, \mathcal{D}) \\[0.6em] "
        r"\mu_\tau(x) &:= \mu(x+\tau;\, \mathcal{D}+\tau) \\ "
        r"E(\tau)^2 &= \operatorname*{mean}_x \left(\frac{\mu_\tau(x) - \mu_0(x)}{\sigma_0(x)}\right)^{2} "
        r"\end{aligned}",
        "Equivariance is a claim about the world: that where something happens says nothing about what happens. If the "
        "truth is not stationary (a trend, a season, a map), it is the wrong bias, and a model that knows where it is "
        "can be the better one. It also says nothing about quality: a model that always answers 0 is equivariant. And "
        "it ends where the arithmetic does: near $10^6$ neighbouring 32-bit numbers lie 1/16 apart, so in *float32* "
        "the points themselves move; in *float64*, with differences taken before rounding, the prediction stays.",
        "Ashman et al. 2024 (translation-equivariant TNP); Gordon et al. 2020 (ConvCNP); "
        "Nguyen and Grover 2022 (TNP-D); Garnelo et al. 2018 (CNP).",
    )
    st.markdown(
        "| When you … | the prediction … | this is called | holds for |\n|---|---|---|---|\n"
        "| permute the context | does not change | permutation **invariance** | all four |\n"
        "| permute the targets | is permuted alike | permutation **equivariance** | all four |\n"
        "| shift all inputs by τ | is shifted by τ | translation **equivariance** | TETNP, ConvCNP, Bayes predictor |\n"
        "| shift the context, ask at the same x | changes | *not* invariance | nobody, and rightly so |"
    )
    st.caption(
        "In *layer by layer*, *tokens* is the relative change of the first embedding, each *attn* the share of "
        "attention weight that moved elsewhere (total variation, mean over targets and heads), *output* E(τ) in sd. "
        "The ledger counts a change of the mean below 0.001 sd as none."
    )
    st.page_link("positional/page.py", label="How a model is told where a point is, and why centring repairs it")


show(LESSON, _controls, _explanation)
