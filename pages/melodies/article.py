"""The text below the board on language models: chain rule, three ways to hide, positions, the limit, the sources."""

from pages.melodies.controls import KINDS
from pages.melodies.lab_models import known, shipped
from pages.shared.shell.page import explain
from tnpcore.sequences.melodies.learning import HIDDEN, LONGEST, SHORTEST

SOURCES = (
    "[Shannon 1948](https://doi.org/10.1002/j.1538-7305.1948.tb01338.x): n-grams are section 3, entropy is section 6. "
    "[Rabiner 1989](https://doi.org/10.1109/5.18626): forward algorithm, equations 19 to 21; backward, 23 to 25. "
    "[Radford et al. 2018](https://cdn.openai.com/research-covers/language-unsupervised/"
    "language_understanding_paper.pdf): a causal model, section 3.1. "
    "[Devlin et al. 2019](https://arxiv.org/abs/1810.04805): a masked model and [CLS], section 3. "
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762): attention and its mask are section 3.2, sinusoidal "
    "positions section 3.5. "
    "[Raffel et al. 2020](https://arxiv.org/abs/1910.10683), section 2.1: relative positions, a number for each. "
    "[Shaw et al. 2018](https://arxiv.org/abs/1803.02155): their first form, vectors on keys and values. "
    "[Su et al. 2021](https://arxiv.org/abs/2104.09864): rotary ones. "
    "[Haviv et al. 2022](https://arxiv.org/abs/2203.16634): causal models without positions."
)

TEXT = (
    "**A language model** gives a sequence a probability. The chain rule writes it as a product over notes, each given "
    "those before it. So a model that predicts the next note defines the probability of every melody, and samples "
    "melodies note after note.\n\n"
    "**Three ways to hide.** One encoder is trained in three ways, which differ in what is hidden. A **causal mask** "
    "hides all later notes: in one pass every note is predicted from those before it. A **masked model** attends to "
    "both sides: in training {least:.0%} to {most:.0%} of the notes are replaced by one token that means *hidden*. A "
    "**classifier** predicts the label of the whole melody; it reads one token of its own, [CLS].\n\n"
    "**No free lunch.** With both sides in view a note is easier to predict on average. But predictions of several "
    "hidden notes are marginal: notes that are sampled from them at once need not fit each other. So hidden notes are "
    "filled in one after the other, each seen by the next. A masked model learns from the hidden notes alone, a causal "
    "one from all. A causal model writes and scores whole melodies. To fill in a hidden note from both sides it has to "
    "score the whole melody with every candidate; for several notes, with every combination.\n\n"
    "**Positions.** Self-attention reads a set. Without positions a masked model fills in the same notes in a melody "
    "and in its mirror image. Under a causal mask every note attends to another set, so order counts even without "
    "positions. Sinusoidal and learned vectors are added to the notes: a melody that begins later is another input. "
    "Relative and rotary positions count distances alone: nothing changes.\n\n"
    "**The exact limit.** The melodies come from a hidden Markov model: key and mode stay, chord and beat change from "
    "note to note. The forward algorithm sums over all paths of these states, and gives the exact prediction of the "
    "next note. With the backward algorithm, which sums over what comes later, it fills in hidden notes exactly. On "
    "average a model's loss is the entropy of the exact prediction plus an **excess**, KL(exact || predicted), in nats."
)

# In Rabiner's notation: a of transitions, b of emissions, which is 1 where a note is hidden.
FORMULA = (
    r"\begin{gathered}p(x_1, \dots, x_T) = \prod_{t=1}^{T} p(x_t \mid x_1, \dots, x_{t-1}) \\[1ex]"
    r"\bar\alpha_t(j) = \sum_i \alpha_{t-1}(i)\, a_{ij} \qquad \alpha_t(j) = \bar\alpha_t(j)\, b_j(x_t) \\[1ex]"
    r"\beta_t(i) = \sum_j a_{ij}\, b_j(x_{t+1})\, \beta_{t+1}(j) \\[1ex]"
    r"p(x_t = v \mid \text{before}) \propto \sum_j \bar\alpha_t(j)\, b_j(v) \\[1ex]"
    r"p(x_t = v \mid \text{seen}) \propto \sum_j \bar\alpha_t(j)\, b_j(v)\, \beta_t(j)"
    r"\end{gathered}"
)

LIMITS = (
    "For real text no exact prediction is known: one sees the loss, not the excess. These melodies follow a few rules; "
    "a model near the limit has learned the rules, not music. The models have about {size:.1f} million parameters and "
    "were trained on {shortest} to {longest} notes. Most learned from exact distributions, which real data do not "
    "offer; those marked *drawn notes* did not. Each was trained once, so a small difference between two "
    "may be one of seeds. After a hidden note a causal model begins anew, and the limit beside it reads the same notes."
)


def texts() -> tuple[str, str]:
    """The explanation and its limits, with the numbers of training and cards."""
    least, most = HIDDEN
    parameters = max((known(name).parameters for kind in KINDS for name in shipped(kind)), default=0)
    limits = LIMITS.format(size=parameters / 1e6, shortest=SHORTEST, longest=LONGEST)
    return TEXT.format(least=least, most=most), limits


def article() -> None:
    """The explanation, the formula, the limits."""
    text, limits = texts()
    explain(text, FORMULA, limits, SOURCES)
