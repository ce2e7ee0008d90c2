import pytest

from tnpcore.markdown import table, write_pages


def test_a_table_stands_below_an_empty_line():
    assert table("a|b", [["1", "2"], ["3", "4"]]) == "\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n"


def test_the_page_is_written_into_the_folder_that_was_named(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["anything", str(tmp_path / "new" / "folder")])
    [written] = write_pages("python -m anything", None, {"page.md": lambda: "± 1\n"})
    assert written == tmp_path / "new" / "folder" / "page.md"
    assert written.read_text("utf-8") == "± 1\n"


def test_wrong_arguments_are_refused_before_the_page_is_computed(monkeypatch, capsys):
    def page():
        raise AssertionError("nothing is computed")

    monkeypatch.setattr("sys.argv", ["anything", "one", "two"])
    with pytest.raises(SystemExit):
        write_pages("python -m anything", "What it writes.", {"page.md": page})
    assert "python -m anything" in capsys.readouterr().err
