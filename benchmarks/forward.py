"""What a forward pass and a training step cost: against another library, between the forms, as the context grows.

    python benchmarks/forward.py --json forward.json
    python benchmarks/forward.py equivariance growth plane    (parts that need nothing but the app's requirements)

The parts: `peers`, against the package `neuralprocesses` at like sizes; `equivariance`, TETNP against TNP-D; `growth`,
time and memory from 10 to 4,000 context points; `plane`, a picture of 28 x 28 targets. One thread, processor time, all
sides by turns in the same run. For the peers the package is needed, best in a virtual environment of its own:

    python -m venv peers && peers/bin/pip install -r benchmarks/requirements.txt
    peers/bin/python benchmarks/forward.py
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import torch

from benchmarks import growth, peers
from benchmarks.duel import duel
from benchmarks.verdict import conclude
from benchmarks.work import Ours, draw

AHEAD, SLOWER, LINEAR = 1.5, 1.6, 1.2
PIXELS = 28  # to a side of a picture
DRAGGED = {60: 15, 256: 40}  # milliseconds that a picture may take in a drag, by context points
PLANE = ("tetnp", "tnpd", "convcnp", "convcnp-residual")
EQUIVARIANT = ("tetnp", "tetnp-fourier")  # the second is shown, and has no goal
PARTS = ("peers", "equivariance", "growth", "plane")


def equivariance(seconds: float) -> list[dict]:
    """TNP-D's forward pass against TETNP's at the peers' sizes, with two choices of F; `ratio` is how many times as
    slow TETNP is."""
    found = []
    for name, batch, size in product(EQUIVARIANT, peers.BATCHES, peers.SIZES):
        task = draw(batch, size, peers.NUM_TARGET)
        timed = duel(Ours("tnpd", task).forward, Ours(name, task).forward, seconds)
        found.append({"name": name, "batch": batch, "context": size, **asdict(timed)})
    return found


def plane() -> list[dict]:
    """Mean and standard deviation of a whole picture: milliseconds of every model, by context points."""
    taken = {}
    for size in DRAGGED:
        task = draw(1, size, PIXELS**2, dim_x=2)
        taken[size] = growth.by_turns({name: Ours(name, task, dim_x=2).forward for name in PLANE})
    return [{"name": name} | {str(size): round(taken[size][name], 2) for size in DRAGGED} for name in PLANE]


def goals(found: dict) -> dict[str, bool]:
    """The goals of the parts that ran, and whether each is met."""
    kept = {}
    for name in peers.COUNTERPARTS if "peers" in found else ():
        for kind in ("forward", "training"):
            rows = [row for row in found["peers"]["rows"] if (row["name"], row["kind"]) == (name, kind)]
            least = min(row["ratio"] for row in rows)
            kept[f"{name}, {kind}: >= {AHEAD} times as fast at every size (least: {least:.2f})"] = least >= AHEAD
    if "equivariance" in found:
        most = max(row["ratio"] for row in found["equivariance"] if row["name"] == "tetnp")
        kept[f"tetnp forward <= {SLOWER} times tnpd's at every size (most: {most:.2f})"] = most <= SLOWER
    if "growth" in found:
        for name in (*growth.LINEAR, growth.READING):
            power = found["growth"]["curves"][name]["time_slope"]
            kept[f"{name} grows linearly: power <= {LINEAR} ({power:.2f})"] = power <= LINEAR
    for row in found.get("plane", ()):
        for size, most in DRAGGED.items():
            took = row[str(size)]
            kept[f"{row['name']}, picture from {size} points: <= {most} ms ({took:.1f})"] = took <= most
    return kept


def aligned(rows: Sequence[Sequence[object]]) -> str:
    """A table, columns to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in cells)


def peers_table(peers: dict) -> str:
    head = ("", "parameters", "theirs", "", "batch", "context", "ms", "theirs", "ratio", "quartiles", "MiB", "theirs")
    rows, seen = [head], None
    for row in peers["rows"]:
        count = peers["parameters"][row["name"]]
        first = (row["name"], count["ours"], count["theirs"]) if row["name"] != seen else ("", "", "")
        seen = row["name"]
        numbers = (f"{row['ours']:.2f}", f"{row['theirs']:.2f}", f"{row['ratio']:.2f}")
        spread = f"{row['low']:.2f} - {row['high']:.2f}"
        memory = (f"{row['ours_mib']:.1f}", f"{row['theirs_mib']:.1f}")
        rows.append((*first, row["kind"], row["batch"], row["context"], *numbers, spread, *memory))
    return aligned(rows)


def equivariance_table(rows_found: list[dict]) -> str:
    rows = [("", "batch", "context", "tnpd ms", "ms", "ratio", "quartiles")]
    for row in rows_found:
        numbers = (f"{row['first']:.2f}", f"{row['second']:.2f}", f"{row['ratio']:.2f}")
        rows.append((row["name"], row["batch"], row["context"], *numbers, f"{row['low']:.2f} - {row['high']:.2f}"))
    return aligned(rows)


def growth_table(growth: dict) -> str:
    """Milliseconds and MiB by context size with their powers, the cheapest form, and where curves cross."""
    lines = []
    for what, power in (("milliseconds", "time_slope"), ("mebibytes", "memory_slope")):
        rows = [(what, *growth.SIZES, "power")]
        rows += [(name, *(f"{n:.2f}" for n in c[what]), f"{c[power]:.2f}") for name, c in growth["curves"].items()]
        lines.append(aligned(rows))
    for pair, size in growth["crossovers"].items():
        lines.append(f"{pair}: {f'from {size} context points on' if size else 'at none of these sizes'}")
    return "\n\n".join(lines[:2]) + "\n\n" + "\n".join(lines[2:])


def plane_table(rows_found: list[dict]) -> str:
    head = ("", *(f"{size} context points, ms" for size in DRAGGED))
    return aligned([head, *((row["name"], *(row[str(size)] for size in DRAGGED)) for row in rows_found)])


TABLES = {"peers": peers_table, "equivariance": equivariance_table, "growth": growth_table, "plane": plane_table}


def run(options: argparse.Namespace) -> dict:
    """All the parts that were requested, printed as they are found."""
    measure = {
        "peers": lambda: peers.report(options.seconds),
        "equivariance": lambda: equivariance(options.seconds),
        "growth": lambda: growth.report(peers.NUM_TARGET),
        "plane": plane,
    }
    found = {}
    for part in options.parts:
        found[part] = measure[part]()
        print(f"\n{part}\n{TABLES[part](found[part])}", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=0.35, help="for one pair of numbers (default %(default)s)")
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write everything there")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"a part must be one of {', '.join(PARTS)}, got {', '.join(unknown)}")
    options.parts = options.parts or list(PARTS)
    if "peers" in options.parts and peers.nps is None:
        parser.error("the peers need `neuralprocesses`: pip install -r benchmarks/requirements.txt")
    torch.set_num_threads(1)
    load = os.getloadavg()[0]
    found = run(options)
    conclude(found, goals(found), load, options.json)


if __name__ == "__main__":
    main()
