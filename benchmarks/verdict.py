"""How a benchmark ends: the goals and whether each is met, and the whole report as JSON where that is wanted."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path


def conclude(report: Mapping[str, object], kept: Mapping[str, bool], load: float, path: Path | None) -> None:
    """Print the verdict, write the report to `path`, and exit with 0 when every goal is met, else 1.

    `load` is the machine's load before the run."""
    print(f"\n{os.cpu_count()} cores, load before {load:.2f}")
    print("\n".join(f"{'met' if held else 'NOT MET'}: {goal}" for goal, held in kept.items()))
    if path:
        machine = {"cores": os.cpu_count(), "load_before": round(load, 2)}
        path.write_text(json.dumps({"machine": machine, **report, "kept": kept}, indent=2) + "\n")
    sys.exit(0 if all(kept.values()) else 1)
