"""The entry script: the lessons in teaching order."""

import sys
from collections import Counter
from pathlib import Path

import streamlit as st

# A host that runs this script alone puts its folder on the import path, and not the one above it.
HERE = Path(__file__).resolve().parent
if str(HERE.parent) not in sys.path:
    sys.path.append(str(HERE.parent))

from pages.lecture import CHECK, NOTES, PLAN, TITLES
from pages.lessons import FORMER_ADDRESSES, LESSONS
from pages.shared.lesson.course import END, Course
from pages.shared.shell.story_state import set_course

PAGES = {
    name: st.Page(f"{name}/page.py", title=lesson.link, url_path=name, default=name == "home")
    for name, lesson in LESSONS.items()
}

ENDING = st.Page("summary/view.py", title=END["title"], url_path=END["address"], visibility="hidden")

LECTURE = [
    st.Page(f"lecture/{file}.py", title=TITLES[address], url_path=address, visibility="hidden")
    for address, file in ((PLAN, "view"), (NOTES, "notes"), (CHECK, "proofs"))
]


def menu() -> dict[str, list[st.Page]]:
    """The lessons under their sections, so that none is hidden on a narrow window; a section of one is that lesson."""
    lessons = Counter(lesson.section for lesson in LESSONS.values())
    sections: dict[str, list[st.Page]] = {}
    for name, lesson in LESSONS.items():
        sections.setdefault(lesson.section if lessons[lesson.section] > 1 else "", []).append(PAGES[name])
    return sections


def former(address: str, name: str) -> st.Page:
    """A page outside the menu that leads on to the lesson: the app's own server does so before it comes to this."""
    return st.Page(
        lambda: st.switch_page(PAGES[name], query_params=st.query_params.to_dict()),
        title=LESSONS[name].title,
        url_path=address,
        visibility="hidden",
    )


sections = menu()
sections.setdefault("", []).extend(
    [ENDING, *LECTURE, *(former(address, name) for address, name in FORMER_ADDRESSES.items())]
)
page = st.navigation(sections, position="top")
st.set_page_config(page_title=f"{page.title} · Neural processes", layout="wide")
st.html(HERE / "shared" / "shell" / "page.css")
set_course(Course.of(LESSONS.values()))
page.run()
