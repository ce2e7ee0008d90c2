"""Zoo: the same points, many minds."""

import secrets

import streamlit as st

from pages import scoreboard
from pages.scenes import zoo, zoo_beats, zoo_chosen, zoo_hidden, zoo_paths
from pages.scenes.snippets import zoo as program
from pages.scenes.zoo_briefs import BRIEFS, Brief, judged
from pages.scenes.zoo_families import families, there
from pages.shared import choices, data, lesson, state
from pages.shared.beats import Beats
from pages.shared.controls import context
from pages.shared.models import NAMES, PRIOR_NAMES, USUAL, priors
from tnpcore import Points

SHOW = {zoo_paths.BANDS: "bands", zoo_paths.AT_ONCE: "paths at once", zoo_paths.IN_TURN: "paths value by value"}


def _controls() -> dict:
    prior = _prior()
    names = there(prior) or (zoo_chosen.FIRST,)
    model = choices.pick_of_many("Left", "zoo_model", names, NAMES.get, _number(names, zoo_chosen.FIRST))
    others = (zoo_chosen.NOBODY, *names)
    against = choices.pick_of_many("Right", "zoo_against", others, _who, _number(others, zoo_chosen.AGAINST))
    family = choices.pick_of_many("Small pictures", "zoo_family", families(prior))
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
        return lesson.sentence(str(error))
    return f"{'✓ It serves.' if verdict.done else '✗ It does not.'} {verdict.text}"


def _explanation() -> None:
    st.divider()
    _briefs()
    scoreboard.show()
    lesson.explain(
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


BEATS = Beats(
    question="Six sample paths will be drawn from the CNP's prediction. What will they look like?",
    options=zoo_beats.GUESSES,
    play="With the CNP on the stage, choose **paths at once**.",
    more=(
        "**Paths value by value**: the same CNP, asked one value after another. What has changed?",
        "**Drag the wipe** over a gap and over a point: where do the two models disagree?",
        "**Choose for three briefs**: a sensor that is carried about; a planner that compares whole futures; ten "
        "thousand points and an answer at once. Below the board your choices are judged.",
    ),
    happened=zoo_beats.happened,
    explain="Most models say something about **each value by itself**: paths drawn from that are jagged. Latent and "
    "joint models draw whole functions. Asked value by value, any model ties each value to those before it, as well as "
    "it has learned to.",
    formula="p(y₁, …, y_T | D) = Πₜ p(yₜ | xₜ, D)   or   Πₜ p(yₜ | xₜ, D, y₁ … yₜ₋₁)",
    prove="Hide each of your points in turn and foretell it from the others. With at most four points, make the **CNP "
    "worse than TNP-D by 1 nat per point**, while TNP-D keeps 0 nats or more.",
    check=zoo_beats.check,
)

lesson.show(
    lesson.Page(
        name="zoo",
        title="Same points, many minds",
        lead="Every model reads your points. Drag the wipe from one to the other; ask for sample paths.",
        scene=zoo.scene,
        aside=zoo.aside,
        later=zoo.later,
        controls=_controls,
        models=zoo_chosen.on_stage,
        explain=_explanation,
        beats=BEATS,
        code=(zoo_paths.at_once, zoo_paths.in_turn, zoo_paths.agreement, zoo_hidden.foretold, *scoreboard.CODE),
        python=program.code,
    )
)
