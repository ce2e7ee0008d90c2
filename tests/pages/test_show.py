"""The command that opens the app with a researcher's own model: what it refuses, and what it hands on."""

import os

import pytest
import torch
from safetensors.torch import save_file, save_model
from torch import nn

from pages import show
from pages.shared.lesson.values import context
from pages.shared.models import own_file, own_model
from pages.shared.models.own_file import Source, module_of
from pages.zoo.guarantees import measure_guarantees
from tests.pages.own_files import FAILS_FAR, FINE, MEAN, NEEDS_POINTS, returning

FILES = {
    "syntax.py": "def build(:",
    "imports.py": "import no_such_package",
    "exits.py": "raise SystemExit(3)",
    "made.py": "from torch import nn\nbuild = nn.Linear(1, 1)",
    "needs.py": "def build(width): ...",
    "none.py": "def build(): ...",
    "large.py": "from torch import nn\ndef build(): return nn.Linear(1000, 1000)",
    "nan.py": "from torch import nn, nan\ndef build():\n m = nn.Linear(1, 1)\n m.weight.data.fill_(nan)\n return m",
    "raises.py": returning("1 / 0"),
    "shape.py": returning("(xt[:, :5], 1 + xt[:, :5] ** 2)"),
    "text.py": returning("'0.5'"),
    "infinite.py": returning("(xt / 0, 1 + 0 * xt)"),
    "narrow.py": returning("(xt, 0 * xt)"),
    "uniform.py": returning("torch.distributions.Poisson(1 + 0 * xt)"),
    "student.py": returning("torch.distributions.StudentT(3 + 0 * xt, xt, 1 + 0 * xt)"),
    "wide.py": "import tnpcore\ndef build(): return tnpcore.build('cnp', dim_x=2)",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in {**FILES, "mine.py": MEAN, "fine.py": FINE}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(os.sys.path))
    return tmp_path


def refused(capsys, *arguments: str) -> str:
    with pytest.raises(SystemExit) as left:
        show.main(arguments)
    said = capsys.readouterr()
    assert (left.value.code, said.out) == (2, "")
    assert said.err.count("\n") == 1 and said.err.startswith("pages.show: ") and said.err.endswith(".\n")
    return said.err


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ("mine.py", "FILE.py:CALLABLE, got 'mine.py'"),
        ("no.py:build", "there is no file"),
        ("mine.py:make", "mine.py has no function make"),
        ("syntax.py:build", "syntax.py cannot be imported: SyntaxError"),
        ("imports.py:build", "imports.py cannot be imported: ModuleNotFoundError, No module named 'no_such_package'"),
        ("made.py:build", "build in made.py is a module already: name the class or function that makes it"),
        ("exits.py:build", "exits.py cannot be imported: SystemExit, 3"),
        ("needs.py:build", r"build() in needs.py fails: TypeError"),
        ("none.py:build", "must return a torch.nn.Module, got NoneType"),
        ("large.py:build", "1,000,000 parameters, and that of build() in large.py has 1,001,000"),
        ("nan.py:build", "not all weights are finite numbers: see weight"),
        ("raises.py:build", "raises fails on these points: ZeroDivisionError, division by zero"),
        ("shape.py:build", "(1, 5, 1)"),
        ("text.py:build", "got str"),
        ("infinite.py:build", "mean must be finite"),
        ("narrow.py:build", "must be positive"),
        ("student.py:build", "the predicted distribution needs log_prob and cdf, and StudentT has no cdf"),
        ("uniform.py:build", "the predicted distribution needs log_prob and cdf"),
        ("wide.py:build", "the pages need dim_x = dim_y = 1, got 2 and 1"),
    ],
)
def test_a_broken_model_is_one_sentence(folder, capsys, model, why):
    assert why in refused(capsys, model)


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        ({}, "missing lift.bias, lift.weight, out.bias and 1 more"),
        ({"lift.bias": torch.zeros(9)}, "lift.bias is [9] in place of [8]"),
        ({"extra": torch.zeros(1)}, "unexpected extra"),
        ({"out.bias": torch.tensor([0.0, torch.nan])}, "not all weights are finite numbers: see out.bias"),
    ],
)
def test_weights_that_do_not_fit_are_one_sentence(folder, capsys, weights, why):
    usual = module_of(Source(folder / "mine.py", "build", None, "mine")).state_dict()
    save_file({**usual, **weights} if weights else {}, folder / "mine.safetensors")
    assert why in refused(capsys, "mine.py:build", "--weights", "mine.safetensors")


def test_a_pickle_is_refused_and_not_run(folder, capsys):
    class Runs:
        def __reduce__(self):
            return (folder.joinpath("ran").touch, ())

    torch.save(Runs(), "mine.pt")
    assert "pickles may run code" in refused(capsys, "mine.py:build", "--weights", "mine.pt")
    assert not folder.joinpath("ran").exists()
    assert "there is no file" in refused(capsys, "mine.py:build", "--weights", "no.safetensors")


