"""Autoencoders: what is on stage, plane and bars is what the library computes, by other ways where there are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.autoencoders import inference, measured
from pages.autoencoders.controls import (
    AUTOENCODERS,
    CLASSES,
    COMPLETED,
    DRAWN,
    EXAMPLES,
    HALVES,
    HELD_OUT,
    LINEAR,
    ONE,
    SECOND,
    USUAL,
    AutoencoderControls,
)
from pages.autoencoders.inference import bound, completed, encoded, exact, gap, gradients, means, moved, shares
from pages.autoencoders.plane import LEAST, TILES, pictures_of
from pages.autoencoders.scene import DRAWS, WALK, aside, later, scene, walk
from pages.shared.lesson.values import ControlError, context
from pages.shared.scene.figures import figures
from pages.shared.scene.marks import Bars, Dots, Field, Line, Pixels, Place, Scene
from pages.shared.scene.pixels import counts, letters
from tnpcore import latent
from tnpcore.autoencoders import digits, load

pytestmark = pytest.mark.slow

NOTHING = context(())
THREE = counts(EXAMPLES["3"])


def whole(**controls) -> Scene:
    controls = AutoencoderControls(**controls)
    return scene(NOTHING, controls).joined(aside(NOTHING, controls)).joined(later(NOTHING, controls))


def marks(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def shown(field: Field) -> np.ndarray:
    """The picture [64] of a field, its first row at the top."""
    return field.values[::-1].ravel()


@pytest.mark.parametrize("show", [ONE, SECOND, COMPLETED, DRAWN])
def test_a_pixel_is_a_square_and_all_pictures_have_one_scale(show):
    drawn = [panel for panel in whole(show=show).panels if panel.drawing]
    assert drawn and all(panel.equal for panel in drawn)


# ---- pictures as text ------------------------------------------------------------------------------


def test_the_examples_are_held_out_pictures_and_come_back_from_their_letters():
    held_out = digits("held-out")
    for name, index in zip(EXAMPLES, HELD_OUT, strict=True):
        assert int(held_out.labels[index]) == int(name)
        np.testing.assert_array_equal(counts(EXAMPLES[name]), held_out.pictures[index].numpy())
        assert letters(counts(EXAMPLES[name])) == EXAMPLES[name]


@pytest.mark.parametrize("digit", ["", "0" * 63, "0" * 65, "h" + "0" * 63, "G" * 64, 3, None, ["0"] * 64])
def test_a_picture_of_another_form_is_refused(digit):
    with pytest.raises(ControlError, match="digit must be 64 letters of 0123456789abcdefg, got"):
        AutoencoderControls(digit=digit)


def test_a_painted_picture_travels_and_has_a_figure():
    out = whole(show=SECOND)
    (sent,) = [mark for mark in out.wire()["panels"][0]["marks"] if mark.get("edit") == "digit"]
    assert (sent["kind"], sent["text"]) == ("pixels", EXAMPLES["3"])
    one, other = marks(out.panel("stage"), Pixels)
    assert (one.edit, other.edit) == ("digit", "other")
    first = figures(out, ())[0].data[0]
    np.testing.assert_array_equal(np.asarray(first.z)[::-1].ravel(), THREE)


def test_a_moved_picture_loses_what_leaves_it():
    grid = np.arange(64.0).reshape(8, 8)
    np.testing.assert_array_equal(moved(grid.ravel(), 0), grid.ravel())
    np.testing.assert_array_equal(moved(grid.ravel(), 2).reshape(8, 8)[:, 2:], grid[:, :6])
    assert not moved(grid.ravel(), 2).reshape(8, 8)[:, :2].any()
    np.testing.assert_array_equal(moved(grid.ravel(), -3).reshape(8, 8)[:, :5], grid[:, 3:])


# ---- stage and plane -------------------------------------------------------------------------------


def test_what_comes_back_is_the_decoder_at_the_mean_of_q():
    model = load(USUAL)
    with torch.no_grad():
        z = model.encode(torch.from_numpy(THREE).float()).mean
        expected = 16 * torch.sigmoid(model.decoder(z).double())
    (field,) = marks(whole().panel("stage"), Field)
    np.testing.assert_allclose(shown(field), expected, atol=1e-6)
    assert field.span == (0.0, 16.0), "all pictures have one scale"


def test_the_picture_of_a_z_is_that_of_the_ring():
    out = whole(show=ONE, z1=1.0, z2=-2.0)
    (ring,) = marks(out.panel("plane"), Place)
    assert (ring.x, ring.y, ring.edit) == (1.0, -2.0, ("z1", "z2"))
    np.testing.assert_allclose(shown(marks(out.panel("stage"), Field)[0]), means(USUAL, (1.0, -2.0))[0])


def test_a_completed_digit_keeps_its_left_half_and_its_right_half_knows_only_that():
    made = completed("halves-beta1", THREE).reshape(8, 8)
    np.testing.assert_array_equal(made[:, :4], THREE.reshape(8, 8)[:, :4])
    other = THREE.reshape(8, 8).copy()
    other[:, 4:] = 16 - other[:, 4:]
    np.testing.assert_array_equal(completed("halves-beta1", other.ravel()).reshape(8, 8)[:, 4:], made[:, 4:])
    assert np.abs(completed("halves-beta8", THREE) - made.ravel()).max() > 1


def test_the_map_has_the_picture_of_each_place_on_it():
    field = pictures_of(USUAL)
    tiles = field.values[::-1].reshape(TILES, 8, TILES, 8).transpose(0, 2, 1, 3).reshape(TILES, TILES, 64)
    middle = TILES // 2
    np.testing.assert_allclose(tiles[middle, middle], means(USUAL, (0.0, 0.0))[0], atol=1e-4)
    step = 2 * LEAST / TILES
    up_right = ((TILES - 1 - middle) * step, middle * step)
    np.testing.assert_allclose(tiles[0, TILES - 1], means(USUAL, up_right)[0], atol=1e-4)


def test_the_walk_begins_and_ends_with_what_comes_back():
    zero, one = (encoded(USUAL, counts(EXAMPLES[name])) for name in "01")
    along, mixed = walk(zero, one, USUAL)
    for row in (along, mixed):
        np.testing.assert_allclose(row[[0, -1]], means(USUAL, zero.mean, one.mean), atol=1e-4)
    np.testing.assert_allclose(mixed[WALK // 2], (along[0] + along[-1]) / 2)
    panel = whole(show=SECOND, digit=EXAMPLES["0"], other=EXAMPLES["1"]).panel("walk")
    assert len(marks(panel, Field)) == 2 * WALK


def test_pictures_of_the_prior_are_other_ones_with_another_draw():
    fields = [marks(whole(show=DRAWN, draw=draw).panel("stage"), Field) for draw in (0, 0, 3)]
    assert [len(each) for each in fields] == [DRAWS] * 3
    np.testing.assert_array_equal(fields[0][0].values, fields[1][0].values)
    assert np.abs(fields[0][0].values - fields[2][0].values).max() > 1


def test_shares_of_the_prior_are_those_of_many_draws():
    z = torch.randn(20_000, 2, generator=torch.Generator().manual_seed(1), dtype=torch.float64).numpy()
    read = inference.classified(inference.decoded(USUAL, z)[0]).argmax(-1)
    np.testing.assert_allclose(shares(USUAL), np.bincount(read, minlength=10) / len(z), atol=0.015)
    assert shares(USUAL).sum() == pytest.approx(1.0)


def test_a_moved_digit_has_a_q_of_its_own_and_a_reading():
    out = whole(tau=1)
    there = encoded(USUAL, moved(THREE, 1))
    far = np.linalg.norm(np.subtract(encoded(USUAL, THREE).mean, there.mean))
    assert out.reading("shift-z").value == pytest.approx(far) and far > 0.1
    assert [line.label for line in marks(out.panel("plane"), Line)][-1] == "q of the shifted digit"
    assert whole().reading("shift-z").value == 0


# ---- evidence, pixels ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", AUTOENCODERS)
def test_the_gap_is_the_divergence_from_the_posterior(name):
    data = inference.example(name, THREE)
    divergence = latent.kl_to_posterior(load(name), data, latent.encode(load(name), data))
    assert gap(name, EXAMPLES["3"]) == pytest.approx(divergence, abs=0.02)


def test_the_bars_are_the_readings_and_add_up():
    out = whole()
    bars, divergences = marks(out.panel("gap"), Bars)
    assert bars.values[0] + bars.values[1] == pytest.approx(bars.values[2], abs=1e-9), "as it is shown"
    assert [out.reading(id).value for id in ("elbo", "gap", "evidence")] == pytest.approx(bars.values, abs=0.011)
    assert [out.reading(id).value for id in ("kl", "gap")] == pytest.approx(divergences.values, abs=0.0051)


def test_another_decoder_has_another_posterior_and_the_map_on_the_plane_is_it():
    here, there = (marks(whole(model=name).panel("posterior"), Field)[0] for name in (USUAL, LINEAR))
    assert here.x != there.x
    found = exact(USUAL, EXAMPLES["3"])
    first, second = found.axes
    rows, columns = np.unravel_index(np.argsort(-here.values, axis=None)[[0, 40]], here.values.shape)
    places = torch.tensor([[first[c], second[r]] for r, c in zip(rows, columns)])
    log = latent.log_joint(load(USUAL), inference.example(USUAL, THREE), places)
    assert float(log[1] - log[0]) == pytest.approx(float(np.log(here.values[rows[1], columns[1]])), abs=1e-3)


def test_the_gradient_is_what_a_small_step_of_z_does():
    step = 3e-3
    first, second = gradients(USUAL, (0.3, -0.8))
    centre = means(USUAL, (0.3 - step, -0.8), (0.3 + step, -0.8), (0.3, -0.8 - step), (0.3, -0.8 + step))
    np.testing.assert_allclose(first, (centre[1] - centre[0]) / (2 * step), rtol=0.02, atol=0.02)
    np.testing.assert_allclose(second, (centre[3] - centre[2]) / (2 * step), rtol=0.02, atol=0.02)


# ---- measured --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [HALVES, CLASSES])
def test_the_information_plane_has_exact_values_on_the_inner_side_of_their_bounds(pair):
    panel = measured.information_panel(AutoencoderControls(pair=pair, level=3))
    exactly, bounds = marks(panel, Line)
    assert len(exactly.x) == 8 and (exactly.x <= bounds.x + 1e-6).all()
    assert (exactly.y >= bounds.y - 1e-6).all()
    assert "bound" in bounds.label and "exact" in exactly.label


@pytest.mark.parametrize(("level", "names"), [(0, ("β 0.1", "β 30")), (3, ("β 2", "β 30")), (7, ("β 30", "β 0.1"))])
def test_names_in_the_information_plane_stand_far_apart(level, names):
    panel = measured.information_panel(AutoencoderControls(pair=HALVES, level=level))
    assert marks(panel, Dots)[-1].labels == names


@pytest.mark.parametrize("show", [ONE, SECOND, COMPLETED, DRAWN])
@pytest.mark.parametrize("digit", ["0" * 64, "g" * 64, "0g" * 32])
def test_no_picture_breaks_a_part(show, digit):
    controls = AutoencoderControls(show=show, digit=digit, other=digit, tau=-3, z1=12.0, z2=-12.0, level=7)
    for part in (scene, aside, later):
        part(NOTHING, controls).packed()


def test_a_drag_of_z_computes_no_posterior_anew(monkeypatch):
    exact(USUAL, EXAMPLES["3"]), bound(USUAL, EXAMPLES["3"])
    monkeypatch.setattr(latent, "posterior", None)
    aside(NOTHING, replace(AutoencoderControls(), show=ONE, z1=0.77))
