"""The story of one's own data: every judge by what ends its step, what does not, and against numbers written out."""

import csv
import io
import math
from dataclasses import replace

import pytest
import torch

from pages.fit import LESSON
from pages.fit import scene as fit
from pages.fit.band import GP, fitted, gp_score, in_words, model_score
from pages.fit.controls import FitControls
from pages.fit.event import Exceeded, of_gp, of_model
from pages.fit.story import NILE, SMOOTH, STORY
from pages.shared.drawing.units import Units
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import BROAD, USUAL, reach
from pages.shared.scene.csv_export import records_csv
from pages.shared.scene.original_units import in_units
from pages.shared.scene.quantities import at_x
from tests.played import played
from tests.scenes import as_read
from tests.verdicts import unsaid, whole
from tnpcore import Points, load, predict
from tnpcore.evaluation.band import BandFit, least_inside
from tnpcore.evaluation.folds import blocks

NARROW, WIDE, PLAIN, EVENT, MISFIT = range(1, 6)
SCATTER = tuple((x, round(y + 0.5 * (-1) ** i, 2)) for i, (x, y) in enumerate(SMOOTH))
moment, verdict = played(STORY, FitControls)


def inside(model, points, width=2.0):
    """The number of points in the band that is predicted from the other four fifths, written out."""
    drawn, generator = context(points), torch.Generator().manual_seed(0)
    part = torch.randperm(len(drawn), generator=generator) % 5
    count = 0
    for number in range(5):
        held = part == number
        found = predict(model, Points(drawn.x[~held], drawn.y[~held]), drawn.x[held])
        count += int(((drawn.y[held] - found.mean).abs() <= width * found.std).sum())
    return count


def judged(name, points, width=None):
    """The score of the model of that name, and what is to be said of it beside the Gaussian process."""
    found = model_score(name, points, width)
    return found, found.beside(gp_score(points, width))


def test_the_nile_is_outside_a_band_for_smooth_curves_and_inside_one_for_many_kinds():
    smooth, broad = (inside(load("tnpd", prior), NILE) for prior in (USUAL, BROAD))
    found = verdict(NARROW, moment(NARROW), 0)
    assert smooth < 40 and whole(found).startswith(f"{smooth} of 100 lie inside") and "because" in whole(found)
    assert (found.done, found.right, found.outcome) == (True, False, 2)
    assert verdict(WIDE, moment(WIDE), 1) is None
    found = verdict(WIDE, moment(WIDE, prior=BROAD), 1)
    assert broad >= 88 and f"{smooth} of 100 before, {broad} of 100 now" in whole(found) and found.right


def test_for_the_nile_a_plain_gaussian_process_is_enough():
    found = verdict(PLAIN, moment(PLAIN), 2)
    ours, theirs = (fit.scores(context(NILE), moment(PLAIN).controls)[name].loglik for name in ("tnpd@broad", GP))
    assert abs(ours - theirs) <= 0.1 and found.right and found.outcome == 2
    assert f"{ours:.2f}".replace("-", "−") in whole(found) and f"{theirs:.2f}".replace("-", "−") in whole(found)


def test_the_answer_follows_the_points():
    """The answer follows the numbers, not the data set of the story."""
    flat = tuple((x, 0.0 if i % 2 else 1.0) for i, (x, _) in enumerate(SMOOTH))
    found = verdict(PLAIN, moment(PLAIN, flat), 0)
    ours, theirs = (fit.scores(context(flat), moment(PLAIN).controls)[name].loglik for name in ("tnpd@broad", GP))
    assert found.outcome == (2 if abs(ours - theirs) <= 0.1 else 0 if ours > theirs else 1)


def test_marginals_overstate_that_something_is_exceeded():
    now = moment(EVENT)
    found, by_gp = of_model(now.points, now.controls), of_gp(now.points, now.controls)
    places = torch.linspace(now.controls.a, now.controls.b, 16, dtype=torch.float64)[:, None]
    marginal = predict(load("tnpd", BROAD), now.points, places)
    below = torch.distributions.Normal(marginal.mean.double(), marginal.std.double()).cdf(torch.tensor(0.4).double())
    assert found.product == pytest.approx(1 - below.prod().item(), abs=1e-5)
    assert found.paths + 2 * found.error < found.product and by_gp.paths < by_gp.product
    said = verdict(EVENT, now, 0)
    assert f"{found.paths:.2f} on coherent paths, {found.product:.2f} from marginals" in said.text
    assert (said.right, said.outcome) == (False, 2)


