"""What the judges of the layer story find: measured excess from the cards, everything else on what was drawn."""

from __future__ import annotations

import numpy as np

from pages.layer import flow, joined, norms, parts, saturation
from pages.layer.controls import EVERYWHERE, PARTS, LayerControls
from pages.layer.trace import Trace, trace
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import along_y, words
from pages.shared.scene.readings import IN_OWN_SD, in_nats, in_sd
from tnpcore.ablation import HEADS, RETRAINED, WHOLE

QUIET = 0.02  # of the token's length: less is almost nothing
BROKEN = 1.0  # sd, rms in view: a mean that is further off is another prediction
MISSED = 0.2  # nats per target: so much more excess is a part that is missed
NEAR, FAR = 0.1, 1.0  # nats per target, where the options of a guess end
WIDE = 8  # doublings of the head width
WANTED = 0.5  # sd, rms in view: what the exercise takes
FEEDFORWARD, THIRD = "feedforward", "3"
SORTED = {part: name for part, name in PARTS.items() if part != FEEDFORWARD}
LEFT_OUT = {**SORTED, HEADS: "three of the four heads"}
MIXED = ("The 16 of head 1", "All 64", "None, before the feed-forward network")
NORMED = ("With pre-norm", "With post-norm", "With both")
NEAR_ONE = 1.25  # so much off, as a factor, σ is still near 1
BINS = (f"under {MISSED}", f"{MISSED} or more")  # nats


