"""Every form against Babel, the standard library or a worked example; the conventions at their edges."""

import re
import time
from datetime import date, timedelta
from itertools import pairwise

import pytest
from babel.dates import format_date, get_date_format

from tests.test_imports import ROOT, imported
from tnpcore.sequences.dates import FORMS, LANGUAGES, LOCALES, babel_names, days
from tnpcore.sequences.dates.conventions import ERAS, FIRST_YEAR, LAST_YEAR, era, full_year
from tnpcore.sequences.dates.forms import ISO, parts, pieces, render
from tnpcore.sequences.dates.names import month_words

pytestmark = pytest.mark.slow

BY_NAME = {form.name: form for form in FORMS}
OWN_FIELDS = {"o", "G", "g", "n", "nn", "N"}
ONE_A_MONTH = [date(1900 + 17 * month, month, 1 + 2 * month) for month in range(1, 12)] + [date(2099, 12, 31)]

WORKED = {
    "en-US EEEE, MMMM d, y": ("1988-02-29", "Monday, February 29, 1988"),
    "en-US MMMM o, y": ("2031-04-22", "April 22nd, 2031"),
    "en-US EEEE, MMMM o, y": ("2031-04-11", "Friday, April 11th, 2031"),
    "en-US MMMM 'the' o, y": ("2000-01-01", "January the 1st, 2000"),
    "en-GB d MMM y": ("2031-09-03", "3 Sept 2031"),
    "en-GB o MMMM y": ("1999-12-31", "31st December 1999"),
    "en-GB o 'of' MMMM y": ("1999-12-12", "12th of December 1999"),
    "en-GB 'the' o 'of' MMMM y": ("1969-07-20", "the 20th of July 1969"),
    "en-GB EEEE, o MMMM y": ("1969-07-23", "Wednesday, 23rd July 1969"),
    "en-GB EEEE 'the' o 'of' MMMM y": ("1969-07-02", "Wednesday the 2nd of July 1969"),
    "de-DE EEE, d. MMM y": ("2031-03-04", "Di., 4. März 2031"),
    "fr-FR o MMMM y": ("1931-08-01", "1er août 1931"),
    "fr-FR d MMM yy": ("1999-02-07", "7 févr. 99"),
    "es-ES EEEE, d 'de' MMMM 'de' y": ("2031-01-15", "miércoles, 15 de enero de 2031"),
    "it-IT o MMMM y": ("2012-05-01", "1º maggio 2012"),
    "pt-BR o 'de' MMMM 'de' y": ("2012-05-01", "1º de maio de 2012"),
    "nl-NL d MMM y": ("1944-03-05", "5 mrt 1944"),
    "ja-JP y年M月d日EEEE": ("2031-04-03", "2031年4月3日木曜日"),
    "ja-JP GN年M月d日": ("2019-05-01", "令和元年5月1日"),
    "ja-JP Gn年M月d日": ("1989-01-07", "昭和64年1月7日"),
    "ja-JP gn.M.d": ("2019-04-30", "H31.4.30"),
    "ja-JP gnn.MM.dd": ("1912-07-30", "T01.07.30"),
    "ja-JP GN年M月d日(EEE)": ("2031-04-03", "令和13年4月3日(木)"),
    "ja-JP gn/M/d": ("1912-07-29", "M45/7/29"),
    "ja-JP Gn年MM月dd日": ("1926-12-25", "昭和1年12月25日"),
    "en-US M/d/yy": ("2031-04-03", "4/3/31"),
    "en-GB d/M/yy": ("1969-04-03", "3/4/69"),
    "ISO yMMdd": ("2031-04-03", "20310403"),
    "ISO y-DDD": ("2031-04-04", "2031-094"),
    "ISO YYYY-'W'ww-e": ("2031-04-04", "2031-W14-5"),
    "en-GB EEEE, d MMMM yy": ("2031-04-03", "Thursday, 3 April 31"),
}


def text_of(form, day):
    return "".join(render(form, parts(day)))


@pytest.mark.parametrize("name", WORKED)
def test_worked_examples(name):
    iso, text = WORKED[name]
    assert text_of(BY_NAME[name], date.fromisoformat(iso)) == text


def test_every_form_that_babel_does_not_render_has_a_worked_example():
    assert {form.name for form in FORMS if form.fields & OWN_FIELDS} <= set(WORKED)


