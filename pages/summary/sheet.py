"""The summary as one piece of HTML: take-aways (button.js shows those of what was done), models, papers. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from pages.shared.lesson.course import END
from pages.shared.lesson.lesson import Lesson
from pages.summary.recommend import NEEDS, OTHERS, Need, recommend
from tnpcore.models.registry import SPECS
from tnpcore.models.spec import Paper

TITLE = f"Neural processes: {END['title'][0].lower()}{END['title'][1:]}"
NOT_YET = "No lesson is done yet. Each one that you finish stands here, in one sentence."
NONE, NO_MORE = "none so far", "no other"
RULE = (
    "Of the models that guarantee what the task needs, the one with the smallest excess over the Bayes predictor, in "
    "nats per target on 4,096 held-out tasks: marginal, of each target alone, over its best Gaussian; for samples "
    "joint, of all targets. Differences below 0.01 hardly matter."
)
SHOWN_IN = {"tnpa": "masks", "convcnp-mlp": "zoo"}  # the lesson of a first choice that the six of a step leave out


def sheet(lessons: Iterable[Lesson]) -> str:
    """The whole page below its buttons."""
    known = tuple(lessons)
    return (
        f'<article class="summary"><h1>{escape(TITLE)}</h1>'
        f"<section><h2>You can now explain</h2>{_takeaways(known)}</section>"
        f"<section><h2>Which model for which task</h2>{_table(known)}<p>{escape(RULE)}</p></section>"
        f"<section><h2>Where to read on</h2>{_papers()}</section></article>"
    )


def papers() -> tuple[Paper, ...]:
    """The papers of all models, each once, the oldest first."""
    known = dict.fromkeys(spec.paper for spec in SPECS.values())
    return tuple(sorted(known, key=lambda paper: float(paper.arxiv)))


def _takeaways(lessons: Iterable[Lesson]) -> str:
    items = (
        f'<li data-lesson="{lesson.name}"><b>{escape(lesson.link)}.</b> {escape(lesson.takeaway)}</li>'
        for lesson in lessons
    )
    return f'<ol>{"".join(items)}</ol><p class="not-yet">{escape(NOT_YET)}</p>'


def _table(lessons: Iterable[Lesson]) -> str:
    links = {lesson.name: lesson.link for lesson in lessons}
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Your task needs", "try first", "excess", "then"))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(_row(need, links) for need in NEEDS)}</tbody></table>"


def _row(need: Need, links: Mapping[str, str]) -> str:
    found = recommend(need)
    if not found:
        return f'<tr><th scope="row">{escape(need.text)}</th><td>{NONE}</td><td></td><td></td></tr>'
    best, *others = found
    then = "; ".join(f"{escape(one.spec.title)} {one.score:.3f}" for one in others[:OTHERS]) or NO_MORE
    lesson = links.get(SHOWN_IN.get(best.name, ""), "")
    where = f"; lesson {escape(lesson)}" if lesson else ""
    named = f"<b>{escape(best.spec.title)}</b> ({escape(best.spec.paper.cited)}{where})"
    cells = "".join(f"<td>{cell}</td>" for cell in (named, f"{best.score:.3f} {need.measure}", then))
    return f'<tr><th scope="row">{escape(need.text)}</th>{cells}</tr>'


def _papers() -> str:
    items = (
        f'<li>{escape(one.cited)}. <a href="{escape(one.link)}">{escape(one.title)}</a>. arXiv {escape(one.arxiv)}</li>'
        for one in papers()
    )
    return f"<ul>{''.join(items)}</ul>"
