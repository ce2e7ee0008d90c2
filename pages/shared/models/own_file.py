"""A model from a researcher's own files: a Python file whose callable makes a module, and a file of its weights.

Everything that is wrong with them is one ValueError, in words for the person who wrote them.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType

from safetensors import SafetensorError
from safetensors.torch import load as tensors
from torch import Tensor, nn

MOST_PARAMETERS, MOST_BYTES = 1_000_000, 5_000_000
LISTED = 3  # names of weights in a message
LONGEST = 200  # characters of another program's message
_MODULE = "own_model_file"


@dataclass(frozen=True)
class Source:
    """Where a model is.

    Args:
        file: the Python file.
        build: the callable in it, which takes no arguments.
        weights: a safetensors file of the module's state_dict; None: the weights are those that it begins with.
        title: what people read.
    """

    file: Path
    build: str
    weights: Path | None
    title: str

    def text(self) -> str:
        """As JSON, for `of_text` in another process."""
        return json.dumps(asdict(self), default=str)

    @classmethod
    def of_text(cls, text: str) -> Source:
        """The source that `text` was written from."""
        known = json.loads(text)
        weights = known["weights"] and Path(known["weights"])
        return cls(Path(known["file"]), known["build"], weights, known["title"])


def module_of(source: Source) -> nn.Module:
    """The module with its weights, ready to predict: in evaluation mode, without gradients.

    Raises:
        ValueError: for files that are missing, fail or are too large, and weights that do not fit or are not finite.
    """
    file, named = source.file.name, f"{source.build}() in {source.file.name}"
    make = getattr(_imported(source.file), source.build, None)
    if isinstance(make, nn.Module):
        raise ValueError(f"{source.build} in {file} is a module already: name the class or function that makes it")
    if not callable(make):
        raise ValueError(f"{file} has no function {source.build}")
    module = calmly(make, f"{named} fails")
    if not isinstance(module, nn.Module):
        raise ValueError(f"{named} must return a torch.nn.Module, got {type(module).__name__}")
    sizes = calmly(lambda: [weights.numel() for weights in module.parameters()], f"the module of {named} has no sizes")
    if sum(sizes) > MOST_PARAMETERS:
        raise ValueError(f"a model may have {MOST_PARAMETERS:,} parameters, and that of {named} has {sum(sizes):,}")
    if source.weights is not None:
        _fill(module, source.weights)
    known = {key: value for key, value in module.state_dict().items() if isinstance(value, Tensor)}
    odd = [key for key, value in known.items() if not value.isfinite().all()]
    if odd:
        raise ValueError(f"not all weights are finite numbers: see {_listed(odd)}")
    return module.eval().requires_grad_(False)


def calmly(run: Callable, failed: str) -> object:
    """What `run()` returns; whatever it raises becomes a ValueError that begins with `failed`."""
    try:
        return run()
    except (Exception, SystemExit) as error:  # another person's code may raise anything
        raise ValueError(f"{failed}: {reason_of(error)}") from error


def reason_of(error: BaseException) -> str:
    """The first line of an error's message, at most 200 characters of it, after its type where that is not usual."""
    first = next(iter(str(error).strip().splitlines()), "")[:LONGEST].rstrip(".")
    kind = type(error).__name__
    return first if first and isinstance(error, ValueError) else f"{kind}, {first}" if first else kind


def _imported(file: Path) -> ModuleType:
    """The file as a module; what lies beside it can be imported too, after all that is installed."""
    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    if file.suffix != ".py":
        raise ValueError(f"the model must be in a Python file, got {file.name}")
    known = importlib.util.spec_from_file_location(_MODULE, file)
    module = sys.modules[_MODULE] = importlib.util.module_from_spec(known)
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    calmly(lambda: known.loader.exec_module(module), f"{file.name} cannot be imported")
    return module


def _fill(module: nn.Module, file: Path) -> None:
    """Load the weights of a file into the module. Raises ValueError."""
    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    if file.stat().st_size > MOST_BYTES:
        raise ValueError(f"{file.name} may have {MOST_BYTES / 1e6:.0f} MB, and has {file.stat().st_size / 1e6:.1f} MB")
    try:
        found = tensors(file.read_bytes())
    except (OSError, SafetensorError) as error:
        remedy = "write one with safetensors.torch.save_file(module.state_dict(), path); pickles may run code"
        raise ValueError(f"{file.name} is no safetensors file: {remedy}") from error
    if wrong := _mismatch(module.state_dict(), found):
        raise ValueError(f"the weights in {file.name} do not fit the model: {wrong}")
    calmly(lambda: module.load_state_dict(found, strict=False), f"the weights in {file.name} do not fit the model")


def _mismatch(expected: Mapping[str, Tensor], found: Mapping[str, Tensor]) -> str:
    """What does not fit, in words; empty where all fits."""
    # Tied weights are one tensor of several names, and safetensors.torch.save_model writes it under one of them.
    there = {expected[key].data_ptr() for key in found if key in expected}
    missing = sorted(key for key in expected.keys() - found.keys() if expected[key].data_ptr() not in there)
    unexpected = sorted(found.keys() - expected.keys())
    shapes = [key for key in expected if key in found and found[key].shape != expected[key].shape]
    parts = [f"missing {_listed(missing)}"] if missing else []
    parts += [f"unexpected {_listed(unexpected)}"] if unexpected else []
    parts += [f"{key} is {list(found[key].shape)} in place of {list(expected[key].shape)}" for key in shapes[:LISTED]]
    return "; ".join(parts)


def _listed(keys: list[str]) -> str:
    more = f" and {len(keys) - LISTED} more" if len(keys) > LISTED else ""
    return ", ".join(keys[:LISTED]) + more
