"""Give a lecture: a plan, the lecturers' sheets, a start as if no one had been there; and homework to check."""

from __future__ import annotations

from pathlib import Path

PLAN, NOTES, CHECK = "lecture", "notes", "proofs"  # the addresses of the pages
TITLES = {PLAN: "Give a lecture", NOTES: "Speaker notes", CHECK: "Check proof codes"}
# The ready ones, by their minutes, as text for `talk.read`.
PLANS = {name: (Path(__file__).parent / "plans" / f"{name}.txt").read_text("utf-8") for name in ("15", "45", "90")}
