"""What was chosen on a page is still chosen when one comes back to it."""

import pytest

from tests.app_pages import board, open_page

pytestmark = pytest.mark.slow

CHOICES = {
    "zoo": {"zoo_compare": "race", "zoo_family": "Latent", "zoo_model": "anp", "score_seed": 7, "brief_1": "tetnp"},
    "attention": {"attention_head": "2", "attention_scale": False, "figures": True},
    "masks": {"masking_rule": "full"},
}


def widget(app, key):
    kinds = (app.button_group, app.selectbox, app.toggle, app.number_input)
    return next(widget for kind in kinds for widget in kind if widget.key == key)


def chosen(app, keys):
    assert not app.exception
    return {key: widget(app, key).value for key in keys}


@pytest.mark.parametrize("lesson", CHOICES)
def test_the_choices_of_a_page_are_there_when_one_comes_back(lesson):
    wanted, app = CHOICES[lesson], open_page(lesson)
    assert all(value != wanted[key] for key, value in chosen(app, wanted).items())
    for key, value in wanted.items():
        widget(app, key).set_value(value)
        app.run()
    app.switch_page("positional/page.py").run()
    app.switch_page(f"{lesson}/page.py").run()
    assert chosen(app, wanted) == wanted
    own = {name: value for name, value in wanted.items() if name.startswith(f"{lesson}_")}
    assert {name: board(app)["controls"][name.removeprefix(f"{lesson}_")] for name in own} == own


def test_a_first_choice_that_was_taken_again_is_not_replaced_by_an_older_one():
    app = open_page("masks")
    first = widget(app, "masking_rule").value
    for value in ("full", first):
        widget(app, "masking_rule").set_value(value)
        app.run()
    app.switch_page("home/page.py").run()
    app.switch_page("masks/page.py").run()
    assert widget(app, "masking_rule").value == first
