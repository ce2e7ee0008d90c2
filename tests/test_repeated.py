"""What failed once is named; what fails again, or too often, fails the run."""

import pytest

from tests.repeated import REPEATED, flakes


def played(*results):
    """Two functions in place of runs: whether each run passes, and which tests failed in it."""
    runs, last = iter(results), []

    def passes(command):
        last[:] = next(runs)
        return not last

    return passes, lambda: list(last)


def test_what_passes_when_repeated_alone_is_a_flake():
    assert not flakes(["a", "b"], *played([], []))
    assert flakes(["a", "b"], *played(["one", "two"], [], [], ["one"], [])) == {"one": 2, "two": 1}


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([["one"], ["one"]], "one failed twice"),
        ([[str(i) for i in range(REPEATED + 1)]], f"with {REPEATED + 1} tests"),
    ],
)
def test_what_fails_again_or_too_often_fails_the_run(results, said):
    with pytest.raises(RuntimeError, match=said):
        flakes(["a"], *played(*results))


def test_a_command_that_fails_without_a_test_fails_the_run():
    with pytest.raises(RuntimeError, match="with 0 tests"):
        flakes(["a"], lambda command: False, list)
