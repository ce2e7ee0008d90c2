"""What the judges of the story on language models find: every number is the models' own, or stands on their cards."""

from __future__ import annotations

import numpy as np
from torch import Tensor

from pages.melodies.averages import mean_entropy_of_next, mean_excess
from pages.melodies.comparisons import reversals
from pages.melodies.controls import CAUSAL, MASKED
from pages.melodies.lab_classifiers import classifier
from pages.melodies.lab_models import classifiers
from pages.melodies.lattice import as_tensors
from pages.melodies.panels import NAMES
from pages.melodies.run import variation
from pages.melodies.trained import training
from pages.melodies.view import View, seen
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.scene.readings import in_nats
from tnpcore.sequences.melodies.classification import LABELLINGS

KEY = LABELLINGS["key"]

MOVED = 0.02  # of the probability: less is no change worth a word
SAME = 1e-5  # total variation up to which two predictions are equal: rounding in float32 stays below it
NONE = 0.15  # of a guess of weights that may lie on notes that have none: bars that were not touched keep a little
MUCH = 2.0  # times as probable
FEWEST_TRAINED = 4  # notes: of fewer, one hidden is too many
FEWEST, GAIN = 8, 1.0  # notes, nats: of the exercise

EXCESS = ("About as far as the table", "A tenth to a half of that", "Less than a tenth of that")
MISSING = (
    "To neither",
    "Masked, up to twice",
    "Masked, over twice",
    "Causal",
)
TRAINED = ("Causal (GPT-style)", "Masked (BERT-style)")
COUNTED = ("the last note", "hidden notes", "every note")
KEYS = ("One in twelve: [CLS] is no note", "About half of them", "As many as the exact posterior")
NEAR = 0.1  # of all keys: so much fewer are not as many
BACKWARDS = ("Both", "Only the masked one’s", "Only the causal one’s", "Neither")


