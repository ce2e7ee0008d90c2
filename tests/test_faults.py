"""The tool that puts faults into the code: what it replaces, and which tests it takes for near."""

import pytest

from tests.faults import ROOT, Change, Fault, distances, listed, parts, reaching


def fault(*files: str, seen: str = "") -> Fault:
    return Fault("some-fault", "library", seen, tuple(Change(file, "a", "b") for file in files))


def test_sixty_faults_of_six_areas_are_listed():
    found = listed()
    assert len({each.name for each in found}) == len(found) == 60
    areas = [each.area for each in found]
    assert {"stories", "input", "layout", "transport", "scenes", "library"} == set(areas)
    assert min(map(areas.count, areas)) >= 5


def test_a_text_that_does_not_stand_once_is_refused(tmp_path):
    (tmp_path / "one.py").write_text("a = 1\n")
    Change("one.py", "a = 1", "a = 2").apply(tmp_path)
    assert (tmp_path / "one.py").read_text() == "a = 2\n"
    with pytest.raises(ValueError, match="must stand once in one"):
        Change("one.py", "a = 1", "a = 2").apply(tmp_path)


@pytest.mark.slow
def test_the_nearest_tests_come_first_and_others_not_at_all():
    found = [path.relative_to(ROOT).as_posix() for path in reaching(fault("pages/home/judges.py", seen="the band"))]
    assert found.index("tests/pages/home/test_story.py") < found.index("tests/pages/test_reasons.py")
    assert "tests/test_cost.py" not in found
    assert distances(ROOT / "pages/home/story.py")[ROOT / "pages/home/judges.py"] == 1


def test_a_module_of_the_board_is_reached_by_who_names_it_first():
    found = reaching(fault("pages/shared/board/state/scale.js"))
    assert found[0] == ROOT / "tests/pages/shared/board/test_scale.py"


def test_runs_grow():
    assert [len(each) for each in parts([ROOT / f"tests/{i}.py" for i in range(30)])] == [4, 16, 10]
