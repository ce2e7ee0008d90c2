"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "Encode, mix, decode: what differs between neural processes is the middle.",
        "A mean keeps all points in one vector, attention compares each with each, a grid keeps their places.",
        "A Transformer has three attentions; only the decoder's own is a triangle.",
    ),
    "You add five points. Which matrices of a TNP-D get larger, and which keep their size?",
    "The tokens get five rows more, the weights five rows and five columns, until the last layer, whose rows are "
    "targets. Mean and sd have a row for each target: they stay as large as they were.",
    "One point more",
)
