"""Latent variables: what is on stage and plane is what the library computes, by other ways where there are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.latent import inference
from pages.latent.controls import DRAWS, MODELS, ONE, OWN, PREDICTION, USUAL, LatentControls
from pages.latent.inference import bound, decoded, encoded, exact
from pages.latent.judges import LOOSE
from pages.latent.measured import scores_panel
from pages.latent.scene import COUNT, aside, later, scene
from pages.latent.story import SIX, THREE
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.latent_plane import PRIOR, REACHES, Gaussian
from pages.shared.scene.marks import Bars, Curve, Dots, Field, Line, Place
from tnpcore import Points, latent, predict

DRAWN = context(SIX)


def drawn(points=DRAWN, **controls):
    controls = LatentControls(**controls)
    return scene(points, controls).joined(aside(points, controls))


def marks(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


# ---- one z -----------------------------------------------------------------------------------------


def test_the_curve_on_the_stage_is_the_decoder_at_the_place_on_the_plane():
    (curve,) = marks(drawn(show=ONE, z1=1.0, z2=-0.5).panel("stage"), Curve)
    process, prior = model(USUAL), latent.prior(model(USUAL))
    z = (prior.mean + prior.stddev * torch.tensor([1.0, -0.5])).float()[None, None]
    with torch.no_grad():
        plain = process.likelihood(*(torch.zeros(0, 1),) * 2, torch.from_numpy(curve.x)[:, None].float(), z)
    np.testing.assert_allclose(curve.mean, plain.mean[0, :, 0], atol=1e-5)
    np.testing.assert_allclose(curve.sd, plain.stddev[0, :, 0], atol=1e-5)


def test_the_ring_stands_at_z_and_within_what_is_in_view():
    for z in ((0.0, 0.0), (6.0, -1.0), (12.0, 12.0)):
        panel = drawn(show=ONE, z1=z[0], z2=z[1]).panel("plane")
        (ring,) = marks(panel, Place)
        assert (ring.x, ring.y, ring.edit) == (*z, ("z1", "z2"))
        assert panel.x == panel.y and panel.equal and panel.x[1] in REACHES
        assert max(map(abs, z)) <= panel.x[1] and ring.ends == (panel.x, panel.y)


def test_the_draws_on_the_plane_are_those_whose_curves_are_on_the_stage():
    out = drawn(show=DRAWS)
    (dots,) = marks(out.panel("plane"), Dots)
    lines = marks(out.panel("stage"), Line)
    assert len(dots.x) == len(lines) == COUNT
    means, _ = decoded(USUAL, np.stack([dots.x, dots.y], -1), LatentControls().grid)
    np.testing.assert_allclose([line.y for line in lines], means)


def test_the_prediction_on_the_stage_is_that_of_predict():
    (curve,) = marks(drawn(show=PREDICTION).panel("stage"), Curve)
    expected = predict(model(USUAL), DRAWN, LatentControls().grid)
    np.testing.assert_allclose(curve.mean, expected.mean[:, 0], atol=1e-5)
    here, there = marks(drawn(show=PREDICTION, tau=1.0).panel("stage"), Curve)
    assert there.role == "shifted-prediction" and not np.allclose(here.mean, there.mean, atol=0.1)


# ---- q and the exact posterior ---------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
def test_without_points_q_is_the_prior_and_so_is_the_posterior(name):
    nothing = context(())
    assert encoded(name, nothing) == PRIOR
    found = exact(name, nothing)
    assert found.log_p == pytest.approx(0.0, abs=1e-4)
    np.testing.assert_allclose(found.moments.mean, (0, 0), atol=1e-6)
    np.testing.assert_allclose(found.moments.sd, (1, 1), atol=0.01)


@pytest.mark.parametrize("name", MODELS)
def test_the_evidence_is_elbo_and_divergence_together_for_any_q(name):
    process = model(name)
    for q in (encoded(name, DRAWN), Gaussian((0.5, -0.5), (0.4, 0.7))):
        given = inference.distribution(name, q)
        divergence = latent.kl_to_posterior(process, DRAWN, given)
        assert exact(name, DRAWN).log_p == pytest.approx(bound(name, DRAWN, q).value + divergence, abs=0.02)


def test_the_map_is_the_posterior_at_its_own_places():
    """Bayes' rule by hand at some cells, up to one factor."""
    (field,) = marks(drawn().panel("posterior"), Field)
    rows, columns = field.values.shape
    first, second = np.linspace(*field.x, columns), np.linspace(*field.y, rows)
    top = np.unravel_index(field.values.argmax(), field.values.shape)
    cells = [top, (top[0] + 2, top[1] - 1), (top[0] - 3, top[1] + 2)]
    places = np.array([(first[column], second[row]) for row, column in cells])
    mean, sd = decoded(USUAL, places, DRAWN.x)
    fit = torch.distributions.Normal(torch.from_numpy(mean), torch.from_numpy(sd)).log_prob(DRAWN.y[:, 0]).sum(-1)
    log = fit.numpy() - (places**2).sum(-1) / 2
    np.testing.assert_allclose(np.exp(log - log[0]), [field.values[cell] for cell in cells], rtol=1e-3)


