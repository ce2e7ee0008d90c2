"""Model zoo: the lesson as data and functions."""

from pages.shared.lesson.lesson import Lesson
from pages.zoo import choice as zoo_chosen
from pages.zoo import leave_one_out as zoo_hidden
from pages.zoo import program
from pages.zoo import sample_paths as zoo_paths
from pages.zoo import scene as zoo
from pages.zoo.guarantees import coherence, shift
from pages.zoo.scores import scored
from pages.zoo.story import STORY

LESSON = Lesson(
    name="zoo",
    title="Model zoo",
    question="The same data, different models: what differs?",
    section="Models",
    minutes=15,
    lead="Every model reads your points. Drag the wipe from one to the other; ask for sample paths.",
    scene=zoo.scene,
    aside=zoo.aside,
    later=zoo.later,
    models=zoo_chosen.on_stage,
    code=(zoo_paths.at_once, zoo_paths.in_turn, zoo_paths.agreement, zoo_hidden.foretold, scored, shift, coherence),
    program=program.code,
    story=STORY,
)
