"""A Scene is plain data: what goes over the wire is JSON and nothing else."""

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from pages.shared.scene.marks import Bars, Curve, Dots, Handle, HeatMap, Level, Line, Panel, Reading, Scene, Threads
from pages.shared.scene.table import Table, TableCell, TableRow

X = np.linspace(-3, 3, 5)
MARKS = (
    Curve(X, X, np.ones(5), "tnpd"),
    Line(X, X, "signal"),
    Dots(X, X, labels=("a",)),
    Threads(0.0, 1.0, np.array([0.25, 0.75])),
    Handle(0.5, "query"),
    HeatMap(np.eye(2), "query", "key", mask=np.array([[True, False], [True, True]])),
    Bars(np.array([0.2, 0.8]), ("a", "b")),
    Table("model", ("ms",), (TableRow("CNP", "cnp", (TableCell("0.3", "good", 0.25),)),)),
    Level(1.0, "level", "level", (-3.0, 3.0), 0.05),
)


def scene(*marks, **more):
    return Scene((Panel("stage", "Stage", marks, area="stage"),), **more)


def test_every_mark_travels_as_json_with_its_kind():
    wire = json.loads(json.dumps(scene(*MARKS).wire(), allow_nan=False))
    kinds = [mark["kind"] for mark in wire["panels"][0]["marks"]]
    assert kinds == ["curve", "line", "dots", "threads", "handle", "heatmap", "bars", "table", "level"]
    assert wire["panels"][0]["marks"][5]["mask"] == [[True, False], [True, True]]
    (row,) = wire["panels"][0]["marks"][7]["rows"]
    assert row == {"label": "CNP", "model": "cnp", "cells": [{"text": "0.3", "tone": "good", "share": 0.25}]}


def test_numbers_are_rounded_to_six_decimals():
    wire = scene(Line(np.array([1 / 3]), np.array([np.float32(0.1)]), "signal")).wire()
    assert wire["panels"][0]["marks"][0]["x"] == [0.333333]
    assert wire["panels"][0]["marks"][0]["y"] == [0.1]


def test_panels_and_readings_are_found_by_id():
    one = scene(readings=(Reading("a", "A", 1.0, "1"), Reading("b", "B", 2.0, "2")))
    assert one.reading("b").value == 2.0
    assert one.panel("stage").title == "Stage"
    with pytest.raises(StopIteration):
        one.panel("nowhere")


def test_a_scene_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        scene().caption = "other"


def test_a_later_scene_joins_the_first():
    terms = {"equation": "y = 1", "terms": (("1", 0),)}
    now = scene(MARKS[0], readings=(Reading("a", "A", 1.0, "1"),), caption="First.", **terms)
    limit = Panel("stage", "", (MARKS[1],))
    new = Panel("residual", "Residual", (MARKS[2],))
    readings = (Reading("a", "A", 9.0, "9"), Reading("b", "B", 2.0, "2"))
    whole = now.joined(Scene((limit, new), readings, "Second.", "y = 2"))
    assert [p.id for p in whole.panels] == ["stage", "residual"]
    assert whole.panel("stage").marks == (MARKS[0], MARKS[1])
    assert whole.panel("stage").title == "Stage"
    assert [(r.id, r.value) for r in whole.readings] == [("a", 1.0), ("b", 2.0)]
    assert whole.caption == "First. Second."
    assert (whole.equation, whole.terms) == ("y = 1", (("1", 0),))
