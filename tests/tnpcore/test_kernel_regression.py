"""Weights of kernel methods, against numbers by hand, scikit-learn, closed forms, and each other."""

import math
from functools import partial

import pytest
import torch
from sklearn.kernel_ridge import KernelRidge

from tnpcore import Points
from tnpcore.attention import attention_weights
from tnpcore.data import gp, kernels
from tnpcore.kernel_regression import (
    conditional_density,
    dot_product_weights,
    joint_density,
    nadaraya_watson_weights,
    ridge_weights,
)

UNIT = partial(kernels.rbf, lengthscale=0.6)


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def column(*values):
    return torch.tensor(values, dtype=torch.float64)[:, None]


def close(found, expected, atol=1e-12):
    torch.testing.assert_close(found, expected, atol=atol, rtol=0)


def test_nadaraya_watson_by_hand():
    """At distances of 0, 1 and 2 bandwidths the kernel is 1, 0.6065 and 0.1353."""
    found = nadaraya_watson_weights(column(0.0, 0.5, 1.0), column(0.0), 0.5)
    kernel = torch.tensor([1.0, math.exp(-0.5), math.exp(-2.0)], dtype=torch.float64)
    close(found, (kernel / kernel.sum())[None])


def test_nadaraya_watson_is_positive_sums_to_1_and_survives_great_distances():
    for bandwidth in (0.05, 0.5, 5.0):
        found = nadaraya_watson_weights(draw(7, 2), 3 * draw(20, 2, seed=1), bandwidth)
        assert found.min() >= 0
        close(found.sum(-1), torch.ones(20, dtype=torch.float64))
    far = nadaraya_watson_weights(column(-1e6, 1e6), column(3.0), 0.1)
    close(far, torch.tensor([[0.0, 1.0]], dtype=torch.float64))
    assert nadaraya_watson_weights(torch.zeros(0, 1), torch.zeros(3, 1), 0.5).shape == (3, 0)


@pytest.mark.parametrize("bandwidth", [0.2, 0.7, 3.0])
@pytest.mark.parametrize("width", [1, 3])
def test_the_dot_product_with_the_norm_of_the_key_is_nadaraya_watson(bandwidth, width):
    q, k = draw(11, width), draw(6, width, seed=1)
    close(dot_product_weights(q, k, bandwidth), nadaraya_watson_weights(k, q, bandwidth), 1e-9)


def test_without_the_norm_the_longest_key_on_the_side_of_the_query_wins():
    k = column(-1.5, 0.2, 0.9, 1.8)
    for q, longest in ((0.3, 3), (-0.3, 0)):
        found = dot_product_weights(column(q), k, 0.5, key_norm=False)
        assert int(found.argmax()) == longest and int(dot_product_weights(column(q), k, 0.5).argmax()) == 1
    close(dot_product_weights(column(0.0), k, 0.5, key_norm=False), torch.full((1, 4), 0.25, dtype=torch.float64))


def test_keys_of_equal_norm_need_no_term():
    angles = draw(5)
    k = torch.stack([angles.cos(), angles.sin()], -1)
    close(dot_product_weights(draw(4, 2), k, 0.8, key_norm=False), nadaraya_watson_weights(k, draw(4, 2), 0.8), 1e-9)


def test_scaled_dot_product_attention_has_the_square_root_of_the_width_as_squared_bandwidth():
    q, k = draw(5, 16), draw(7, 16, seed=1)
    close(attention_weights(q, k)[1], dot_product_weights(q, k, 16**0.25, key_norm=False), 1e-9)


@pytest.mark.parametrize("ridge", [0.01, 0.3])
def test_kernel_ridge_regression_equals_scikit_learn(ridge):
    x, y, xt = draw(9, 1), draw(9, 1, seed=1), draw(20, 1, seed=2)
    theirs = KernelRidge(alpha=ridge, kernel="rbf", gamma=0.5 / 0.6**2).fit(x.numpy(), y.numpy())
    close(ridge_weights(UNIT, x, xt, ridge) @ y, torch.from_numpy(theirs.predict(xt.numpy())), 1e-9)


