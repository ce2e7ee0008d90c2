"""Two people draw at the same time on one server: each sees what a person alone with the same points would see."""

from playwright.sync_api import expect

from tests.board import PATIENCE, committed, follow, middle, open_board, positions, role

LINK = "{server}/attention?v=1&p={points}"


def test_two_sessions_see_and_keep_only_their_own_points_and_attention(new_page, server):
    ann, ben = new_page(), new_page()
    open_board(ann, LINK.format(server=server, points="-1.5,1.2;-0.5,0.8;1.0,1.5"))
    open_board(ben, LINK.format(server=server, points="-1.0,-1.4;0.75,-0.6;1.5,-1.0;1.75,0.2"))
    drag_together({ann: (90, 60), ben: (-70, -50)})
    drawn = {person: positions(person) for person in (ann, ben)}
    assert len(drawn[ann]) == 3 and len(drawn[ben]) == 4
    assert not set(drawn[ann]) & set(drawn[ben])
    alone = new_page()
    for person in drawn:
        expect_as_alone(person, alone, server)
        committed(person)
        # Another page gets its points from Python's session, not from the board that was drawn on.
        follow(person, "Home")
        expect(role(person, "context-copy").first).to_be_visible(timeout=PATIENCE)
        expect(role(person, "context")).to_have_count(len(drawn[person]))
        assert positions(person) == drawn[person]
        assert person.errors == []


def drag_together(ways: dict) -> None:
    """Everyone drags a first point by so many pixels, a step in turn, nobody waiting for an answer."""
    starts = {person: middle(role(person, "context").first) for person in ways}
    for person, start in starts.items():
        person.mouse.move(*start)
        person.mouse.down()
    for step in range(1, 25):
        for person, (dx, dy) in ways.items():
            x, y = starts[person]
            person.mouse.move(x + dx * step / 24, y + dy * step / 24)
    for person, start in starts.items():
        person.mouse.up()
        assert middle(role(person, "context").first) != start, "the drag did not take hold"


def expect_as_alone(person, alone, server: str) -> None:
    """The band, the mean and every thread of attention equal those of a new session with the same points."""
    points = ";".join(f"{x},{y}" for x, y in positions(person))
    open_board(alone, LINK.format(server=server, points=points))
    assert positions(alone) == positions(person)
    for name in ("band", "mean"):
        expect(role(person, name).first).to_have_attribute("d", role(alone, name).first.get_attribute("d"))
    threads = role(alone, "thread")
    expect(threads).to_have_count(len(positions(person)))
    for i in range(threads.count()):
        for what in ("x2", "y2", "stroke-width"):
            expect(role(person, "thread").nth(i)).to_have_attribute(what, threads.nth(i).get_attribute(what))
