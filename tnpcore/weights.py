"""Files of weights and cards of any kind of model: where they are looked for, how they are read and written.

They are looked for in the folder that the environment variable TNPCORE_PRETRAINED names, then among the shipped ones:
in the installed package, else in the folder `pretrained` of the checkout. Nothing is ever written into the package.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from safetensors import SafetensorError
from safetensors.torch import load as tensors
from safetensors.torch import save as serialised
from torch import nn

INSTALLED = Path(str(files("tnpcore"))) / "pretrained"
CHECKOUT = Path(__file__).resolve().parent.parent / "pretrained"

Known = TypeVar("Known")
Restored = TypeVar("Restored", bound=nn.Module)


def shipped() -> Path:
    """The folder of the weights that come with this package."""
    return INSTALLED if INSTALLED.is_dir() else CHECKOUT


def find(name: str, where: str | Path | None = None) -> Path:
    """The file of that name: in `where` alone, or the first one in the folders at the top of this module.

    Args:
        name: of the file, for example "cnp-smooth.json".
        where: a folder of one's own.

    Returns:
        Its path; where there is no such file, the path at which the last folder would have it.

    Raises:
        ValueError: where TNPCORE_PRETRAINED names no folder.
    """
    if where is not None:
        return Path(where) / name
    own = os.environ.get("TNPCORE_PRETRAINED")
    if own and not Path(own).is_dir():
        raise ValueError(f"TNPCORE_PRETRAINED must name a folder, got {own}, which is none")
    if own and (Path(own) / name).is_file():
        return Path(own) / name
    return shipped() / name


def writable(folder: str | Path) -> Path:
    """The folder, made where it is missing, after a file was written there to see that this works.

    Raises:
        ValueError: for a folder that nothing can be written to, and for one inside the installed package.
    """
    path = Path(folder).resolve()
    if INSTALLED.parent in (path, *path.parents):
        raise ValueError(f"{folder} lies in the installed package, which stays as it is: name a folder of your own")
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise ValueError(f"cannot write to the folder {folder}: {error.strerror or error}") from None
    return Path(folder)


def read_card(kind: Callable[..., Known], path: Path, command: str) -> Known:
    """The card in a file.

    Args:
        kind: makes the card of the values in the file.
        path: of the file.
        command: what trains the model again, for the message.

    Raises:
        ValueError: for a file that is missing or no card.
    """
    try:
        return kind(**json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        raise ValueError(_absent(path, command)) from None
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"the file {path.name} is not a model's card: {_remedy(path, command)}") from error


def write_json(card: dict[str, Any], path: Path) -> None:
    """Write a card of any kind."""
    path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", "utf-8")


def restored(build: Callable[[], Restored], path: Path, sha256: str, command: str) -> Restored:
    """A model with the weights of a file, ready to predict: in evaluation mode, without gradients.

    Args:
        build: makes the model.
        path: of the weights.
        sha256: of the file, as its card has it.
        command: what trains the model again, for the message.

    Raises:
        ValueError: for a file that is missing, damaged or not the one of the card.
    """
    try:
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != sha256:
            raise ValueError("their sha256 is not the one on their card")
        model = build()
        fill(model, content)
    except FileNotFoundError:
        raise ValueError(_absent(path, command)) from None
    except (OSError, SafetensorError, RuntimeError, TypeError, ValueError) as error:
        raise ValueError(f"the weights {path.name} are damaged, {error}: {_remedy(path, command)}") from error
    return model.eval().requires_grad_(False)


def fill(model: nn.Module, content: bytes) -> None:
    """Put the weights of a file's content into a model.

    Raises:
        ValueError: for weights of another model, and for some that are not finite.
    """
    try:
        model.load_state_dict(tensors(content))
    except RuntimeError as error:
        raise ValueError("they do not fit their card") from error
    if not all(weights.isfinite().all() for weights in model.state_dict().values()):
        raise ValueError("not all of them are numbers")


def write_weights(model: nn.Module, path: str | Path) -> str:
    """Write weights, and return the sha256 of their file.

    Args:
        model: any module.
        path: of the file; its folder is made where it is missing.

    Raises:
        ValueError: for what is no module, and for a folder that cannot be written to.
    """
    if not isinstance(model, nn.Module):
        raise ValueError(f"weights are those of a torch.nn.Module, got {type(model).__name__}")
    path = Path(path)
    writable(path.parent)
    content = serialised({key: value.cpu().contiguous() for key, value in model.state_dict().items()})
    # Written beside and moved into place, so that an app that is running never reads half a file.
    path.with_suffix(".part").write_bytes(content)
    path.with_suffix(".part").replace(path)
    return hashlib.sha256(content).hexdigest()


def _absent(path: Path, command: str) -> str:
    return f"there is no {path.name} in {path.parent.name}: {_remedy(path, command)}"


def _remedy(path: Path, command: str) -> str:
    restore = "copy it there again"
    if path.parent == shipped():
        restore = f"`git checkout -- pretrained/{path.name}`" if shipped() == CHECKOUT else "install tnpcore again"
    return f"restore it ({restore}), or train the model again (`python -m {command}`)"
