"""A server as a user starts it, and crowds of simulated people who use it, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.process import cpu_seconds, memory
from tests.serving import free_port, running, streamlit

HERE = Path(__file__).parent
SETTLED = 6  # seconds after which the server has warmed up


@dataclass(frozen=True)
class Room:
    """One run. Milliseconds from a pointer event to the response that first shows it; responses per second and person;
    `worst` is the smallest rate over the mean rate; `beside` are the small pictures' and later responses for each of
    them; server CPU and kB per response, all parts included; MiB for each person who came."""

    people: int
    p50: float
    p95: float
    longest: float
    rate: float
    worst: float
    beside: float
    errors: int
    cpu_ms: float
    kilobytes: float
    cores: float
    memory_each: float


class Server:
    """A running server: its address on this machine and its process."""

    def __init__(self, port: int, pid: int):
        self.port, self.pid = port, pid

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


@contextmanager
def served(command: Callable[[int], list[str]], log: Path) -> Iterator[Server]:
    """A server that has warmed up; `command` makes the command line from a port."""
    port = free_port()
    with running(command(port), f"http://127.0.0.1:{port}", log) as process:
        server = Server(port, process.pid)
        time.sleep(SETTLED)
        hold(server, 1, 2)
        yield server


def one_process(port: int) -> list[str]:
    return streamlit("app.py", port)


def of_checkout(folder: Path, port: int) -> list[str]:
    """The app of another checkout, as a user starts it there."""
    return ["env", "--chdir", str(folder), *one_process(port)]


def two_processes(port: int) -> list[str]:
    """Two workers that accept connections from one socket."""
    command = f"-m uvicorn app:app --workers 2 --log-level warning --port {port}"
    return [sys.executable, *command.split()]


class Crowd:
    """A process of simulated visitors that stops where the script says so."""

    def __init__(self, script: str, *arguments: object):
        command = [sys.executable, str(HERE / script), *map(str, arguments)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def until(self, where: str) -> None:
        said = self._process.stdout.readline().strip()
        if said != where:
            raise RuntimeError(f"the visitors were to say {where!r}, they said {said!r}")

    def go_on(self) -> None:
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def leave(self) -> str:
        """Let everyone leave; what the script printed at its end."""
        text, _ = self._process.communicate("\n")
        return text


def hold(
    server: Server, people: int, seconds: float, story: int = 0, begun: Callable[[], object] = lambda: None
) -> Room:
    """So many people drag for so long on Home, in that step of its story or else in its lab; `begun` is called when
    they begin."""
    before = memory(server.pid)
    crowd = Crowd("people.py", f"{server.socket}/live", people, seconds, story)
    crowd.until("open")
    cpu = cpu_seconds(server.pid)
    crowd.go_on()
    begun()
    crowd.until("dragged")
    cpu, after = cpu_seconds(server.pid) - cpu, memory(server.pid)
    report = json.loads(crowd.leave())
    if not report["waits"]:
        raise RuntimeError(f"no scene came to {people} people who dragged for {seconds} s; {report['errors']} errors")
    waits, rates = np.array(report["waits"]), np.array(report["responses"]) / report["seconds"]
    p50, p95, longest = (round(float(value), 1) for value in np.percentile(waits, (50, 95, 100)))
    return Room(
        people=people,
        p50=p50,
        p95=p95,
        longest=longest,
        rate=round(float(rates.mean()), 1),
        worst=round(float(rates.min() / rates.mean()), 2),
        beside=round(report["beside"] / len(waits), 2),
        errors=report["errors"],
        cpu_ms=round(cpu / len(waits) * 1e3, 2),
        kilobytes=round(report["received"] / len(waits) / 1e3, 1),
        cores=round(cpu / report["seconds"], 2),
        memory_each=round((after - before) / people, 2),
    )
