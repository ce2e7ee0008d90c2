import json
import math
import random
import re
from xml.etree import ElementTree

import pytest

from tnpcore import catalogue, pretrained
from tnpcore.guarantees import GUARANTEES, JAGGED
from tnpcore.scatter import LETTER, LINE, Mark, scatter

LEGEND = ("filled", "hollow", "square", "round")
MEASURED = {
    "excess": 0.1234,
    "excess_se": 0.0056,
    "joint_excess": 0.3,
    "joint_excess_se": 0.01,
    "coverage_95": 0.951,
    "roughness": 1.25,
    "shift": {"0.3": 0.0, "2.03": 1.234},
}


def write(folder, name, prior, results):
    recipe = {"cpu_seconds": 600, "device": "cpu", "processes": 2}
    card = {"name": name, "prior": prior, "parameters": 1000, "recipe": recipe, "results": results}
    (folder / f"{name}-{prior}.json").write_text(json.dumps(card))
    (folder / f"{name}-{prior}.safetensors").write_bytes(b"")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TNPCORE_PRETRAINED", str(tmp_path))
    for name in pretrained.ARCHITECTURES:
        write(tmp_path, name, "smooth", MEASURED)
    write(tmp_path, "tnpd", "sawtooth", {"validation": {}})
    return tmp_path


def rows(text):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:3] == "| `"]


def test_the_page_tells_every_models_promises_and_numbers(folder):
    told = rows(catalogue.page())
    assert [row[0].strip("`") for row in told] == [*pretrained.ARCHITECTURES, *pretrained.ARCHITECTURES, "tnpd"]
    promises = {row[0].strip("`"): row for row in told if len(row) == 8}
    for name, promised in GUARANTEES.items():
        said = ["yes" if kept else "no" for kept in (promised.order, promised.other_targets, promised.shift)]
        assert promises[name][1:3] == [promised.line, promised.paper] and promises[name][4:7] == said
        assert (promises[name][7] == "one by one") == (promised.coherent == JAGGED)
    reached = [row for row in told if len(row) == 9]
    assert reached[0][1:] == [
        "10 min, 2 processes (cpu)",
        "0.123 ± 0.006",
        "0.300 ± 0.010",
        "–",
        "95.1%",
        "1.25",
        "< 0.001",
        "1.2",
    ]
    assert reached[-1][2:] == ["–"] * 7
    assert len({line.count("|") for line in catalogue.page().splitlines() if line.startswith("|")}) == 2


def test_the_command_writes_page_and_figure(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["catalogue", str(tmp_path / "pages")])
    catalogue.main()
    assert (tmp_path / "pages" / "zoo.md").read_text("utf-8") == catalogue.page()
    picture = ElementTree.parse(tmp_path / "pages" / "zoo.svg")
    words = {element.text for element in picture.iter() if element.tag.endswith("text")}
    assert words >= set(pretrained.ARCHITECTURES)


def boxes(picture, labels):
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)">(\w+)</text>', picture)
    return [
        (float(x), float(y) + 3 - LINE, float(x) + LETTER * len(text), float(y) + 3)
        for x, y, text in found
        if text in labels
    ]


def test_labels_of_a_crowd_overlap_neither_each_other_nor_the_marks():
    chance = random.Random(0)
    marks = [
        Mark(
            "m" * chance.randint(3, 16) + str(i),
            5 * 2 ** chance.random(),
            0.1 * 2 ** chance.random(),
            0.01,
            True,
            False,
        )
        for i in range(30)
    ]
    picture = scatter(marks, "x", "y", LEGEND)
    at = [tuple(map(float, p)) for p in re.findall(r'class="kept" d="M([\d.]+) ([\d.]+)m', picture)[-30:]]
    placed = boxes(picture, {mark.label for mark in marks})
    assert len(placed) == len(at) == 30
    apart = [
        a[2] <= b[0] + 0.1 or b[2] <= a[0] + 0.1 or a[3] <= b[1] + 0.1 or b[3] <= a[1] + 0.1
        for i, a in enumerate(placed)
        for b in placed[:i]
    ]
    assert all(apart)
    assert not any(box[0] < x < box[2] and box[1] < y < box[3] for box in placed for x, y in at)


def test_both_axes_are_logarithmic_and_bars_are_errors():
    marks = [Mark(str(i), 10.0**i, 10.0**-i, 0.2 * 10.0**-i, i % 2 == 0, False) for i in range(3)]
    picture = scatter(marks, "x", "y", LEGEND)
    shapes = re.findall(r'class="(?:kept|broken)" d="M([\d.]+) ([\d.]+)m', picture)[-3:]
    (x0, y0), (x1, y1), (x2, y2) = (tuple(map(float, shape)) for shape in shapes)
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2) and y1 - y0 == pytest.approx(y2 - y1, abs=0.2)
    bars = [tuple(map(float, bar)) for bar in re.findall(r'class="error" d="M[\d.]+ ([\d.]+)V([\d.]+)"', picture)]
    assert (y1 - bars[1][0]) / (y1 - y0) == pytest.approx(math.log10(1.2), abs=0.01)


def test_a_figure_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one mark"):
        scatter([], "x", "y", LEGEND)
