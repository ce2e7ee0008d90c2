"""Kernels that are not this library's: the limit and the tasks for training are those of what they are."""

import pytest
import torch

from tnpcore import Points
from tnpcore.data import kernels
from tnpcore.data.gp import BayesPredictor, joint_posterior, posterior
from tnpcore.data.pool import TaskPool
from tnpcore.data.priors import GPPrior
from tnpcore.gaussian import JointGaussian

# Kernels of a researcher's own: a sum, whose variance is not scale squared, and a line, whose variance depends on x.
OWN = {
    "sum": lambda a, b, lengthscale, scale: kernels.rbf(a, b, lengthscale, scale) + kernels.matern32(a, b, 1.0, scale),
    "line": lambda a, b, lengthscale, scale: kernels.rbf(a, b, lengthscale, scale) + scale**2 * (a - 1) @ (b - 1).mT,
}


@pytest.mark.parametrize("kernel", OWN.values(), ids=OWN)
def test_a_kernel_of_ones_own_has_its_own_variance(kernel):
    """The variance at a target was taken for scale squared by one, and for that of the first target by the other."""
    context, xt = Points([-1.0, 0.4, 1.5], [0.3, -0.2, 0.8]), torch.linspace(-2, 2, 7, dtype=torch.float64)[:, None]
    known = GPPrior("own", kernel, (0.5, 0.5), (0.7, 0.7), (0.1, 0.1), resolution=(1, 1, 1))
    joint = JointGaussian(torch.zeros(10, 1).double(), factor_of(kernel, torch.cat([context.x, xt])))
    best, exact = BayesPredictor(known), posterior(lambda a, b: kernel(a, b, 0.5, 0.7), context, xt, 0.1)
    log_ratio = joint.log_prob(torch.cat([context.y, xt])) - JointGaussian(
        torch.zeros(3, 1).double(), factor_of(kernel, context.x)
    ).log_prob(context.y)
    found = best.predict(context, xt)
    torch.testing.assert_close(found.stddev, exact.stddev)
    torch.testing.assert_close(found.mean, exact.mean)
    together = joint_posterior(lambda a, b: kernel(a, b, 0.5, 0.7), context, xt, 0.1)
    torch.testing.assert_close(together.stddev, exact.stddev)
    torch.testing.assert_close(together.log_prob(xt), log_ratio)
    one_by_one = [posterior(lambda a, b: kernel(a, b, 0.5, 0.7), context, x[None], 0.1).stddev for x in xt]
    torch.testing.assert_close(exact.stddev, torch.cat(one_by_one))


def factor_of(kernel, x):
    return torch.linalg.cholesky(kernel(x, x, 0.5, 0.7) + 0.01 * torch.eye(len(x)))


def test_a_kernel_that_does_not_follow_the_scale_is_refused():
    def kernel(a, b, lengthscale, scale):
        return kernels.rbf(a, b, lengthscale, scale) + kernels.rbf(a, b, 0.1)

    own = GPPrior("own", kernel, (0.5, 1.0), (0.7, 1.0), (0.1, 0.1))
    message = "proportional to scale squared, got one of 2 at scale 1 and 5 at scale 2"
    refused(own, message)


@pytest.mark.parametrize(
    ("kernel", "got"),
    [
        (lambda a, b: a @ b.mT, "takes 2 positional arguments"),
        (lambda a, b, lengthscale, scale: scale.square() * a @ b.mT, "no attribute 'square'"),
    ],
)
def test_a_kernel_of_other_arguments_is_refused(kernel, got):
    refused(GPPrior("own", kernel, (0.5, 1.0), (0.7, 1.0), (0.1, 0.1)), f"tensors or numbers, got one with .*{got}")


def refused(own, message):
    for use in (lambda: BayesPredictor(own), lambda: TaskPool(own, 64, 8, torch.Generator())):
        with pytest.raises(ValueError, match=message):
            use()


@pytest.mark.parametrize(("kernel", "mirrors"), [(OWN["sum"], True), (OWN["line"], False)])
def test_only_functions_of_symmetric_kernels_are_mirrored(kernel, mirrors):
    own = GPPrior("own", kernel, (0.5, 1.0), (0.7, 1.0), (0.1, 0.1))
    pool = TaskPool(own, 64, 8, torch.Generator().manual_seed(0))
    x = pool.batch(256, 4, 4).context.x
    assert (torch.isin(x, pool.x).all()).item() != mirrors


def boxcar(a, b, lengthscale, scale):
    """1 near by and 0 elsewhere, which is no covariance of any function."""
    return scale**2 * ((a - b.mT).abs() < lengthscale).to(a.dtype)


def test_a_kernel_that_is_no_covariance_is_refused_by_the_predictor_as_by_the_prior():
    """The predictor took its negative variances for 0, and predicted."""
    own = GPPrior("own", boxcar, (1.0, 1.0), (1.0, 1.0), (0.1, 0.1), resolution=(1, 1, 1))
    message = "the kernel must give positive definite covariances, got {} of {} that are none with the noise"
    with pytest.raises(ValueError, match=message.format(4, 4)):
        own.sample(4, 40, 1, torch.Generator().manual_seed(0))
    x = torch.linspace(-2, 2, 30, dtype=torch.float64)[:, None]
    both = Points(torch.stack([x, x]), torch.zeros(2, 30, 1).double())
    for use in (BayesPredictor(own).predict, BayesPredictor(own).predict_jointly):
        with pytest.raises(ValueError, match=message.format(2, 2)):
            use(both, x.expand(2, -1, -1))
    few = BayesPredictor(own).predict(Points([-1.0, 1.0], [0.0, 1.0]), x)
    assert few.mean.isfinite().all(), "of two far points the matrix is a covariance"
