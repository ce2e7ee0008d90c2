"""Weights that are missing or damaged: a page says which, and how to get them back; the other models still predict."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from pages.equivariance import variants as equivariance_variants
from pages.lessons import LESSONS
from pages.shared.lesson.values import context
from pages.shared.live.service import SERVICE
from pages.shared.models import catalogue as models
from pages.shared.models.catalogue import FOUR
from tests.app_pages import board, draw, open_page, show_lab, stage_curve
from tnpcore import pretrained, weights

pytestmark = pytest.mark.slow

POINTS = [[-1.0, 0.5], [0.5, -0.25], [1.25, 1.0]]
DRAWN = context(POINTS)
WAYS = {"raw": "tnpd-short", "centred": "tnpd-centred", "displacement": "tetnp-short"}


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A copy of the shipped weights, to be damaged; nothing that was loaded before is used."""
    caches = (models.model, models.badge, equivariance_variants.anchored_at_zero)
    folder = tmp_path / "pretrained"
    shutil.copytree(weights.shipped(), folder)
    monkeypatch.setattr(weights, "shipped", lambda: folder)
    for cache in caches:
        cache.cache_clear()
    SERVICE.clear()
    yield folder
    for cache in caches:
        cache.cache_clear()
    SERVICE.clear()


def missing(weights: Path, card: Path) -> Path:
    weights.unlink()
    return weights


def no_card(weights: Path, card: Path) -> Path:
    card.unlink()
    return card


def truncated(weights: Path, card: Path) -> Path:
    weights.write_bytes(weights.read_bytes()[:2000])
    return weights


def empty(weights: Path, card: Path) -> Path:
    weights.write_bytes(b"")
    return weights


def other_shapes(weights: Path, card: Path) -> Path:
    save_file({name: value[..., :1].contiguous() for name, value in load_file(weights).items()}, weights)
    return weights


def no_numbers(weights: Path, card: Path) -> Path:
    save_file({name: torch.full_like(value, torch.nan) for name, value in load_file(weights).items()}, weights)
    return weights


def bad_json(weights: Path, card: Path) -> Path:
    card.write_text(card.read_text()[:-20])
    return card


def no_text(weights: Path, card: Path) -> Path:
    card.write_bytes(b"\xff\xfe\x00")
    return card


def strange_fields(weights: Path, card: Path) -> Path:
    card.write_text(json.dumps({**json.loads(card.read_text()), "parameters": "many"}))
    return card


def strange_arguments(weights: Path, card: Path) -> Path:
    card.write_text(json.dumps({**json.loads(card.read_text()), "arguments": {"nonsense": 1}}))
    return weights


DAMAGE = (
    missing,
    no_card,
    truncated,
    empty,
    other_shapes,
    no_numbers,
    bad_json,
    no_text,
    strange_fields,
    strange_arguments,
)


def damage(how, folder: Path, name: str) -> str:
    """Damages one model in that way; returns the name of the file that a page has to name."""
    return how(folder / f"{name}-smooth.safetensors", folder / f"{name}-smooth.json").name


@pytest.mark.parametrize("how", DAMAGE)
def test_home_names_the_file_and_shows_the_other_three(copied, how):
    """First with another model on the stage, then with the damaged one; a broken card costs the badge too."""
    file = damage(how, copied, "cnp")
    app = open_page("home")
    assert stage_curve(app)["model"] == "tnpd"
    small = {p["id"]: p for p in board(app)["scene"]["panels"] if p["area"] == "multiple"}
    assert set(small) == set(FOUR)
    assert [bool(small[name]["marks"]) for name in FOUR] == [True, True, True, False]
    assert_names_the_file(small["cnp"]["note"], file, "cnp")
    assert not app.info
    draw(app, POINTS)
    app.query_params["model"] = "CNP"
    chosen = draw(open_page("home", model="CNP"), POINTS)
    assert board(chosen)["points"] == POINTS
    assert_names_the_file(chosen.info[0].value, file, "cnp")


def assert_names_the_file(sentence: str, file: str, name: str) -> None:
    assert file in sentence
    assert f"python -m tnpcore.train {name}" in sentence
    assert "Traceback" not in sentence and len(sentence) < 250


@pytest.mark.parametrize("name", [*FOUR, "convcnp-nodensity"])
def test_every_page_opens_and_names_a_missing_file(copied, name):
    """A page needs it, and says so; or it does not, and has its scene."""
    file, app = damage(missing, copied, name), open_page("home")
    for page in LESSONS:
        show_lab(app, page)
        notes = [note.value for note in app.info]
        assert board(app)["scene"] or any(file in note for note in notes), page


# Every choice of a lesson that needs one model alone, and that model.
CHOICES = [
    *((lesson, {"model": name}, name) for lesson in ("home", "equivariance", "zoo") for name in FOUR),
    *(("setconv", {"model": name}, name) for name in ("convcnp", "convcnp-nodensity")),
    *(("positional", {"way": way}, name) for way, name in WAYS.items()),
]


@pytest.mark.parametrize(
    ("lesson", "choice", "chosen"),
    CHOICES,
    ids=[f"{name}-{next(iter(choice.values()))}" for name, choice, _ in CHOICES],
)
def test_a_lesson_shows_the_chosen_model_while_all_others_are_away(copied, lesson, choice, chosen):
    for file in copied.iterdir():
        if file.name not in (f"{chosen}-smooth.json", f"{chosen}-smooth.safetensors"):
            file.unlink()
    controls = LESSONS[lesson].parse({**choice, "tau": 1.0})
    for part in LESSONS[lesson].parts.values():
        part(DRAWN, controls)


def test_restored_weights_predict_without_a_restart(copied):
    file = copied / "cnp-smooth.safetensors"
    kept = file.read_bytes()
    damage(missing, copied, "cnp")
    with pytest.raises(ValueError, match="cnp-smooth"):
        models.model("cnp")
    file.write_bytes(kept)
    assert models.model("cnp")


def test_in_a_checkout_the_way_back_is_git(copied, monkeypatch):
    monkeypatch.setattr(weights, "CHECKOUT", copied)
    (copied / "cnp-smooth.json").unlink()
    with pytest.raises(ValueError, match=r"git checkout -- pretrained/cnp-smooth\.json"):
        pretrained.card("cnp")