def test_twice_the_points_leave_q_and_narrow_the_posterior():
    """What the article and a verdict give as the reason: an average does not count."""
    twice = Points(DRAWN.x.repeat(2, 1), DRAWN.y.repeat(2, 1))
    once, again = encoded(USUAL, DRAWN), encoded(USUAL, twice)
    np.testing.assert_allclose((*once.mean, *once.sd), (*again.mean, *again.sd), atol=1e-5)
    assert exact(USUAL, twice).moments.area < 0.8 * exact(USUAL, DRAWN).moments.area


def test_the_share_inside_the_ellipse_is_that_of_a_gaussian_for_a_gaussian():
    found = exact(USUAL, context(()))
    assert found.share(PRIOR) == pytest.approx(1 - np.exp(-2), abs=0.03)


def test_the_bars_are_the_readings_and_add_up():
    out = drawn(q=OWN, m1=0.3, s1=0.5)
    (bars,) = marks(out.panel("gap"), Bars)
    assert bars.values[0] + bars.values[1] == pytest.approx(bars.values[2], abs=1e-9), "as it is shown"
    assert [out.reading(id).value for id in ("elbo", "gap", "evidence")] == pytest.approx(bars.values, abs=0.011)
    assert out.reading("elbo").value == pytest.approx(
        out.reading("reconstruction").value - out.reading("kl").value, abs=1e-9
    )


def test_the_bar_of_a_larger_gap_is_taller_on_the_way_to_a_loose_bound():
    drawings = (THREE, ((0.9, 1.0), (2.0, -1.0)), ((0.9, 0.8), (1.5, -0.8)), ((0.9, 1.0), (1.5, -1.0)))
    bars = [marks(drawn(context(each)).panel("gap"), Bars)[0] for each in drawings]
    assert {each.span for each in bars[:-1]} == {(-30.0, 10.0)} and bars[0].values[1] < LOOSE < bars[1].values[1]
    heights = [each.values[1] / (each.span[1] - each.span[0]) for each in bars]
    assert heights == sorted(heights)


def test_all_trainings_are_compared_on_one_scale():
    rows = marks(scores_panel(), Bars)
    assert len({row.span for row in rows}) == 1 and len(rows) == 2
    assert rows[0].span[1] == max(high for row in rows for _, high in row.spread)


def test_q_of_ones_own_is_dragged_by_its_mean_and_its_sd():
    panel = drawn(q=OWN, m1=0.5, m2=-1.0, s1=0.3, s2=0.6).panel("posterior")
    middle, width = marks(panel, Place)
    assert (middle.x, middle.y, middle.edit) == (0.5, -1.0, ("m1", "m2"))
    assert (width.x, width.y, width.edit, width.origin) == (0.8, -0.4, ("s1", "s2"), (0.5, -1.0))
    assert not marks(drawn().panel("posterior"), Place), "the encoder's is not dragged"


def test_every_z_has_its_epsilon():
    out = drawn(q=OWN, m1=1.0, s1=0.5, z1=2.0)
    assert "z₁ = 1.00 + 0.50 · 2.00 = 2.00" in out.equation


# ---- what follows ----------------------------------------------------------------------------------


def test_a_bound_of_more_draws_is_higher_and_stays_below_the_evidence():
    out = later(DRAWN, LatentControls(power=8))
    lines = {line.label: line.y for line in marks(out.panel("draws"), Line)}
    mean, log_p = lines["bound, mean of 24"], lines["log evidence"][0]
    assert mean[-1] > mean[0] and mean[-1] < log_p + 0.1
    assert out.reading("bound").value == pytest.approx(mean[-1])


def test_the_estimates_scatter_about_the_exact_gradient():
    q = encoded(USUAL, DRAWN)
    from pages.latent.estimators import COUNT as ESTIMATES
    from pages.latent.estimators import estimates

    found = estimates(DRAWN, q, LatentControls())
    for drawn_values in found.drawn.values():
        error = drawn_values.std() / ESTIMATES**0.5
        assert abs(drawn_values.mean() - found.exact) < 4 * error
    assert found.ratio > 2


def test_a_drag_of_z_computes_no_posterior_anew(monkeypatch):
    exact(USUAL, DRAWN)
    monkeypatch.setattr(latent, "posterior", None)
    aside(DRAWN, replace(LatentControls(), z1=0.77))


def test_another_unit_of_y_adds_log_100_a_target_and_leaves_the_gap():
    one, other = (drawn(unit=unit).joined(later(DRAWN, LatentControls(unit=unit))) for unit in ("1", "0.01"))
    for name in ("evidence", "elbo", "reconstruction", "bound"):
        added = other.reading(name).value - one.reading(name).value
        assert added == pytest.approx(len(SIX) * np.log(100), abs=1e-6), name
    for name in ("gap", "kl"):
        assert other.reading(name).value == pytest.approx(one.reading(name).value, abs=1e-6), name
    assert other.reading("elbo").value > 0 and "positive ELBO" in other.panel("gap").note
