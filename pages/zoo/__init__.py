"""Model zoo: the lesson as data and functions."""

from operator import attrgetter

from pages.shared.lesson.lesson import Lesson
from pages.zoo import program
from pages.zoo import scene as zoo
from pages.zoo.controls import ZooControls
from pages.zoo.story import STORY
from tnpcore.models.cnp import CNP
from tnpcore.models.convcnp import ConvCNP
from tnpcore.models.efficient import LBANP
from tnpcore.models.tetnp import TETNP
from tnpcore.models.tnp import TNPD

LESSON = Lesson(
    name="zoo",
    title="Model zoo",
    question="which model for which task?",
    section="Properties and models",
    minutes=5,
    lead="Every model predicts from your points. Drag the wipe to compare two of them, or compare a family by scores, "
    "cost or properties.",
    goal="Choose a neural process for a task, by its properties, its cost and its score.",
    takeaway="The task excludes models by their properties and their cost; the score chooses among the rest.",
    scene=zoo.scene,
    aside=zoo.aside,
    later=zoo.later,
    controls=ZooControls,
    models=attrgetter("pair"),
    code=(CNP.forward, TNPD.forward, TETNP.forward, LBANP.forward, ConvCNP.forward),
    program=program.code,
    story=STORY,
)
