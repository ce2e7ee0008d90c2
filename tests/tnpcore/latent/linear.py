"""A latent model of which everything is known: y = z_1 + z_2 x + noise, with Gaussian z."""

import torch
from torch.distributions import MultivariateNormal, Normal

from tnpcore import Points
from tnpcore.models import LatentNeuralProcess


def tensor(*values):
    return torch.tensor(values, dtype=torch.float64)


FOUR = Points([-1.5, -0.2, 0.4, 1.1], [-0.8, 0.1, 0.3, 1.6])
NOTHING = Points(torch.zeros(0, 1, dtype=torch.float64), torch.zeros(0, 1, dtype=torch.float64))
PRIOR = Normal(tensor(0.5, -0.2), tensor(1.5, 0.7))
# What its encoder gives for any points: the second dimension does not depend on them.
ENCODED = Normal(tensor(0.3, -0.2), tensor(0.4, 0.7))


class Linear(LatentNeuralProcess):
    """With one latent dimension there is no slope."""

    def __init__(self, dim_z=2, noise=0.5):
        super().__init__(1, 1, d_model=4, depth=1, dim_z=dim_z, beta=1.0)
        self.dim_z, self.noise = dim_z, noise
        self.decoded = 0  # how many z

    def latent_distribution(self, points):
        found = ENCODED if len(points) else PRIOR
        return Normal(found.mean[None, : self.dim_z], found.stddev[None, : self.dim_z])

    def likelihood(self, xc, yc, xt, z):
        self.decoded += len(z)
        mean = (self.features(xt) * z).sum(-1, keepdim=True)
        return Normal(mean, torch.full_like(mean, self.noise))

    def features(self, x):
        return torch.cat([torch.ones_like(x), x], -1)[..., : self.dim_z]

    def known(self, encoded=False):
        """The Gaussian of z before there are targets: the prior, or the encoder's."""
        given = ENCODED if encoded else PRIOR
        return full(Normal(given.mean[: self.dim_z], given.stddev[: self.dim_z]))

    def predictive(self, x, encoded=False):
        """Of y at x, jointly."""
        z, features = self.known(encoded), self.features(x)
        noise = self.noise**2 * torch.eye(len(x), dtype=torch.float64)
        return MultivariateNormal(features @ z.mean, features @ z.covariance_matrix @ features.T + noise)

    def posterior(self, points):
        """Of z."""
        z, features = self.known(), self.features(points.x)
        precision = z.precision_matrix + features.T @ features / self.noise**2
        pull = z.precision_matrix @ z.mean + features.T @ points.y[:, 0] / self.noise**2
        return MultivariateNormal(torch.linalg.solve(precision, pull), precision_matrix=precision)


def full(q):
    """The same Gaussian with a covariance matrix."""
    return MultivariateNormal(q.mean, q.stddev.square().diag())
