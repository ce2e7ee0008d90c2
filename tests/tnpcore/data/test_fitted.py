import sys

import pytest
import torch
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process import kernels as sk

from tnpcore import Points
from tnpcore.data import gp, kernels
from tnpcore.data.priors import GPPrior

ONE = torch.ones(1, 1)


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def smooth(num, dim_x=1, dim_y=1):
    """Noisy smooth functions of random inputs, far from 0."""
    x = draw(num, dim_x)
    return Points(x, 7 + torch.sin(2 * x.sum(-1, keepdim=True) + torch.arange(dim_y)) + 0.1 * draw(num, dim_y, seed=1))


def theirs(fitted, lengthscale=1.0, scale=1.0, noise=1.0, mean=0.0):
    """scikit-learn's regressor at the fitted hyper-parameters times the factors, with a mean that much higher."""
    points = fitted.points
    kernel = (scale * fitted.scale) ** 2 * sk.RBF(lengthscale * fitted.lengthscale)
    kernel += sk.WhiteKernel((noise * fitted.noise) ** 2)
    regressor = GaussianProcessRegressor(kernel, alpha=0.0, optimizer=None)
    return regressor.fit(points.x.numpy(), points.y.numpy() - fitted.mean - mean)


@pytest.mark.parametrize("dim_x, dim_y, dtype", [(1, 1, torch.float32), (2, 1, torch.float64), (1, 2, torch.float64)])
def test_the_prediction_is_scikit_learns_at_the_same_hyperparameters(dim_x, dim_y, dtype):
    fitted, xt = gp.fit(smooth(25, dim_x, dim_y).to(dtype)), draw(9, dim_x, seed=2)
    mean, sd = theirs(fitted).predict(xt.numpy(), return_std=True)
    found = fitted.predict(xt)
    torch.testing.assert_close(found.mean, torch.from_numpy(mean).reshape(9, dim_y) + fitted.mean, atol=1e-6, rtol=0)
    torch.testing.assert_close(found.stddev, torch.from_numpy(sd).reshape(9, dim_y), atol=1e-6, rtol=0)


@pytest.mark.parametrize("dim_y", [1, 2])
def test_no_other_hyperparameters_are_more_likely(dim_y):
    fitted = gp.fit(smooth(25, dim_y=dim_y))
    assert fitted.at_bounds == ()
    best = theirs(fitted).log_marginal_likelihood_value_
    assert fitted.log_marginal_likelihood == pytest.approx(best, abs=1e-8)
    for name in ("lengthscale", "scale", "noise"):
        for factor in (0.97, 1.03):
            assert theirs(fitted, **{name: factor}).log_marginal_likelihood_value_ < best, (name, factor)
    for step in (-0.02, 0.02):
        assert theirs(fitted, mean=step).log_marginal_likelihood_value_ < best, step


def test_known_hyperparameters_are_recovered():
    prior = GPPrior("known", kernels.rbf, (0.3, 0.3), (2.0, 2.0), (0.2, 0.2), inputs=(-6.0, 6.0))
    drawn = prior.sample(1, 120, 0, torch.Generator().manual_seed(0)).context
    fitted = gp.fit(Points(drawn.x[0], drawn.y[0] + 50))
    assert fitted.lengthscale == pytest.approx(0.3, rel=0.2)
    assert fitted.scale == pytest.approx(2.0, rel=0.3)
    assert fitted.noise == pytest.approx(0.2, rel=0.2)
    assert fitted.mean == pytest.approx(50, abs=1)


def test_other_units_give_the_same_fit_in_these_units():
    here = gp.fit(smooth(25))
    there = gp.fit(Points(1e3 * here.points.x + 2000, 1e-6 * here.points.y))
    # The search ends within a tolerance of the maximum.
    assert there.lengthscale == pytest.approx(1e3 * here.lengthscale, rel=1e-3)
    assert there.scale == pytest.approx(1e-6 * here.scale, rel=1e-3)
    assert there.noise == pytest.approx(1e-6 * here.noise, rel=1e-3)
    assert there.mean == pytest.approx(1e-6 * here.mean, rel=1e-3)


