"""Equivariance lab: move the world, not the question."""

import streamlit as st

from pages.scenes import equivariance
from pages.scenes.equivariance_inside import layer_changes
from pages.scenes.equivariance_sweep import SPAN, anchored_at_zero, nearest_cell, residuals
from pages.shared import lesson, state
from pages.shared.answers import move
from pages.shared.models import FOUR, NAMES

JUMPS = (0.3, 2.03, 100.0, equivariance.FARTHEST)


def _jump() -> None:
    """Hand the chosen shift to the board. A choice is an action, so nothing stays selected."""
    shift, st.session_state["jump"] = st.session_state["jump"], None
    if shift in JUMPS:
        state.set_controls(tau=shift)


def _exactly(shift: float) -> str:
    return f"{shift:,.2f}".rstrip("0").rstrip(".")


def _controls() -> dict:
    model = st.segmented_control(
        "Model on the stage",
        FOUR,
        format_func=NAMES.get,
        default=FOUR[0],
        required=True,
        key="equivariance_model",
        bind="query-params",
    )
    numbers = st.segmented_control(
        "x arrives as",
        list(equivariance.NUMBERS),
        default="float64",
        required=True,
        key="equivariance_input",
        bind="query-params",
    )
    st.pills("Move all x by exactly", JUMPS, format_func=_exactly, key="jump", on_change=_jump, wrap=False)
    centre = st.toggle("Repair: centre x on the context", key="equivariance_centre", bind="query-params")
    return {"model": model, "input": numbers, "centre": centre}


def _explanation() -> None:
    lesson.explain(
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
    st.page_link("positional.py", label="How a model is told where a point is, and why centring repairs it")


lesson.show(
    lesson.Page(
        name="equivariance",
        title="Move the world, not the question",
        lead="Every point and every question moves sideways by τ, and the answer is slid back: the dashed ghost. "
        "Nothing has really changed, so it should lie on the band. For whom does it?",
        scene=equivariance.scene,
        aside=equivariance.aside,
        later=equivariance.later,
        controls=_controls,
        sliders=(lesson.Slider("tau", "Move all x by τ", *SPAN, step=0.01, value=equivariance.START),),
        models=lambda controls: FOUR,
        explain=_explanation,
        code=(move, residuals, layer_changes, nearest_cell, anchored_at_zero),
        height=380,
    )
)
