"""The glossary: every model and every term of the pages has one short definition with a source."""

import re

import pytest

from pages.shared.glossary.glossary import entries
from pages.shared.models.catalogue import NAMES, title
from tests.app_pages import open_page

# Terms that the pages use for one idea each. What only the code speaks of (rank, cache, request ...) is not among them.
TERMS = """attends to; attention weight; attention mask; query; key; context point; target; predictive mean; standard
deviation; ±2 sd; input encoding; positional encoding; shifted prediction; translation equivariant; translation
invariant; held-out target; leave-one-out; autoregressive; marginal; joint density; correlated; deterministic path;
latent path; latent variable; excess; Bayes predictor; nat; normalised entropy; Fourier feature; RBF; sinusoid; batch;
null token; prior; logit; flag; lengthscale; Cholesky factor; U-Net; softmax; ELBO; neural process; TNP; token; SetConv;
density channel; Gaussian process; kernel; head; temperature"""


@pytest.mark.parametrize("term", [" ".join(term.split()) for term in TERMS.split(";")])
def test_a_term_of_the_pages_is_defined(term):
    assert [entry.name for entry in entries() if term in entry.forms]


@pytest.mark.parametrize("model", NAMES)
def test_a_model_is_defined_and_spelled_out_under_its_title(model):
    (entry,) = [entry for entry in entries() if entry.model == model]
    assert title(model) in entry.forms
    assert len(entry.name) > len(model)


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_a_definition_is_one_short_sentence_with_a_source(entry):
    assert len(entry.means.split()) <= 25
    assert re.fullmatch(r"[^.]+(\.\d[^.]*)*\.", entry.means), "one sentence"
    assert re.search(r"\b(1[89]|20)\d\d\b|This project", entry.source)
    assert entry.forms


def test_no_form_means_two_things():
    forms = [form for entry in entries() for form in entry.forms]
    assert sorted(forms) == sorted(set(forms))


def test_the_glossary_of_a_page_lists_every_definition():
    app = open_page("home")
    before = len(app.markdown)
    app.session_state["glossary-list"] = True
    app.run()
    listed = "\n".join(text.value for text in app.markdown)
    assert len(app.markdown) == before + 1
    assert all(entry.means in listed for entry in entries())


def test_a_definition_gives_no_outcome_of_a_guess_away():
    """Steps ask whose prediction follows a shift, or the order of a list: a model's definition says what it reads."""
    outcome = re.compile(r"equivarian|shifts? with|shift of the whole|depends? (?:only )?on (?:the order|differences)")
    said = {entry.name: outcome.search(entry.means) for entry in entries() if entry.model or "position" in entry.name}
    assert [name for name, found in said.items() if found and name != "TNP-D trained on shifted tasks"] == []
