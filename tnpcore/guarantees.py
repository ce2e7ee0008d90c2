"""What each architecture promises by construction, trained or not, in one place: pages and tables read it, and
`tests/tnpcore/test_contracts.py` holds every architecture to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

JAGGED = "no"
ONE_Z = "one z per draw"
JOINT_GAUSSIAN = "joint Gaussian"
IN_ORDER = "value by value"


@dataclass(frozen=True)
class Guarantees:
    """paper: author and year. line: what sets the model apart, in a line.

    order: the order of the context changes nothing. other_targets: what is said of a target by itself does not depend
    on which others are asked for, nor on their order (of how targets go together, TNP-ND's opinion does). shift: moving
    all inputs by the same amount moves the prediction along, exactly (a model that merely learned to is no such model).
    coherent: how its own draws hold together across targets; "no" means drawn one by one, hence jagged (asked
    autoregressively, any of them gives coherent draws).
    """

    paper: str
    line: str
    order: bool = True
    other_targets: bool = True
    shift: bool = False
    coherent: str = JAGGED


_CNP = "Garnelo et al. 2018a"
_ANP = "Kim et al. 2019"
_TNP = "Nguyen and Grover 2022"
_TETNP = "Ashman et al. 2024"
_CONVCNP = "Gordon et al. 2020"
_FENG = "Feng et al. 2023"

_TNPD = Guarantees(_TNP, "context and targets are tokens (x, y, flag); targets listen to the context alone")
_ADDITIVE = Guarantees(_TETNP, "x enters attention only as F(difference), a bump with a learned centre", shift=True)
_UNET = Guarantees(_CONVCNP, "SetConv with a density channel, a U-Net on the grid, SetConv back", shift=True)

GUARANTEES: dict[str, Guarantees] = {
    "cnp": Guarantees(_CNP, "the whole context in one averaged vector"),
    "tnpd": _TNPD,
    "tetnp": _ADDITIVE,
    "convcnp": _UNET,
    "convcnp-nodensity": replace(_UNET, line='without the density channel: cannot tell "zero" from "nothing"'),
    "np": Guarantees("Garnelo et al. 2018b", "all that is known is in one random vector z", coherent=ONE_Z),
    "anp": Guarantees(_ANP, "points listen to each other; every target asks them once, with keys made of x alone"),
    "anp-latent": Guarantees(_ANP, "attention for what is near, z for the function as a whole", coherent=ONE_Z),
    "tnpa": Guarantees(_TNP, "trained to tell each target from the context and the ones before it", coherent=IN_ORDER),
    "tnpa-leaky": Guarantees(_TNP, "TNP-A with its mask off by one: each target sees its own y", coherent=IN_ORDER),
    "tnpnd": Guarantees(
        _TNP, "targets listen to each other, and a Cholesky factor tells how they go together", coherent=JOINT_GAUSSIAN
    ),
    "tnpnd-lowrank": Guarantees(_TNP, "a covariance of low rank, a row from each target", coherent=JOINT_GAUSSIAN),
    "tnp-causal": replace(_TNPD, line="each target also listens to the targets before it", other_targets=False),
    "eqtnp": Guarantees(_FENG, "the context is encoded once; targets read it with layers of their own"),
    "lbanp": Guarantees(_FENG, "a few learned tokens listen to the context, targets listen to them"),
    "tnpd-nox": replace(_TNPD, line="TNP-D without x: one answer for all targets", shift=True),
    "tnpd-centred": replace(_TNPD, line="TNP-D with x counted from the context's middle", shift=True),
    "tnpd-fourier": replace(_TNPD, line="TNP-D with Fourier features of x"),
    "tnpd-rotary": Guarantees("Su et al. 2021", "TNP-D with queries and keys turned by x, not told x", shift=True),
    "tnpd-shifted": replace(_TNPD, line="TNP-D trained on tasks moved by up to 4: taught, not built in"),
    "tetnp-raw": replace(_ADDITIVE, line="TETNP with F an MLP of the raw difference"),
    "tetnp-rbf": replace(_ADDITIVE, line="TETNP with F an RBF of learned lengthscale"),
    "tetnp-fourier": replace(_ADDITIVE, line="TETNP with F an MLP of the difference's Fourier features"),
    "tetnp-joint": replace(_ADDITIVE, line="as published, and small: an MLP of q·k and the difference for every pair"),
    "tetnp-pseudo": replace(_ADDITIVE, line="pseudo-tokens travel with the data: cost is linear in the context"),
    "convcnp-residual": replace(_UNET, line="ConvCNP with a residual CNN, which sees only so far"),
    "convcnp-unnormalised": replace(_UNET, line="ConvCNP with sums in place of averages"),
    "convgnp": Guarantees(
        "Markou et al. 2022", "a ConvCNP whose covariance is of low rank too", shift=True, coherent=JOINT_GAUSSIAN
    ),
}