def test_marginals_understate_how_far_a_mean_may_go():
    """Independent errors would cancel out in the mean; errors that go together do not."""
    now = moment(EVENT, of="mean", level=0.1)
    found, by_gp = of_model(now.points, now.controls), of_gp(now.points, now.controls)
    process = fitted(now.points)
    joint, n = process.predict_jointly(now.controls.places), 16
    exact = torch.distributions.Normal(joint.mean.mean(), joint.scale_tril.sum(0).norm() / n)
    assert by_gp.paths == pytest.approx(1 - exact.cdf(torch.tensor(0.1).double()).item(), abs=3 * by_gp.error + 1e-3)
    spread = process.predict(now.controls.places).variance.sum().sqrt() / n
    alone = torch.distributions.Normal(joint.mean.mean(), spread)
    assert by_gp.product == pytest.approx(1 - alone.cdf(torch.tensor(0.1).double()).item(), abs=1e-6)
    assert found.product < found.paths and by_gp.product < by_gp.paths
    days = Units("day", 0.0, 1.0, "flow", 0.0, 1.0, "2025-03-01")
    title = in_units(fit.later(now.points, replace(now.controls, a=0.5, b=0.755)).panel("event").title, days)
    assert title.endswith("from x = 2025-03-01 12:00 to 2025-03-01 18:07)")
    assert "mean above" in as_read(fit.later(now.points, now.controls).panel("event").title)


def test_a_share_of_all_paths_has_an_error_and_one_of_many_the_usual_one():
    assert [Exceeded(share, 200, share).error for share in (0.0, 1.0)] == pytest.approx([0.0069, 0.0069], abs=1e-4)
    assert Exceeded(0.3, 4000, 0.3).error == pytest.approx((0.3 * 0.7 / 4000) ** 0.5, rel=0.01)


def test_at_one_place_paths_and_marginal_agree():
    """Sixteen values at the same place differ by their noise alone; of the process, that is known exactly."""
    now = moment(EVENT, SMOOTH, a=0.5, b=0.5, level=0.5)
    found, process = of_gp(now.points, now.controls), fitted(now.points)
    at = process.predict(torch.tensor([[0.5]]).double())
    assert found.paths == pytest.approx(1 - at.cdf(torch.tensor([[0.5]]).double()).item(), abs=0.1)


def test_the_exercise_needs_scatter_that_one_band_holds():
    assert verdict(MISFIT, moment(MISFIT)) is None
    almost = (*SMOOTH[:-1], (SMOOTH[-1][0], SMOOTH[-1][1] + 0.05))
    assert "add scatter" in whole(verdict(MISFIT, moment(MISFIT, almost)))
    assert "At least 10 points" in whole(verdict(MISFIT, moment(MISFIT, SMOOTH[:9])))
    found = verdict(MISFIT, moment(MISFIT, SCATTER))
    least = least_inside(len(SCATTER))
    assert found.done and inside(load("tnpd"), SCATTER) < least <= inside(load("tnpd", BROAD), SCATTER)


def test_the_reading_names_repeated_and_contradictory_points():
    points = (*SMOOTH, SMOOTH[0], (SMOOTH[3][0], 2.5))
    found = fit.aside(context(points), moment(MISFIT, prior=USUAL).controls)
    assert found.reading("repeated").value == 1 and found.reading("contradictory").value == 1
    assert fit.aside(context(SMOOTH[:9]), FitControls()).caption.startswith("At least 10 points")


@pytest.mark.parametrize("name", ["tnpd@broad", "tetnp@broad"])
def test_the_stage_knows_what_its_model_was_trained_on(name):
    stage = fit.scene(context(SMOOTH), FitControls(model=name.partition("@")[0])).panels[0]
    assert stage.reach == reach(name) and stage.reach.points == 128 and stage.reach.low < -5
    assert model_score(name, context(NILE)).band.fits


