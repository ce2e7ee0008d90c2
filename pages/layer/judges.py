"""What the judges of the layer story find: measured excess from the cards, everything else on what was drawn."""

from __future__ import annotations

import numpy as np

from pages.layer import depth, flow, parts, saturation
from pages.layer.controls import EVERYWHERE, PARTS, LayerControls
from pages.layer.trace import Trace, trace
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import along_x, along_y
from pages.shared.scene.readings import in_nats, in_sd
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
        f"The mean in view changed by {in_sd(change)}. Measured on 4,096 tasks: {_excess(off)} above the best "
        f"Gaussian; with them, {_excess(parts.excess(controls.model))}."
    )
    overlooked = (
        "Attention still runs, but on tokens that it never saw in training.",
        "On these points little depends on them. Draw points that rise and fall.",
    )
    return Verdict(True, text if guess == truth else f"{text} {overlooked[guess]}", guess == truth, truth)


def retrained(_before: Moment, _now: Moment, guess: int) -> Verdict | None:
    """How bad the model is that was trained without feed-forward networks: above 1 nat (0), between (1), near (2)."""
    rise, off = parts.rise_when_retrained(FEEDFORWARD), parts.excess_switched_off(FEEDFORWARD)
    truth = 2 if rise < NEAR else 1 if rise < FAR else 0
    name = RETRAINED[FEEDFORWARD]
    text = (
        f"Trained without them: {parts.written_excess(name)}; whole: {parts.written_excess(WHOLE)}; switched off in "
        f"the trained network: {_excess(off)}. Switching off shows what this network relies on, training without it "
        "what the task needs."
    )
    overlooked = (
        "In the last step, all other parts had learned to rely on them.",
        "The other parts learn nearly all of it, because MLPs still embed every token and read it out.",
        "Here the other parts could not make up for them.",
    )
    return Verdict(True, text if guess == truth else f"{text} {overlooked[guess]}", guess == truth, truth)


def missed(_before: Moment, now: Moment, guess: tuple[int, ...]) -> Verdict | None:
    """Which parts are missed by 0.2 nats or more when the model is trained without them."""
    rises = {part: parts.rise_when_retrained(part) for part in SORTED}
    truth = [int(rise >= MISSED) for rise in rises.values()]
    costs = ", ".join(f"{parts.SHORT[part]} {_amount(parts.mean_excess(RETRAINED[part]))}" for part in rises)
    text = f"Excess in nats, trained without: {costs} (whole {_amount(parts.mean_excess(WHOLE))})."
    missed, replaced = (
        [parts.SHORT[part] for part, is_so in zip(rises, truth, strict=True) if is_so == so] for so in (1, 0)
    )
    text += f" Other parts make up for: {', '.join(replaced)}." if replaced else ""
    text += f" They cannot make up for: {', '.join(missed)}." if missed else ""
    text += _without_residual(now) if rises["residual"] >= MISSED else ""
    return Verdict(True, text, list(guess) == truth, truth)


def _without_residual(now: Moment) -> str:
    """Why residual connections are missed, and the mean of the model without them on these points."""
    (found,) = predictions(RETRAINED["residual"], now.points, xt=now.controls.grid)
    return (
        " Because the mask lets no target attend to itself, only a residual connection passes its token on: without, "
        f"the mean at all x differs by {along_y(np.ptp(found.mean))} at most."
    )


def arrives(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """After which layer the mean that is read out is within 1 sd of the final one: layer 1 (option 0) to 4 (3)."""
    if before.controls.after == now.controls.after:
        return None
    distances = depth.distances(_trace(now))[1:]
    truth = int(np.argmax(distances < ARRIVED))
    listed = ", ".join(f"{in_sd(distance)} after layer {layer}" for layer, distance in enumerate(distances, start=1))
    text = f"The mean that is read out is off by {listed}."
    overlooked = (
        "The first layer alone has attended to the points only once.",
        "Two layers were not enough here.",
        "Earlier layers had most of it already: the read-out finds in them what later ones only correct.",
        "Nothing is computed at once in the last layer: every layer adds to the same token.",
    )
    return Verdict(True, text if guess == truth else f"{text} {overlooked[guess]}", guess == truth, truth)


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
    text = (
        f"Not divided, the gradient falls from {shown(raw[0])} at width 1 to {shown(raw[at])} at {now.controls.width}; "
        f"divided, it is {shown(scaled[at])}. The trained heads here (width 16): {shown(trained)}, and "
        f"{shown(without)} for the same scores not divided."
    )
    overlooked = (
        "A sum of dₖ products has a standard deviation of √dₖ: scores grow, and softmax gives one key all the weight.",
        "Softmax is steeper only while scores are close; then one key has all the weight, and nothing changes.",
        "",
    )
    return Verdict(True, text if guess == truth else f"{text} {overlooked[guess]}", guess == truth, truth)


def shift_enters(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Where a shift first changes the query's token: before layer 1 (option 0), in it (1), in a later one (2)."""
    tau = now.controls.tau
    if abs(tau) < SHIFT:
        needed = f"Shifted by {along_x(tau, signed=True)}; {along_x(SHIFT)} or more is needed."
        return Verdict(False, needed) if tau else None
    run = _trace(now)
    changes = depth.shift_by_layer(run)
    truth = min(int(np.argmax(changes >= CHANGED)), 2)
    text = (
        f"The token changes by {changes[0]:.0%} of its length before layer 1, and by {changes[-1]:.0%} after layer 4; "
        f"the mean in view by {in_sd(parts.rms_in_sd(run.shifted, run.here))}."
    )
    overlooked = (
        "Here the token itself did not change.",
        "Attention sees only tokens, and these hold x itself: what it reads has changed already.",
        "Every layer inherits the change of the tokens.",
    )
    return Verdict(True, text if guess == truth else f"{text} {overlooked[guess]}", guess == truth, truth)


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
