"""Numbers, moments and ticks as the browser writes them: what Python writes, too."""

from __future__ import annotations

from tests.javascript import results
from tests.moments import HOURLY, SECONDS, TIMES, WEEKLY, WRITTEN, wired

CALL = """(wire, text) => {
  const units = new module.Units();
  units.set(wire);
  const { title, ending, marks } = units.axis("x").ticks(-2, 2, 8, 7, 90);
  const ticks = marks.map((mark) => mark.text);
  return { words: units.words(text), title: title + ending, ticks, at: units.x.text(-1.93) };
}"""


def test_the_browser_writes_quantities_as_python_does_and_ticks_at_round_moments():
    jobs = [(units.wire() if units else None, wired(text)) for units, text, _ in WRITTEN]
    jobs += [(units.wire(), "") for units in (WEEKLY, HOURLY, SECONDS, TIMES)]
    found = results("state/units", CALL, jobs)
    assert [each["words"] for each in found[: len(WRITTEN)]] == [wanted for *_, wanted in WRITTEN]
    weekly, hourly, seconds, times = ((each["title"], each["ticks"], each["at"]) for each in found[len(WRITTEN) :])
    months = [f"2024-{month:02d}" for month in range(1, 13, 2)]
    assert weekly == ("date", months, "2024-01-07")
    assert hourly == ("date (2024)", ["3 Jan", *(f"{hour:02d}:00" for hour in range(3, 24, 3))], "2024-01-03 00:24")
    halves = ["06:00", "00.5 s", "01 s", "01.5 s", "02 s", "02.5 s"]
    assert seconds == ("date (2024-01-03)", halves, "2024-01-03 06:00:00.04")
    assert times == ("date", [f"{hour:02d}:00" for hour in range(8, 19, 2)], "06:42")
