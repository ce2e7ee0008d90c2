"""Matrix products by oneDNN, for training."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch


def keep_products_ready() -> None:
    """Have oneDNN keep 4,096 products ready, unless the environment says how many; before the process's first product.

    A run has some thirty products at each of 51 context sizes: with the usual 1,024 it would prepare them again and
    again. It is for a command that trains, and for nothing else: the setting is the whole process's.
    """
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "4096")


@contextmanager
def wide_products() -> Iterator[None]:
    """Inside, large float32 matrix products on the CPU are oneDNN's where that is as exact, and often faster.

    PyTorch leaves them to MKL, at about half the speed on an AMD processor with AVX-512. The only switch allows oneDNN
    to round to bfloat16 too; it does so where the processor has AMX, and there everything stays as it is. Small
    products are slower this way: it is for a trainer's own step, not for a single task. The switch is the whole
    process's, and stands as it stood before and after the block.
    """
    processor = torch.cpu.get_capabilities()
    if not processor.get("avx512_f") or processor.get("amx_tile"):
        yield
        return
    matmul = torch.backends.mkldnn.matmul  # type: ignore[attr-defined]  # set when torch is imported
    before, matmul.fp32_precision = matmul.fp32_precision, "bf16"
    try:
        yield
    finally:
        matmul.fp32_precision = before
