"""The page of published tasks, and the command that fills it."""

import json
from pathlib import Path

import pytest

from tnpcore import benchmark, build, pretrained, published
from tnpcore.pretrained import Card

ROOT = Path(__file__).resolve().parents[2]
LIMIT = {"mixture": 1.5, "mixture_se": 0.01, "gaussian": 1.4, "gaussian_se": 0.02, "joint": 2.0, "joint_se": 0.03}
MEASURED = {"loglik": 1.3, "loglik_se": 0.04, "joint_loglik": 1.9, "joint_loglik_se": 0.05, "excess": 0.1}
MEASURED |= {"excess_se": 0.001, "joint_excess": 0.11, "joint_excess_se": 0.002}


def sections(page):
    """The table below the title of each benchmark, as rows of cells by their first one."""
    found = {}
    for part in page.split("\n## ")[1:]:
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
        found[part.split("`")[1]] = {row[0]: row[1:] for row in rows}
    return found


def run(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["published", *map(str, arguments)])
    published.main()


def test_limit_published_and_measured_values_stand_side_by_side():
    results = {"tnp-rbf": MEASURED, "tnp-periodic": {"loglik": -4.0, "loglik_se": 0.5}}
    cards = [
        Card("tnpa", "tnp-rbf", 1, results={"benchmark": results}),
        Card("tetnp", "eq", 1, results={"benchmark": {"eq": {**MEASURED, "shifted": {**MEASURED, "loglik": 1.2}}}}),
        Card("cnp", "eq", 1),
    ]
    found = sections(published.page({"tnp-rbf": LIMIT}, cards))
    first = found["tnp-rbf"]
    assert first["limit: best Gaussian"] == ["1.400 ± 0.020", "–", "–", "–", "computed"]
    assert first["limit: joint"][:2] == ["–", "2.000 ± 0.030"]
    assert first["TNP-D"][:2] == ["1.39", "–"] and first["TNP-A"][:2] == ["–", "1.63"]
    assert first["TNP-D"][-1].endswith("as recalled, not checked")
    assert first["`tnpa`"][:4] == ["1.300 ± 0.040", "1.900 ± 0.050", "0.100 ± 0.001", "0.110 ± 0.002"]
    assert first["limit: mixture"][0] == "1.500 ± 0.010" and found["tnp-matern"]["limit: mixture"][0] == "–"
    assert found["tnp-periodic"]["`tnpa`"][:4] == ["-4.000 ± 0.500", "–", "–", "–"]
    assert found["eq"]["`tetnp`, inputs shifted by 4"][0] == "1.200 ± 0.040" and "`cnp`" not in found["eq"]


def test_a_limit_that_is_not_known_has_its_reason_in_place_of_rows():
    page = published.page({}, [])
    assert "The limit is not known: as a function of the period" in page
    assert not any(row.startswith("limit") for row in sections(page)["tnp-periodic"])


def test_the_page_is_that_of_the_cards():
    """If this fails: python -m tnpcore.published"""
    expected = published.page(published.stored_limits(), published.cards_of())
    assert (ROOT / "docs" / "published.md").read_text("utf-8") == expected


def test_the_command_fills_the_folder_that_was_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(published, "BENCHMARKS", {"eq": benchmark("eq")})
    folder, model = tmp_path / "own", build("cnp")
    folder.mkdir()
    pretrained.save(model, Card("cnp", "eq", 1, results={"excess": 0.5}), folder)
    run(monkeypatch, tmp_path / "pages", "--limits", "--measure", "--where", folder, "--tasks", 32)
    assert json.loads((folder / "benchmarks.json").read_text()) == {"eq": {**benchmark("eq").limit(32), "tasks": 32}}
    card = pretrained.card("cnp", "eq", folder)
    assert card.results == {"excess": 0.5, "benchmark": {"eq": benchmark("eq").evaluate(model, 32)}}
    written = (tmp_path / "pages" / "published.md").read_text("utf-8")
    assert written == published.page(published.stored_limits(folder), [card])
    assert f"{card.results['benchmark']['eq']['loglik']:.3f}" in written
    assert "the card of cnp on eq" in capsys.readouterr().out


def test_nothing_is_measured_without_a_folder(tmp_path, monkeypatch, capsys):
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, tmp_path, "--measure")
    assert ended.value.code == 2 and "--where FOLDER" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
