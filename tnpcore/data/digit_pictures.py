"""Pictures of handwritten digits, 8 by 8 pixels: 1,797 of them, in a file beside the weights."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch
from jaxtyping import Float, Int
from safetensors import SafetensorError
from safetensors.torch import load as tensors
from torch import Tensor

from tnpcore.weights import find

FILE = "digits.safetensors"
SIDE, INK, CLASSES = 8, 16, 10  # pixels of a row; the largest count of a pixel; digits 0 to 9
SOURCE = (
    "Alpaydin, E. and Kaynak, C. (1998). Optical Recognition of Handwritten Digits. UCI Machine Learning Repository, "
    "https://doi.org/10.24432/C50P49"
)
LICENCE = "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"
# Of the bytes of the pictures and then of the labels. Who wrote what stands in the file's own metadata, too.
SHA256 = "87ff0c9e40dc7e2c0e34e7257799c2e3f3aec1a016363bb11cad869ec428a826"
PARTS = ("training", "validation", "held-out")
SIZES = (1297, 200, 300)
SEED = 0  # of the split


@dataclass(frozen=True, eq=False)
class Digits:
    """Pictures with their labels.

    Args:
        pictures: counts of ink from 0 to 16, row by row from the top left [N, 64]; [64] of one picture.
        labels: the digits [N]; [] of one.
    """

    pictures: Float[Tensor, "*N 64"]
    labels: Int[Tensor, "*N"]

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int | slice | Tensor) -> Digits:
        return Digits(self.pictures[index], self.labels[index])


@cache
def digits(part: str) -> Digits:
    """One part of the data set, the same in every run.

    Args:
        part: "training" (1,297 pictures), "validation" (200) or "held-out" (300).

    Returns:
        Counts of ink as float32, and labels.

    Raises:
        ValueError: for another name, and for a file that is missing or another one.

    Reference: Alpaydin and Kaynak 1998. Each of the 64 counts is that of the black pixels in a block of 4 by 4.

    >>> digits("held-out").pictures.shape
    torch.Size([300, 64])
    """
    if part not in PARTS:
        raise ValueError(f"the part must be one of {', '.join(PARTS)}, got {part!r}")
    every = read(find(FILE))
    order = torch.randperm(len(every), generator=torch.Generator().manual_seed(SEED))
    return every[order.split(SIZES)[PARTS.index(part)]]


def read(path: Path) -> Digits:
    """All pictures, in the order of the source.

    Args:
        path: of the file.

    Raises:
        ValueError: for a file that is missing or another one.
    """
    try:
        found = tensors(path.read_bytes())
        digest = hashlib.sha256(b"".join(found[key].numpy().tobytes() for key in ("images", "labels"))).hexdigest()
    except (OSError, KeyError, SafetensorError) as error:
        raise ValueError(f"there are no pictures in {path}: `git checkout -- pretrained/{path.name}`") from error
    if digest != SHA256:
        raise ValueError(f"the sha256 of the pictures in {path.name} must be {SHA256}, got {digest}")
    return Digits(found["images"].flatten(1).float(), found["labels"].long())
