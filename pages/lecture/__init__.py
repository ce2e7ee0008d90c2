"""Give a lecture: a plan, the lecturers' sheets, and a start as if no one had been there."""

from __future__ import annotations

from pathlib import Path

PLAN, NOTES = "lecture", "notes"  # the addresses of the two pages
TITLES = {PLAN: "Give a lecture", NOTES: "Speaker notes"}
# The ready ones, by their minutes, as text for `talk.read`.
PLANS = {name: (Path(__file__).parent / "plans" / f"{name}.txt").read_text("utf-8") for name in ("15", "45", "90")}
