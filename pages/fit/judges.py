"""What the judges of the story find: every number is the models' own, on what is drawn."""

from __future__ import annotations

from pages.fit.band import FEWEST, GP, Score, model_score
from pages.fit.event import APART, of_model
from pages.fit.scene import scores
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.models.catalogue import BROAD, USUAL, trained_on
from pages.shared.scene.marks import shown

MOST, SOME = 0.85, 0.4  # shares of the held-out points inside the band that count as nearly all, and as about half
CLOSE = 0.1  # nats per point by which two predictions are about equally good
TOO_FEW = f"At least {FEWEST} points are needed."


def counted(_before: Moment, now: Moment, guess: int) -> Verdict:
    """How many held-out points the chosen model's band holds: nearly all (0), about half (1), or fewer (2)."""
    found = model_score(now.controls.trained, now.points)
    if found is None:
        return Verdict(False, TOO_FEW)
    outcome = 0 if found.share >= MOST else 1 if found.share >= SOME else 2
    text = f"{found.band.inside} of {found.band.held_out} lie inside"
    if outcome == 0:
        return Verdict(True, f"{text}, because these points scatter as little as its training tasks.", guess == 0, 0)
    because = "because its training tasks had far less noise: it takes scatter for signal"
    return Verdict(True, f"{text}, {because}.", guess == outcome, outcome)


def retrained(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whether training on many kinds changed the share inside: it stayed (0), or nearly all are inside (1)."""
    if now.controls.prior != BROAD:
        return None
    narrow, wide = (model_score(trained_on(now.controls.model, prior), now.points) for prior in (USUAL, BROAD))
    if narrow is None or wide is None:
        return Verdict(False, TOO_FEW)
    outcome = int(wide.share >= MOST and wide.share > narrow.share)
    text = f"{_inside(narrow)} before, {_inside(wide)} now"
    because = "because its training tasks had little noise or much: it sees in the points which"
    return Verdict(True, f"{text}, {because}." if outcome else f"{text}.", guess == outcome, outcome)


def compared(_before: Moment, now: Moment, guess: int) -> Verdict:
    """Which prediction finds the held-out points more likely: the model (0), the Gaussian process (1), about equal
    (2)."""
    found = scores(now.points, now.controls)
    ours, theirs = found[trained_on(now.controls.model, BROAD)], found[GP]
    if ours is None or theirs is None:
        return Verdict(False, TOO_FEW)
    gap = ours.loglik - theirs.loglik
    outcome = 2 if abs(gap) <= CLOSE else 0 if gap > 0 else 1
    text = (
        f"Log-likelihood per held-out point: TNP-D {shown(ours.loglik)}, Gaussian process {shown(theirs.loglik)} nats: "
    )
    because = {
        0: "TNP-D is ahead, because one RBF kernel with one noise cannot describe these points.",
        1: "the Gaussian process is ahead, because one RBF kernel with one noise describes these points.",
        2: "about equal, because one RBF kernel with one noise describes these points. Then a plain one is enough.",
    }
    return Verdict(True, text + because[outcome], guess == outcome, outcome)


def exceeded(_before: Moment, now: Moment, guess: int) -> Verdict:
    """How the probability from marginals compares with that of coherent paths: lower (0), equal (1), higher (2)."""
    found = of_model(now.points, now.controls)
    gap = found.product - found.paths
    outcome = 1 if abs(gap) <= APART else 2 if gap > 0 else 0
    text = f"{found.paths:.2f} on coherent paths, {found.product:.2f} from marginals"
    because = "because neighbouring values rise and fall together: 16 values are not 16 chances"
    return Verdict(True, f"{text}, {because}." if outcome == 2 else f"{text}.", guess == outcome, outcome)


def misfit(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the points are such that the first model's band is too narrow, and the other's is not."""
    if now.points.x.equal(before.points.x) and now.points.y.equal(before.points.y):
        return None
    narrow, wide = (model_score(trained_on(now.controls.model, prior), now.points) for prior in (USUAL, BROAD))
    if narrow is None or wide is None:
        return Verdict(False, TOO_FEW)
    text = f"Inside: {_inside(narrow)} (smooth curves), {_inside(wide)} (data of many kinds)"
    if narrow.band.fits:
        return Verdict(False, f"{text}. The first band still holds enough of them: add scatter.")
    if not wide.band.fits:
        return Verdict(False, f"{text}. Neither holds enough of them: make the scatter more even.")
    return Verdict(True, f"{text}, because only the second has learned that scatter can be noise.")


def _inside(found: Score) -> str:
    return f"{found.band.inside} of {found.band.held_out}"
