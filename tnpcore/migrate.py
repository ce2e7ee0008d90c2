"""Command line: give old weights the names that the models' parameters have now.

python -m tnpcore.migrate [FOLDER]      every *.safetensors there (default: the folder of the trained weights)

Running it again changes nothing. Version 0.1.0 renamed parameters of four models; numbers stay as they are.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

from safetensors.torch import load_file, save_file
from torch import Tensor

from tnpcore import pretrained

# By the name of the model: patterns of old parameter names, and what stands in their place now.
RENAMED: Mapping[str, Mapping[str, str]] = {
    "tnpnd": {r"^company\.": "target_attention."},
    "tetnp-joint": {r"^scores\.": "bias.scores.", r"^null_bias$": "bias.null"},
    "lbanp": {r"^gather\.": "cross_attention.", r"^talk\.": "self_attention.", r"^tell\.": "target_attention."},
    "tetnp-pseudo": {
        r"^gather\.": "cross_attention.",
        r"^talk\.": "self_attention.",
        r"^tell\.": "target_attention.",
        r"^pseudo$": "pseudo_tokens",
        r"^places$": "relative_positions",
        r"^question$": "target_token",
    },
}


def renamed(name: str, weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The same weights under the names of today.

    Args:
        name: of the model, for example "tnpnd".
        weights: a state dict, with old names or new ones.
    """
    out = {}
    for key, value in weights.items():
        for old, new in RENAMED.get(name, {}).items():
            key = re.sub(old, new, key)
        out[key] = value
    return out


def migrate(path: Path) -> bool:
    """Rename the parameters in a file, in place.

    Args:
        path: of weights, `<name>-<prior>.safetensors`.

    Returns:
        Whether anything had to be renamed.
    """
    weights = load_file(path)
    new = renamed(path.stem.rpartition("-")[0], weights)
    if list(new) == list(weights):
        return False
    # Written beside and moved into place, so that an app that is running never reads half a file.
    save_file(new, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)
    return True


def main() -> None:
    """Migrate a folder and print which files changed."""
    parser = argparse.ArgumentParser(
        prog="python -m tnpcore.migrate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=pretrained.folder(), help="where the weights are")
    paths = sorted(parser.parse_args().folder.glob("*.safetensors"))
    changed = [path.name for path in paths if migrate(path)]
    print(f"{len(paths)} files, {len(changed)} of them renamed: {', '.join(changed) or 'none'}")


if __name__ == "__main__":
    main()
