"""ONNX files that compress to half their size: the entries of their large matrices as fixed-point numbers.

Each entry w becomes the integer round(2^bits w), and all integers three rows of bytes: a program that compresses finds
bytes of one kind side by side. The graph begins with what makes matrices of them again. ONNX Runtime computes that
once, when it opens the file, and what runs afterwards is the same graph. Floating-point numbers of the same error are
larger, for they describe small weights more precisely than large ones. Vectors and small matrices stay as they are:
there is little to gain, and predictions depend most on how x and y enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from jaxtyping import Float32, Int8, Int32, UInt8
from onnx import numpy_helper

BITS = 18  # after the binary point
SMALL = 1024  # entries
_TOO_LARGE = 2**23  # integers of this size have more than three bytes


def store_fixed_point(file: Path, bits: int = BITS) -> None:
    """Replace the large float32 matrices of an ONNX file by integers.

    Raises:
        ValueError: a weight needs more than three bytes.
    """
    model = onnx.load(file)
    graph = model.graph
    matrices = [each for each in graph.initializer if _large(each)]
    if not matrices:
        return
    for matrix in matrices:
        graph.initializer.remove(matrix)
    values = np.concatenate([fixed_point(numpy_helper.to_array(each).ravel(), bits) for each in matrices])
    nodes = [*_floats(graph, values, bits), *_divided(graph, matrices), *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.save(model, file)


def fixed_point(weights: Float32[np.ndarray, "*S"], bits: int) -> Int32[np.ndarray, "*S"]:
    """The nearest integers to 2^bits times the weights.

    Raises:
        ValueError: a weight needs more than three bytes.
    """
    values = np.round(weights.astype(np.float64) * 2.0**bits)
    largest = float(np.abs(values).max(initial=0.0))
    if not largest < _TOO_LARGE:
        raise ValueError(f"weights must lie below {_TOO_LARGE / 2**bits:g} for {bits} bits, got {largest / 2**bits:g}")
    return values.astype(np.int32)


def in_bytes(
    values: Int32[np.ndarray, "*S"],
) -> tuple[UInt8[np.ndarray, "*S"], UInt8[np.ndarray, "*S"], Int8[np.ndarray, "*S"]]:
    """Low, middle and high byte of integers between -2^23 and 2^23, the last with the sign:
    ((high * 256) + middle) * 256 + low."""
    return (values & 255).astype(np.uint8), (values >> 8 & 255).astype(np.uint8), (values >> 16).astype(np.int8)


def _floats(graph: onnx.GraphProto, values: Int32[np.ndarray, " N"], bits: int) -> Iterator[onnx.NodeProto]:
    """Nodes that make "fixed_point" of the integers: numbers of three bytes are exact in float32."""
    rows = dict(zip(("low", "middle", "high"), in_bytes(values), strict=True))
    factors = {"byte": np.float32(256.0), "unit": np.float32(2.0**-bits)}
    for name, value in (rows | factors).items():
        graph.initializer.append(numpy_helper.from_array(np.asarray(value), f"fixed_point_{name}"))
    for name in rows:
        yield _node("Cast", [name], f"{name}_float", to=onnx.TensorProto.FLOAT)
    for high, low, both in (("high_float", "middle_float", "upper"), ("upper", "low_float", "integers")):
        yield _node("Mul", [high, "byte"], f"{high}_shifted")
        yield _node("Add", [f"{high}_shifted", low], both)
    yield _node("Mul", ["integers", "unit"], "weights")


def _node(kind: str, given: list[str], made: str, **attributes: Any) -> onnx.NodeProto:
    names = [f"fixed_point_{name}" for name in (*given, made)]
    return onnx.helper.make_node(kind, names[:-1], names[-1:], **attributes)


def _divided(graph: onnx.GraphProto, matrices: list[onnx.TensorProto]) -> Iterator[onnx.NodeProto]:
    """Nodes that make the matrices of all numbers."""
    sizes = np.array([np.prod(each.dims) for each in matrices], np.int64)
    graph.initializer.append(numpy_helper.from_array(sizes, "fixed_point_sizes"))
    parts = [f"{each.name}_row" for each in matrices]
    yield onnx.helper.make_node("Split", ["fixed_point_weights", "fixed_point_sizes"], parts, axis=0)
    for matrix, part in zip(matrices, parts, strict=True):
        shape = numpy_helper.from_array(np.array(matrix.dims, np.int64), f"{matrix.name}_shape")
        graph.initializer.append(shape)
        yield onnx.helper.make_node("Reshape", [part, shape.name], [matrix.name])


def _large(tensor: onnx.TensorProto) -> bool:
    is_matrix = tensor.data_type == onnx.TensorProto.FLOAT and len(tensor.dims) > 1
    return is_matrix and int(np.prod(tensor.dims)) >= SMALL
