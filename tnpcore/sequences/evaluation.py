"""Exact match of what models write, with standard errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.sequences import copying, dates
from tnpcore.sequences.dates.measure import ExactMatch, by_form, by_kind, by_length, exact_match
from tnpcore.sequences.decoding import greedy
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.melodies.evaluation import measure_melodies
from tnpcore.sequences.tasks import Pair, task
from tnpcore.sequences.vocabulary import PAD

ARITHMETIC = ("week", "century")  # kinds of dates
SEED = 10**9 + 17  # of the sources that are measured. Seeds of training are those of its buckets, from 0 on.


def matches(model: EncoderDecoder[Any], pairs: list[Pair], batch_size: int = 250) -> list[bool]:
    """Whether the greedy output of each source is its target, symbol for symbol."""
    outputs = decoded(model, [source for source, _ in pairs], batch_size)
    return [output == "".join(target) for output, (_, target) in zip(outputs, pairs, strict=True)]


def decoded(model: EncoderDecoder[Any], sources: Sequence[Sequence[str]], batch_size: int = 250) -> list[str]:
    """The greedy output of each source."""
    longest = task(model.task).longest_target + 1
    # Sources of similar length together: little padding.
    order = sorted(range(len(sources)), key=lambda number: len(sources[number]))
    found = [""] * len(sources)
    for start in range(0, len(order), batch_size):
        chosen = order[start : start + batch_size]
        source = model.source.encode([sources[number] for number in chosen])
        for number, text in zip(chosen, model.target.decode(greedy(model, source, longest).symbols), strict=True):
            found[number] = text
    return found


def share(found: Iterable[bool]) -> dict[str, float]:
    """The share that is right, its standard error, and of how many."""
    every = list(found)
    return _stated(ExactMatch(len(every), sum(every)))


def measure_copying(model: EncoderDecoder[Any], per_length: int = 250) -> dict[str, Any]:
    """Exact match for both tasks by the number of pitches, and for lengths within and beyond training."""
    generator = torch.Generator().manual_seed(SEED)
    results: dict[str, Any] = {}
    for name in copying.TASKS:
        found = {}
        for length in range(1, copying.LONGEST + 1):
            found[length] = matches(model, [copying.pair(name, length, generator) for _ in range(per_length)])
        within = [one for length in range(1, copying.TRAINED + 1) for one in found[length]]
        beyond = [one for length in range(copying.TRAINED + 1, copying.LONGEST + 1) for one in found[length]]
        results[name] = {
            "within": share(within),
            "beyond": share(beyond),
            "by_length": {str(length): share(every) for length, every in found.items()},
        }
    return {**results, "limit": 1.0, "seed": SEED}


def measure_dates(model: EncoderDecoder[Any], count: int = 10_000) -> dict[str, Any]:
    """Exact match on held-out days: of all texts, by kind of text and by length; and on held-out forms, by form.

    Weeks and centuries need arithmetic that these models do not learn; "without_arithmetic" leaves them out.

    Args:
        model: trained.
        count: texts of the mixture; of held-out forms there are a tenth as many.
    """
    examples, unseen = dates.evaluation_set(count), dates.evaluation_set(count // 10, held_out_forms=True)
    outputs, written = _outputs(model, examples), _outputs(model, unseen)
    learned = [number for number, example in enumerate(examples) if example.kind not in ARITHMETIC]
    easier, theirs = [examples[number] for number in learned], [outputs[number] for number in learned]
    return {
        "all": _stated(exact_match([example.iso for example in examples], outputs)),
        "by_kind": _each(by_kind(examples, outputs)),
        "by_length": _lengths(examples, outputs),
        "without_arithmetic": {
            "all": _stated(exact_match([example.iso for example in easier], theirs)),
            "by_length": _lengths(easier, theirs),
        },
        "held_out_forms": {
            "all": _stated(exact_match([example.iso for example in unseen], written)),
            "by_form": _each(by_form(unseen, written)),
        },
        "limit": 1.0,
    }


def measure_writing(model: EncoderDecoder[Any], count: int = 2_000) -> dict[str, Any]:
    """How often the greedy output is a written form of a held-out day; log-likelihood beside the exact one."""
    examples = dates.sample_writing(count, torch.Generator().manual_seed(SEED), held_out=True)
    pairs = [(dates.split_source(example.source), list(example.target)) for example in examples]
    sources = [example.source.split(" ") for example in examples]
    known = [dates.written_distribution(day, language) for language, day in sources]
    outputs = decoded(model, [source for source, _ in pairs])
    right = [output in forms for output, forms in zip(outputs, known, strict=True)]
    exact = torch.tensor([forms[example.target] for example, forms in zip(examples, known, strict=True)]).double().log()
    excess = exact - log_likelihoods(model, pairs)
    named = [dates.names_the_weekday(day, language, one.target) for (language, day), one in zip(sources, examples)]
    weekday = torch.tensor(named)
    return {
        "a_written_form": share(right),
        "with_weekday": {"share": round(float(weekday.double().mean()), 4), **_excess(excess[weekday])},
        "without_weekday": _excess(excess[~weekday]),
        **_excess(excess),
        "limit": round(float(-exact.mean()), 4),
        "seed": SEED,
    }


def _excess(found: Float[Tensor, " N"]) -> dict[str, float]:
    return {"excess": round(float(found.mean()), 4), "excess_se": round(float(found.std() / len(found) ** 0.5), 4)}


def log_likelihoods(model: EncoderDecoder[Any], pairs: list[Pair], batch_size: int = 250) -> Float[Tensor, " N"]:
    """log p(target | source) of each pair, in nats."""
    found = []
    for start in range(0, len(pairs), batch_size):
        sources, targets = zip(*pairs[start : start + batch_size], strict=True)
        target = model.target.encode(targets)
        with torch.no_grad():
            scores = model(model.source.encode(sources), target).double()
        chosen = scores.gather(-1, target[..., None])[..., 0]
        found.append(chosen.masked_fill(target == PAD, 0.0).sum(-1))
    return torch.cat(found)


def _outputs(model: EncoderDecoder[Any], examples: Sequence[dates.Example]) -> list[str]:
    return decoded(model, [dates.split(example.text) for example in examples])


def _lengths(examples: Sequence[dates.Example], outputs: Sequence[str]) -> dict[str, dict[str, float]]:
    found = by_length(examples, outputs).items()
    return _each({f"{first}-{last}": one for (first, last), one in found})


def _stated(found: ExactMatch) -> dict[str, float]:
    return {"exact": round(found.rate, 5), "se": round(found.standard_error, 5), "count": found.count}


def _each(found: Mapping[str, ExactMatch]) -> dict[str, dict[str, float]]:
    return {name: _stated(one) for name, one in found.items()}


MEASURES: dict[str, Callable[..., dict[str, Any]]] = {
    "copying": measure_copying,
    "dates": measure_dates,
    "writing": measure_writing,
    "melodies": measure_melodies,
}
