"""Part of the zoo: tasks whose targets nobody sees, who came closest to the limit, and whose doubt can be trusted."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
import torch

from pages.shared.drawing import session as state
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.models import catalogue as models
from pages.shared.models.catalogue import PRIOR_NAMES
from pages.shared.scene.marks import Scene, shown
from pages.shared.shell import data_sources as data
from pages.shared.shell import widgets as choices
from pages.shared.shell.tables import Cell, Row, dark, show_table, unanswered
from pages.zoo import guarantees_table as guarantees
from pages.zoo import score_figures as score_pictures
from pages.zoo.score_figures import title
from pages.zoo.scores import BAYES, Standing, draw_round, draw_task, parameters, standing
from tnpcore.data.priors import prior

COLUMNS = ("Model", "Mean excess", "Latest task", "RMSE", "In\u00a095\u00a0%", "ms", "Size")
_GAMES, _BEHIND, _PUT = "scoreboard_games", "scoreboard_behind", "scoreboard_put"
# Nats at which a bar ends: beside a model that is certain and wrong nobody else's could be seen.
LONGEST = 2.0


def show() -> None:
    """Guarantees, scoreboard and calibration, below a page's board."""
    st.divider()
    guarantees.show()
    st.divider()
    _scoreboard()


@dataclass
class _Game:
    """A table that is filling: `asked` are the prior of the tasks, that of the training, and the seed."""

    asked: tuple[str, str, int]
    generator: torch.Generator
    standing: Standing | None = None

    def play(self, whole_round: bool) -> None:
        """One task, or a round of twenty, joins the table."""
        tasks_from, trained_on, _ = self.asked
        known = prior(tasks_from)
        tasks = draw_round(known, self.generator) if whole_round else [draw_task(known, self.generator)]
        self.standing = standing(tasks, tasks_from, models.offered(trained_on)).after(self.standing)


@st.fragment
def _scoreboard() -> None:
    st.subheader("Scoreboard: targets that nobody sees", anchor=False)
    st.markdown(
        "A task is drawn from a prior, every model gets its context, and 50 targets stay hidden until all have "
        "answered. The **excess** is what a model loses to the Bayes predictor, which knows the prior, in nats per "
        "target. With a Gaussian answer nobody can do better on average; on a single task, luck can."
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key="scoreboard"):
        game = _game(*_asked())
        if st.button("Draw a task", key="score_one"):
            game.play(whole_round=False)
        if st.button("Score 20 more", key="score_round"):
            game.play(whole_round=True)
        if game.standing:
            st.button("Start again", key="score_again", on_click=_again, args=(game,))
            if st.button("Put the latest task on the board", key="score_put", on_click=_put, args=(game,)):
                st.rerun()
    if st.session_state.pop(_PUT, False):
        st.toast("The latest task is on the board, at the top of the page.")
    if game.standing:
        _standing(game, game.standing)


def _asked() -> tuple[str, str, int]:
    """Where tasks come from, what the models were trained on, and the seed."""
    trained = tuple(name for name in PRIOR_NAMES if models.offered(name))
    begins = data.trained_on()
    tasks_from = choices.pick("Tasks from", "tasks", tuple(PRIOR_NAMES), PRIOR_NAMES.get, first=begins)
    trained_on = models.USUAL
    if len(trained) > 1:
        trained_on = choices.pick("Models trained on", "trained", trained, PRIOR_NAMES.get, first=begins)
    seed = st.number_input("Seed of the tasks", 0, 99_999, 0, key="score_seed", width=140, bind="query-params")
    return tasks_from, trained_on, int(seed)


def follow_the_stage() -> None:
    """Other models are on the stage: the scoreboard goes along, and may then be set otherwise."""
    st.session_state[_BEHIND] = True
    for key in ("tasks", "trained"):
        if key in st.session_state:
            st.session_state[key] = st.session_state[data.PRIOR]


def is_behind() -> bool:
    """Whether what stands below the board is yet to follow the stage, which runs by itself; True once."""
    return st.session_state.pop(_BEHIND, False)


def _game(tasks_from: str, trained_on: str, seed: int) -> _Game:
    """The session's table for what is asked: it is still there when one comes back from another."""
    games, asked = st.session_state.setdefault(_GAMES, {}), (tasks_from, trained_on, seed)
    if asked not in games:
        games[asked] = _Game(asked, torch.Generator().manual_seed(seed))
    return games[asked]


