"""The text below the board on decoding: reading, the four ways to choose, limits, the sources."""

from pages.decoding.writing import SECONDS
from pages.shared.shell.page import explain

SOURCES = (
    "[Sutskever et al. 2014](https://arxiv.org/abs/1409.3215): encoder, decoder, beam search. "
    "[Bahdanau et al. 2015](https://arxiv.org/abs/1409.0473): additive attention and alignments. "
    "[Luong et al. 2015](https://arxiv.org/abs/1508.04025): dot products. "
    "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762): the Transformer. "
    "[Wu et al. 2016](https://arxiv.org/abs/1609.08144): the length penalty, equation 14. "
    "[Holtzman et al. 2020](https://arxiv.org/abs/1904.09751): top-p. "
    "[Stahlberg and Byrne 2019](https://arxiv.org/abs/1908.10090): exact search, and what it finds."
)


def article() -> None:
    """The explanation, the formula, the limits."""
    explain(
        "**Reading.** The encoder turns a text into one vector for each letter. The decoder writes the date letter by "
        "letter: at each step it mixes these vectors by attention weights, reads the letter that it wrote before, and "
        "gives every letter a probability. Names of months and weekdays, eras and the order of day and month come from "
        "pairs of text and date alone; no training text has one of the days on which it is measured.\n\n"
        "**Choosing.** A model gives probabilities; a decoder makes a text of them. *Greedy* takes the most probable "
        "letter at every step. A *beam* of width $k$ keeps the $k$ most probable beginnings. *Sampling* draws each "
        "letter; a temperature below 1 sharpens the distribution, top-p keeps the smallest set of letters that holds "
        "this share of it. *Exact search* always continues the most probable beginning: since the probability of a "
        "text only falls as it grows, the first whole text that no open beginning exceeds is the best of all. A beam "
        "does not know whether what it dropped was better: to widen it until nothing changes proves nothing.",
        r"\begin{gathered}\log P(y \mid x) = \sum_{t} \log p(y_t \mid y_{<t}, x) \\[1ex]"
        r"\text{score}(y) = \frac{\log P(y \mid x)}{\left((5 + |y|)/6\right)^{\alpha}} \\[1ex]"
        r"p_T(y_t) \propto p(y_t)^{1/T}\end{gathered}",
        "Forbidding a cell acts on all layers and heads at once, in a model that was never trained that way; and a "
        "weight says what was mixed, not what was needed: other vectors may hold the same. ISO weeks and a century "
        "that only the weekday settles need a calendar; the models guess. The most probable text is not always the "
        "one that people want: many long forms share their probability, and a short one wins. In translation exact "
        f"search often finds the empty text. Exact search stops after {SECONDS:g} seconds here, and then states its "
        "bound.",
        SOURCES,
    )
