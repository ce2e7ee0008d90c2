"""Zoo: the same points, many minds."""

import secrets

import streamlit as st

from pages.shared.drawing import session as state
from pages.shared.lesson.controls import context
from pages.shared.models.catalogue import FORMER_TITLES, NAMES, PRIOR_NAMES, USUAL, priors
from pages.shared.shell import data_sources as data
from pages.shared.shell import widgets as choices
from pages.shared.shell.page import explain, sentence, show
from pages.zoo import LESSON, scoreboard
from pages.zoo import choice as zoo_chosen
from pages.zoo import sample_paths as zoo_paths
from pages.zoo.briefs import BRIEFS, Brief, judged
from pages.zoo.families import FORMER_FAMILIES, families, there
from tnpcore import Points

SHOW = {zoo_paths.BANDS: "bands", zoo_paths.AT_ONCE: "paths at once", zoo_paths.IN_TURN: "paths value by value"}


def _controls() -> dict:
    prior = _prior()
    names = there(prior) or (zoo_chosen.FIRST,)
    number = _number(names, zoo_chosen.FIRST)
    model = choices.pick_of_many("Left", "zoo_model", names, NAMES.get, number, FORMER_TITLES)
    others = (zoo_chosen.NOBODY, *names)
    number = _number(others, zoo_chosen.AGAINST)
    against = choices.pick_of_many("Right", "zoo_against", others, _who, number, FORMER_TITLES)
    family = choices.pick_of_many("Small pictures", "zoo_family", families(prior), former=FORMER_FAMILIES)
    show = choices.pick("Show", "zoo_show", zoo_paths.SHOW, SHOW.get)
    if show != zoo_paths.BANDS:
        st.button("Draw anew", key="draw_anew", on_click=_draw_anew)
    return {"prior": prior, "model": model, "against": against, "show": show, "family": family}


def _prior() -> str:
    """The prior that the models on show were trained on; a choice where there is one."""
    trained = priors()
    if len(trained) == 1:
        return trained[0]
    prior = choices.pick("Trained on", data.PRIOR, trained, PRIOR_NAMES.get, scoreboard.follow_the_stage)
    if scoreboard.is_behind():
        st.rerun()
    return prior


def _who(name: str) -> str:
    return NAMES.get(name, name)


def _number(names: tuple[str, ...], wanted: str) -> int:
    return names.index(wanted) if wanted in names else 0


def _draw_anew() -> None:
    state.set_controls(draw=1 + secrets.randbelow(zoo_chosen.DRAWS))


@st.fragment
def _briefs() -> None:
    """A model for each of three briefs, and what running it on the drawn points says to the choice."""
    st.subheader("Three briefs: which model?", anchor=False)
    st.markdown(
        f"The first two are judged on your points, by running the model as it was trained on {PRIOR_NAMES[USUAL]}; "
        "the third by how the model is built."
    )
    names, points = there(USUAL), context(state.points())
    for number, (column, brief) in enumerate(zip(st.columns(len(BRIEFS)), BRIEFS, strict=True)):
        with column.container(border=True, height="stretch"):
            st.markdown(f"**{brief.title}.** {brief.text}")
            name = st.selectbox(
                brief.title,
                names,
                None,
                _who,
                key=f"brief_{number}",
                placeholder="Choose",
                label_visibility="collapsed",
            )
            if name:
                st.markdown(_verdict(brief, name, points))


def _verdict(brief: Brief, name: str, points: Points) -> str:
    try:
        verdict = judged(brief, name, points)
    except ValueError as error:
        return sentence(str(error))
    return f"{'✓ It serves.' if verdict.done else '✗ It does not.'} {verdict.text}"


def _explanation() -> None:
    st.divider()
    _briefs()
    scoreboard.show()
    explain(
        "Every model here reads the same points and answers in the same form; they differ in **how they read** and in "
        "**what they promise**. A CNP averages. An attentive model lets each target choose whom to hear. A TETNP and a "
        "ConvCNP see only differences of $x$. Most of them say something about **each target by itself**: a path drawn "
        "from that is jagged, however smooth the band, for nothing ties a value to its neighbour. A **latent** model "
        "draws one random vector for the whole function, a **joint** one gives all targets one covariance (TNP-A: "
        "a value at a time): their paths are functions. And any model can be asked **value by value**, each draw "
        "joining the context of the next: its paths hang together as well as it has learned to foretell a value from "
        "those before. All paths carry the observation noise.",
        r"\begin{aligned} \text{conditional:}\quad & \textstyle\prod_t p(y_t \mid x_t, \mathcal{D}) \\ "
        r"\text{latent:}\quad & \textstyle\int p(z \mid \mathcal{D}) \prod_t p(y_t \mid x_t, z)\, dz \\ "
        r"\text{joint:}\quad & \mathcal{N}\big(y_{1:T};\, \mu,\, \Sigma\big) \\ "
        r"\text{value by value:}\quad & \textstyle\prod_t p(y_t \mid x_t, \mathcal{D}, y_{<t}) \end{aligned}",
        "Everything here was trained on small tasks with $x$ in $[-2, 2]$ and up to 50 points, at a cost that stands "
        "in each model's card; trained for longer, they may come in another order. A latent model can learn to ignore "
        "its random vector, and then its paths are jagged too: the *agreement* of neighbouring values tells. Value by "
        "value, what was drawn is context (the tinted range is drawn first): outside of it a model that is tied to "
        "its place meets its own mistakes, and a path may run away. *Each point hidden in turn* (up to 32 points) "
        "scores what you drew, not the prior: on a strange drawing even the Bayes predictor of that prior does badly. "
        "Near a jump a **sawtooth** is one of two values and never between: the best Gaussian can only be wide there.",
        "Garnelo et al. 2018 (CNP), 2018b (NP); Kim et al. 2019 (ANP); Gordon et al. 2020 (ConvCNP); Nguyen and Grover "
        "2022 (TNP-D, TNP-A, TNP-ND); Markou et al. 2022 (ConvGNP); Feng et al. 2023 (EQTNP, LBANP); Bruinsma et al. "
        "2023 (value by value); Ashman et al. 2024 (TETNP).",
    )


show(LESSON, _controls, _explanation)
