"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A decoder chooses letter by letter, and lives with each choice.",
        "The most probable letters need not be the most probable text.",
        "A wider beam keeps more beginnings; exact search keeps as many as it must.",
    ),
    "Greedy decoding took the most probable letter at every place. Is the text the most probable one?",
    "Not always. A letter that is less probable now may lead to a far more probable rest; a beam that kept it "
    "finds that text.",
    "Are the best letters the best text?",
)