def quiet_layer(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the layer was chosen whose feed-forward network adds almost nothing at the query."""
    if before.controls.layer == now.controls.layer:
        return None
    controls = now.controls
    found = flow.lengths(_trace(now), controls.layer_index)
    text = (
        f"Layer {controls.layer}: attention adds a vector of length {found['attention']:.1f}, the feed-forward network "
        f"one of {found['feed-forward']:.1f}, to a token of length {found['token']:.1f}."
    )
    if found["feed-forward"] > QUIET * found["token"]:
        return Verdict(False, f"{text} Look for a layer whose third row is nearly empty.")
    least = f"Layer {controls.layer}, because its feed-forward network adds a length of {found['feed-forward']:.1f} to "
    return Verdict(True, f"{least}a token of {found['token']:.1f}.", more=f"{text} The others add far more.")


def heads_mixed(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How many of the numbers that attention adds depend on head 1: its own 16 (option 0), all (1) or none (2)."""
    controls = now.controls
    run = _trace(now)
    share, *_ = found = joined.shares(run, controls.model, controls.layer_index)
    changed = int((share != 0).sum())
    truth = 1 if changed == len(share) else 0 if changed else 2
    text = (
        f"{changed} of them, because Wₒ has zeros in the rows of head 1.",
        f"All {changed}, because every number that is added is a sum down a whole column of Wₒ, over all heads.",
        "None, because head 1 gives zeros here.",
    )[truth]
    overlooked = (
        "Side by side they stay apart; Wₒ then mixes them.",
        "Here Wₒ does not mix all of them.",
        "Wₒ belongs to attention: it comes before the sum.",
    )
    lengths = ", ".join(f"head {head} {np.linalg.norm(part):.1f}" for head, part in enumerate(found[:-1], start=1))
    more = (
        f"Lengths of the shares in layer {controls.layer}: {lengths}. Concatenation mixes nothing. Wₒ has a block "
        "of 16 rows for each head."
    )
    return chosen(text, guess, truth, overlooked, more)


def normed(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whose token at the query has σ near 1 after the last layer: with pre-norm (option 0), post-norm (1), both (2)."""
    at = now.controls.at
    pre, post = (norms.spreads(name, now.points, at) for name in (now.controls.model, norms.POST))
    near = [bool(1 / NEAR_ONE < found[-1] < NEAR_ONE) for found in (pre, post)]
    last = f"σ is {shown(post[-1])} with post-norm, {shown(pre[-1])} with pre-norm"
    if near == [False, True]:
        text = f"With post-norm: {last}, because pre-norm never rescales the sum itself."
    else:
        text = f"On these points {last}, because each learned a gain of its own."
    truth = 2 if all(near) else 0 if near[0] else 1
    overlooked = (
        "The parts read a normed copy; the sum stays as it is.",
        "",
        "With pre-norm only the copies that the parts read are normed.",
    )
    more = (
        f"Excess: pre-norm {parts.written_excess(WHOLE)}, post-norm {parts.written_excess(norms.POST)}, by one recipe. "
        "The original Transformer is post-norm; most newer ones "
        "are pre-norm, because the sum passes through all layers unchanged."
    )
    return chosen(text, guess, truth, overlooked, more)


def switched_off(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whether the prediction changes a little (option 0) or breaks (1) without feed-forward networks."""
    controls = now.controls
    if not controls.intervenes:
        return None
    if (controls.part, controls.where) != (FEEDFORWARD, EVERYWHERE):
        return Verdict(False, "Switch the feed-forward networks off, in all layers.")
    change, off = parts.change_in_view(_trace(now)), parts.excess_switched_off(FEEDFORWARD)
    truth = int(change >= BROKEN)
    text = (
        f"It changes by {in_sd(change)} of the band, because on these points little depends on them. Draw points that "
        "rise and fall.",
        f"It breaks, by {in_sd(change)} of the trained network's band, because attention still runs, but on "
        "tokens that it never saw in training.",
    )[truth]
    more = (
        f"The mean in view changed by {in_sd(change)}. Measured on 4,096 tasks: {_excess(off)} above the best "
        f"Gaussian; with them, {_excess(parts.excess(controls.model))}. {IN_OWN_SD}"
    )
    return Verdict(True, text, guess == truth, truth, more)


def retrained(_before: Moment, _now: Moment, guess: int) -> Verdict | None:
    """How bad the model is that was trained without feed-forward networks: above 1 nat (0), between (1), near (2)."""
    rise, off = parts.rise_when_retrained(FEEDFORWARD), parts.excess_switched_off(FEEDFORWARD)
    truth = 2 if rise < NEAR else 1 if rise < FAR else 0
    name = RETRAINED[FEEDFORWARD]
    more = (
        "In both networks an MLP still makes the tokens, and one reads them out. "
        f"Trained without them: {parts.written_excess(name)}; whole: {parts.written_excess(WHOLE)}; switched off in "
        f"the trained network: {_excess(off)}. Switching off shows what this network relies on, training without it "
        "what the task needs."
    )
    found = f"{_excess(parts.mean_excess(name))} without, {_excess(parts.mean_excess(WHOLE))} with them"
    text = f"{('Far more', 'More', 'Hardly more')[truth]}: {found}"
    text += ", because the other parts were trained to do without them." if truth == 2 else "."
    overlooked = (
        "In the last step, all other parts had learned to rely on them.",
        "The other parts learn nearly all of it.",
        "Here the other parts could not make up for them.",
    )
    return chosen(text, guess, truth, overlooked, more)


def missed(_before: Moment, now: Moment, guess: tuple[int, ...]) -> Verdict | None:
    """Which parts are missed by 0.2 nats or more when the model is trained without them."""
    rises = {part: parts.rise_when_retrained(part) for part in SORTED}
    truth = [int(rise >= MISSED) for rise in rises.values()]
    costs = ", ".join(f"{parts.SHORT[part]} {_amount(parts.mean_excess(RETRAINED[part]))}" for part in rises)
    more = f"Excess in nats, trained without: {costs} (whole {_amount(parts.mean_excess(WHOLE))}); less is better."
    missed, replaced = (
        " or ".join(LEFT_OUT[part] for part, is_so in zip(rises, truth, strict=True) if is_so == so) for so in (1, 0)
    )
    text = f"The other parts make up for {replaced or 'none of the three'}"
    text += f", not for {missed}." if missed and replaced else "."
    if rises["residual"] < MISSED:
        return Verdict(True, text, list(guess) == truth, truth, more)
    (found,) = predictions(RETRAINED["residual"], now.points, xt=now.controls.grid)
    flat = words("the mean is the same at all x (within ", along_y(np.ptp(found.mean)), ")")
    because = "because a target's own x then counts in its query alone"
    text = words(text, " Without residual connections ", flat, f", {because}. Training made nothing of that.")
    return Verdict(True, text, list(guess) == truth, truth, more)


def saturates(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What the gradient does with the head width, scores not divided: stays (0), grows (1), vanishes (2)."""
    at = round(now.controls.doublings)
    if at < WIDE:
        wide = f"Width {now.controls.width}; {2**WIDE} or more is needed."
        return Verdict(False, wide) if at != round(_before.controls.doublings) else None
    raw, scaled = (saturation.random_gradients(which) for which in (False, True))
    truth = 2 if raw[at] < raw[0] / 4 else 1 if raw[at] > raw[0] * 2 else 0
    run = _trace(now)
    trained, without = (float(saturation.trained_gradients(run, which).mean()) for which in (True, False))
    more = (
        f"Not divided, the gradient falls from {shown(raw[0])} at width 1 to {shown(raw[at])} at {now.controls.width}; "
        f"divided, it is {shown(scaled[at])}. The trained heads here (width 16): {shown(trained)}, and "
        f"{shown(without)} for the same scores not divided. A sum of dₖ products of independent random numbers, each "
        "of sd 1, has a standard deviation of √dₖ."
    )
    vanishes = "It vanishes, because scores of independent entries grow like √dₖ: softmax gives one key all the weight."
    overlooked = ("", "Softmax is steeper only while scores are close.", "")
    return chosen(("It stays.", "It grows.", vanishes)[truth], guess, truth, overlooked, more)


def matters_here(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """The exercise: points on which the feed-forward network of layer 3 is needed."""
    controls = now.controls
    if (controls.part, controls.where) != (FEEDFORWARD, THIRD):
        return Verdict(False, "Switch off the feed-forward network of layer 3, and no more.")
    change = parts.change_in_view(_trace(now))
    text = f"Without it, the mean in view changes by {in_sd(change)} on these {len(now.points)} points"
    if change < WANTED:
        return Verdict(False, f"{text}; {WANTED} sd or more is needed.")
    because = "because the layers after it learned to read what it adds"
    return Verdict(True, f"{text}, {because}. Useless on some data, a part may be needed on others.", more=IN_OWN_SD)


def _trace(moment: Moment) -> Trace:
    controls: LayerControls = moment.controls
    return trace(moment.points, controls)


def _excess(value: float) -> str:
    """An excess with its unit."""
    return in_nats(value, _digits(value))


def _amount(value: float) -> str:
    return shown(value, _digits(value))


def _digits(value: float) -> int:
    return 2 if abs(value) >= 0.1 else 3
