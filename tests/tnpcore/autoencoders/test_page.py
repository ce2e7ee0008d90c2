"""The page of the models of digits: a row for each, with the numbers of its card."""

from tnpcore.autoencoders import LICENCE, SOURCE, card, names
from tnpcore.autoencoders.page import page
from tnpcore.autoencoders.specs import SPECS
from tnpcore.cards import path_of


def test_every_model_has_a_row_with_the_numbers_of_its_card():
    written = page()
    rows = {
        cells[0]: cells[1:]
        for line in written.splitlines()
        if line.startswith("| `")
        for cells in [[cell.strip(" `") for cell in line.strip("|").split(" | ")]]
    }
    assert list(rows) == names() and SOURCE in written and LICENCE in written
    for name, cells in rows.items():
        results = card(name).results
        assert float(cells[0]) == card(name).arguments["beta"] and int(cells[-1]) == results["active_dimensions"]
        if "bound" in results:
            assert cells[1].startswith(f"{results['bound']['reconstruction']:.3f} ± ")
        else:
            plane = results["plane"]
            assert [float(cell) for cell in cells[1:3]] == [round(plane[key], 3) for key in ("about_x", "about_x_most")]


def test_all_weights_together_are_small():
    files = [path_of(SPECS[name], "digits", "safetensors") for name in names()]
    assert len(files) >= 15 and sum(file.stat().st_size for file in files) < 4e6
