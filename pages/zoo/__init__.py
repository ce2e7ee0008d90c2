"""Model zoo: the lesson as data and functions."""

from operator import attrgetter

from pages.shared.lesson.lesson import Lesson
from pages.shared.models import sample_paths
from pages.zoo import leave_one_out, program
from pages.zoo import scene as zoo
from pages.zoo.controls import ZooControls
from pages.zoo.guarantees import sample_correlation, shift_changes
from pages.zoo.scores import score_tasks
from pages.zoo.story import STORY

LESSON = Lesson(
    name="zoo",
    title="Model zoo",
    question="the same data, different models",
    section="Models",
    minutes=15,
    lead="Every model predicts from your points. Drag the wipe to compare two of them, or choose sample paths.",
    goal="Choose a neural process for a task, with reasons.",
    takeaway="Marginals are not functions: the task decides which model is right.",
    scene=zoo.scene,
    aside=zoo.aside,
    later=zoo.later,
    controls=ZooControls,
    models=attrgetter("pair"),
    code=(
        sample_paths.draw_paths,
        sample_paths.draw_autoregressive_paths,
        sample_paths.path_correlation,
        leave_one_out.log_densities,
        score_tasks,
        shift_changes,
        sample_correlation,
    ),
    program=program.code,
    story=STORY,
)
