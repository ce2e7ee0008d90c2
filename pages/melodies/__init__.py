"""Language models: the lesson as data and functions."""

from pages.melodies import program
from pages.melodies import scene as melodies
from pages.melodies.controls import MelodyControls
from pages.melodies.ending import ENDING
from pages.melodies.lattice import STAGE
from pages.melodies.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from tnpcore.sequences import hidden_markov
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies import continued, fill_in, predict_next

LESSON = Lesson(
    name="melodies",
    title="Language models",
    question="what may a model see when it guesses?",
    section="Sequences",
    minutes=8,
    place=Place("encoder attention", 23, step=4),
    lead="Draw a melody: x is the step in time, y the pitch. The query's column shows what is predicted there.",
    goal="Say what a causal and a masked model see, and how far each is from the best prediction that is possible.",
    takeaway="What a model reads in training decides what it can do: from the notes before, it continues; from both "
    "sides, it fills gaps. How good either can be is known exactly.",
    scene=melodies.scene,
    later=melodies.later,
    controls=MelodyControls,
    models=lambda controls: (),
    code=lambda controls: (
        LanguageModel.forward,
        LanguageModel.encode,
        LanguageModel.mask,
        predict_next,
        fill_in,
        continued,
        hidden_markov.next_symbol,
        hidden_markov.fill_in,
    ),
    program=program.code,
    story=STORY,
    ending=ENDING,
    stage=STAGE,
)