def test_the_band_of_the_curve_is_narrower_and_says_what_it_is():
    curves = {of: fit.gp_curve(context(NILE), FitControls(gp=True, gp_band=of)) for of in ("y", "f")}
    assert (curves["f"].sd < 0.75 * curves["y"].sd).all() and (curves["f"].mean == curves["y"].mean).all()
    assert curves["f"].label.endswith("of the curve") and curves["y"].label.endswith("of a new measurement")


def test_a_band_that_is_too_wide_holds_the_points_and_is_said_to_be_wide():
    assert not BandFit(100, 100, 0, 0, 0).wide and BandFit(256, 256, 0, 0, 0).wide


def test_the_verdict_heads_the_panel_beside_the_stage():
    found, beside = judged("tnpd@broad", context(NILE))
    note = as_read(fit.later(context(NILE), FitControls()).panel("scores").note)
    assert note.startswith(f"{as_read(in_words(found, beside))} Random fifths")
    assert "93 of 100 held-out points lie inside ±2 sd, 95% expected: the band fits these points." in note


def test_one_false_value_is_named_and_the_score_without_it_stands_beside():
    """A value of 40 sd among a hundred: the count says nothing, the log-likelihood is ruined by this point alone."""
    at = 40
    points = tuple((x, 40.0 if i == at else y) for i, (x, y) in enumerate(NILE))
    found, beside = judged("tnpd@broad", context(points))
    assert not beside.narrow and beside.by_one and found.loglik < -2
    days = Units("day", 0.0, 1.0, "flow", 0.0, 1.0)
    said, place = in_units(in_words(found, beside), days), in_units(at_x(NILE[at][0]), days)
    assert "fits" not in said and f"one point at x = {place} costs {beside.cost:.1f}" in said
    others = [i for i in range(100) if i != beside.costliest]
    scene = fit.later(context(points), FitControls())
    assert scene.reading("without-one").value == pytest.approx(found.logliks[others].mean().item())
    assert in_units(scene.reading("without-one").label, days).endswith(f"the point at x = {place}")
    assert fit.aside(context(points), FitControls()).reading("inside").tone == ""


def test_no_band_is_said_to_fit_while_the_gaussian_process_is_ahead():
    """Without noise the Gaussian process is far ahead, though every point lies inside."""
    found, beside = judged("tnpd@broad", context(SMOOTH))
    mean, error = beside.difference
    assert found.share == 1 and mean < -error
    assert as_read(in_words(found, beside)).startswith("0 of 14 held-out points lie outside ±2 sd, 1 expected.")
    assert "fits" not in as_read(fit.later(context(SMOOTH), FitControls()).caption)


def test_nothing_waits_for_the_gaussian_process_but_what_is_said_of_it(monkeypatch):
    """A fit may take seconds: the band and the count come before it, and neither says that the band fits."""
    asked = []
    monkeypatch.setattr("pages.fit.band.fit", lambda points: asked.append(points))
    points = tuple((x, y + 0.001) for x, y in NILE)
    first = fit.scene(context(points), FitControls()).joined(fit.aside(context(points), FitControls()))
    assert not asked and first.reading("inside").text == "93 of 100" and first.reading("inside").tone == ""
    assert "fits" not in as_read(first.caption)


DAILY = tuple((round(-2 + 4 * i / 95, 4), round(math.sin(3 * i / 95) + 0.2 * (-1) ** i, 2)) for i in range(96))


