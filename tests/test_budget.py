"""What `make check` leaves out: the files with a browser or of a slow subject, and of other tests only later cases."""

from pathlib import Path

from tests.budget import BROWSER, CASES, SUBJECTS, Budget

HERE = Path(__file__).parent


def test_the_first_cases_of_each_test_are_fast():
    budget = Budget()
    for function in (len, max):
        over = [budget.is_over(HERE / "tnpcore" / "test_masks.py", function) for _ in range(CASES + 2)]
        assert over == [False] * CASES + [True] * 2


def test_files_with_a_browser_and_of_slow_subjects_are_slow():
    for file in (BROWSER / "test_masks.py", HERE / "tnpcore" / "test_export.py", HERE / "pages" / "test_exercises.py"):
        assert Budget().is_over(file, len)


def test_every_subject_is_that_of_a_file():
    names = [file.stem for file in HERE.rglob("test_*.py")]
    assert [subject for subject in SUBJECTS if not any(subject in name for name in names)] == []
