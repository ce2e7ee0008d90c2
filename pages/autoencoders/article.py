"""The text below the board of autoencoders: model, bottleneck and their bounds, limits, where the digits come from."""

from math import log

import streamlit as st

from pages.shared.shell.page import explain
from tnpcore.autoencoders import LICENCE, SOURCE, card
from tnpcore.autoencoders.reading import READER

TEXT = (
    "**Two numbers.** The encoder q(z | x) is a network with two hidden layers; it gives mean and sd of two "
    "independent Gaussians. The decoder gives for each of 64 pixels the log-odds of ink, and a count of ink is "
    "Binomial with 16 trials. Nothing else passes from the one to the other.\n\n"
    "**Evidence and ELBO.** As in Latent variables: the ELBO falls short of log p(x) by KL(q ‖ posterior). Here z has "
    "two numbers, so that log p(x) is a sum over a lattice. The decoder decides what the posterior is; the encoder "
    "only follows.\n\n"
    "**The bottleneck.** x and y may differ: the left and the right half, a digit and its class. Training maximises "
    "E[log p(y | z)] − β KL(q(z | x) ‖ r(z)). Both terms are bounds: H(y) + E[log p(y | z)] lies below I(z; y), and "
    "the mean KL above I(x; z). For the {pairs} held-out pairs both informations are computed exactly, too: z is a "
    "mixture of {pairs} Gaussians. H(y) is known of classes; of picture halves it is not, and is left out.\n\n"
    "**Where β stands.** It multiplies the KL term here; some texts put 1/β on the reconstruction. Bars, evidence and "
    "gap on this page have β = 1, whatever the model was trained with."
)
FORMULA = (
    r"\begin{gathered}p(x) = \int p(z) \textstyle\prod_{i=1}^{64} \mathrm{Bin}(x_i \mid 16, p_i(z))\, dz \\[1ex]"
    r"\log p(x) = \mathrm{ELBO} + \mathrm{KL}(q \,\Vert\, p(z \mid x)) \\[1ex]"
    r"I(x; z) \le \mathbb E\,\mathrm{KL}(q(z \mid x) \,\Vert\, r(z)) \\[1ex]"
    r"I(z; y) \ge H(y) + \mathbb E \log q(y \mid z)\end{gathered}"
)
LIMITS = (
    "Two numbers are too few for digits: of a held-out picture often another digit comes back. They are what can be "
    "drawn and summed over. Pixels are independent given z, which no handwriting is. The classifier that reads "
    "pictures is itself one of these bottlenecks, right for {right:.0%} of held-out digits; on grey mixtures it "
    "guesses. The exact informations are those of {pairs} pairs, each as likely as any other: at most log {pairs} = "
    "{most:.2f} nats."
)
SOURCES = (
    "[Kingma and Welling 2014](https://arxiv.org/abs/1312.6114): the VAE, equation 3. "
    "[Higgins et al. 2017](https://openreview.net/forum?id=Sy2fzU9gl): β. "
    "[Tishby et al. 1999](https://arxiv.org/abs/physics/0004057): the information bottleneck. "
    "[Alemi et al. 2017](https://arxiv.org/abs/1612.00410): its deep form, equation 17, and both bounds, section 3. "
    f"Digits: {SOURCE}; licence: {LICENCE}."
)


def texts() -> tuple[str, str]:
    """The explanation and its limits, with the numbers of the card of the classifier that reads pictures."""
    results = card(READER).results
    pairs = results["pairs"]
    return TEXT.format(pairs=pairs), LIMITS.format(right=results["accuracy"], pairs=pairs, most=log(pairs))


def article() -> None:
    """The explanation, then exercises for the lab."""
    text, limits = texts()
    explain(text, FORMULA, limits, SOURCES)
    st.markdown(
        "**Exercises for the lab.** (1) Shift your digit by one pixel: how many sd of q does z move, and what comes "
        "back? (2) Where on the plane does ∂ mean / ∂ z₁ have ink to add, and where to take away? (3) Choose β 0.1 and "
        "β 10: which q is wider, and whose gap is larger? (4) With the bottleneck to the class: at which β is the "
        "bound of I(z; y) nearest to the exact value? (5) Paint something that is no digit: what are its evidence and "
        "its gap?"
    )
