"""What the server does before its first visitor: a failure is only logged, so that it would stay unseen."""

import app
from pages.lessons import LESSONS


def test_every_part_of_every_lesson_is_run_once_on_what_it_opens_with(monkeypatch):
    ran = []
    monkeypatch.setattr(app, "prepare_graphs", lambda: None)
    monkeypatch.setattr(app.SERVICE, "scene", lambda *given: ran.append(given))
    app._warm_up()
    assert [(lesson.name, part) for lesson, _, _, part in ran] == [
        (name, part) for name, lesson in LESSONS.items() for part in lesson.parts
    ]
    assert all(points for lesson, points, *_ in ran if lesson.draws_points)
