"""From a date to its written forms: the exact set, its distribution, and draws from it."""

from collections import Counter
from datetime import date

import pytest
import torch

from tnpcore.sequences.dates import (
    LANGUAGES,
    is_held_out,
    names_the_weekday,
    sample_writing,
    split_source,
    writing_symbols,
    written_distribution,
    written_forms,
)

pytestmark = pytest.mark.slow


def test_the_forms_of_a_day():
    found = written_forms("2031-04-03", "en")
    assert found[0] == "April 3, 2031" and len(set(found)) == len(found)
    assert {"3 April 2031", "Thursday, April 3, 2031", "03-Apr-2031", "the 3rd of April 2031"} <= set(found)
    assert "令和13年4月3日" in written_forms("2031-04-03", "ja")
    assert "1er avril 2031" in written_forms("2031-04-01", "fr")
    assert not any("1er" in text for text in written_forms("2031-04-02", "fr"))


def test_which_forms_name_the_weekday():
    named = [text for text in written_forms("2031-04-03", "en") if names_the_weekday("2031-04-03", "en", text)]
    assert named == [text for text in written_forms("2031-04-03", "en") if text.startswith("Thu")] and named


@pytest.mark.parametrize("language", LANGUAGES)
def test_probabilities_sum_to_one(language):
    found = written_distribution("1931-12-01", language)
    assert sum(found.values()) == pytest.approx(1) and len(found) >= 5


def test_draws_follow_the_distribution():
    drawn = sample_writing(8_000, torch.Generator().manual_seed(0))
    per_language = Counter(example.source.split()[0] for example in drawn)
    assert set(per_language) == set(LANGUAGES)
    assert all(abs(count / 8_000 - 1 / len(LANGUAGES)) < 0.015 for count in per_language.values())
    hits, expected, variance = 0, 0.0, 0.0
    for example in drawn:
        language, iso = example.source.split()
        found = written_distribution(iso, language)
        assert example.target in found
        best = max(found, key=found.__getitem__)
        hits += example.target == best
        expected += found[best]
        variance += found[best] * (1 - found[best])
    assert abs(hits - expected) < 4 * variance**0.5


def test_days_are_split_and_draws_are_repeatable():
    for held_out in (False, True):
        drawn = sample_writing(300, torch.Generator().manual_seed(1), held_out)
        assert all(is_held_out(example.source.split()[1]) == held_out for example in drawn)
    again = (sample_writing(5, torch.Generator().manual_seed(2)) for _ in range(2))
    assert next(again) == next(again)


def test_symbols_cover_sources_and_targets():
    source, target = writing_symbols()
    for example in sample_writing(2000, torch.Generator().manual_seed(3)):
        assert set(split_source(example.source)) <= set(source) and set(example.target) <= set(target)
        assert len(split_source(example.source)) == 11
    assert split_source("en") == ["e", "n"]


def greedy(found):
    """The text that takes the most probable next character each time."""
    prefix = ""
    while prefix not in found or any(text != prefix and text.startswith(prefix) for text in found):
        following = Counter()
        for text, chance in found.items():
            if text.startswith(prefix):
                following[text[len(prefix) : len(prefix) + 1]] += chance
        best = max(following, key=following.__getitem__)
        if not best:
            break
        prefix += best
    return prefix


def test_the_most_probable_text_is_not_the_greedy_one_for_many_days():
    """So that greedy and exact search differ even for a model without any error."""
    every = [date(2000 + month, month, 2 * month).isoformat() for month in range(1, 13)]
    differ = 0
    for iso in every:
        found = written_distribution(iso, "en")
        differ += found[greedy(found)] < max(found.values())
    assert differ >= 6


@pytest.mark.parametrize(
    ("iso", "language", "message"),
    [
        ("2031-04-03", "xx", "language must be one of"),
        ("1899-12-31", "en", "the year must be from 1900 to 2099"),
        ("2031-02-30", "en", "day is out of range|day 30 must be in range|must be in range"),
    ],
)
def test_what_cannot_be_written_is_refused(iso, language, message):
    with pytest.raises(ValueError, match=message):
        written_forms(iso, language)
