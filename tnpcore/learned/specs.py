"""Two small models as they were along one training run each, and one model that was trained on few functions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tnpcore.models.arguments import Json  # noqa: F401 (what a dataclass inherits is read in this module)
from tnpcore.models.registry import spec as known_spec
from tnpcore.models.spec import Guarantees, ModelSpec  # noqa: F401
from tnpcore.training.recipe import Beginning, TrainingConfig

# About half a decade apart: progress is seen on a logarithmic scale. Small models, so that a run takes minutes.
STEPS = (1, 10, 30, 100, 300, 1000, 3000, 10_000)
FUNCTIONS = (1, 16, 256, 65_536)
SMALL: Mapping[str, Mapping[str, Any]] = {
    "cnp": {"d_model": 64},
    "tnpd": {"d_model": 32, "num_heads": 4, "num_layers": 2, "d_hidden": 64},
}
_RECIPE = TrainingConfig(STEPS[-1], batch_size=16, pool_size=16_384, warmup=100)


@dataclass(frozen=True, kw_only=True)
class FunctionsSpec(ModelSpec):
    """A model that learns from a fixed number of functions.

    Args:
        functions: how many.
    """

    functions: int

    def command(self, prior: str) -> str:
        """The module and its arguments that train it."""
        return f"tnpcore.train {self.name}"


def _small(name: str) -> ModelSpec:
    usual = known_spec(name)
    return replace(usual, arguments={**usual.arguments, **SMALL[name]})


def _after(name: str, steps: int) -> ModelSpec:
    small = _small(name)
    return replace(
        small,
        name=step_name(name, steps),
        title=f"{small.title}, {steps:,} {'step' if steps == 1 else 'steps'}",
        long_name=f"A small {small.title} after {steps:,} of {STEPS[-1]:,} steps",
        summary=f"A small {small.title} after {steps:,} of {STEPS[-1]:,} steps.",
        recipes={"smooth": Beginning(**{**vars(_RECIPE), "steps": steps}, whole=STEPS[-1])},
    )


def _on(functions: int) -> FunctionsSpec:
    small = _small("tnpd")
    return FunctionsSpec(
        name=functions_name(functions),
        title=f"TNP-D, {functions:,} {'function' if functions == 1 else 'functions'}",
        long_name=f"A small TNP-D that was trained on {functions:,} fixed functions",
        summary=f"A small TNP-D, trained on {functions:,} fixed functions.",
        paper=small.paper,
        model=small.model,
        arguments=small.arguments,
        prior="functions",
        recipes={"functions": replace(_RECIPE, steps=4000)},
        functions=functions,
    )


def step_name(name: str, steps: int) -> str:
    """The name of a model along a run.

    Args:
        name: "cnp" or "tnpd".
        steps: one of `STEPS`.

    >>> step_name("cnp", 100)
    'cnp-step100'
    """
    return f"{name}-step{steps}"


def functions_name(functions: int) -> str:
    """The name of the model that was trained on so many functions.

    Args:
        functions: one of `FUNCTIONS`.

    >>> functions_name(16)
    'functions-16'
    """
    return f"functions-{functions}"


SPECS: Mapping[str, ModelSpec] = {
    found.name: found for found in (*(_after(name, steps) for name in SMALL for steps in STEPS), *map(_on, FUNCTIONS))
}
