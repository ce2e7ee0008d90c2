import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs import zoo_figure
from tnpcore import ablation, catalogue, weights, zoo
from tnpcore.models.registry import MAIN, SPECS, build, spec
from tnpcore.models.specs.latent_plane import LATENT_PLANE

ROOT = Path(__file__).resolve().parents[2]
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
    recipe = {"steps": 6000, "cpu_seconds": 600, "device": "cpu", "processes": 2}
    card = {"name": name, "prior": prior, "parameters": 1000, "recipe": recipe, "results": results}
    (folder / f"{name}-{prior}.json").write_text(json.dumps(card))
    (folder / f"{name}-{prior}.safetensors").write_bytes(b"")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    for name in SPECS:
        write(tmp_path, name, "smooth", MEASURED)
    write(tmp_path, "tnpd", "sawtooth", {"validation": {}})
    return tmp_path


def rows(text):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:3] == "| `"]


@pytest.mark.slow
def test_the_page_holds_every_models_guarantees_and_numbers(folder):
    page = zoo.page()
    written = rows(page)
    assert [row[0].strip("`") for row in written] == [*SPECS, *SPECS, "tnpd"]
    for row, known in zip(written, SPECS.values(), strict=False):
        holds = known.guarantees
        expected = ["yes" if holds else "no" for holds in (holds.order, holds.other_targets, holds.shift)]
        assert row[1:4] == [known.long_name, known.summary, known.paper.cited]
        assert row[5:] == [*expected, holds.samples.value]
        assert f"[{known.paper.title}]({known.paper.link})" in page
    reached = written[len(SPECS) :]
    assert reached[0][1:] == [
        "6,000 steps, 10 min, 2 processes (cpu)",
        "expectation",
        "0.123 ± 0.006",
        "0.300 ± 0.010",
        "–",
        "95.1%",
        "1.25",
        "< 0.001",
        "1.2",
    ]
    assert reached[-1][2:] == ["expectation", *["–"] * 7]
    assert {line.count("|") for line in zoo.page().splitlines() if line.startswith("|")} == {10, 11}
    losses = {row[0].strip("`"): row[2] for row in reached}
    plane = {known.name for known in LATENT_PLANE}
    assert {name for name, loss in losses.items() if loss == "drawn y"} == {"np", "anp-latent", "tnpa-leaky", *plane}


@pytest.mark.slow
def test_both_questions_about_a_part_stand_side_by_side(folder):
    """What is measured of parts and of seeds; one run where no other seed was."""
    assert "A part of the layer" not in zoo.page()
    off = {"feedforward": {"excess": 2.4, "excess_se": 0.01}, "heads": {"excess": 1.2, "excess_se": 0.02, "kept": 2}}
    write(folder, "tnpd", "smooth", {**MEASURED, "switched_off": off})
    seeds = {seed: {"excess": excess, "excess_se": 0.001} for seed, excess in (("0", 0.05), ("1", 0.07), ("2", 0.06))}
    write(folder, "tnpd-nofeedforward", "smooth", {**MEASURED, "seeds": seeds})
    written = [row for row in rows(zoo.page()) if len(row) == 5]
    assert [row[0].strip("`") for row in written] == [ablation.WHOLE, *ablation.RETRAINED.values()]
    assert written[0][1:] == ["–", "0.123", "–", "1"]
    assert written[1][1:] == ["2.400 ± 0.010", "0.060", "0.050 to 0.070", "3"]
    assert written[4][1:] == ["1.200 ± 0.020", "0.123", "–", "1"]


@pytest.mark.slow
def test_the_command_writes_the_page(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["catalogue", str(tmp_path / "pages")])
    catalogue.main()
    assert (tmp_path / "pages" / "zoo.md").read_text("utf-8") == zoo.page()


def test_the_figure_has_every_model_once_with_its_numbers(folder):
    drawn = zoo_figure.rows()
    figure = zoo_figure.figure(drawn)
    excess = {
        title: x for trace in figure.data if trace.xaxis == "x" for title, x in zip(trace.y, trace.x, strict=True)
    }
    minutes = {
        title: x for trace in figure.data if trace.xaxis == "x2" for title, x in zip(trace.y, trace.x, strict=True)
    }
    assert excess == {known.title: MEASURED["excess"] for known in SPECS.values()}
    assert minutes == {known.title: 10.0 for known in SPECS.values()}
    for trace in figure.data:
        filled, square = not trace.marker.symbol.endswith("-open"), trace.marker.symbol.startswith("square")
        chosen = {known.title for known in SPECS.values() if known.guarantees.shift == filled}
        assert set(trace.y) == {
            t.title for t in SPECS.values() if t.title in chosen and t.guarantees.coherent_samples == square
        }
        assert trace.xaxis == "x2" or trace.error_x.array == (MEASURED["excess_se"],) * len(trace.y)
    assert figure.layout.xaxis.type == figure.layout.xaxis2.type == "log"


def test_the_drawn_figure_is_that_of_the_cards():
    """If this fails: python docs/zoo_figure.py"""
    drawing = (ROOT / "docs" / "zoo.svg").read_text("utf-8")
    drawn = zoo_figure.rows()
    assert re.search(r"<!-- numbers: (\w+) -->", drawing).group(1) == zoo_figure.digest(drawn)
    words = {element.text for element in ElementTree.fromstring(drawing).iter() if element.tag.endswith("text")}
    assert words >= {row.title for row in drawn}


def test_a_figure_of_nothing_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    with pytest.raises(ValueError, match="no model was measured"):
        zoo_figure.rows()


def test_main_models_come_first_and_names_are_those_of_the_specs():
    assert tuple(SPECS)[: len(MAIN)] == MAIN
    assert all(known.name == name for name, known in SPECS.items())
    assert (
        len({known.title for known in SPECS.values()})
        == len({known.long_name for known in SPECS.values()})
        == len(SPECS)
    )


def test_an_unknown_name_and_an_unknown_argument_are_refused():
    with pytest.raises(ValueError, match="must be one of"):
        spec("gpt")
    with pytest.raises(ValueError, match="colour"):
        build("cnp", colour="red")
    with pytest.raises(ValueError, match="bias must be one of"):
        build("tetnp", bias="none")
