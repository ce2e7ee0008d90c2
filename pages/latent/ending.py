"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "One z fixes a whole function, up to noise.",
        "The ELBO falls short of the evidence by KL(q ‖ posterior), exactly.",
        "Where the KL term costs more than z explains, q stays the prior: posterior collapse.",
    ),
    "Why does raising the ELBO over q make q more like the posterior?",
    "Because log p(y | x) does not depend on q. It is ELBO plus KL(q ‖ posterior): what the one gains, the "
    "other loses.",
    "What the ELBO leaves out",
)
