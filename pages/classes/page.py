"""Few-shot classification as a Streamlit page."""

from pages.classes import LESSON
from pages.classes.article import article
from pages.shared.shell import widgets
from pages.shared.shell.page import show

show(LESSON, widgets.each(LESSON.controls, "model"), article)