def test_a_fit_at_the_bounds_names_them():
    x = torch.linspace(0, 1, 20, dtype=torch.float64)[:, None]
    line = gp.fit(Points(x, 3 * x))
    assert line.at_bounds == ("lengthscale", "noise")
    torch.testing.assert_close(line.predict(1.1 * ONE).mean, 3.3 * ONE.double(), atol=0.01, rtol=0)


@pytest.mark.parametrize("points", [Points(ONE, 5 * ONE), Points(draw(6, 2), torch.full((6, 1), 0.1))], ids=len)
def test_equal_values_are_predicted_again(points):
    fitted = gp.fit(points)
    assert {"scale", "noise"} <= set(fitted.at_bounds)
    found = fitted.predict(points.x)
    torch.testing.assert_close(found.mean, points.y.double())
    assert (found.stddev < 0.1).all()


def test_values_at_one_input_are_noise():
    fitted, y = gp.fit(Points(torch.zeros(8, 1), 3 + draw(8, 1))), 3 + draw(8, 1)
    assert fitted.at_bounds == ("scale",)
    assert fitted.predict(ONE).mean.item() == pytest.approx(y.mean().item(), abs=1e-6)
    assert fitted.noise == pytest.approx(y.std(correction=0).item(), rel=0.05)


def test_duplicated_points_and_two_points_give_finite_predictions():
    few = smooth(5)
    for points in (few.joined(few), Points(few.x[:2], few.y[:2])):
        found = gp.fit(points).predict(few.x)
        assert found.mean.isfinite().all() and (found.stddev > 0).all()


@pytest.mark.parametrize(
    "points, problem",
    [
        (Points(torch.zeros(0, 1), torch.zeros(0, 1)), r"at least one point.*\(0, 1\)"),
        (Points(torch.zeros(2, 3, 1), torch.zeros(2, 3, 1)), r"one set.*\(2, 3, 1\)"),
    ],
)
def test_points_that_cannot_be_fitted_are_refused(points, problem):
    with pytest.raises(ValueError, match=problem):
        gp.fit(points)


def test_targets_of_other_dimensions_are_refused():
    with pytest.raises(ValueError, match=r"xt \[Nt, 2\], got \(3, 1\)"):
        gp.fit(smooth(5, dim_x=2)).predict(torch.zeros(3, 1))


@pytest.mark.parametrize("missing", ["sklearn.gaussian_process", "scipy.optimize"])
def test_without_scikit_learn_a_sentence_says_how_to_install_it(monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=r'needs .*pip install "tnpcore\[fit\]"'):
        gp.fit(smooth(3))


def test_the_joint_prediction_has_the_marginals_and_is_what_the_next_value_changes():
    """p(y1, y2) = p(y1) p(y2 | y1), the second with y1 among the points and the same hyper-parameters."""
    points = smooth(12)
    fitted, xt = gp.fit(points), torch.tensor([[0.1], [0.6]], dtype=torch.float64)
    joint, marginal = fitted.predict_jointly(xt), fitted.predict(xt)
    torch.testing.assert_close(joint.mean, marginal.mean)
    torch.testing.assert_close(joint.stddev, marginal.stddev)
    y = torch.tensor([[7.4], [6.3]], dtype=torch.float64)
    then = fitted.given(points.joined(Points(xt[:1], y[:1]))).predict(xt[1:])
    torch.testing.assert_close(joint.log_prob(y), marginal.log_prob(y)[0, 0] + then.log_prob(y[1:])[0, 0])


def test_the_band_of_the_function_has_no_noise_and_that_of_y_has():
    points = smooth(20)
    fitted = gp.fit(points)
    of_y, of_f = (fitted.predict(points.x, of) for of in ("y", "f"))
    torch.testing.assert_close(of_y.variance, of_f.variance + fitted.noise**2)
    torch.testing.assert_close(of_y.mean, of_f.mean)
    k = kernels.rbf(points.x, points.x, fitted.lengthscale, fitted.scale)
    explained = k @ torch.linalg.solve(k + fitted.noise**2 * torch.eye(len(points), dtype=k.dtype), k)
    torch.testing.assert_close(of_f.variance[:, 0], k.diagonal() - explained.diagonal(), rtol=1e-4, atol=1e-8)
