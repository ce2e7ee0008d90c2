"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "Translation equivariance: shifted data give the shifted prediction.",
        "A TETNP reads differences of x, and a ConvCNP has a grid that follows the data: both are exact.",
        "It helps where the truth shifts with the data, and misleads where it does not.",
    ),
    "A river is low every August. Should a model of its level be translation equivariant in time?",
    "No. The level depends on the date itself: the same measurements, a quarter of a year later, call for "
    "another prediction. An equivariant model cannot give one.",
    "Two speeds: which model is better?",
)
