"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "Mean and sd at each x are marginals: they say nothing of what two places have in common.",
        "A covariance, a latent variable or autoregressive sampling joins places.",
        "A sample path is one whole function.",
    ),
    "You need the probability that two neighbouring hours both stay dry. A model gives mean and sd of each "
    "hour. Is that enough?",
    "No. Marginals do not say how the hours depend on each other, and a product assumes that they do not. Draw "
    "paths from a model that joins them.",
    "Above the level at both places",
)
