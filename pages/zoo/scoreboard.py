"""Part of the zoo: predictions of held-out targets, each model's excess over the Bayes predictor, calibration."""

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
from pages.shared.shell.tables import Cell, Row, dark, show_errors, show_table
from pages.zoo.score_figures import calibration_scene, context_points, latest_task_scene, title
from pages.zoo.scores import BAYES, Standing, draw_round, draw_task, evaluate, parameters
from tnpcore.data.priors import prior

COLUMNS = ("Model", "Mean excess", "Latest task", "RMSE", "In\u00a095\u00a0%", "ms", "Size")
_BOARDS, _BEHIND, _PUT = "scoreboard_boards", "scoreboard_behind", "scoreboard_put"
SEED, SEEDS = "score_seed", range(100_000)
# Nats at which a bar ends: beside a model that is certain and wrong no other bar could be seen.
LONGEST = 2.0


def show() -> None:
    """Scoreboard and calibration, below a page's board."""
    st.divider()
    _scoreboard()


@dataclass
class _Board:
    """A table that is filling: `settings` are the prior of the tasks, that of the training, and the seed."""

    settings: tuple[str, str, int]
    generator: torch.Generator
    standing: Standing | None = None

    def add(self, whole_round: bool) -> None:
        """One task, or a round of twenty, joins the table."""
        tasks_from, trained_on, _ = self.settings
        known = prior(tasks_from)
        tasks = draw_round(known, self.generator) if whole_round else [draw_task(known, self.generator)]
        self.standing = evaluate(tasks, tasks_from, models.offered(trained_on)).after(self.standing)


@st.fragment
def _scoreboard() -> None:
    st.subheader("Scoreboard: held-out targets", anchor=False)
    st.markdown(
        "A task is drawn from a prior. Every model receives its context and predicts 50 held-out targets. The "
        "**excess** is a model's loss minus that of the best Gaussian of the Bayes predictor, which knows the prior, "
        "in nats per target. A nat is the unit of log density. No model that predicts Gaussians does better on "
        "average; on a single task it can, by chance."
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key="scoreboard"):
        board = _board(*_settings())
        if st.button("Draw a task", key="score_one"):
            board.add(whole_round=False)
        if st.button("Score 20 more", key="score_round"):
            board.add(whole_round=True)
        if board.standing:
            st.button("Start again", key="score_again", on_click=_again, args=(board,))
            if st.button("Put the latest task on the board", key="score_put", on_click=_put, args=(board,)):
                st.rerun()
    if st.session_state.pop(_PUT, False):
        st.toast("The latest task is on the board, at the top of the page.")
    if board.standing:
        _show_standing(board, board.standing)


def _settings() -> tuple[str, str, int]:
    """Where tasks come from, what the models were trained on, and the seed."""
    trained = tuple(name for name in PRIOR_NAMES if models.offered(name))
    begins = data.trained_on()
    tasks_from = choices.pick("Tasks from", "tasks", tuple(PRIOR_NAMES), PRIOR_NAMES.get, first=begins)
    trained_on = models.USUAL
    if len(trained) > 1:
        trained_on = choices.pick("Models trained on", "trained", trained, PRIOR_NAMES.get, first=begins)
    choices.recall(SEED, SEEDS)
    low, high = SEEDS[0], SEEDS[-1]
    seed = st.number_input("Seed of the tasks", low, high, low, key=SEED, width=140, bind="query-params")
    return tasks_from, trained_on, choices.keep(SEED, int(seed), low)


def follow_the_stage() -> None:
    """Other models are on the stage: the scoreboard takes their prior, and may then be set otherwise."""
    st.session_state[_BEHIND] = True
    for key in ("tasks", "trained"):
        if key in st.session_state:
            st.session_state[key] = st.session_state[data.PRIOR]


def is_behind() -> bool:
    """Whether what stands below the board is yet to follow the stage, which runs by itself; True once."""
    return st.session_state.pop(_BEHIND, False)


