"""The models, one paper per file."""

from tnpcore.models.anp import ANP, LatentANP
from tnpcore.models.cnp import CNP
from tnpcore.models.convcnp import ConvCNP, ConvGNP
from tnpcore.models.efficient import EQTNP, LBANP
from tnpcore.models.joint import JointNeuralProcess
from tnpcore.models.latent import NP, LatentNeuralProcess, MaximumLikelihoodNP
from tnpcore.models.neural_process import NeuralProcess, initialise
from tnpcore.models.pseudo import PseudoTETNP
from tnpcore.models.rotary import RotaryTNP
from tnpcore.models.tetnp import TETNP
from tnpcore.models.tnp import TNPD, AblatedTNP, CausalTNP
from tnpcore.models.tnpa import TNPA
from tnpcore.models.tnpnd import TNPND, LowRankTNP

__all__ = [
    "ANP",
    "CNP",
    "EQTNP",
    "LBANP",
    "NP",
    "TETNP",
    "TNPA",
    "TNPD",
    "TNPND",
    "AblatedTNP",
    "CausalTNP",
    "ConvCNP",
    "ConvGNP",
    "JointNeuralProcess",
    "LatentANP",
    "LatentNeuralProcess",
    "LowRankTNP",
    "MaximumLikelihoodNP",
    "NeuralProcess",
    "PseudoTETNP",
    "RotaryTNP",
    "initialise",
]
