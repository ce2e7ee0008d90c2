"""What a process and its children cost: processor time and memory, as Linux reports them."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pid: int) -> float:
    """Processor time that the process and its children have used so far, in their own code and in the kernel's."""
    return sum(sum(map(int, _stat(one)[11:13])) for one in family(pid)) / TICKS


def memory(pid: int) -> float:
    """Resident memory of the process and its children, in MiB; pages that they share count for each."""
    return sum(int(_stat(one)[21]) for one in family(pid)) * PAGE / 2**20


def family(pid: int) -> list[int]:
    """The process and all that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family(int(child)))]


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name, which may hold anything: the third of `man proc` is number 0."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