def test_files_are_bounded(folder, capsys, monkeypatch):
    save_file({"lift.bias": torch.zeros(8)}, folder / "mine.safetensors")
    monkeypatch.setattr(own_file, "MOST_BYTES", 100)
    assert "mine.safetensors may have" in refused(capsys, "mine.py:build", "--weights", "mine.safetensors")


def test_a_slow_prediction_is_refused(folder, capsys, monkeypatch):
    monkeypatch.setattr(own_model, "SECONDS", 0.0)
    assert "a prediction may take 0 second here" in refused(capsys, "mine.py:build")


@pytest.mark.parametrize(
    ("title", "why"), [("**Bold**", "letters, digits"), ("m" * 31, "30"), ("tnp-d", "another model"), ("", "got ''")]
)
def test_a_title_can_be_shown_and_is_its_own(folder, capsys, title, why):
    assert why in refused(capsys, "mine.py:build", "--name", title)


@pytest.mark.parametrize(("stem", "title"), [("anp", "anp (own)"), ("TNP-D", "TNP-D (own)"), ("m" * 40, "m" * 30)])
def test_a_file_of_any_name_has_a_title(stem, title):
    source, _ = show.source_of([f"{stem}.py:build"])
    assert source.title == title


def test_the_app_is_started_with_the_model_and_the_other_options(folder, monkeypatch):
    started, module = [], module_of(Source(folder / "mine.py", "build", None, "mine"))
    save_file(module.state_dict(), folder / "mine.safetensors")
    monkeypatch.setattr(os, "execv", lambda *command: started.append(command))
    monkeypatch.setenv(own_model.ENVIRONMENT, "")
    show.main(["mine.py:build", "--weights", "mine.safetensors", "--server.port", "8600"])
    ((_, command),) = started
    assert command[1:] == ["-m", "streamlit", "run", "app.py", "--server.port", "8600"]
    assert os.getcwd() == str(show.ROOT)
    source = Source.of_text(os.environ[own_model.ENVIRONMENT])
    assert source == Source(folder / "mine.py", "build", folder / "mine.safetensors", "mine")
    for name, weights in module_of(source).state_dict().items():
        assert torch.equal(weights, module.state_dict()[name])


def test_it_is_stated_that_a_model_needs_points(folder, capsys):
    (folder / "needs_points.py").write_text(NEEDS_POINTS)
    source, _ = show.source_of(["needs_points.py:build"])
    show.open_model(source)
    assert "Without context points there is no prediction: needs_points fails" in capsys.readouterr().err
    show.open_model(show.source_of(["fine.py:build"])[0])
    assert capsys.readouterr().err == ""


def test_a_model_that_needs_points_keeps_its_row_of_properties(folder):
    (folder / "needs_points.py").write_text(NEEDS_POINTS)
    own = own_model.opened(Source(folder / "needs_points.py", "build", None, "Mine"))
    found = measure_guarantees(own, context(((0.0, 1.0), (1.0, 0.5))), own.spec.guarantees)
    assert (found["empty"].holds, found["other targets"].verdict) == (False, "holds")


def test_what_lies_beside_the_file_can_be_imported(folder):
    (folder / "beside_it.py").write_text("from torch import nn\nWIDTH = 3")
    (folder / "two.py").write_text("from beside_it import nn, WIDTH\ndef build(): return nn.Linear(WIDTH, 1)")
    assert isinstance(module_of(Source(folder / "two.py", "build", None, "two")), nn.Linear)


def test_what_fails_later_is_a_sentence(folder):
    (folder / "later.py").write_text(FAILS_FAR)
    own = own_model.opened(Source(folder / "later.py", "build", None, "Mine"))
    own_model.try_out(own)
    x = torch.zeros(1, 1)
    with pytest.raises(ValueError, match=r"^Mine fails on these points: AssertionError, y is too large$"):
        own(x, x + 3, x)


def test_tied_weights_are_read_from_the_one_name_that_a_file_has(folder):
    """safetensors.torch.save_model writes a tensor of several names once."""
    (folder / "tied.py").write_text(
        "from torch import nn\ndef build():\n m = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))\n"
        " m[1].weight = m[0].weight\n return m"
    )
    module = module_of(Source(folder / "tied.py", "build", None, "tied"))
    module[0].weight.fill_(3.0)
    save_model(module, folder / "tied.safetensors")
    read = module_of(Source(folder / "tied.py", "build", folder / "tied.safetensors", "tied"))
    assert read[1].weight.tolist() == [[3.0, 3.0]] * 2 and read[1].weight is read[0].weight
