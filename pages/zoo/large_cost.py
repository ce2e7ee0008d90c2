"""What one pass with many points and many targets costs. It takes too long for a page, so a command measures it once:

    python -m pages.zoo.large_cost        writes pages/zoo/large_cost.json

Every model runs in a process of its own, so that one that takes too long or too much memory ends alone.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
import torch

from pages.shared.models.catalogue import model, offered, plain, title
from pages.shared.scene.marks import TRAINED_ON, Bars, Panel
from pages.zoo.race import draw_context
from tnpcore import predict

POINTS, TARGETS = 2000, 5000
FILE = Path(__file__).with_suffix(".json")
LONGEST = 120.0  # seconds after which a model is left out
RUNS, SHORT = 2, 5.0  # runs, of which the fastest counts, while they are shorter than so many seconds


@dataclass(frozen=True)
class LargeCosts:
    """CPU seconds of one pass by model, and on what machine and when they were measured."""

    machine: str = ""
    date: str = ""
    seconds: dict[str, float] = field(default_factory=dict)


@cache
def costs() -> LargeCosts:
    """What was measured; nothing where the file is not there."""
    return LargeCosts(**json.loads(FILE.read_text("utf-8"))) if FILE.exists() else LargeCosts()


def large_panel(names: Iterable[str]) -> tuple[Panel, ...]:
    """The seconds of those of these models that were measured, as bars; nothing where none was."""
    measured, all_names = costs(), list(names)
    there = [name for name in all_names if plain(name) in measured.seconds]
    if not there:
        return ()
    bars = Bars(np.array([measured.seconds[plain(name)] for name in there]), tuple(map(title, there)))
    away = [title(name) for name in all_names if name not in there]
    missing = f" Not measured: {', '.join(away)}." if away else ""
    note = (
        f"CPU time of one pass, measured once, on one core of another machine ({measured.machine}, "
        f"{measured.date}): this server may be faster or slower.{missing}"
    )
    return (
        Panel("race-large", f"Seconds for {POINTS:,} points, {TARGETS:,} targets (measured once)", (bars,), note=note),
    )


def cpu_seconds(name: str, points: int = POINTS, targets: int = TARGETS) -> float:
    """CPU seconds of one pass of a model on one core: what other programs do in the meantime is not in it."""
    torch.set_num_threads(1)
    runner, context = model(name), draw_context(points)
    xt = torch.linspace(*TRAINED_ON, targets, dtype=torch.float64)[:, None]
    predict(runner, draw_context(10), xt[:10])  # what a first pass sets up is no cost of a pass
    taken: list[float] = []
    while len(taken) < RUNS and (not taken or taken[0] < SHORT):
        since = time.process_time()
        predict(runner, context, xt)
        taken.append(time.process_time() - since)
    return min(taken)


def measure(names: Iterable[str]) -> LargeCosts:
    """The costs of these models on this machine; without those that failed or took too long."""
    seconds = {}
    for name in names:
        command = [sys.executable, "-m", "pages.zoo.large_cost", "--one", name]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=True)
        except subprocess.SubprocessError as error:
            print(f"{name}: left out, {type(error).__name__}")
            continue
        seconds[name] = float(done.stdout)
        print(f"{name}: {seconds[name]:.2f} s", flush=True)
    machine = f"{_processor()}, PyTorch {torch.__version__.partition('+')[0]}"
    return LargeCosts(machine, time.strftime("%Y-%m-%d", time.gmtime()), seconds)


def _processor() -> str:
    """What the system calls its processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return (named or [platform.processor() or platform.machine()])[0]


def main() -> None:
    """Measure one model and print its seconds, or all of them and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--one", metavar="NAME", help="print the CPU seconds of this model, and write nothing")
    options = parser.parse_args()
    if options.one:
        print(round(cpu_seconds(options.one), 3))
        return
    found = measure(map(plain, offered("smooth")))
    FILE.write_text(json.dumps(asdict(found), indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
