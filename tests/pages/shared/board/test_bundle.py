"""The board's modules as one: imports across folders, the forms that are refused, and the limits that Python checks."""

import re
from pathlib import Path

import pytest

from pages.shared.board.bundle import FOLDER, GENERATED, sources
from pages.shared.board.limits import LIMITS

MODULES = {file.relative_to(FOLDER).as_posix(): file.read_text("utf-8") for file in sorted(FOLDER.rglob("*.js"))}
ROOT = Path(__file__).resolve().parents[4]
IMPORTED = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
EXPORTED = re.compile(r"^export (?:const|let|function|class) (\w+)", re.MULTILINE)
TEXT = re.compile(r'"(?:\\.|[^"\\])*"|//.*')  # strings and comments
WHOLE_BOARD = re.compile(r"\bboard\.|\.board\b|[(,{]\s*board\s*[,)}=:]")


def written(folder, **modules):
    """The folder with one file for each module; `a__b` is b.js in the folder a."""
    for name, text in modules.items():
        file = folder / f"{name.replace('__', '/')}.js"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return folder


def test_imports_are_found_across_folders_and_bundled_once(tmp_path):
    folder = written(
        tmp_path,
        main='import { two } from "./a/two.js";\nimport { one } from "./b/one.js";\nexport default function sum() {}\n',
        a__two='import { one } from "../b/one.js";\nexport const two = one + 1;\n',
        b__one="export const one = 1;\n",
    )
    text = sources("main", folder)
    assert text.count("const one = 1;") == 1
    assert text.index("const $b_one =") < text.index("const $a_two =") < text.index("const $main =")
    assert text.endswith("export default $main.default;\n")
    assert sources("a/two", folder).endswith("export default $a_two;\n")


@pytest.mark.parametrize("line", ['import * as all from "./one.js";', "export { one };", "export default () => 1;"])
def test_other_forms_of_import_and_export_are_refused(tmp_path, line):
    with pytest.raises(ValueError, match="only named imports and exported declarations"):
        sources("main", written(tmp_path, main=f"{line}\n", one="export const one = 1;\n"))


def test_modules_that_import_each_other_are_named(tmp_path):
    one, two = (
        'import { b } from "./two.js";\nexport const a = 1;\n',
        'import { a } from "./one.js";\nexport const b = 1;\n',
    )
    with pytest.raises(ValueError, match="import each other"):
        sources("one", written(tmp_path, one=one, two=two))


def test_every_module_is_in_the_bundle_and_every_style_sheet_in_the_page():
    text = sources()
    alone = {"loader.js", "room/member.js", "room/entrance.js", "room/stage_frame.js"}  # sent on their own
    alone |= {"export/picture_buttons.js", "export/short_link_offer.js"}
    for name in MODULES.keys() - alone:
        assert f"const ${name.removesuffix('.js').replace('/', '_')} = " in text, name


def test_what_is_exported_is_used_elsewhere():
    """By another module, or by its name in a file in Python that names the module. A linter checks the imports."""
    imported = {
        word.strip() for text in MODULES.values() for names, _ in IMPORTED.findall(text) for word in names.split(",")
    }
    python = [file.read_text("utf-8") for folder in ("tests", "pages") for file in (ROOT / folder).rglob("*.py")]
    for name, text in MODULES.items():
        users = [each for each in python if f'"{name.removesuffix(".js")}"' in each]
        for exported in set(EXPORTED.findall(text)) - imported:
            assert any(re.search(rf"\b{exported}\b", each) for each in users), f"{name}: {exported}"


def test_limits_come_from_python_and_are_written_nowhere_else():
    assert "state/limits" in GENERATED and "state/limits.js" not in MODULES
    used = [names for text in MODULES.values() for names, path in IMPORTED.findall(text) if path.endswith("/limits.js")]
    assert {word.strip() for names in used for word in names.split(",")} == set(LIMITS)
    for name, value in LIMITS.items():
        assert f"const {name} = {value};" in sources("state/limits")


def test_only_the_entry_and_the_board_know_the_whole_board():
    """Every other part is handed the few values and functions that it needs."""
    for name, text in MODULES.items():
        if name not in ("main.js", "board.js"):
            assert not WHOLE_BOARD.search(TEXT.sub("", text)), name


def test_no_module_is_a_drawer():
    for folder in {file.parent for file in FOLDER.rglob("*.js")}:
        assert len(list(folder.glob("*.js"))) <= 15, folder
