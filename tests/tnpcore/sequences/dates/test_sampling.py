"""The mixture: deterministic, of the right days, in symbols that the source has; the fixed sets."""

from collections import Counter
from datetime import date
from zlib import crc32

import pytest
import torch

from tests.test_imports import ROOT
from tnpcore.sequences.dates import (
    FORMS,
    LOCALES,
    LONGEST,
    NO_DATE,
    __main__,
    days,
    evaluation_set,
    is_held_out,
    kinds,
    plain,
    sample,
    sample_kind,
    split,
    symbols,
)
from tnpcore.sequences.dates.nothing import TEXTS
from tnpcore.sequences.dates.sampling import MIXTURE

pytestmark = pytest.mark.slow

BY_NAME = {form.name: form for form in FORMS}


def seed(number):
    return torch.Generator().manual_seed(number)


CHECKSUM = 3575830211  # of all texts and dates of the fixed set: where it changes, all models must be measured again


@pytest.fixture(scope="module")
def drawn():
    """Drawn by the process that needs them: every process imports this file."""
    return sample(12_000, seed(0))


def test_the_same_generator_gives_the_same_texts():
    assert sample(50, seed(3)) == sample(50, seed(3)) != sample(50, seed(4))
    generator = seed(3)
    assert sample(50, generator) != sample(50, generator)
    assert sample(0, seed(0)) == []


def test_one_day_in_ten_is_held_out_by_a_fixed_rule():
    held, others = set(days(True)), set(days(False))
    assert not held & others and len(held) + len(others) == (date(2100, 1, 1) - date(1900, 1, 1)).days
    assert 0.095 < len(held) / (len(held) + len(others)) < 0.105
    assert all(
        (crc32(day.isoformat().encode()) % 10 == 0) == (day in held) for day in days(False)[:500] + days(True)[:50]
    )


def test_training_has_no_held_out_day_and_no_held_out_form(drawn):
    assert not any(is_held_out(example.iso) for example in drawn if example.kind != "none")
    assert not any(is_held_out(example.text) for example in drawn if example.kind == "none")
    assert not any(BY_NAME[example.form].held_out for example in drawn if example.kind != "none")


def test_every_form_kind_and_group_occurs_with_its_share(drawn):
    shares = Counter(example.kind for example in drawn)
    assert set(shares) == set(kinds()) == set(MIXTURE)
    assert all(abs(shares[kind] / len(drawn) - share) < 0.02 for kind, share in MIXTURE.items())
    assert {form.name for form in FORMS if not form.held_out} | set(TEXTS) == {example.form for example in drawn}
    assert sum(MIXTURE.values()) == pytest.approx(1) and sum(share for share, _ in TEXTS.values()) == pytest.approx(1)


def test_numeric_forms_have_their_token_and_the_others_at_random(drawn):
    with_token = Counter()
    for example in drawn:
        has = split(example.text)[0] in LOCALES
        if example.kind == "numeric" and example.language != "ISO":
            assert split(example.text)[0] == BY_NAME[example.form].locale
        elif example.kind in ("written", "era", "century"):
            with_token[has] += 1
            assert not has or LOCALES[split(example.text)[0]].language == example.language
        elif example.kind != "none":
            assert not has
    assert 0.45 < with_token[True] / with_token.total() < 0.55


@pytest.mark.parametrize("held_out_forms", [False, True])
def test_the_evaluation_sets_are_fixed_different_and_held_out(held_out_forms):
    found = evaluation_set(2000, held_out_forms)
    assert len({example.text for example in found}) == len(found) == 2000
    assert all(is_held_out(example.iso if example.iso != NO_DATE else example.text) for example in found)
    if held_out_forms:
        assert {example.form for example in found} == {form.name for form in FORMS if form.held_out}
    evaluation_set.cache_clear()
    assert evaluation_set(2000, held_out_forms) == found


def test_the_measured_set_is_the_one_that_cards_were_measured_on():
    text = "\n".join(f"{example.text}\t{example.iso}" for example in evaluation_set())
    assert len(evaluation_set()) == 10_000 and crc32(text.encode()) == CHECKSUM


def test_texts_fit_into_the_alphabet_and_the_length(drawn):
    source, target = symbols()
    assert len(set(source)) == len(source) and len(set(target)) == len(target) == 12
    held = evaluation_set(2000, True)
    for example in (*drawn, *held):
        assert set(split(example.text)) <= set(source) and set(example.iso) <= set(target)
        assert 0 < len(split(example.text)) <= LONGEST


def test_no_form_is_longer_than_the_longest_with_a_typing_error():
    for form in FORMS:
        for day in days(False)[::397]:
            text = "".join(__main__.render(form, __main__.parts(day)))
            assert len(split(f"en-US {text}")) + 1 <= LONGEST, text


def test_a_token_is_one_symbol_only_in_front_and_whole():
    assert split("en-US 3/4") == ["en-US", "3", "/", "4"]
    assert split("en-US") == ["en-US"] and split("") == []
    assert split("en-USA 3")[0] == "e" and split("3 en-US")[2] == "e"


def test_special_characters_are_made_plain():
    assert plain("3\u202favril\u00a0 2031\u200b") == "3 avril 2031"
    assert plain("２０３１年４月３日") == "2031年4月3日"
    assert plain("2031‐04–03") == "2031-04-03"
    assert split("ma\u0308rz") == ["m", "ä", "r", "z"]
    assert split("en-US\u00a03/4/31")[0] == "en-US"


def test_one_kind_or_a_refusal():
    assert {example.kind for example in sample_kind("era", 20, seed(0))} == {"era"}
    assert all(BY_NAME[e.form].held_out for e in sample_kind("era", 20, seed(0), held_out_forms=True))
    with pytest.raises(ValueError, match="kind must be one of"):
        sample_kind("months", 1, seed(0))
    with pytest.raises(ValueError, match="held_out_forms=True"):
        sample_kind("week", 1, seed(0), held_out_forms=True)
    with pytest.raises(ValueError, match="count must not be negative, got -1"):
        sample(-1, seed(0))


def test_the_page_is_up_to_date_and_lists_every_form():
    page = (ROOT / "docs" / "dates.md").read_text("utf-8")
    assert page == __main__.page()
    assert page.count("\n| `") >= len(FORMS)
