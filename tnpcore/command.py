"""What all command lines share: checked numbers, the folder that is written to, and errors of one line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

OUT = "trained"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, with exit status 2.

    Args:
        module: that `python -m` runs.
        description: what `--help` begins with.
    """

    def __init__(self, module: str, description: str | None):
        super().__init__(f"python -m {module}", description=description, formatter_class=argparse.RawTextHelpFormatter)

    def error(self, message: str) -> NoReturn:
        """End the command with one line."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")

    def add_out(self, what: str) -> None:
        """The option `--out`."""
        self.add_argument(
            "--out", type=folder, default=OUT, metavar="FOLDER", help=f"where {what} are written (default: ./{OUT})"
        )

    @contextmanager
    def one_line_errors(self) -> Iterator[None]:
        """Inside, an error that names what was required and what came ends the command, without a traceback."""
        try:
            yield
        except (ValueError, FloatingPointError, ImportError) as error:
            self.error(str(error))
        except OSError as error:
            self.error(f"{error.filename or 'a file'}: {error.strerror or error}")


def positive(text: str) -> int:
    """The whole number above 0 that a text stands for: a type for argparse."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"must be a whole number above 0, got {text!r}")
    return int(text)


def folder(text: str) -> str:
    """The name of a folder: a type for argparse. An empty one would be the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("must name a folder, got an empty text")
    return text


def named(find: Callable[[str], Any]) -> Callable[[str], str]:
    """A type for argparse: a name that `find` knows; its own ValueError says which there are."""

    def check(text: str) -> str:
        try:
            find(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        return text

    return check
