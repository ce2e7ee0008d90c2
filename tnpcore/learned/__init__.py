"""Neural processes as they learn: along one training run, and from few functions or many.

>>> from tnpcore.learned import card, functions_name, step_name
>>> card(step_name("cnp", 10_000)).results["excess"] < card(step_name("cnp", 100)).results["excess"]
True
>>> card(functions_name(1)).results["excess"] > card(functions_name(65_536)).results["excess"]
True
"""

from tnpcore.learned.functions import FixedFunctions
from tnpcore.learned.specs import FUNCTIONS, SMALL, STEPS, functions_name, step_name
from tnpcore.learned.trained import card, load, names, spec

__all__ = [
    "FUNCTIONS",
    "SMALL",
    "STEPS",
    "FixedFunctions",
    "card",
    "functions_name",
    "load",
    "names",
    "spec",
    "step_name",
]
