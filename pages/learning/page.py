"""Learning to learn as a Streamlit page."""

from pages.learning import LESSON
from pages.learning.article import article
from pages.shared.shell import widgets
from pages.shared.shell.page import show

show(LESSON, widgets.each(LESSON.controls, "model", "functions"), article)
