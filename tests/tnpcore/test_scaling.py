import numpy as np
import pytest
import torch
from scipy import stats

from tnpcore import Points, build, load, predict, sample_autoregressively, standardise
from tnpcore.scaling import RescaledDistribution

YEARS, FLOW = np.arange(1900, 1921, 4), np.array([30.0, 12.0, 5.0, 9.0, 20.0, 44.0])
XT = [1901.5, 1910, 1919]


def test_x_fills_the_range_and_y_has_mean_0_and_standard_deviation_1():
    points, scaling = standardise(Points(YEARS, FLOW))
    assert points.x.min() == -2 and points.x.max() == 2
    assert points.y.mean().item() == pytest.approx(0) and points.y.numpy().std() == pytest.approx(1)
    torch.testing.assert_close(scaling.y(points.y)[:, 0], torch.from_numpy(FLOW))
    assert scaling.x([1910]).tolist() == [[0.0]]
    held_out = scaling.points(Points([1920], [FLOW.mean()]))
    assert held_out.x.item() == 2 and held_out.y.item() == pytest.approx(0)


def test_equal_numbers_are_moved_and_not_scaled():
    points, scaling = standardise(Points([0.1] * 3, [0.7] * 3))
    assert points.x.tolist() == points.y.tolist() == [[0.0]] * 3
    assert scaling.x([1.1]).item() == 1.0 and scaling.y(torch.ones(1, 1)).item() == pytest.approx(1.7)


@pytest.mark.parametrize("points", [Points([0.0, 1.0], [1e300, 0.0]), Points([1.6e308, 1.7e308], [0.0, 1.0])])
def test_numbers_too_large_to_square_are_refused(points):
    with pytest.raises(ValueError, match=r"standardise needs x and y of at most 1e150 in size, got x to .* and y to 1"):
        standardise(points)


def test_without_points_nothing_changes():
    points, scaling = standardise(Points([], []))
    assert len(points) == 0 and scaling.x([3.0]).item() == 3.0 and scaling.y(torch.ones(1, 1)).item() == 1.0


def test_every_dimension_and_every_set_has_a_factor_of_its_own():
    x = torch.tensor([[[0.0, 1000.0], [1.0, 3000.0]], [[5.0, 7.0], [9.0, 7.0]]])
    points, scaling = standardise(Points(x, torch.zeros(2, 2, 1)))
    assert points.x.tolist() == [[[-2.0, -2.0], [2.0, 2.0]], [[-2.0, 0.0], [2.0, 0.0]]]
    assert scaling.x_factor.tolist() == [[[0.25, 500.0]], [[1.0, 1.0]]]


def test_a_prediction_comes_back_in_original_units():
    points, scaling = standardise(Points(YEARS, FLOW))
    there = predict(load("tnpd"), points, scaling.x(XT), record=True)
    here = scaling.back(there)
    assert here.attention == there.attention
    mean, std = here.numpy()
    np.testing.assert_allclose(mean, FLOW.mean() + FLOW.std() * there.mean.double().numpy(), rtol=1e-6)
    np.testing.assert_allclose(std, FLOW.std() * there.std.double().numpy(), rtol=1e-6)
    expected = stats.norm(mean, std).logpdf(20.0)
    np.testing.assert_allclose(here.dist.log_prob(torch.full((3, 1), 20.0)), expected, atol=1e-5)
    np.testing.assert_allclose(here.dist.cdf(torch.full((3, 1), 20.0)), stats.norm(mean, std).cdf(20.0), atol=1e-5)


def test_a_joint_density_is_right_in_original_units():
    points, scaling = standardise(Points(YEARS, FLOW))
    joint = load("tnpnd").joint(points.x, points.y, scaling.x(XT))
    here, y = RescaledDistribution(joint, scaling.y_offset, scaling.y_factor), torch.tensor([[20.0], [9.0], [31.0]])
    factor = FLOW.std() * joint.scale_tril.double().numpy()
    expected = stats.multivariate_normal(here.mean[:, 0].numpy(), factor @ factor.T).logpdf(y[:, 0].numpy())
    assert here.log_prob(y).item() == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("name", ["cnp", "np"])
def test_a_density_in_two_dimensions_of_y_integrates_to_one(name):
    x, y = torch.tensor([[0.0], [1.0], [2.0]]), torch.tensor([[1.0, 100.0], [2.0, 700.0], [3.0, 300.0]])
    points, scaling = standardise(Points(x, y))
    dist = scaling.back(predict(build(name, dim_y=2).eval(), points, scaling.x([0.5]))).dist
    for column, width in ((0, 40.0), (1, 12_000.0)):
        axis = torch.linspace(-width, width, 20_001, dtype=torch.float64)
        values = torch.stack([axis, axis], -1)[:, None]
        density = dist.log_prob(values)[:, 0, column].exp()
        assert torch.trapezoid(density, axis).item() == pytest.approx(1, abs=1e-3)


def test_samples_come_back():
    points, scaling = standardise(Points(YEARS, FLOW))
    drawn = sample_autoregressively(load("tetnp"), points, scaling.x(XT), 5, torch.Generator().manual_seed(0))
    assert scaling.y(drawn).shape == (5, 3, 1) and 0 < scaling.y(drawn).mean() < 44