def test_two_points_by_hand():
    """(k1, k2) (K + r I)^-1 of two points, written out."""
    x, a, r = column(0.0, 1.0), math.exp(-0.5), 0.1
    det = (1 + r) ** 2 - a**2
    expected = torch.tensor([[(1 + r) - a * a, a * (1 + r) - a]], dtype=torch.float64) / det
    close(ridge_weights(partial(kernels.rbf, lengthscale=1.0), x, x[:1], r), expected)


@pytest.mark.parametrize(("noise", "scale"), [(0.2, 1.0), (0.3, 1.5), (0.1, 0.5)])
def test_ridge_noise2_over_scale2_gives_the_mean_of_the_gaussian_process(noise, scale):
    points, xt = Points(draw(9, 1), draw(9, 1, seed=1)), draw(20, 1, seed=2)
    scaled = partial(kernels.rbf, lengthscale=0.6, scale=scale)
    krr = ridge_weights(UNIT, points.x, xt, noise**2 / scale**2)
    close(krr, ridge_weights(scaled, points.x, xt, noise**2), 1e-10)
    close(krr @ points.y, gp.posterior(scaled, points, xt, noise).mean, 1e-10)


def test_a_point_twice_is_one_of_half_the_noise_variance_for_the_gaussian_process():
    x, xt, r = draw(5, 1), draw(20, 1, seed=2), 0.04
    twice = ridge_weights(UNIT, torch.cat([x, x[2:3]]), xt, r)
    ridges = torch.full((5,), r, dtype=torch.float64)
    ridges[2] = r / 2
    joined = twice[:, :5].clone()
    joined[:, 2] += twice[:, 5]
    close(joined, ridge_weights(UNIT, x, xt, ridges), 1e-9)


def test_a_point_twice_has_two_votes_in_nadaraya_watson():
    x, xt = draw(5, 1), draw(20, 1, seed=2)
    once, twice = (nadaraya_watson_weights(c, xt, 0.5) for c in (x, torch.cat([x, x[2:3]])))
    w = once[:, 2]
    close(twice[:, 2] + twice[:, 5], 2 * w / (1 + w))


@pytest.mark.parametrize("bandwidth_y", [0.1, 0.4])
def test_the_mean_of_a_slice_of_the_joint_density_is_nadaraya_watson(bandwidth_y):
    points, x = Points(draw(6, 1), draw(6, 1, seed=1)), column(-0.7, 0.1, 1.3)
    y = torch.linspace(-8, 8, 4001, dtype=torch.float64)[:, None]
    density = joint_density(points, x, y, 0.3, bandwidth_y)
    mean = (density * y[:, 0]).sum(-1) / density.sum(-1)
    close(mean[:, None], nadaraya_watson_weights(points.x, x, 0.3) @ points.y, 1e-9)


def test_the_joint_density_integrates_to_1():
    points = Points(draw(6, 1), draw(6, 1, seed=1))
    grid = torch.linspace(-7, 7, 701, dtype=torch.float64)[:, None]
    total = joint_density(points, grid, grid, 0.3, 0.2).sum() * 0.02**2
    assert float(total) == pytest.approx(1.0, abs=1e-6)


def test_a_slice_divided_by_its_integral_is_the_conditional_density():
    points, x = Points(draw(6, 1), draw(6, 1, seed=1)), column(-0.7, 0.1, 1.3)
    y = torch.linspace(-8, 8, 4001, dtype=torch.float64)[:, None]
    joint = joint_density(points, x, y, 0.3, 0.2)
    close(conditional_density(points, x, y, 0.3, 0.2), joint / (joint.sum(-1, keepdim=True) * 0.004), 1e-9)
    far = conditional_density(points, column(1e5), y, 0.3, 0.2)
    assert float(far.sum() * 0.004) == pytest.approx(1.0, abs=1e-6)
