"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A causal model reads what came before, so that it can go on.",
        "A masked model reads both sides, so that it can fill gaps.",
        "Here the best prediction that is possible is known: each model has its own limit.",
    ),
    "How is a GPT-style model trained, and how a BERT-style one? At which positions does the loss count?",
    "GPT-style: a causal mask, and each symbol is predicted from those before it; every position counts. "
    "BERT-style: some symbols are replaced by a mask sign and predicted from both sides; only these count.",
    "How are the two trained?",
)
