"""Gaussian processes: the exact posterior, and the predictors that do not know the hyper-parameters.

The posterior under the true hyper-parameters is an oracle: no predictor that sees the context alone reaches it.
`BayesPredictor` integrates the hyper-parameters over the prior. That is the limit that quality is measured against.
`fit` takes the most likely hyper-parameters of one set of points, which is what is done where no prior is known.
"""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.arrays import Numbers
from tnpcore.data.drawing import refuse_indefinite
from tnpcore.data.exact import Kernel, joint_posterior, posterior
from tnpcore.data.fitted import FittedGP, fit
from tnpcore.data.priors import GPPrior, check_kernel, trial_inputs
from tnpcore.data.quadrature import BayesPrediction, JointBayesPrediction, nodes
from tnpcore.task import Points, Task, check_one_output, check_points, check_task, together

__all__ = ["BayesPredictor", "FittedGP", "Kernel", "fit", "joint_posterior", "posterior"]


class BayesPredictor:
    """The GP with its hyper-parameters integrated over the prior, on a Gauss-Legendre grid.

    One eigen-decomposition of the kernel matrix for every lengthscale serves all scales and noises: with
    K = scale^2 U diag(d) U', K + noise^2 I = U diag(scale^2 d + noise^2) U'. A kernel of few features has few d > 0
    (R of them), and they are the eigenvalues of the features' own small matrix.

    Args:
        prior: kernel and ranges of the hyper-parameters.
        resolution: numbers L of lengthscales, and of scales and noises (SN pairs); default: the prior's.

    Raises:
        ValueError: for a kernel that is not proportional to scale squared.

    Reference: Rasmussen and Williams 2006, equations 5.8 (the evidence) and 2.25, 2.26 (each prediction).

    >>> import torch
    >>> from tnpcore import Points
    >>> from tnpcore.data.priors import prior
    >>> context = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.8]]))
    >>> BayesPredictor(prior("smooth")).predict(context, torch.zeros(1, 1)).mean.round(decimals=2)
    tensor([[-0.4300]], dtype=torch.float64)
    """

    def __init__(self, prior: GPPrior, resolution: tuple[int, int, int] | None = None):
        check_kernel(prior)
        resolution = resolution or prior.resolution
        self.kernel, self.features = prior.kernel, prior.features
        axes = [nodes(r, n) for r, n in zip((prior.lengthscale, prior.scale, prior.noise), resolution, strict=True)]
        self.lengthscales, log_l = axes[0]
        self.scale2, self.noise2 = (
            t.flatten() for t in torch.meshgrid(axes[1][0].square(), axes[2][0].square(), indexing="ij")
        )
        self.log_prior = log_l[:, None] + (axes[1][1][:, None] + axes[2][1]).flatten()
        # Of most kernels; that of a sum or of a line is computed at each target.
        variances = prior.kernel(*[trial_inputs(prior)] * 2, self.lengthscales[:, None, None], 1.0)
        self.has_unit_variance = bool((variances.diagonal(dim1=-2, dim2=-1) - 1).abs().max() < 1e-9)

    def predict(self, context: Points, xt: Numbers) -> BayesPrediction:
        """The predictive density of y, noise included, in float64.

        Args:
            context: points x [*B, Nc, Dx], y [*B, Nc, Dy]; Nc may be 0.
            xt: target inputs [*B, Nt, Dx], as in `tnpcore.predict`.

        Returns:
            A mixture over G = L SN hyper-parameters for every target.

        Raises:
            ValueError: for a context that is no Points, and naming the shapes, where xt does not fit it.
        """
        context, xt = together(context, xt)
        xc, yc, xt = context.x.double()[..., None, :, :], context.y.double()[..., None, :, :], xt.double()
        vectors, spectrum = self._decomposed(xc)
        projected = vectors.mT @ yc
        log_posterior = self.log_prior + self._log_evidence(yc, projected, spectrum)
        targets = xt[..., None, :, :]
        cross = self._correlation(targets, xc) @ vectors
        return self._combine(log_posterior, self._variance(targets), cross, projected, spectrum)

    def predict_jointly(self, context: Points, xt: Numbers) -> JointBayesPrediction:
        """The joint predictive density of y at all targets, noise included, in float64, for one output dimension.

        Args:
            context, xt: as in `predict`.

        Returns:
            A mixture of G = L SN Gaussians over the values of all targets; `predict` gives its marginals.
        """
        context, xt = together(context, xt)
        check_one_output(context, "a joint prediction")
        xc, yc, xt = context.x.double()[..., None, :, :], context.y.double()[..., None, :, :], xt.double()
        vectors, spectrum = self._decomposed(xc)
        projected, targets = vectors.mT @ yc, xt[..., None, :, :]
        log_posterior = self.log_prior + self._log_evidence(yc, projected, spectrum)
        cross = self._correlation(targets, xc) @ vectors
        marginal = self._combine(log_posterior, self._variance(targets), cross, projected, spectrum)
        gain = self.scale2[:, None] / spectrum
        explained = torch.einsum("...tr,...sr,...ur->...stu", cross, gain, cross)
        between = self._correlation(targets, targets)[..., None, :, :] - explained
        noise = self.noise2[:, None, None] * torch.eye(xt.shape[-2], dtype=xt.dtype, device=xt.device)
        covariances = (self.scale2[:, None, None] * between + noise).flatten(-4, -3)
        return JointBayesPrediction(marginal.log_weights, marginal.means[..., 0], covariances)

    def log_joint(self, task: Task) -> Float[Tensor, "*B"]:
        """log p(all targets | context), the exact joint density in nats: log p(all points) - log p(context)."""
        check_task(task)
        everything, context = task.context.joined(task.target), task.context
        return self._total_evidence(everything) - self._total_evidence(context)

    def log_leave_one_out(self, points: Points) -> Float[Tensor, " N"]:
        """log p(y_i | all other points) of every point of one set, in nats, for one output dimension.

        Given the hyper-parameters it is the Gaussian of equations 5.10 to 5.12, from the inverse covariance of all
        points; it times the evidence of the others is the evidence of all.
        """
        check_points(points, "the points")
        check_one_output(points, "leave-one-out", one_set=True)
        x, y = points.x.double()[None], points.y.double()
        vectors, spectrum = self._decomposed(x)
        projected = vectors.mT @ y
        # Less 1 / noise^2, the inverse is U diag(gain) U', whether U spans all points or the features alone.
        gain, floor = 1 / spectrum - 1 / self.noise2[:, None], 1 / self.noise2[:, None]
        precision = gain @ vectors.square().mT + floor
        pull = (gain * projected.mT) @ vectors.mT + y[:, 0] * floor
        alone = 0.5 * (precision.log() - math.log(2 * math.pi) - pull.square() / precision)
        everything = (self.log_prior + self._log_evidence(y[None], projected, spectrum))[..., None]
        return everything.logsumexp((0, 1)) - (everything - alone).logsumexp((0, 1))

    def _total_evidence(self, points: Points) -> Float[Tensor, "*B"]:
        x, y = points.x.double()[..., None, :, :], points.y.double()[..., None, :, :]
        vectors, spectrum = self._decomposed(x)
        return (self.log_prior + self._log_evidence(y, vectors.mT @ y, spectrum)).flatten(-2).logsumexp(-1)

    def _decomposed(
        self, x: Float[Tensor, "*B 1 N Dx"]
    ) -> tuple[Float[Tensor, "*B L N R"], Float[Tensor, "*B L SN R"]]:
        """Eigenvectors of the kernel matrix, and the eigenvalues of the noisy covariance for every scale and noise."""
        if self.features is None:
            values, vectors = torch.linalg.eigh(self._correlation(x, x))
            self._check_spectrum(values)
        else:
            features = self.features(x, self.lengthscales[:, None, None])
            values, turns = torch.linalg.eigh(features.mT @ features)
            # Features that are zero at all points leave a column of zeros, whose eigenvalue is zero.
            real = values > 1e-10 * max(1, x.shape[-2])
            vectors = features @ (turns * torch.where(real, values, torch.inf).rsqrt()[..., None, :])
            values = torch.where(real, values, 0.0)
        return vectors, values.clamp_min(0)[..., None, :] * self.scale2[:, None] + self.noise2[:, None]

    def _check_spectrum(self, values: Float[Tensor, "*B L N"]) -> None:
        """Raise ValueError where the least variance along an eigenvector, noise included, is negative."""
        if not values.shape[-1]:
            return
        least = values.amin(-1, keepdim=True)
        rounding = 1e-9 * values.amax(-1, keepdim=True)
        negative = (least < -rounding) & ((least * self.scale2 + self.noise2) < 0).any(-1, keepdim=True)
        if negative.any():
            refuse_indefinite(int(negative.sum()), negative.numel())

    def _correlation(self, x1: Float[Tensor, "*B 1 N Dx"], x2: Float[Tensor, "*B 1 M Dx"]) -> Float[Tensor, "*B L N M"]:
        return self.kernel(x1, x2, self.lengthscales[:, None, None], 1.0)

    def _variance(self, xt: Float[Tensor, "*B 1 Nt Dx"]) -> Float[Tensor, "*B L 1 Nt"] | float:
        """Of the function at each target, for a scale of 1."""
        if self.has_unit_variance:
            return 1.0
        return self._correlation(xt, xt).diagonal(dim1=-2, dim2=-1)[..., None, :]

    def _log_evidence(
        self,
        y: Float[Tensor, "*B 1 N Dy"],
        projected: Float[Tensor, "*B L R Dy"],
        spectrum: Float[Tensor, "*B L SN R"],
    ) -> Float[Tensor, "*B L SN"]:
        """Of the values y; the part outside the span of the R eigenvectors is noise alone."""
        num_points, dim_y = y.shape[-2:]
        fit = (projected.square()[..., None, :, :] / spectrum[..., None]).sum((-1, -2))
        log_det = spectrum.log().sum(-1)
        if self.features is not None:
            left = (y.square().sum((-1, -2)) - projected.square().sum((-1, -2))).clamp_min(0)
            fit = fit + left[..., None] / self.noise2
            log_det = log_det + (num_points - projected.shape[-2]) * self.noise2.log()
        return -0.5 * (fit + dim_y * (log_det + num_points * math.log(2 * math.pi)))

    def _combine(
        self,
        log_posterior: Float[Tensor, "*B L SN"],
        variance: Float[Tensor, "*B L 1 Nt"] | float,
        cross: Float[Tensor, "*B L Nt R"],
        projected: Float[Tensor, "*B L R Dy"],
        spectrum: Float[Tensor, "*B L SN R"],
    ) -> BayesPrediction:
        gain = self.scale2[:, None] / spectrum
        # mean = scale^2 k U diag(1/spectrum) U'y for all (scale, noise) at once: [*B, L, Nt, SN] per output.
        # The context's part first: nothing of the size of targets times context times (scale, noise) ever exists.
        means = torch.einsum("...tn,...snd->...std", cross, gain[..., None] * projected[..., None, :, :])
        explained = torch.einsum("...tn,...sn->...st", cross.square(), gain) * self.scale2[:, None]
        variances = self.scale2[:, None] * variance + self.noise2[:, None] - explained
        stds = variances.clamp_min(1e-12).sqrt()[..., None].expand_as(means)
        log_weights = log_posterior.flatten(-2)
        return BayesPrediction(
            log_weights - log_weights.logsumexp(-1, keepdim=True), means.flatten(-4, -3), stds.flatten(-4, -3)
        )