@pytest.mark.parametrize("name", ["tnpnd", "convgnp"])
def test_a_joint_prediction_comes_back_with_its_dependence(name):
    points, scaling = standardise(Points(YEARS, FLOW))
    seen = predict(load(name), points, scaling.x(XT))
    back = scaling.back(seen)
    assert torch.equal(back.joint.mean, back.mean) and torch.equal(back.joint.stddev, back.std)
    assert back.joint.mean.allclose(scaling.y(seen.joint.mean))
    covariance, factor = (each.scale_tril @ each.scale_tril.mT for each in (back.joint, seen.joint)), scaling.y_factor
    original, standard = covariance
    torch.testing.assert_close(original, factor[0, 0] ** 2 * standard.double(), rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("name", ["tnpnd", "convgnp"])
def test_a_joint_distribution_is_drawn_from_as_torch_does(name):
    joint = predict(load(name), *standardise(Points(YEARS, FLOW))[:1], torch.tensor([[0.0], [0.1]])).joint
    with torch.random.fork_rng():
        torch.manual_seed(0)
        drawn = joint.sample((20_000,))
    assert drawn.shape == (20_000, 2, 1)
    torch.testing.assert_close(drawn.mean(0), joint.mean, atol=0.05, rtol=0)
    torch.testing.assert_close(drawn[..., 0].T.cov(), joint.scale_tril @ joint.scale_tril.mT, atol=0.05, rtol=0.05)


# ---- maps ------------------------------------------------------------------------------------------

PLACES = [[7.6, 47.6], [8.5, 47.4], [9.4, 47.4], [8.9, 46.0]]
HEIGHTS = [300.0, 400.0, 700.0, 280.0]


def test_lengths_have_one_factor():
    points, scaling = standardise(Points([[0.0, 10.0], [8.0, 12.0], [4.0, 14.0]], [1.0, 2.0, 3.0]), x="together")
    assert points.x.tolist() == [[-2.0, -1.0], [2.0, 0.0], [0.0, 1.0]]
    assert scaling.x_factor.tolist() == [[2.0, 2.0]]
    alone, scaling = standardise(Points([[3.0, 4.0]], [5.0]), x="together")
    assert alone.x.tolist() == [[0.0, 0.0]] and scaling.x_factor.tolist() == [[1.0, 1.0]]


def test_a_degree_of_longitude_is_as_long_as_at_the_middle_latitude():
    points, scaling = standardise(Points(PLACES, HEIGHTS), x="degrees")
    cosine = np.cos(np.radians(46.8))
    assert scaling.x_factor[0, 1] / scaling.x_factor[0, 0] == pytest.approx(cosine)
    assert points.x.abs().max() == pytest.approx(2.0)
    far = torch.pdist(points.x)[0] * scaling.x_factor[0, 1]  # in degrees of latitude
    assert far == pytest.approx(np.hypot(0.9 * cosine, 0.2))


def test_a_value_far_from_the_rest_is_brought_as_near_as_is_wanted():
    values = torch.zeros(40, 1).index_fill(0, torch.tensor(3), 100.0)
    points, _ = standardise(Points(torch.arange(40.0)[:, None], values), furthest=3.0)
    assert points.y.max() == pytest.approx(3.0) and points.y.mean().item() == pytest.approx(0)
    usual = standardise(Points([0.0, 1.0], [3.0, 5.0]), furthest=3.0)[1]
    assert usual.y_factor.item() == 1.0, "where none is far, y has standard deviation 1"


@pytest.mark.parametrize(
    ("x", "given", "message"),
    [
        ("wide", PLACES, "'each', 'together', 'degrees', got 'wide'"),
        ("degrees", [[1.0], [2.0]], r"longitude and latitude, x \[N, 2\], got \(2, 1\)"),
        ("degrees", [[8.0, 95.0], [9.0, 47.0]], "latitudes lie within ±90 degrees, got 95"),
        ("degrees", [[-400.0, 5.0], [9.0, 47.0]], "longitudes lie within ±360 degrees, got -400"),
        ("degrees", [[8.0, 90.0], [9.0, 90.0]], "on a pole there is no longitude"),
        ("degrees", [[179.5, 1.0], [-179.5, 2.0]], "date line, between -179.5 and 179.5: add 360 to the negative"),
    ],
)
def test_places_that_cannot_be_scaled_are_named(x, given, message):
    with pytest.raises(ValueError, match=message):
        standardise(Points(given, torch.zeros(len(given))), x=x)


def test_longitudes_all_around_have_no_jump():
    around = [[float(lon), 10.0] for lon in range(-170, 180, 20)]
    assert standardise(Points(around, torch.zeros(len(around))), x="degrees")[0].x.abs().max() == 2
    across = standardise(Points([[179.5, 1.0], [180.5, 1.0]], [0.0, 1.0]), x="degrees")[0]
    assert across.x.tolist() == [[-2.0, 0.0], [2.0, 0.0]]
