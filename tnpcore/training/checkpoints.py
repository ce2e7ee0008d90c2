"""The file that a run can be continued from."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint's file.

    Args:
        path: of the file; its folder is made when it is written.
        data: names what the run learns from; of a run on other data a checkpoint is no beginning.
    """

    path: Path
    data: str

    def write(self, state: dict[str, Any]) -> None:
        """Put the state of a run in the place of the last one, all at once."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        torch.save({**state, "data": self.data}, part)
        part.replace(self.path)

    def read(self, seed: int, steps: int) -> dict[str, Any]:
        """The last state.

        Args:
            seed, steps: of the run that goes on.

        Raises:
            ValueError: for a file that is missing or damaged, for a run with another seed or on other data, and where
                no step is left.
        """
        if not self.path.is_file():
            raise ValueError(f"--resume needs the checkpoint {self.path}, which is not there: start without it")
        try:
            state = dict(torch.load(self.path, weights_only=True, map_location="cpu"))
            begun, done = int(state["seed"]), int(state["step"])
            data = state.pop("data")
        except (RuntimeError, EOFError, OSError, KeyError, ValueError, TypeError, pickle.UnpicklingError):
            raise ValueError(f"the checkpoint {self.path} is damaged: start without --resume") from None
        if begun != seed:
            raise ValueError(f"--resume continues a run with --seed {begun}, got --seed {seed}")
        if data != self.data:
            raise ValueError(f"--resume continues a run on the same tasks, and {self.path} was trained on others")
        if done >= steps:
            raise ValueError(f"--resume needs --steps above the {done} that are done, got {steps}")
        return state

    def last_good(self) -> str:
        """Where the weights before a failure are, in words."""
        return f"the last good checkpoint is {self.path}" if self.path.is_file() else "there is no checkpoint yet"
