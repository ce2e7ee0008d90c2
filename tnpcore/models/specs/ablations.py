"""TNP-D with a part of its layers left out or changed, all by one recipe."""

from __future__ import annotations

from dataclasses import replace

from tnpcore.models.arguments import Json
from tnpcore.models.specs.attention import DIAGONAL
from tnpcore.models.specs.published import SHORT, TRANSFORMER
from tnpcore.models.tnp import AblatedTNP

_ABLATED = replace(DIAGONAL, model=AblatedTNP, recipes=SHORT)


def _arguments(**changed: Json) -> dict[str, Json]:
    return {**TRANSFORMER, "residual": True, "norm": "pre", "feedforward": True, **changed}


ABLATIONS = (
    replace(
        _ABLATED,
        name="tnpd-noresidual",
        title="TNP-D without residuals",
        long_name="Transformer Neural Process, diagonal, without residual connections",
        summary="Each step replaces the tokens; nothing is added on.",
        arguments=_arguments(residual=False),
        # Its prediction is the same at every target, which a shift cannot change.
    ),
    replace(
        _ABLATED,
        name="tnpd-nonorm",
        title="TNP-D without layer norm",
        long_name="Transformer Neural Process, diagonal, without layer norm in its layers",
        summary="No layer norm in the layers; the head keeps its own.",
        arguments=_arguments(norm="none"),
    ),
    replace(
        _ABLATED,
        name="tnpd-nofeedforward",
        title="TNP-D without feed-forward",
        long_name="Transformer Neural Process, diagonal, without feed-forward networks",
        summary="Attention alone in every layer.",
        arguments=_arguments(feedforward=False),
    ),
    replace(
        _ABLATED,
        name="tnpd-onehead",
        title="TNP-D, one head",
        long_name="Transformer Neural Process, diagonal, one head per layer",
        summary="One head of width 64 in place of four of width 16.",
        arguments=_arguments(num_heads=1),
    ),
    replace(
        _ABLATED,
        name="tnpd-postnorm",
        title="TNP-D, post-norm",
        long_name="Transformer Neural Process, diagonal, normalised after each addition",
        summary="Layer norm after each addition, as first published.",
        arguments=_arguments(norm="post"),
    ),
)
