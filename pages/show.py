"""Command line: open the app with a model of one's own beside the trained ones.

    python -m pages.show mine.py:build --weights mine.safetensors --name "My ANP"

`build` takes no arguments and returns a `torch.nn.Module` whose forward(xc, yc, xt) gives a distribution or
(mean, std), or a `NeuralProcess`; the weights are its state_dict as safetensors. Options that are not listed go on to
Streamlit, for example --server.port 8600.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from pages.shared.models.catalogue import NAMES
from pages.shared.models.own_file import Source
from pages.shared.models.own_model import ENVIRONMENT, OwnModel, opened, refusal_of_nothing, try_out

ROOT = Path(__file__).resolve().parent.parent
MOST_LETTERS = 30


def source_of(arguments: Sequence[str]) -> tuple[Source, list[str]]:
    """The model that the arguments name, and the arguments for Streamlit.

    Raises:
        ValueError: for a model that is not named as FILE.py:CALLABLE, and for a title that cannot be shown.
    """
    about = __doc__.partition(": ")[2].partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m pages.show", description=about, allow_abbrev=False)
    parser.add_argument("model", metavar="FILE.py:CALLABLE", help="what makes the model; takes no arguments")
    parser.add_argument("--weights", type=Path, help="safetensors of its state_dict (default: its initial weights)")
    parser.add_argument("--name", help="what the pages call it (default: the name of the file)")
    known, others = parser.parse_known_args(arguments)
    file, colon, build = known.model.rpartition(":")
    if not colon or not file or not build.isidentifier():
        raise ValueError(f"the model must be named as FILE.py:CALLABLE, got {known.model!r}")
    weights = known.weights and known.weights.resolve()
    title = _title_of(Path(file)) if known.name is None else _checked(known.name)
    return Source(Path(file).resolve(), build, weights, title), others


def _title_of(file: Path) -> str:
    """That of a model which has none: the file's name, shortened, and apart from other models of that name."""
    stem = re.sub(r"[^\w .+()-]", " ", file.stem).strip()[:MOST_LETTERS].strip()
    return _checked(f"{stem} (own)" if _taken(stem) else stem)


def _taken(title: str) -> bool:
    return title.lower() in {known.lower() for known in NAMES.values()}


def _checked(title: str) -> str:
    if not re.fullmatch(r"\w[\w .+()–-]*", title) or len(title) > MOST_LETTERS:
        raise ValueError(f"the name must be 1 to {MOST_LETTERS} letters, digits, spaces or . + - ( ), got {title!r}")
    if _taken(title):
        raise ValueError(f"the name must not be that of another model, got {title!r}")
    return title


def open_model(source: Source) -> OwnModel:
    """The model, tried; prints what it cannot do. Raises ValueError."""
    own = opened(source)
    try_out(own)
    if why := refusal_of_nothing(own):
        print(f"Without context points there is no prediction: {why}.", file=sys.stderr)
    return own


def main(arguments: Sequence[str] | None = None) -> None:
    """Check the model, then become the app; exit with status 2 and one sentence where it cannot be shown."""
    try:
        source, others = source_of(sys.argv[1:] if arguments is None else arguments)
        open_model(source)
    except ValueError as error:
        print(f"pages.show: {error}.", file=sys.stderr)
        raise SystemExit(2) from None
    os.environ[ENVIRONMENT] = source.text()
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "streamlit", "run", "app.py", *others])


if __name__ == "__main__":
    main()
