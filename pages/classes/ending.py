"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A network that was trained on random tasks classifies from a few labelled points; nothing is trained again.",
        "Labels enter as same class or not, so that exchanging two of them exchanges two columns, exactly.",
        "It does nearly what the Bayes classifier of its prior does, also where that prior is wrong.",
    ),
    "A class has eight labelled points, another has one. Why is the one with a single point more likely half-way "
    "between them?",
    "Counts say nothing of how likely a class is. One point leaves the middle of its class uncertain, so that its "
    "members may lie far from it.",
    "Eight points against one",
)
