"""Arrays, lists and numbers as tensors: the one place where a library user's values are converted and checked."""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

# What stands for numbers: a tensor, a NumPy array, anything that NumPy reads as one, a list or a list of lists.
Numbers: TypeAlias = Tensor | npt.ArrayLike | Sequence[Any]


def as_points(values: Numbers, name: str, device: torch.device | None = None) -> Tensor:
    """Numbers as a floating-point tensor with a row for each point.

    N numbers become [N, 1]. Floating-point tensors and arrays keep their dtype, and a tensor its device and gradients;
    whole numbers become float64, as do Python's floats. What is no tensor is copied.

    Args:
        values: a tensor, an array, a list of numbers or of lists of equal length.
        name: of the values, for the message.
        device: where what is no tensor yet is put.

    Raises:
        ValueError: for what holds no real numbers, lists of unequal length, and a masked entry of a NumPy array.

    >>> as_points([1, 2, 3], "x").shape, as_points([1, 2, 3], "x").dtype
    (torch.Size([3, 1]), torch.float64)
    """
    tensor = values if isinstance(values, Tensor) else _copied(values, name, device)
    if tensor.dtype is torch.bool or tensor.is_complex():
        raise ValueError(f"{name} must be real numbers, got {tensor.dtype}")
    if not tensor.is_floating_point():
        tensor = tensor.double()
    return tensor[:, None] if tensor.ndim == 1 else tensor


def kind_of(value: Any) -> str:
    """What a value is, in a word or two, for a message."""
    if inspect.isclass(value):
        return f"the class {value.__name__} in place of {value.__name__}()"
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value)
    return type(value).__name__


def check_generator(value: Any) -> None:
    """Raise ValueError for anything but a source of random numbers."""
    if not isinstance(value, torch.Generator):
        example = "for example torch.Generator().manual_seed(0)"
        raise ValueError(f"the generator must be a torch.Generator, {example}, got {kind_of(value)}")


def check_finite(values: Tensor, name: str) -> None:
    """Check that all values are numbers.

    Args:
        values: [*B, N, D].
        name: of the values, for the message.

    Raises:
        ValueError: for NaN and infinite values; names the first row, and its batch entry, that has one.
    """
    # A sum with NaN or infinity in it is never finite, and costs a fifth of a look at every value. It may overflow.
    if math.isfinite(values.sum().item()) or values.isfinite().all():
        return
    *entry, row, column = (~values.isfinite()).nonzero()[0].tolist()
    where = f"row {row} of batch entry {entry[0]}" if entry else f"row {row}"
    found = values[(*entry, row, column)].item()
    raise ValueError(f"{name} must be finite numbers, got {found} in {where} (counted from 0)")


def _copied(values: npt.ArrayLike | Sequence[Any], name: str, device: torch.device | None) -> Tensor:
    # NumPy would drop the mask, and what stands below it would count as a value.
    if (masked := _masked_at(values)) is not None:
        raise ValueError(f"{name} must be numbers without a mask, got a masked one at {list(masked)} (counted from 0)")
    try:
        array = np.array(values, order="C")
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{name} must be an array, a list of numbers or of lists of equal length: {error}") from error
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} must be real numbers, got {array.dtype}")
    kept = array.dtype.kind == "f" and array.dtype.itemsize <= 8  # torch has no longer ones
    dtype = array.dtype.newbyteorder("=") if kept else np.dtype(np.float64)
    return torch.from_numpy(array.astype(dtype, copy=False)).to(device)


def _masked_at(values: Any) -> tuple[int, ...] | None:
    """The index of the first masked entry of an array, or of the arrays in lists; None where there is none."""
    if isinstance(values, np.ma.MaskedArray):
        masked = np.argwhere(np.ma.getmaskarray(values))
        return tuple(masked[0].tolist()) if len(masked) else None
    if isinstance(values, list | tuple):
        for number, part in enumerate(values):
            if (within := _masked_at(part)) is not None:
                return (number, *within)
    return None