def _again(game: _Game) -> None:
    st.session_state[_GAMES].pop(game.asked, None)


def _put(game: _Game) -> None:
    """The latest task on the board, and on the stage the models that were scored."""
    tasks_from, trained_on, _ = game.asked
    state.put(score_pictures.drawn(game.standing))
    if trained_on in models.priors() and st.session_state.get(data.PRIOR) not in (None, trained_on):
        # Said outright, since what the scoreboard begins with changes with the stage.
        st.session_state.update({data.PRIOR: trained_on, "tasks": tasks_from, "trained": trained_on})
    st.session_state[_PUT] = True


def _standing(game: _Game, now: Standing) -> None:
    tasks_from, trained_on, seed = game.asked
    count = "One task" if now.tasks == 1 else f"{now.tasks} tasks"
    most = min(LONGEST, max(score.mean_excess for score in now.totals.values()))
    rows = [_row(name, now, most) for name in now.ranking()]
    told = f"{count} from {PRIOR_NAMES[tasks_from]}, models trained on {PRIOR_NAMES[trained_on]}, seed {seed}."
    show_table(told, COLUMNS, rows)
    st.caption(_caution(now.tasks))
    unanswered(now.refused)
    _latest(now, tasks_from)
    _calibration(now, trained_on)


def _row(name: str, now: Standing, most: float) -> Row:
    score, limit = now.totals[name], name == BAYES
    around = f"± {score.standard_error:.3f}" if score.tasks > 1 and not limit else ""
    latest = now.latest.get(name)
    cells = (
        Cell(
            shown(score.mean_excess, 3), around, bar=min(1.0, max(0.0, score.mean_excess / most)) if most > 0 else 0.0
        ),
        Cell(shown(latest.excess, 3) if latest else "–"),
        Cell(f"{score.rmse:.3f}"),
        Cell(f"{score.coverage:.1%}"),
        Cell(f"{now.milliseconds[name]:.1f}" if name in now.milliseconds else "–"),
        Cell("–" if limit else f"{parameters(name) / 1e3:.0f}\u00a0k"),
    )
    return Row(title(name), name, cells, tone="limit" if limit else "")


def _caution(tasks: int) -> str:
    noisy = (
        "A single task says little: who wins it may lose the next."
        if tasks < 20
        else "± is the standard error over tasks: a difference of less than two of them may be chance."
    )
    return (
        f"{noisy} Targets are scored one by one; what a model says of all of them together is in its card. RMSE of the "
        "mean, in units of y. ms: one forward pass on the latest task, on this machine, now. Size: parameters. The "
        "limit is worked out with two thirds of its nodes, which costs it about 0.001 nats. Bars end at "
        f"{LONGEST:g} nats."
    )


def _latest(now: Standing, tasks_from: str) -> None:
    """The latest task revealed, as two models saw it."""
    st.markdown("**The latest task, revealed.** Filled: given. Hollow: hidden. Dashed: the Bayes predictor.")
    scene = score_pictures.revealed(now, tasks_from)
    _pictures(scene, score_pictures.drawn(now), "revealed", showlegend=False, margin_b=50)


def _calibration(now: Standing, trained_on: str) -> None:
    picture, words = st.columns([3, 2], gap="large")
    words.markdown(
        "**Calibration, filling task by task.** Of all intervals that a model calls 50 % intervals, half should hold "
        "what was hidden. Below the diagonal it is overconfident, above it too cautious. A calibrated model need not "
        "be a good one: it may know little, and know that."
    )
    first = [name for name in now.totals if models.plain(name) in models.FOUR]
    lines = words.multiselect("Models", list(now.totals), first, title, key=f"score_lines_{trained_on}", wrap=True)
    scene = score_pictures.calibration(now.totals, lines)
    words.caption(scene.caption)
    with picture:
        _pictures(scene, (), "calibration")


def _pictures(scene: Scene, points: DrawnPoints, key: str, **layout: object) -> None:
    """The panels side by side, with their `layout` changed so. Plotly is loaded only here: it weighs megabytes."""
    from pages.shared.scene.figures import figures

    for number, figure in enumerate(drawn := figures(scene, points, dark())):
        if number == 0:
            columns = st.columns(len(drawn))
        columns[number].plotly_chart(
            figure.update_layout(**layout), key=f"score-{key}-{number}", config={"displaylogo": False}
        )
