"""What the judges of the layer story find: measured excess from the cards, everything else on what was drawn."""

from __future__ import annotations

import numpy as np

from pages.layer import depth, flow, parts, saturation
from pages.layer.controls import EVERYWHERE, PARTS, LayerControls
from pages.layer.trace import Trace, trace
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import along_y, words
from pages.shared.scene.readings import IN_OWN_SD, in_nats, in_sd, too_short
from tnpcore.ablation import RETRAINED, WHOLE

QUIET = 0.02  # of the token's length: less is almost nothing
BROKEN = 1.0  # sd, rms in view: a mean that is further off is another prediction
MISSED = 0.2  # nats per target: so much more excess is a part that is missed
NEAR, FAR = 0.1, 1.0  # nats per target, where the options of a guess end
ARRIVED = 1.0  # sd, rms in view: a read-out that is nearer has the final mean
WIDE = 8  # doublings of the head width
SHIFT = 1.0  # of all inputs
CHANGED = 0.01  # of a token's length: less is no change
WANTED = 0.5  # sd, rms in view: what the exercise takes
FEEDFORWARD, THIRD = "feedforward", "3"
SORTED = {part: name for part, name in PARTS.items() if part != FEEDFORWARD}
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
    return Verdict(True, f"{text} The others add far more.")


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
        f"It changes by {in_sd(change)}, because on these points little depends on them. Draw points that rise and "
        "fall.",
        f"It breaks, by {in_sd(change)}, because attention still runs, but on tokens that it never saw in training.",
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
        f"Trained without them: {parts.written_excess(name)}; whole: {parts.written_excess(WHOLE)}; switched off in "
        f"the trained network: {_excess(off)}. Switching off shows what this network relies on, training without it "
        "what the task needs."
    )
    found = f"{_excess(parts.mean_excess(name))} without, {_excess(parts.mean_excess(WHOLE))} with them"
    text = f"{('Far more', 'More', 'Hardly more')[truth]}: {found}"
    text += ", because MLPs still embed every token and read it out." if truth == 2 else "."
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
        [parts.SHORT[part] for part, is_so in zip(rises, truth, strict=True) if is_so == so] for so in (1, 0)
    )
    text = f"Other parts make up for: {', '.join(replaced) or 'none'}."
    text += f" They cannot make up for: {', '.join(missed)}." if missed else ""
    if rises["residual"] < MISSED:
        return Verdict(True, text, list(guess) == truth, truth, more)
    (found,) = predictions(RETRAINED["residual"], now.points, xt=now.controls.grid)
    flat = words("the mean at all x differs by ", along_y(np.ptp(found.mean)), " at most")
    text += words(" Without residual connections ", flat, ", because the mask lets no target attend to itself.")
    more += " So only a residual connection passes its token on."
    return Verdict(True, text, list(guess) == truth, truth, more)


def arrives(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """After which layer the mean that is read out is within 1 sd of the final one: layer 1 (option 0) to 4 (3)."""
    if before.controls.after == now.controls.after:
        return None
    distances = depth.distances(_trace(now))[1:]
    truth = int(np.argmax(distances < ARRIVED))
    listed = "; ".join(f"{in_sd(distance)} after layer {layer}" for layer, distance in enumerate(distances, start=1))
    text = f"After layer {truth + 1} it is off by {in_sd(distances[truth])}, because each layer adds to the same token."
    overlooked = (
        "The first layer alone has attended to the points only once.",
        "Two layers were not enough here.",
        "Earlier layers had most of it already: the read-out finds in them what later ones only correct.",
        "Nothing is computed at once in the last layer.",
    )
    return chosen(text, guess, truth, overlooked, f"The mean that is read out is off by {listed}. {IN_OWN_SD}")


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
    vanishes = "It vanishes, because scores grow like √dₖ, and softmax gives one key all the weight."
    overlooked = ("", "Softmax is steeper only while scores are close.", "")
    return chosen(("It stays.", "It grows.", vanishes)[truth], guess, truth, overlooked, more)


def shift_enters(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Where a shift first changes the query's token: before layer 1 (option 0), in it (1), in a later one (2)."""
    tau = now.controls.tau
    if abs(tau) < SHIFT:
        return Verdict(False, too_short(tau, SHIFT)) if tau else None
    run = _trace(now)
    changes = depth.shift_by_layer(run)
    truth = min(int(np.argmax(changes >= CHANGED)), 2)
    more = (
        f"The token changes by {changes[0]:.0%} of its length before layer 1, and by {changes[-1]:.0%} after layer 4; "
        f"the mean in view by {in_sd(parts.rms_in_sd(run.shifted, run.here))}. {IN_OWN_SD}"
    )
    text = (
        f"Before layer 1, by {changes[0]:.0%} of its length, because the token holds x itself.",
        "In the attention of layer 1, because the token itself did not change.",
        "In a later layer.",
    )[truth]
    overlooked = (
        "Here the token itself did not change.",
        "Attention sees only tokens: what it reads has changed already.",
        "Every layer inherits the change of the tokens.",
    )
    return chosen(text, guess, truth, overlooked, more)


def matters_here(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """The exercise: points on which the feed-forward network of layer 3 is needed."""
    controls = now.controls
    if (controls.part, controls.where) != (FEEDFORWARD, THIRD):
        return Verdict(False, "Switch off the feed-forward network of layer 3, and no more.")
    change = parts.change_in_view(_trace(now))
    text = f"Without it, the mean in view changes by {in_sd(change)} on these {len(now.points)} points"
    if change < WANTED:
        return Verdict(False, f"{text}; {WANTED} sd or more is needed.")
    return Verdict(True, f"{text}. A part that seems useless on some data may be needed on other data.")


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