def next_note(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether another last note has changed the prediction of the next one."""
    then, here = _end(before), _end(now)
    if then.melody.notes == here.melody.notes and then.melody.start == here.melody.start:
        return None
    if not here.melody.notes:
        return Verdict(False, "Draw at least one note.")
    moved = variation(then.found, here.found)
    text = f"Most probable next was {_top(then)}, now it is {_top(here)}"
    change = f"{moved:.0%} of the probability moved."
    if moved < MOVED:
        return Verdict(False, f"{text}. {change} Try a larger step.")
    return Verdict(True, f"{text}, because the model reads every note before it.", more=change)


def how_good(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How far the causal model is from the Bayes predictor, against n-gram models."""
    table, mine = mean_excess("trigram"), mean_excess(now.controls.network_of(CAUSAL))
    share = mine / table
    truth = 0 if share > 0.5 else 1 if share >= 0.1 else 2
    more = f"{mine:.4f} nats against {table:.3f}: {share:.0%} of it. With 0, no model that is given the same notes "
    more += f"does better: what stays open is chance, {mean_entropy_of_next():.2f} nats (its entropy). For real texts "
    more += "this limit is unknown."
    text = f"{share:.0%} of that, because the table sees two notes, the model reads all of them."
    overlooked = ("Musical key and beat show in many notes.", "It is nearer to the limit.", "It is not quite so near.")
    return chosen(text, guess, truth, overlooked, more)


def missing(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How probable the hidden note is to both kinds of models, each beside the Bayes predictor."""
    view = _view(now)
    if view.note is None:
        return Verdict(False, "Put the query on a note.")
    first, both = (float(view.of(kind).probabilities[view.note]) for kind in (CAUSAL, MASKED))
    ends = [float(view.limit_of(kind).probabilities[view.note]) for kind in (CAUSAL, MASKED)]
    ratio = both / first
    truth = 3 if ratio < 0.9 else 0 if ratio < 1.1 else 1 if ratio <= MUCH else 2
    away = [mean_excess(now.controls.network_of(kind)) for kind in (CAUSAL, MASKED)]
    more = f"{NAMES[view.note]}: causal {first:.1%} (Bayes predictor {ends[0]:.1%}), "
    more += f"masked {both:.1%} ({ends[1]:.1%}). On one note a model may beat it, because it is best only on average. "
    more += f"On average they are {away[0]:.4f} and {away[1]:.4f} "
    more += "nats away: only more notes would help."
    because = (
        "the notes after it say little here",
        "the masked model also reads the notes after it",
        "the masked model also reads the notes after it",
        "later notes speak against it",
    )[truth]
    text = f"{both:.1%} to the masked model, {first:.1%} to the causal one, because {because}."
    overlooked = (
        "Later notes share its chord and musical key.",
        "The notes after it count as much as those before.",
        "The notes after it say less here than you thought; drag the query to see others.",
        "More notes can make a note less probable, but here they make it more so.",
    )
    if truth == 3:
        overlooked = ("More notes can make a note less probable.",) * len(MISSING)
    return chosen(text, guess, truth, overlooked, more)


def where_the_loss_counts(_before: Moment, now: Moment, guess: tuple[int, ...]) -> Verdict | None:
    """At which notes the loss of a causal and of a masked model counts: the last (0), hidden ones (1), all (2)."""
    view = _view(now)
    if len(view.melody.drawn) < FEWEST_TRAINED:
        return Verdict(False, f"Draw at least {FEWEST_TRAINED} notes.")
    causal, masked = (training(view, kind).counts for kind in (CAUSAL, MASKED))
    truth = [2 if all(causal) else 0, 1 if any(masked) and not all(masked[1:]) else 2]
    text = (
        f"Causal: at every note, because each is predicted from those before it. Masked: only at the hidden ones, here "
        f"{sum(masked)} of {len(masked) - 1}, because the others are given: it could copy them."
    )
    more = (
        "A causal mask forbids cells of attention; a masked model has hidden notes in its input. One pass teaches the "
        f"causal model {len(causal)} predictions, the masked one {sum(masked)}, which reads both sides. BERT hides 15% "
        "of the words, this model 15% to 50% of the notes, others in every melody."
    )
    return Verdict(True, text, list(guess) == truth, truth, more)


def attended(_before: Moment, now: Moment, guess: tuple[float, ...]) -> Verdict | None:
    """The guess beside the causal model's weights; later notes must have none."""
    view = _view(now)
    if len(guess) != len(now.points) + 1 or view.melody.covered or view.melody.left_out:
        return Verdict(False, "The notes have changed since your guess. Go back one step, and forward again.")
    shares, ahead = given(view, CAUSAL), np.array([key in _ahead(view) for key in range(len(guess))])
    masked = given(view, MASKED)
    mine = float(np.array(guess)[ahead].sum())
    more = f"On the note at the query and those after it: causal {shares[ahead].sum():.0%}, exactly, by its mask. "
    more += f"Masked: {masked[ahead].sum():.0%}."
    text = "On START and the notes before the query alone, because the causal mask hides the others."
    found = [round(float(share), 4) for share in shares]
    if mine <= NONE:
        return Verdict(True, text, True, found, more)
    wrong = f"You gave the others {mine:.0%}: then in training it could copy what it has to guess."
    return Verdict(True, f"{text} {wrong}", False, found, more)


def given(view: View, kind: str) -> np.ndarray:
    """The shares of the drawn points, and last of START, in the attention weights of the query's prediction."""
    found = view.attention(kind)
    shares = np.zeros(max(view.melody.keys, default=-1) + 2)
    shares[-1] = found.weights[found.row, 0]
    for key, weight in zip(found.keys, found.weights[found.row], strict=True):
        if key >= 0:
            shares[key] = weight
    if view.note is not None and kind == MASKED:
        shares[view.melody.keys[view.position]] = found.weights[found.row, found.row]
    return shares / max(float(shares.sum()), 1e-9)


def _ahead(view: View) -> tuple[int, ...]:
    return view.melody.keys[view.position :]


def backwards(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whose prediction stays when the notes are read in reversed order, without positions."""
    view = _view(now)
    if len(view.melody.drawn) < 2:
        return Verdict(False, "Draw at least two notes.")
    found = reversals(view)
    stays = {kind: change <= SAME for kind, change in found.items()}
    truth = {(True, True): 0, (True, False): 1, (False, True): 2, (False, False): 3}[stays[MASKED], stays[CAUSAL]]
    moved = {kind: "nothing" if stays[kind] else f"{change:.1%}" for kind, change in found.items()}
    more = f"Causal: {moved[CAUSAL]} of the probability has moved; masked: {moved[MASKED]}. "
    more += "By the causal mask the second note reads the first, the first never the second: so order shows."
    text = f"{BACKWARDS[truth]}"
    text += (
        ", because without positions it reads a set; the causal mask gives the other an order." if truth == 1 else "."
    )
    overlooked = (
        "By the causal mask the second note reads the first, the first never the second: so order shows.",
        "Here the causal prediction stays, too.",
        "No order is left in what the masked model reads.",
        "No order is left in what the masked model reads.",
    )
    return chosen(text, guess, truth, overlooked, more)


def named_key(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How many musical keys a classifier on [CLS] names rightly, on held-out melodies."""
    found = classifiers()["key"]
    tuned, scratch, exact = (found[start]["accuracy"] for start in ("fine-tuned", "from scratch", "exact"))
    truth = 0 if tuned < 2 / len(KEY.classes) else 1 if tuned < exact - NEAR else 2
    because = ", far more than one in twelve, because [CLS] attends to all notes" if truth else ""
    text = f"{tuned:.0%}{because}."
    more = f"Trained on these {found['labels']} labels alone, from scratch, the same network names {scratch:.0%}."
    melody = _view(now).melody
    if melody.drawn:
        notes, seen = (each[None] for each in as_tensors(melody.notes))
        own, limit = classifier("melodies-key")(notes, seen)[0].exp(), KEY.exact(notes, seen)[0]
        more += f" Of your melody: {_likeliest(own)}; the exact posterior: {_likeliest(limit)}."
    overlooked = (
        "It is none, and in every layer it reads them all.",
        "",
        "The exact posterior knows the rules; the model has to learn what a musical key is from labels.",
    )
    return chosen(text, guess, truth, overlooked, more)


def _likeliest(probabilities: Tensor) -> str:
    return f"{KEY.classes[int(probabilities.argmax())]} ({float(probabilities.max()):.0%})"


def explained(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the note at the query gains one nat from the notes on both sides."""
    view = _view(now)
    count = len(view.melody.notes)
    if count < FEWEST:
        return Verdict(False, f"The melody has {count} notes. Draw at least {FEWEST}.")
    if view.melody.hidden:
        return Verdict(
            False, f"No note is drawn at step {view.melody.start + view.melody.hidden[0] + 1}. Draw one there."
        )
    if view.note is None:
        return Verdict(False, "There is no note at the query. Drag the query to one.")
    first, both = (float(view.of(kind).probabilities[view.note]) for kind in (CAUSAL, MASKED))
    text = f"{NAMES[view.note]} at the query: causal {first:.1%}, masked {both:.1%}"
    gain = f"a gain of {in_nats(view.gain)}."
    if view.position == count - 1:
        return Verdict(False, f"{text}; {gain} No note comes later: both read the same. Choose an earlier one.")
    if view.gain < 0:
        return Verdict(False, f"{text}; {gain} The later notes speak against it.")
    if view.gain < GAIN:
        return Verdict(False, f"{text}; {gain} It must be {GAIN:.0f}.")
    best = float(
        np.log(view.limit_of(MASKED).probabilities[view.note] / view.limit_of(CAUSAL).probabilities[view.note])
    )
    because = "because what comes later explains it, and only one model reads that"
    return Verdict(True, f"{text}, {because}.", more=f"It is {gain} By the rules themselves it is {in_nats(best)}.")


def _top(view: View) -> str:
    found = view.found.probabilities
    return f"{NAMES[int(found.argmax())]} ({found.max():.0%})"


def _view(now: Moment) -> View:
    return seen(now.points, now.controls)


def _end(now: Moment) -> View:
    """The view with the query after the last note."""
    view = _view(now)
    return View(view.melody, now.controls, min(len(view.melody.notes), view.melody.position(10**9)))
