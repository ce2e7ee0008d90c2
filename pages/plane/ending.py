"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A map is a function of two inputs: points, models and limit stay what they were.",
        "A network on a grid sees no farther than its receptive field; attention sees every station.",
        "What is computed from displacements shifts with the stations along both axes.",
    ),
    "A feature is four units wide, and a network on a grid sees one unit. What does it predict in the middle, if "
    "stations stand at the edge only?",
    "What it predicts without any station: its prior mean, with a large sd. A U-Net sees farther, because its coarse "
    "layers have wide cells, and attention has no such limit.",
    "A ring of stations",
)
