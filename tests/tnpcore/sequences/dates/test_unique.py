"""Every text has one date. A normal form of texts is unchanged by all noise, and no two dates share one: then no noisy
text has two dates either."""

import re
from datetime import date
from functools import cache
from random import Random

import numpy as np
import pytest
import torch

from tnpcore.sequences.dates import FORMS, LOCALES, days, sample
from tnpcore.sequences.dates.conventions import WINDOW
from tnpcore.sequences.dates.forms import MONTH_FIELDS, parts, pieces, render, renderers, tokens
from tnpcore.sequences.dates.names import month_words
from tnpcore.sequences.dates.noise import months_one_edit_away, noisy, typos
from tnpcore.sequences.dates.nothing import TEXTS

pytestmark = pytest.mark.slow

SOME_YEARS = {1900, 1931, 1968, 1969, 2000, 2031, 2068, 2069}
LETTERS = re.compile(r"[^\W\d_]+")


@cache
def tagged(word):
    """The month's number in the place of its name or of a typing error in it; any other word as it is."""
    near = months_one_edit_away().get(word, frozenset())
    month = month_words().get(word) or (next(iter(near)) if len(near) == 1 else None)
    return word if month is None else f"<{month}>"


def tags(text):
    """The text with the months in it as numbers."""
    return LETTERS.sub(lambda match: tagged(match[0]), text)


NO_PUNCTUATION = str.maketrans(",.", "  ")


def normal(text):
    """What noise leaves unchanged: small letters, no commas and full stops, months as numbers, and no locale token
    before a form that has letters."""
    token, _, rest = text.partition(" ")
    if token not in LOCALES:
        token, rest = "", text
    rest = " ".join(tags(rest.lower().translate(NO_PUNCTUATION)).split())
    return rest if not token or "<" in rest or LETTERS.search(rest) else f"{token} {rest}"


def clean(form, day):
    before = f"{tokens(form)[0]} " if form.kind == "numeric" and tokens(form) else ""
    return before + "".join(render(form, parts(day)))


class Columns(dict):
    """What renders a piece -> the normal form of that piece for every day; the forms share many of them."""

    def __init__(self, every):
        self.days, self.parts = every, [parts(day) for day in every]
        self.ordinals = np.array([day.toordinal() for day in every])

    def __missing__(self, render_one):
        texts = [render_one(day) for day in self.parts]
        normals = {text: tags(text.lower().translate(NO_PUNCTUATION)) for text in set(texts)}
        return self.setdefault(render_one, [normals[text] for text in texts])

    def normals(self, form):
        """The normal form of every day's text: piece by piece, many times as fast as `normal`; some are compared."""
        before = f"{tokens(form)[0]} " if form.kind == "numeric" and tokens(form) else ""
        columns = zip(*[self[render_one] for render_one in renderers(form)])
        found = [before + " ".join("".join(pieces_).split()) for pieces_ in columns]
        assert found[::197] == [normal(clean(form, day)) for day in self.days[::197]], form.name
        return found


def dates_by_normal_form(every):
    """The hashes of all normal forms, in order; fails where one of them has two dates."""
    anywhere = Columns(every)
    within = Columns([day for day in every if WINDOW <= day.year < WINDOW + 100])
    hashes, ordinals = [], []
    for form in FORMS:
        columns = within if form.has_two_digit_year and form.kind != "century" else anywhere
        hashes.append(np.array([hash(text) for text in columns.normals(form)]))
        ordinals.append(columns.ordinals)
    every_hash, every_number = np.concatenate(hashes), np.concatenate(ordinals)
    order = every_hash.argsort()
    every_hash, every_number = every_hash[order], every_number[order]
    twice = (every_hash[1:] == every_hash[:-1]) & (every_number[1:] != every_number[:-1])
    assert not twice.any(), f"{twice.sum()} normal forms have two dates"
    return every_hash


def with_a_date(texts, found):
    """The texts whose normal form is among those of dates."""
    texts = sorted(texts)
    hashes = np.array([hash(normal(text)) for text in texts])
    nearest = found[found.searchsorted(hashes) % len(found)]
    return [text for text, known in zip(texts, nearest == hashes) if known]


def no_dates(count):
    random = Random(1)
    return {make(random) for _, make in TEXTS.values() for _ in range(count)}


def test_no_text_of_some_years_has_two_dates():
    every = [day for day in (*days(True), *days(False)) if day.year in SOME_YEARS]
    found = dates_by_normal_form(every)
    assert with_a_date(no_dates(300), found) == []
    assert with_a_date(["3. April 2031", "3/4/2031"], found) == ["3. April 2031"]


@pytest.mark.rare  # the same of all 73,000 days: 14 s
def test_no_text_of_any_day_has_two_dates_and_what_is_no_date_has_none():
    found = dates_by_normal_form((*days(True), *days(False)))
    assert len(found) > 1_000_000
    assert with_a_date(no_dates(3000), found) == []


def test_noise_leaves_the_normal_form_and_all_digits():
    random, every = Random(0), days(False)
    changed = 0
    for _ in range(15_000):
        form, day = random.choice(FORMS), random.choice(every)
        text, before = noisy(form, render(form, parts(day)), random), "".join(render(form, parts(day)))
        token = f"{tokens(form)[0]} " if tokens(form) else ""
        assert normal(token + text) == normal(text) or form.kind == "numeric"
        assert normal(token + text) == normal(token + before)
        assert re.sub(r"\D", "", text) == re.sub(r"\D", "", before)
        assert re.findall(r"\d+", text) == re.findall(r"\d+", before)
        changed += text != before
    assert changed > 2000


def test_every_typing_error_of_every_name_is_read_as_its_month():
    names = {
        (form.locale, piece, day.month)
        for form in FORMS
        for day in days(False)[:400]
        for run, piece in zip(pieces(form.pattern), render(form, parts(day)))
        if run in MONTH_FIELDS
    }
    count = 0
    for _, name, month in names:
        for typo in (typo for kind in typos(name) for typo in kind):
            assert tagged(typo.rstrip(".").lower()) == f"<{month}>", (name, typo)
            count += 1
    assert count > 20_000


def test_the_samples_have_the_date_of_their_normal_form():
    """The mixture itself, against the clean rendering of its form."""
    by_name = {form.name: form for form in FORMS}
    for example in sample(4000, torch.Generator().manual_seed(5)):
        if example.kind == "none":
            assert example.iso == "?"
        else:
            form = by_name[example.form]
            assert normal(example.text) == normal(clean(form, date.fromisoformat(example.iso)))


def test_the_check_sees_two_dates():
    """Without its token, a numeric form has two dates: the normal form of both is one."""
    assert normal("en-US 3/4/2031") != normal("en-GB 3/4/2031")
    assert normal("en-US 3 April 2031") == normal("3 APRl,\u00a02031") == "3 <4> 2031"
    with pytest.raises(AssertionError, match="two dates"):
        dates_by_normal_form([date(2031, 1, 2), Renamed(2031, 1, 2)])


class Renamed(date):
    """A day whose number is that of another day: its texts have two dates."""

    def toordinal(self):
        return super().toordinal() + 1
