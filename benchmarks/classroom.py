"""How many people one server holds: all drag a point at once, 30 events a second, each over a socket of their own.

    python benchmarks/classroom.py --json classroom.json
    python benchmarks/classroom.py --seconds 5 people       (one part, for a short look)
    python benchmarks/classroom.py --story 7 people         (in that step of Home's story, in place of its lab)

The parts: `people`, 1, 5, 20 and 60 of them; `processes`, the same people on two server processes behind one port;
`sessions`, the memory of 20 open pages. The server is a process of its own, started as a user starts it, and the people
are another; they share the machine's cores. Needs Linux; run it with nothing else running.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.crowd import Crowd, Server, hold, one_process, served, two_processes
from benchmarks.process import memory

ROOMS = (1, 5, 20, 60)
PAGES = 20  # that are opened for their memory
FORGOTTEN = 150  # seconds after which Streamlit has let go of sessions that were left (it keeps them for 120)
PARTS = ("people", "processes", "sessions")


def memory_of_sessions(server: Server) -> dict[str, float]:
    """MiB for each page that is open, and the server's memory when all have been closed and forgotten, over before.

    A first round of as many pages comes before: what it loads and allocates stays with the process, whoever comes next.
    """
    _, before = _come_and_go(server)
    during, after = _come_and_go(server)
    return {
        "pages": PAGES,
        "before": round(before),
        "each": round((during - before) / PAGES, 2),
        "after": round(after),
        "after_over_before": round(after / before, 3),
    }


def _come_and_go(server: Server) -> tuple[float, float]:
    """The server's memory while all pages are open, and when they are forgotten."""
    during = _visit(server, PAGES)
    time.sleep(FORGOTTEN)
    _visit(server, 1)  # Streamlit lets go of old sessions when another one leaves
    return during, memory(server.pid)


def _visit(server: Server, count: int) -> float:
    """So many pages are opened and left; the server's memory in between."""
    crowd = Crowd("visitors.py", server.socket, count)
    crowd.until("open")
    during = memory(server.pid)
    crowd.leave()
    return during


def run(options: argparse.Namespace) -> dict:
    """All the parts that were requested."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        with served(one_process, log) as server:
            before = memory(server.pid)
            if "people" in options.parts:
                found["people"] = [asdict(hold(server, people, options.seconds, options.story)) for people in ROOMS]
                found["memory"] = {"before": round(before), "after": round(memory(server.pid))}
            if "sessions" in options.parts:
                found["sessions"] = memory_of_sessions(server)
        if "processes" in options.parts:
            with served(two_processes, log) as server:
                found["processes"] = [asdict(hold(server, people, options.seconds)) for people in ROOMS[2:]]
    return found


def wanted(found: dict) -> dict[str, bool]:
    """The goals that the measurements can decide, and whether each is met."""
    goals = {}
    if "people" in found:
        rooms = {room["people"]: room for room in found["people"]}
        memory = found["memory"]
        goals |= {
            "20 people: p95 <= 100 ms": rooms[20]["p95"] <= 100,
            "60 people: the worst has >= 1/3 of the mean rate": rooms[60]["worst"] >= 1 / 3,
            "no error": not any(room["errors"] for room in found["people"]),
            "memory after all have left within 5 % of before": memory["after"] <= 1.05 * memory["before"],
        }
    if "sessions" in found:
        kept = found["sessions"]["after_over_before"] <= 1.05
        goals["memory within 5 % of before when 20 pages have been left"] = kept
    return goals


def table(found: dict) -> str:
    """All rooms, one a line, and what else was measured."""
    heads = "p50 ms", "p95 ms", "longest", "responses/s each", "worst/mean", "errors", "CPU ms", "kB", "MiB each"
    rows = [("", "people", *heads)]
    rooms = [("one process", room) for room in found.get("people", [])]
    rooms += [("two processes", room) for room in found.get("processes", [])]
    keys = ("people", "p50", "p95", "longest", "rate", "worst", "errors", "cpu_ms", "kilobytes", "memory_each")
    rows += [(name, *(str(room[key]) for key in keys)) for name, room in rooms]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    lines += [f"{name} in MiB: {json.dumps(found[name])}" for name in ("memory", "sessions") if name in found]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=30, help="length of each drag (default %(default)s)")
    parser.add_argument("--story", type=int, default=0, help="the step of `people`'s story (default: the lab)")
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write everything there")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"a part must be one of {', '.join(PARTS)}, got {', '.join(unknown)}")
    options.parts = options.parts or list(PARTS)
    load = os.getloadavg()[0]
    found = run(options)
    kept = wanted(found)
    print(table(found))
    print(f"\n{os.cpu_count()} cores, shared with the people; load before {load:.2f}; {options.seconds:g} s each")
    print("\n".join(f"{'met' if held else 'NOT MET'}: {goal}" for goal, held in kept.items()))
    if options.json:
        machine = {"cores": os.cpu_count(), "load_before": round(load, 2)}
        report = {"seconds": options.seconds, "machine": machine, **found, "kept": kept}
        options.json.write_text(json.dumps(report, indent=2) + "\n")
    sys.exit(0 if all(kept.values()) else 1)


if __name__ == "__main__":
    main()
