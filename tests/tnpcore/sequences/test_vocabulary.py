"""Numbers of symbols, there and back."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tnpcore.sequences.vocabulary import END, PAD, SPECIAL, START, Vocabulary

LETTERS = Vocabulary(("a", "b", "ab", "<de>", "é"))


def test_special_numbers_come_first():
    assert (PAD, START, END, SPECIAL) == (0, 1, 2, 3)
    assert len(LETTERS) == 8 and LETTERS.numbers == {"a": 3, "b": 4, "ab": 5, "<de>": 6, "é": 7}


def test_the_longest_symbol_that_fits_is_read():
    assert LETTERS.encode(["aab", "<de>ba", ""]).tolist() == [[3, 5, END, PAD], [6, 4, 3, END], [END, PAD, PAD, PAD]]


def test_lists_of_symbols_are_taken_as_they_are():
    assert LETTERS.encode([["a", "b"], "ab"]).tolist() == [[3, 4, END], [5, END, PAD]]


def test_no_texts_give_no_rows():
    assert LETTERS.encode([]).shape == (0, 0) and LETTERS.decode(torch.zeros(0, 0, dtype=torch.long)) == []


@given(st.lists(st.lists(st.sampled_from(LETTERS.symbols), max_size=6), min_size=1, max_size=4))
def test_there_and_back(rows):
    assert LETTERS.decode(LETTERS.encode(rows)) == ["".join(row) for row in rows]
    assert [LETTERS.symbols_of(row) for row in LETTERS.encode(rows).tolist()] == rows


def test_what_follows_the_end_is_left_out():
    assert LETTERS.decode(torch.tensor([[START, 3, PAD, 4, END, 6], [END, 3, 3, 3, 3, 3]])) == ["ab", ""]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["ab", "a?b"], r"text 1 has the unknown character '\?' at position 1"),
        (["<d"], "text 0 has the unknown character '<' at position 0"),
        ([["a"], ["b", "ba"]], "text 1 has 'ba' as symbol 1"),
    ],
)
def test_unknown_characters_are_named(texts, message):
    with pytest.raises(ValueError, match=message):
        LETTERS.encode(texts)


@pytest.mark.parametrize("number", [-1, 8])
def test_numbers_outside_the_vocabulary_are_named(number):
    with pytest.raises(ValueError, match=f"row 1 has the number {number}, required is 0 to 7"):
        LETTERS.decode(torch.tensor([[3], [number]]))


def test_symbols_differ_and_are_not_empty():
    with pytest.raises(ValueError, match="got 'a' twice"):
        Vocabulary(("a", "b", "a"))
    with pytest.raises(ValueError, match="symbol 1 has none"):
        Vocabulary(("a", ""))
