"""Matrix products by oneDNN, for training."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

# How many products oneDNN keeps ready, unless that is set already; it reads this before its first product. A run has
# some thirty products at each of 51 context sizes: with the usual 1,024 it would prepare them again and again.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "4096")


@contextmanager
def wide_products() -> Iterator[None]:
    """Inside, large float32 matrix products on the CPU are oneDNN's where that is as exact, and often faster.

    PyTorch leaves them to MKL, at about half the speed on an AMD processor with AVX-512. The only switch allows oneDNN
    to round to bfloat16 too; it does so where the processor has AMX, and there everything stays as it is. Small
    products are slower this way: it is for training, not for a single task. The switch is the whole process's.
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
