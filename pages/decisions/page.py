"""Decisions as a Streamlit page."""

from pages.decisions import LESSON
from pages.decisions.article import article
from pages.shared.shell import widgets
from pages.shared.shell.page import show

show(LESSON, widgets.each(LESSON.controls, "function", "model", "rule", "advice"), article)
