"""TNP-D with other encodings of x, and one that was trained on shifted tasks."""

from __future__ import annotations

from dataclasses import replace

from tnpcore.models.indexed import IndexedTNP
from tnpcore.models.rotary import RotaryTNP
from tnpcore.models.spec import Guarantees
from tnpcore.models.specs import published
from tnpcore.models.specs.attention import DIAGONAL
from tnpcore.models.specs.published import SHORT, TRANSFORMER
from tnpcore.training.recipe import TrainingConfig

_VARIANT = replace(DIAGONAL, recipes=SHORT)

ENCODINGS = (
    replace(
        _VARIANT,
        name="tnpd-short",
        title="TNP-D, 6,000 steps",
        long_name="Transformer Neural Process, diagonal, trained for 6,000 steps",
        summary="TNP-D by the recipe of the other input encodings.",
        arguments={**TRANSFORMER, "input_encoding": "raw"},
    ),
    replace(
        _VARIANT,
        name="tnpd-nox",
        title="TNP-D without x",
        long_name="Transformer Neural Process, diagonal, without x",
        summary="Broken on purpose: no x, the same prediction everywhere.",
        arguments={**TRANSFORMER, "input_encoding": "none"},
        guarantees=Guarantees(shift=True),
    ),
    replace(
        _VARIANT,
        name="tnpd-centred",
        title="TNP-D, centred x",
        long_name="Transformer Neural Process, diagonal, x relative to the context's mid-range",
        summary="x minus the context's mid-range: shifts with the data.",
        arguments={**TRANSFORMER, "input_encoding": "centred"},
        guarantees=Guarantees(shift=True),
    ),
    replace(
        _VARIANT,
        name="tnpd-fourier",
        title="TNP-D, Fourier x",
        long_name="Transformer Neural Process, diagonal, Fourier features of x",
        summary="x and Fourier features of x: sharper, still absolute.",
        arguments={**TRANSFORMER, "input_encoding": "fourier"},
    ),
    replace(
        _VARIANT,
        name="tnpd-sinusoidal",
        title="TNP-D, sinusoids of x",
        long_name="Transformer Neural Process, diagonal, sinusoidal encoding of x",
        summary="The sinusoidal encoding of 10x in place of x: absolute.",
        arguments={**TRANSFORMER, "input_encoding": "sinusoidal"},
    ),
    replace(
        _VARIANT,
        name="tnpd-rotary",
        title="TNP-D, rotary x",
        long_name="Transformer Neural Process, diagonal, rotary encoding of x",
        summary="x rotates queries and keys: scores depend on differences.",
        paper=published.ROTARY,
        model=RotaryTNP,
        arguments={key: value for key, value in TRANSFORMER.items() if key != "dim_x"},
        guarantees=Guarantees(shift=True),
    ),
    replace(
        _VARIANT,
        name="tnpd-index",
        title="TNP-D, index and x",
        long_name="Transformer Neural Process, diagonal, learned embedding of the index",
        summary="Broken on purpose: context points are numbered.",
        model=IndexedTNP,
        arguments=TRANSFORMER,
        guarantees=Guarantees(order=False),
    ),
    replace(
        _VARIANT,
        name="tnpd-shifted",
        title="TNP-D, shifted in training",
        long_name="Transformer Neural Process, diagonal, trained on shifted tasks",
        summary="TNP-D trained on tasks shifted by up to 4: no guarantee.",
        recipes={"smooth": TrainingConfig(6_000, ema=0.995, shift=4.0)},
    ),
)
