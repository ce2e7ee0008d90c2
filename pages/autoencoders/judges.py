"""What the judges of the story on autoencoders find: every number is that of a run, or of a card."""

from __future__ import annotations

import math

import numpy as np

from pages.autoencoders import measured
from pages.autoencoders.controls import AUTOENCODERS, BETAS, HALVES, LINEAR, bottleneck
from pages.autoencoders.inference import (
    bound,
    completed,
    distances,
    encoded,
    exact,
    gap,
    means,
    read_as,
    shares,
)
from pages.autoencoders.scene import WALK, walk
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.models.latent_plane import gap_shown
from pages.shared.scene.marks import shown
from pages.shared.scene.pixels import counts
from pages.shared.scene.readings import in_nats
from tnpcore.autoencoders import digits, right_half

ANOTHER = 150  # counts of ink that two pictures differ by before they are two digits
SURE, ENOUGH = 0.9, 0.6  # probability with which a picture is read as a digit
WANTED = 7  # the digit that a z is looked for
RARE = 0.02  # of the prior's pictures
APART = 2.0  # counts of ink a pixel: two pictures that differ by less look alike
ALIKE = 1.5  # gaps whose ratio is less are alike
ALMOST = 1.0  # counts of ink a pixel, rms: so near a picture is nearly another
LARGE = 8.0  # β of the bottleneck that is to be deceived
EMPTY = Verdict(False, "The page is empty: paint a digit.")


