"""The models, one paper per file."""

from tnpcore.models.cnp import CNP
from tnpcore.models.convcnp import ConvCNP, ConvCNPNoDensity
from tnpcore.models.neural_process import NeuralProcess, initialise
from tnpcore.models.tetnp import TETNP
from tnpcore.models.tnp import TNPD

__all__ = ["CNP", "TETNP", "TNPD", "ConvCNP", "ConvCNPNoDensity", "NeuralProcess", "initialise"]
