"""The laws of typing errors, against a distance that is computed in another way."""

from random import Random

import pytest

from tnpcore.sequences.dates.names import MONTH_FIELDS, NAMES, month_words
from tnpcore.sequences.dates.noise import SHORTEST, alphabet, edits, typos

ALL = sorted({name for fields in NAMES.values() for field in MONTH_FIELDS for name in fields[field]} - {""})
WORDS = [name for name in ALL if name.rstrip(".").isalpha()]


def distance(one, other):
    """Edits between two words: deletion, insertion, substitution, transposition of neighbours (dynamic programming)."""
    rows = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            if not i or not j:
                rows[i][j] = i + j
                continue
            differs = one[i - 1] != other[j - 1]
            best = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + differs)
            if i > 1 and j > 1 and (one[i - 1], one[i - 2]) == (other[j - 2], other[j - 1]):
                best = min(best, rows[i - 2][j - 2] + 1)
            rows[i][j] = best
    return rows[-1][-1]


def test_the_distance_itself():
    assert [distance("june", word) for word in ("june", "jun", "jnue", "july", "januar")] == [0, 1, 1, 2, 4]


def test_a_typing_error_is_one_edit_and_two_from_every_other_month():
    random = Random(0)
    pairs = [(name, typo) for name in WORDS for kind in typos(name) for typo in kind]
    assert len(pairs) > 20_000
    for name, typo in random.sample(pairs, 1500):
        word, month = typo.rstrip(".").lower(), month_words()[name.rstrip(".").lower()]
        assert distance(word, name.rstrip(".").lower()) == 1
        near = [other for other in month_words() if abs(len(other) - len(word)) < 2 and month_words()[other] != month]
        assert all(distance(word, other) >= 2 for other in near), (name, typo)
        assert not any(character.isdigit() for character in typo)


def test_short_names_have_none_and_almost_all_others_do():
    short = [name for name in WORDS if len(name.rstrip(".")) < SHORTEST]
    assert {"mar", "May", "déc."} <= set(short) and all(typos(name) == () for name in short)
    assert all(typos(name) for name in WORDS if name not in short)


@pytest.mark.parametrize(("name", "never"), [("Juni", "Juli"), ("Juli", "Juni"), ("June", "july"), ("mars", "mai")])
def test_no_typing_error_comes_near_another_month(name, never):
    assert all(distance(typo.lower(), never.lower()) >= 2 for kind in typos(name) for typo in kind)


def test_edits_are_all_words_at_distance_one():
    found = set().union(*edits("mai", alphabet()))
    assert {distance("mai", word) for word in found} == {1}
    letters = len(alphabet())
    assert len(found) == 3 + 2 + 3 * (letters - 1) + 4 * letters - 3


def test_capitals_and_full_stops_stay():
    assert all(typo[0].isupper() for kind in typos("März") for typo in kind)
    assert all(typo.endswith(".") and typo[0].islower() for kind in typos("janv.") for typo in kind)
