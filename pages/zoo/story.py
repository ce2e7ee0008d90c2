"""The zoo's two questions, settled by the models: what a CNP's sample paths look like, and where it falls behind."""

from __future__ import annotations

import math

from pages.shared.lesson.four_steps import Checked, FourSteps, Observation, Option
from pages.shared.lesson.story import Moment
from pages.shared.models.catalogue import plain, trained_on
from pages.shared.models.predictions import GRID, predictions
from pages.shared.models.sample_paths import APART, EVERY, LARGE, SAMPLES, draw_paths, path_correlation
from pages.shared.scene.marks import Scene, shown
from pages.zoo.controls import ZooControls
from pages.zoo.leave_one_out import log_densities
from tnpcore import Points

GUESSES = (
    Option(
        "Smooth curves that stay in the band", "The band is smooth, but each value is drawn from its marginal alone."
    ),
    Option(
        "Jagged: neighbouring values are independent",
        "Read the correlation: here neighbouring values depend on each other more strongly than that.",
    ),
    Option("All the same, on the mean", "The band has a width: six draws from it cannot all be the same."),
)
JAGGED = 0.3  # correlation: what independent values stay below
WORSE, GOOD, FEW = 1.0, 0.0, 4  # nats, nats, points


def happened(_before: Moment, now: Moment) -> Observation | None:
    """The correlation of neighbouring values on a CNP's paths, once they are on the stage."""
    controls = now.controls
    cnp = next((name for name in controls.pair if plain(name) == "cnp"), None)
    if cnp is None or controls.show != SAMPLES:
        return None
    xt = controls.grid[::EVERY]
    (band,) = predictions(cnp, now.points, xt=xt)
    paths = draw_paths(cnp, now.points, xt, LARGE, controls.draw)
    if paths.std(0).max() < band.sd.max() / 10:
        return Observation(2, "The six paths of the CNP coincide.")
    correlation, where = path_correlation(paths, band), ""
    if math.isnan(correlation):
        nothing, where = Points(GRID[:0], GRID[:0]), " (without points: with them it is certain nearly everywhere)"
        (band,) = predictions(cnp, nothing, xt=GRID[::EVERY])
        correlation = path_correlation(draw_paths(cnp, nothing, GRID[::EVERY], LARGE, controls.draw), band)
    kind, option = ("jagged", 1) if correlation < JAGGED else ("coherent", 0)
    sentence = (
        f"The CNP's paths are {kind}: values {APART} apart have correlation {shown(correlation)}{where}. "
        "Independent values have 0, one smooth curve nearly 1."
    )
    return Observation(option, sentence)


def check(points: Points, controls: ZooControls, _scene: Scene) -> Checked:
    """Whether TNP-D predicts few points well from each other, and a CNP much worse; both as they were trained on the
    prior that was chosen."""
    if not 1 < len(points) <= FEW:
        return Checked(False, f"There must be 2 to {FEW} points; now there are {len(points)}.")
    tnpd, cnp = (float(log_densities(trained_on(name, controls.prior), points).mean()) for name in ("tnpd", "cnp"))
    sentence = f"Leave-one-out log density: TNP-D {shown(tnpd)} nats per point, CNP {shown(cnp)}."
    return Checked(tnpd >= GOOD and tnpd - cnp >= WORSE, sentence)


STORY = FourSteps(
    title="Which model for which task?",
    claim="All models see the same points. Some give each y on its own, some give whole functions: the bands "
    "may agree where the functions do not.",
    question="Six sample paths will be drawn from the prediction of the Conditional Neural Process (CNP). What will "
    "they look like?",
    options=GUESSES,
    play="With the CNP on the stage, choose **sample paths**.",
    more=(
        "**Autoregressive paths** of the same CNP: each drawn value joins the context of the next. Compare them.",
        "**Drag the wipe** over a gap and over a point, and find where the two models disagree.",
        "**Choose a model for three briefs** below the board: a sensor that is carried about, a planner that compares "
        "futures, ten thousand points. Your choices are judged.",
    ),
    happened=happened,
    explain="Most models predict a **marginal** for each target: paths drawn from marginals are jagged. Latent and "
    "joint models draw whole functions. Sampled **autoregressively**, any model makes each value depend on those "
    "before it, as well as it has learned to.",
    formula="p(y₁, …, y_T | D) = Πₜ p(yₜ | xₜ, D)   or   Πₜ p(yₜ | xₜ, D, y₁ … yₜ₋₁)",
    prove="**Leave-one-out** predicts each of your points from all the others. With at most four points, make the "
    "**CNP worse than the Transformer Neural Process, diagonal (TNP-D), by 1 nat per point**. TNP-D must keep 0 nats "
    "or more. A nat is the unit of log density.",
    check=check,
    panels=(),
    controls=("show",),
).story()
