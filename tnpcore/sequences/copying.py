"""Copy or reverse pitches: nothing to know, all to remember. The first symbol of the source decides which of the two.

Trained on 1 to 16 pitches, each as likely as every other, and measured up to 32.
"""

from __future__ import annotations

import torch

COPY, REVERSE = "copy", "reverse"
TASKS = (COPY, REVERSE)
PITCHES = ("C4", "D4", "E4", "F4", "G4", "A4", "B4", "C5")
TRAINED, LONGEST = 16, 32  # pitches

Pair = tuple[list[str], list[str]]


def symbols() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All symbols of the source and of the target, each in a fixed order."""
    return (*TASKS, *PITCHES), PITCHES


def solution(task: str, pitches: list[str]) -> list[str]:
    """What a model should write.

    >>> solution("reverse", ["C4", "D4", "E4"])
    ['E4', 'D4', 'C4']

    Args:
        task: one of `TASKS`.
        pitches: of `PITCHES`.

    Raises:
        ValueError: for another task.
    """
    if task not in TASKS:
        raise ValueError(f"the task must be one of {', '.join(TASKS)}, got {task!r}")
    return list(pitches) if task == COPY else pitches[::-1]


def draw(count: int, generator: torch.Generator, longest: int = TRAINED) -> list[Pair]:
    """Pairs of source and target symbols; both tasks and all lengths from 1 to `longest` pitches equally likely."""
    tasks = torch.randint(0, len(TASKS), (count,), generator=generator).tolist()
    lengths = torch.randint(1, longest + 1, (count,), generator=generator).tolist()
    return [pair(TASKS[task], length, generator) for task, length in zip(tasks, lengths, strict=True)]


def pair(task: str, length: int, generator: torch.Generator) -> Pair:
    """One source of `length` pitches with its target, by one of `TASKS`."""
    chosen = torch.randint(0, len(PITCHES), (length,), generator=generator).tolist()
    pitches = [PITCHES[number] for number in chosen]
    return [task, *pitches], solution(task, pitches)
