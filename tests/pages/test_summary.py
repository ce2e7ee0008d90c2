"""The end of the course: take-aways, models by what a task needs, papers; from lessons, specs and cards."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

import tnpcore
from pages.lessons import LESSONS
from pages.shared.lesson.course import END
from pages.shared.models.families import ALONE, is_broken
from pages.summary import recommend as recommendations
from pages.summary.recommend import NEEDS, Need, recommend
from pages.summary.sheet import NO_MORE, NONE, NOT_YET, SHOWN_IN, papers, sheet
from pages.zoo.families import FAMILIES, SIX
from tests.app_pages import ENTRY, board, open_story
from tnpcore import pretrained, weights
from tnpcore.models.registry import SPECS

HTML = sheet(LESSONS.values())


def words(html):
    return unescape(re.sub(r"<[^>]+>", " ", html))


# ---- which model for which task --------------------------------------------------------------------


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.text)
def test_the_first_choice_meets_the_need_and_scores_best_among_all_that_do(need):
    found = recommend(need)
    assert [one.score for one in found] == sorted(one.score for one in found)
    for name in tnpcore.names():
        spec, results = SPECS[name], tnpcore.card(name).results
        has = spec.guarantees
        able = (has.shift or not need.shift) and (spec.linear_cost or not need.many)
        able = able and (has.coherent_samples or not need.samples) and has.order and has.other_targets
        listed = next((one for one in found if one.name == name), None)
        assert (listed is not None) == (able and name not in ALONE and not is_broken(name)), name
        if listed:
            assert listed.score == results["joint_excess" if need.samples else "excess"]


def test_a_leaking_model_with_the_best_joint_score_of_all_is_never_recommended():
    joint = {name: tnpcore.card(name).results["joint_excess"] for name in tnpcore.names()}
    assert min(joint, key=joint.get) == "tnpa-leaky"
    assert all(one.name != "tnpa-leaky" for need in NEEDS for one in recommend(need))


def test_another_score_on_a_card_changes_the_recommendation(monkeypatch, tmp_path):
    before = recommend(NEEDS[0])
    cards = {name: tnpcore.card(name) for name in tnpcore.names()}
    better = replace(cards["cnp"], results={**cards["cnp"].results, "excess": 0.001})
    monkeypatch.setattr(recommendations.tnpcore, "card", lambda name, prior: better if name == "cnp" else cards[name])
    assert before[0].name != "cnp" and recommend(NEEDS[0])[0].name == "cnp"


def test_without_weights_there_is_nothing_to_recommend(monkeypatch, tmp_path):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    assert not pretrained.names()
    assert recommend(NEEDS[0]) == () and sheet(()).count(NONE) == len(NEEDS)


def test_a_stricter_need_has_fewer_models():
    everything = Need("all", shift=True, many=True, samples=True)
    for need in NEEDS:
        assert {one.name for one in recommend(everything)} <= {one.name for one in recommend(need)}


# ---- the sheet -------------------------------------------------------------------------------------


def test_what_one_can_explain_is_marked_with_its_lesson_so_that_it_can_wait_until_that_is_done():
    for name, lesson in LESSONS.items():
        (item,) = re.findall(f'<li data-lesson="{name}">(.*?)</li>', HTML)
        assert words(item).split() == f"{lesson.link}. {lesson.takeaway}".split()
    assert NOT_YET in words(HTML)


def test_the_table_shows_the_first_choice_with_its_score_and_what_comes_after():
    rows = re.findall(r"<tr><th scope=.row.>(.*?)</tr>", HTML)
    assert len(rows) == len(NEEDS)
    for need, row in zip(NEEDS, rows, strict=True):
        first, *others = recommend(need)
        assert f"<b>{first.spec.title}</b>" in unescape(row) and f"<td>{first.score:.3f} {need.measure}</td>" in row
        assert (NO_MORE in row) == (not others)
        if others:
            assert f"{others[0].spec.title} {others[0].score:.3f}" in unescape(row)


def test_a_first_choice_that_the_zoo_does_not_compare_names_the_lesson_that_shows_it():
    compared = set(FAMILIES[SIX])
    for need in NEEDS:
        first = recommend(need)[0]
        assert first.name in compared or f"; lesson {LESSONS[SHOWN_IN[first.name]].link})" in words(HTML), first.name


def test_every_paper_of_a_model_is_listed_once_the_oldest_first():
    assert {paper.arxiv for paper in papers()} == {spec.paper.arxiv for spec in SPECS.values()}
    assert len(papers()) == len({paper.arxiv for paper in papers()})
    assert [paper.arxiv for paper in papers()] == sorted(paper.arxiv for paper in papers())
    assert all(f'href="{paper.link}"' in HTML and paper.title in unescape(HTML) for paper in papers())


def test_the_page_opens_and_the_board_knows_the_way_to_it():
    assert board(open_story("zoo"))["story"]["end"] == END
    app = AppTest.from_file(str(ENTRY), default_timeout=120).run()
    app.switch_page("summary/view.py").run()
    assert not app.exception