def _board(tasks_from: str, trained_on: str, seed: int) -> _Board:
    """The session's table for these settings: it is still there when one comes back from others."""
    boards, settings = st.session_state.setdefault(_BOARDS, {}), (tasks_from, trained_on, seed)
    if settings not in boards:
        boards[settings] = _Board(settings, torch.Generator().manual_seed(seed))
    return boards[settings]


def _again(board: _Board) -> None:
    st.session_state[_BOARDS].pop(board.settings, None)


def _put(board: _Board) -> None:
    """The latest task on the board, and on the stage the models that were scored."""
    tasks_from, trained_on, _ = board.settings
    state.put(context_points(board.standing))
    if trained_on in models.priors() and st.session_state.get(data.PRIOR) not in (None, trained_on):
        # Set outright, since what the scoreboard begins with changes with the stage.
        st.session_state.update({data.PRIOR: trained_on, "tasks": tasks_from, "trained": trained_on})
    st.session_state[_PUT] = True


def _show_standing(board: _Board, now: Standing) -> None:
    tasks_from, trained_on, seed = board.settings
    count = "One task" if now.tasks == 1 else f"{now.tasks} tasks"
    most = min(LONGEST, max(score.mean_excess for score in now.totals.values()))
    rows = [_row(name, now, most) for name in now.ranking()]
    caption = f"{count} from {PRIOR_NAMES[tasks_from]}, models trained on {PRIOR_NAMES[trained_on]}, seed {seed}."
    show_table(caption, COLUMNS, rows)
    st.caption(_caution(now.tasks))
    show_errors(now.errors)
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
    return Row(title(name), name, cells, limit)


def _caution(tasks: int) -> str:
    noisy = (
        "A few tasks do not rank the models: the next task may order them otherwise."
        if tasks < 20
        else "± is the standard error over tasks: a difference of less than two of them may be chance."
    )
    return (
        f"{noisy} Targets are scored by their marginals; joint scores stand in each model's card. RMSE: error of the "
        "mean, in units of y. ms: one forward pass on the latest task, on this machine, now. Size: number of "
        "parameters. The Bayes predictor uses two thirds of its nodes, which costs it about 0.001 nats. Bars end at "
        f"{LONGEST:g} nats."
    )


def _latest(now: Standing, tasks_from: str) -> None:
    """The latest task revealed, under the predictions of two models."""
    st.markdown(
        "**The latest task, revealed.** Filled: context. Hollow: held-out targets. Dashed: the Bayes predictor."
    )
    _figures(latest_task_scene(now, tasks_from), context_points(now), "revealed", showlegend=False, margin_b=50)


def _calibration(now: Standing, trained_on: str) -> None:
    figure, text = st.columns([3, 2], gap="large")
    text.markdown(
        "**Calibration, updated with every task.** Of all 50 % intervals of a model, half should contain the held-out "
        "target. Below the diagonal the model is overconfident, above it underconfident. A calibrated model need not "
        "be accurate: its band may be wide everywhere."
    )
    first = [name for name in now.totals if models.plain(name) in models.FOUR]
    names = text.multiselect("Models", list(now.totals), first, title, key=f"score_lines_{trained_on}", wrap=True)
    scene = calibration_scene(now.totals, names)
    text.caption(scene.caption)
    with figure:
        _figures(scene, (), "calibration")


def _figures(scene: Scene, points: DrawnPoints, key: str, **layout: object) -> None:
    """The panels side by side, with their `layout` changed so. Plotly is loaded only here: it weighs megabytes."""
    from pages.shared.scene.figures import figures

    for number, figure in enumerate(drawn := figures(scene, points, dark())):
        if number == 0:
            columns = st.columns(len(drawn))
        columns[number].plotly_chart(
            figure.update_layout(**layout), key=f"score-{key}-{number}", config={"displaylogo": False}
        )
