"""The cost of one pass with 2,000 points and 5,000 targets: measured by a command, shown with what measured it."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import asdict

import pytest

from pages.shared.models.catalogue import NAMES, title
from pages.zoo import large_cost
from pages.zoo.controls import RACE as COST
from pages.zoo.controls import ZooControls
from pages.zoo.families import FAMILIES, SIX
from pages.zoo.large_cost import FILE, POINTS, TARGETS, LargeCosts, costs, cpu_seconds, large_panel, measure
from pages.zoo.scene import later
from pages.zoo.story import STORY
from tests.pages.zoo.test_story import RACE, moment


def test_the_sizes_are_those_of_the_transfer_question():
    """5,000 places, 2,000 measurements: what the lesson is to settle."""
    assert (POINTS, TARGETS) == (2000, 5000)
    trials = (FILE.parents[2] / "docs" / "trials.md").read_text("utf-8")
    assert "5,000 places from 2,000 measurements" in trials


def test_every_model_of_the_step_was_measured_and_attention_costs_most():
    seconds = costs().seconds
    assert set(FAMILIES[SIX]) <= set(seconds) <= set(NAMES)
    assert min(seconds["tnpd"], seconds["tetnp"]) > 5 * max(seconds["convcnp"], seconds["cnp"], seconds["lbanp"])
    assert costs().machine and re.fullmatch(r"\d{4}-\d\d-\d\d", costs().date)


def test_the_bars_are_the_measured_seconds_and_the_note_names_the_machine():
    names = ("tnpd", "convcnp@periodic")
    (panel,) = large_panel(names)
    (bars,) = panel.marks
    assert list(bars.values) == [costs().seconds["tnpd"], costs().seconds["convcnp"]]
    assert bars.labels == tuple(map(title, names))
    assert costs().machine in panel.note and costs().date in panel.note and "this server may be faster" in panel.note
    assert panel.title == "Seconds for 2,000 points, 5,000 targets (measured once)"


def test_a_model_that_was_not_measured_is_named(monkeypatch):
    monkeypatch.setattr(large_cost, "costs", lambda: LargeCosts("a machine", "2026-01-01", {"cnp": 0.5}))
    (panel,) = large_panel(("cnp", "tnpd"))
    assert list(panel.marks[0].values) == [0.5] and panel.note.endswith("Not measured: TNP-D.")
    assert large_panel(("tnpd",)) == ()


def test_the_cost_is_beside_the_race_and_nowhere_else():
    now = moment(RACE)
    ids = {panel.id for panel in later(now.points, ZooControls(family=SIX, compare=COST)).panels}
    assert "race-large" in ids
    assert "race-large" not in {panel.id for panel in later(now.points, ZooControls(family=SIX)).panels}
    assert {"race", "race-large"} == set(STORY.steps[RACE - 1].reveals)


def test_a_pass_is_measured_by_the_time_of_its_own_processor():
    assert 0 < cpu_seconds("cnp", 50, 100) < 5


def test_the_command_measures_each_model_in_a_process_of_its_own(monkeypatch, tmp_path):
    def run(command, **options):
        assert command[2:4] == ["pages.zoo.large_cost", "--one"] and options["timeout"] == large_cost.LONGEST
        if command[-1] == "tetnp":
            raise subprocess.TimeoutExpired(command, options["timeout"])
        return subprocess.CompletedProcess(command, 0, stdout="1.25\n")

    monkeypatch.setattr(large_cost.subprocess, "run", run)
    found = measure(("cnp", "tetnp"))
    assert found.seconds == {"cnp": 1.25} and "PyTorch" in found.machine
    monkeypatch.setattr(large_cost, "FILE", tmp_path / "costs.json")
    monkeypatch.setattr("sys.argv", ["large_cost"])
    large_cost.main()
    assert json.loads((tmp_path / "costs.json").read_text("utf-8"))["seconds"]["cnp"] == 1.25
    assert set(asdict(found)) == {"machine", "date", "seconds"}


def test_the_file_is_what_the_command_writes():
    assert asdict(costs()) == json.loads(FILE.read_text("utf-8"))
    assert costs().seconds == pytest.approx({name: round(value, 3) for name, value in costs().seconds.items()})
