"""The whole on one page, as a Streamlit page."""

from pages.shared.shell import widgets
from pages.shared.shell.page import show
from pages.whole import LESSON
from pages.whole.article import article

show(LESSON, widgets.each(LESSON.controls, "model", "text"), article)