@pytest.mark.parametrize(
    "form", [f for f in FORMS if f.locale != ISO and not f.fields & OWN_FIELDS], ids=lambda f: f.name
)
def test_babel_renders_the_same(form):
    for day in ONE_A_MONTH:
        assert text_of(form, day) == format_date(day, form.pattern, locale=form.locale.replace("-", "_"))


def test_the_table_of_names_is_what_babel_gives():
    assert babel_names.FILE.read_text("utf-8") == babel_names.table()


def test_one_module_alone_imports_babel():
    files = [ROOT / "app.py", *(ROOT / "tnpcore").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]
    users = {file.name for file in files if any(name.split(".")[0] == "babel" for name in imported(file))}
    assert users == {"babel_names.py"}
    users = {file.name for file in files if any("babel_names" in name for name in imported(file))}
    assert users == set()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("width", ["full", "long", "medium", "short"])
def test_the_formats_of_the_locale_itself_are_trained_on(locale, width):
    pattern = get_date_format(width, locale=locale.replace("-", "_")).pattern
    assert not BY_NAME[f"{locale} {pattern}"].held_out


def test_there_are_forty_forms_in_six_languages_and_each_once():
    assert len([form for form in FORMS if not form.held_out]) >= 40 and len(LANGUAGES) >= 6
    assert len(BY_NAME) == len(FORMS)
    assert {form.language for form in FORMS} == {*LANGUAGES, ISO}
    assert {form.kind for form in FORMS if form.held_out} == {"written", "numeric", "era"}


def test_every_field_of_every_form_is_known():
    letters = {run for form in FORMS for run in pieces(form.pattern) if re.fullmatch("[A-Za-z]+", run)}
    cldr = {"y", "yy", "M", "MM", "MMM", "MMMM", "d", "dd", "EEE", "EEEE", "DDD", "YYYY", "ww", "e"}
    assert letters == OWN_FIELDS | cldr


def test_ordinal_dates_are_days_of_the_year():
    form = BY_NAME["ISO y-DDD"]
    for day in (*ONE_A_MONTH, date(2000, 2, 29), date(1900, 3, 1), date(2096, 12, 31)):
        assert text_of(form, day) == f"{day.year}-{day.timetuple().tm_yday:03}" == day.strftime("%Y-%j")


def test_weeks_are_those_of_the_iso_calendar():
    form = BY_NAME["ISO YYYY-'W'ww-e"]
    edges = [
        date(year, month, day) for year in range(1901, 2099) for month, day in ((1, 1), (1, 4), (12, 29), (12, 31))
    ]
    for day in edges:
        year, week, weekday = map(int, re.fullmatch(r"(\d{4})-W(\d\d)-(\d)", text_of(form, day)).groups())
        assert (year, week, weekday) == tuple(day.isocalendar())
        assert date.fromisocalendar(year, week, weekday) == day


def test_eras_are_a_bijection_at_their_edges():
    firsts = {letter: first for _, letter, first in ERAS}
    seen = {}
    for _, _, first in ERAS[1:]:
        for day in (first + timedelta(offset) for offset in range(-400, 401)):
            letter, year, month, number = re.fullmatch(
                r"([MTSHR])(\d+)\.(\d+)\.(\d+)", text_of(BY_NAME["ja-JP gn.M.d"], day)
            ).groups()
            assert date(firsts[letter].year + int(year) - 1, int(month), int(number)) == day
            assert seen.setdefault((letter, year, month, number), day) == day
    for earlier, later in pairwise(ERAS):
        before, first = later.first - timedelta(1), later.first
        assert era(before.year, before.month, before.day) == earlier
        assert era(first.year, first.month, first.day) == later
        assert text_of(BY_NAME["ja-JP GN年M月d日"], first).startswith(f"{later.name}元年")


def test_two_digit_years_are_those_of_posix():
    assert [full_year(number) for number in range(100)] == [
        time.strptime(f"{number:02}", "%y").tm_year for number in range(100)
    ]


def test_a_weekday_settles_the_century_of_every_day():
    for day in (*days(True), *days(False)):
        other = day.year + (100 if day.year < 2000 else -100)
        leap_only_once = (day.month, day.day) == (2, 29) and other == 1900
        assert FIRST_YEAR <= other <= LAST_YEAR
        assert leap_only_once or day.replace(year=other).weekday() != day.weekday()


def test_no_word_names_two_months():
    words = month_words()
    assert len(words) > 90 and {words[name] for name in ("märz", "marzo", "mrt", "mars", "março", "mar")} == {3}
