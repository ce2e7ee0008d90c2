"""Which of the functions that lessons list as "The code that ran" ran: one line of JSON per scene, for the test.

A process of its own, so that nothing is in a cache, and graphs are traced as the server does it.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections.abc import Callable, Iterable
from cProfile import Profile
from dataclasses import fields, replace
from types import CodeType

import scipy.optimize  # noqa: F401  (with the next one, what a fit of a Gaussian process would import in each process)
import sklearn.gaussian_process  # noqa: F401
import torch

from app import prepare_graphs
from pages.lessons import LESSONS
from pages.plane import cost
from pages.shared.lesson.control_fields import Choice, Flag, Spec, spec_of
from pages.shared.lesson.controls import Controls
from pages.shared.lesson.lesson import Lesson


def called(run: Callable[[], object]) -> set[CodeType]:
    """The code of every Python function that is called in this thread."""
    calls = Profile(builtins=False)  # written in C: a function of Python for each call would take longer than they do
    calls.runcall(run)
    return {entry.code for entry in calls.getstats()}


def variants(lesson: Lesson, opening: Controls) -> list[Controls]:
    """The controls that the lesson opens with, and others for every other list of functions: of each row of buttons
    and each switch one value at a time."""
    found = {lesson.code(opening): opening}
    for field in fields(opening):
        for value in _values(spec_of(field.metadata)):
            changed = replace(opening, **{field.name: value})
            found.setdefault(lesson.code(changed), changed)
    return list(found.values())


def _values(spec: Spec) -> Iterable[object]:
    if isinstance(spec, Flag):
        return False, True
    return spec.options if isinstance(spec, Choice) and not spec.many else ()


def report(lesson: Lesson, controls: Controls, traced: set[CodeType]) -> None:
    """For every function of the list "ran", "traced" or "never"."""
    value, _ = lesson.opening()
    ran = called(lambda: [part(value, controls) for part in lesson.parts.values()])
    for function in lesson.code(controls):
        code = inspect.unwrap(function).__code__
        how = "ran" if code in ran else "traced" if code in traced else "never"
        print(json.dumps([lesson.name, repr(controls), function.__qualname__, how]), flush=True)


if __name__ == "__main__":
    torch.set_num_threads(1)
    traced = called(prepare_graphs)
    cost.panel(), cost.times()  # measured once and not in each process; no scene is kept by that
    for lesson in (LESSONS[name] for name in sys.argv[1:] or LESSONS):
        _, opening = lesson.opening()
        for controls in variants(lesson, opening):
            if not (child := os.fork()):  # with nothing in the caches
                report(lesson, controls, traced)
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                sys.exit(f"{lesson.name} failed for {controls}")