@pytest.mark.parametrize(("block", "count", "width"), [(0.0, 10, 0.4), (1.0, 4, 1.0), (1e-3, 48, 0.08), (50.0, 2, 2.0)])
def test_blocks_of_x_are_held_out_and_the_page_says_how_wide(block, count, width):
    """A block of the axis in place of random fifths: a tenth, or as wide as is set, from 2 blocks to 50."""
    points, controls = context(DAILY), FitControls(held="blocks", block=block)
    assert controls.width(points) == pytest.approx(width, abs=1e-3)
    assert abs(len(blocks(points, controls.width(points))) - count) <= 2
    model, x, hits = load("tnpd", BROAD), points.x[:, 0], 0
    edges = (x - x.min()) / controls.width(points) + 1e-9
    part = edges.floor().clamp(max=math.ceil(4 / controls.width(points) - 1e-9) - 1)
    for number in part.unique():
        held = part == number
        found = predict(model, Points(points.x[~held], points.y[~held]), points.x[held])
        hits += int(((points.y[held] - found.mean).abs() <= 2 * found.std).sum())
    scene = fit.aside(points, controls)
    assert scene.reading("inside").text == f"{hits} of 96"
    days = Units("day", 0.0, 5.0, "flow", 0.0, 1.0, "2025-03-01")
    note = in_units(fit.later(points, controls).panel("scores").note, days)
    assert "Each block of x" in note and "wide, is held out in turn" in note
    if block == 0.0:
        assert "Each block of x, 2.00 days wide, is held out in turn" in note
    assert "Errors within a block go together" in note
    assert "Errors within a block go together" in in_units(fit.later(points, controls).caption, days)
    assert "Errors within" not in in_units(fit.later(points, FitControls()).panel("scores").note, days)


def test_random_fifths_are_named_and_points_at_one_place_have_no_blocks():
    assert "Random fifths of the points are held out in turn" in as_read(
        fit.later(context(DAILY), FitControls()).panel("scores").note
    )
    assert FitControls(held="blocks").width(context(tuple((1.0, y) for _, y in DAILY))) is None


def test_a_gap_is_harder_than_neighbours():
    inside = [judged("tnpd@broad", context(DAILY), width)[0].loglik for width in (None, 0.4)]
    assert inside[1] < inside[0]


def test_predictions_are_saved_at_the_x_of_the_data():
    years = Units("year", 1920.0, 25.0, "flow", 900.0, 170.0)
    points = (*reversed(NILE), (NILE[3][0], 0.5))  # two values in one year, and not in the order of x
    (make,) = LESSON.records.values()
    header, *rows = csv.reader(io.StringIO(records_csv(make(context(points), FitControls(gp_band="f")), years)))
    assert header == ["year", "flow", "model mean", "model sd", "Gaussian process mean", "Gaussian process sd"]
    table = torch.tensor([[float(value) for value in row] for row in rows]).double()
    ordered = sorted(points, key=lambda point: point[0])
    assert table[:, :2].tolist() == [pytest.approx(pair) for pair in years.original(ordered)]
    xt = context(ordered).x
    found, process = predict(load("tnpd", BROAD), context(points), xt), fitted(context(points)).predict(xt)
    for at, (mean, sd) in ((2, (found.mean, found.std)), (4, (process.mean, process.stddev))):
        assert table[:, at].tolist() == pytest.approx((900 + 170 * mean[:, 0]).tolist(), abs=1e-2)
        assert table[:, at + 1].tolist() == pytest.approx((170 * sd[:, 0]).tolist(), abs=1e-2)
    assert len(list(csv.reader(io.StringIO(records_csv(make(context(()), FitControls()), years))))) == 1


def test_a_handle_reads_the_prediction_at_its_date():
    days = Units("day", 0.0, 1.0, "flow", 100.0, 10.0, "2025-03-01")
    found = fit.later(context(SMOOTH), FitControls(event=True, a=1.5, b=0.25)).reading("at-a")
    there = predict(load("tnpd", BROAD), context(SMOOTH), torch.tensor([[1.5]], dtype=torch.float64))
    assert in_units(found.label, days) == "Prediction at A, x = 2025-03-02 12:00, ±2 sd"
    mean, spread = map(float, in_units(found.text, days).split(" ± "))
    assert mean == pytest.approx(100 + 10 * there.mean.item(), abs=0.06)
    assert spread == pytest.approx(20 * there.std.item(), abs=0.06)


def test_every_outcome_is_what_the_app_shows():
    shown = [
        verdict(NARROW, moment(NARROW), 2),
        verdict(WIDE, moment(WIDE, prior=BROAD), 1),
        verdict(PLAIN, moment(PLAIN), 2),
        verdict(EVENT, moment(EVENT), 2),
        verdict(MISFIT, moment(MISFIT, SCATTER)),
    ]
    assert unsaid("fit", shown) == ["95%"] and all(found.done for found in shown)