def painted(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether another digit was painted, and where q has gone."""
    one, other = counts(before.controls.digit), counts(now.controls.digit)
    if not other.any():
        return EMPTY
    if np.abs(one - other).sum() < ANOTHER:
        return None
    name = now.controls.model
    far = math.dist(encoded(name, one).mean, encoded(name, other).mean)
    text = f"q's mean went {shown(far, 1)} prior sd away, because the encoder reads all 64 pixels"
    back, there = read_as(means(name, encoded(name, other).mean)[0]), read_as(other)
    return Verdict(True, f"{text}. Yours is read as {there[0]}, what comes back as {back[0]}.")


def found(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the z on show has the picture of the wanted digit."""
    controls = now.controls
    if controls.z == before.controls.z:
        return None
    digit, sure = read_as(means(controls.model, controls.z)[0])
    if digit != WANTED or sure < SURE:
        return Verdict(False, f"This picture is read as {digit}, with {sure:.0%}.")
    text = f"Read as {WANTED}, with {sure:.0%}. All pixels changed with z"
    return Verdict(True, f"{text}, because each is computed from the same two numbers.")


FREQUENT = (
    "All ten, about equally often",
    "Unequally, but each once in 50 or more often",
    "One of the ten less than once in 50",
)


def frequent(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How often each digit comes among pictures of the prior: alike (option 0), unlike (1), one below RARE (2)."""
    name = now.controls.model
    share = shares(name)
    least = int(share.argmin())
    truth = 2 if share.min() < RARE else 1 if share.max() > 10 * share.min() else 0
    text = f"{share.min():.1%} of the prior's pictures are read as {least}"
    because = {
        2: f", because its digits are encoded {shown(distances(name)[least], 1)} prior sd from the middle: few z are "
        "drawn there.",
        1: ", because the plane is shared by pixels that are alike, not by digits.",
        0: ", because the encoder has spread the digits as the prior is.",
    }[truth]
    overlooked = ("No term of the training needs equal shares.",) * 3
    return chosen(text + because, guess, truth, overlooked)


HALFWAY = ("Both digits at once, half as dark", "A picture of its own")


def halfway(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whether the picture halfway along the line of z is that of half of each pixel (option 0), or another (1)."""
    controls = now.controls
    one, other = counts(controls.digit), counts(controls.other)
    if not (one.any() and other.any()):
        return EMPTY
    along, mixed = walk(encoded(controls.model, one), encoded(controls.model, other), controls.model)
    middle = WALK // 2
    apart = float(np.sqrt(np.square(along[middle] - mixed[middle]).mean()))
    truth = int(apart >= APART)
    text = f"Halfway in z is {shown(apart, 1)} counts a pixel away from half of each, because "
    digit, _ = read_as(along[middle])
    because = (
        f"the decoder bends the line. There it is read as {digit}."
        if truth
        else "between these two the decoder is nearly straight."
    )
    return chosen(text + because, guess, truth, ("Only pixels mix like that; z has no pixels.", "It could have been."))


GAPS = ("The network with hidden layers", "The linear decoder", "Both alike")


def looser(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whose ELBO is further below the evidence: the network's (option 0), the linear decoder's (1), alike (2)."""
    if not counts(now.controls.digit).any():
        return EMPTY
    if now.controls.model == before.controls.model:
        return None
    text, names = now.controls.digit, ("vae-beta1", LINEAR)
    deep, linear = (gap(name, text) for name in names)
    truth = 2 if max(deep, linear) < ALIKE * min(deep, linear) else 0 if deep > linear else 1
    both = [exact(name, text).log_p for name in names]
    drawn = [gap_shown(log_p, bound(name, text).value) for log_p, name in zip(both, names, strict=True)]
    said = f"The gap is {in_nats(drawn[0])} with hidden layers, {in_nats(drawn[1])} with a linear decoder. "
    because = {
        0: "There q fits, because a linear decoder bends no posterior: it stays nearly a Gaussian.",
        1: "There q is off, because the linear decoder's posterior is narrow and its encoder has missed it.",
        2: "They are alike, because both posteriors are about as far from a Gaussian.",
    }[truth]
    more = f"Log evidence: {in_nats(both[0])} and {in_nats(both[1])}. A small gap makes no good model."
    return chosen(said + because, guess, truth, ("", "It is the simpler one.", "They differ in their decoder."), more)


def inactive(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the smallest β was chosen at which a number of z is inactive."""
    name = now.controls.model
    if name == before.controls.model:
        return None
    weakest = min(measured.measured(name)["kl_per_dimension"])
    by_beta = [one for one in AUTOENCODERS if one != LINEAR]
    smallest = next(one for one in by_beta if measured.active(one) < 2)
    if measured.active(name) == 2:
        return Verdict(False, f"Both numbers are active at {AUTOENCODERS[name]}: the weaker holds {in_nats(weakest)}.")
    if name != smallest:
        return Verdict(False, "One is inactive, but a smaller β does that, too.")
    text = f"The weaker number holds {in_nats(weakest, 3)}, because a nat in it would cost "
    text += f"{AUTOENCODERS[name].removeprefix('β ')}, and explains less."
    back = means(name, encoded(name, counts(now.controls.digit)).mean)[0]
    every = digits("training").pictures.double().mean(0).numpy()
    far = float(np.sqrt(np.square(back - every).mean()))
    if far < ALMOST:
        text += " What comes back is nearly the mean of all digits: what is peculiar to yours is lost first."
    return Verdict(True, text, more=f"It is {shown(far)} counts a pixel away from that mean (rms).")


RIGHT_HALVES = ("Nothing: white paper", "The mean of all right halves", "The true right half, blurred")


def forgotten(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What the right half is at the largest β: white (option 0), the mean of all (1), the digit's own (2)."""
    digit = counts(now.controls.digit)
    name = bottleneck(HALVES, BETAS[HALVES][-1])
    made = right(completed(name, digit))
    every = right_half(digits("training").pictures).double().mean(0).numpy()
    others = (np.zeros(32), every, right(digit))
    far = [float(np.sqrt(np.square(made - other).mean())) for other in others]
    truth = int(np.argmin(far))
    information = measured.measured(name)["plane"]["about_x"]
    nearest = ("white paper", "the mean of all right halves", "the digit's own right half")[truth]
    text = f"It is {shown(far[truth], 1)} counts a pixel away from {nearest}"
    because = f", because z holds {in_nats(information)} of the left half."
    overlooked = ("White paper would cost more nats than a mean.", "", "For that z would have to hold some of it.")
    more = (
        "A dot for each β: further right, z holds more of x, the left half; further up, it says more of y, the right."
    )
    return chosen(text + because, guess, truth, overlooked, more)


def right(picture: np.ndarray) -> np.ndarray:
    """The right half [32] of a picture."""
    return picture.reshape(8, 8)[:, 4:].ravel()


def turned(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether a digit that is read as such, and is completed as such by the weakest bottleneck that is trained at β 1,
    is completed as another one at a large β."""
    digit = counts(now.controls.digit)
    if now.controls.digit == before.controls.digit:
        return None
    if not digit.any():
        return EMPTY
    which, sure = read_as(digit)
    if sure < SURE:
        return Verdict(False, f"Your digit itself is read as {which} with {sure:.0%}; {SURE:.0%} are needed.")
    weak, _ = read_as(completed(bottleneck(HALVES, 1.0), digit))
    if weak != which:
        return Verdict(
            False, f"Already β 1 makes {article(weak)} of your {which}: its left half is that of another digit."
        )
    strong, certain = read_as(completed(bottleneck(HALVES, LARGE), digit))
    if strong == which or certain < ENOUGH:
        return Verdict(False, f"At β {LARGE:g} the {which} is read as {strong} with {certain:.0%}.")
    text = f"β 1 leaves your {which} as it is, β {LARGE:g} makes {article(strong)} of it"
    held = in_nats(measured.measured(bottleneck(HALVES, LARGE))["plane"]["about_x"])
    because = f"because there z holds {held} of the left half"
    return Verdict(True, f"{text}, {because}.", more="To distinguish ten digits takes log 10 = 2.30 nats.")


def article(digit: int) -> str:
    """A digit as a noun: "an 8"."""
    return f"an {digit}" if digit == 8 else f"a {digit}"
