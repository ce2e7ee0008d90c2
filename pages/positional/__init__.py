"""Positional encoding: the lesson as data and functions."""

from pages.positional import program
from pages.positional import scene as positional
from pages.positional.controls import PositionalControls
from pages.positional.encodings import ENCODINGS
from pages.positional.ending import ENDING
from pages.positional.story import STORY
from pages.shared.lesson.lesson import Lesson, Place
from tnpcore.models.bins import BinnedBias, nearest_bin
from tnpcore.models.displacement import CentredRBFBias
from tnpcore.models.embedding import TokenEmbedding
from tnpcore.models.indexed import IndexedTNP
from tnpcore.models.inputs import centred, no_input, raw, sinusoids
from tnpcore.models.rotary import RotaryTNP
from tnpcore.positional import displacement, rotate, sinusoidal

LESSON = Lesson(
    name="positional",
    title="Positional encoding",
    question="how does a model know where a point is?",
    section="Building blocks",
    minutes=5,
    place=Place("tokens", 2, step=2),  # step 1 ends as that box is picked
    lead="Eight models, trained by one recipe, receive x in eight forms. Choose one, shift all inputs, and compare.",
    goal="Say which codes of the place of a point survive a shift of the data, and why.",
    takeaway="A code of x itself breaks when the data move; a code of differences does not notice.",
    scene=positional.scene,
    aside=positional.aside,
    later=positional.later,
    controls=PositionalControls,
    models=lambda controls: tuple(encoding.model for encoding in ENCODINGS.values()),
    code=lambda controls: (
        TokenEmbedding.observed,
        no_input,
        raw,
        centred,
        sinusoids,
        sinusoidal,
        IndexedTNP.index_embedding,
        RotaryTNP.rotation,
        rotate,
        displacement,
        BinnedBias.forward,
        nearest_bin,
        CentredRBFBias.forward,
    ),
    program=program.code,
    story=STORY,
    ending=ENDING,
)
