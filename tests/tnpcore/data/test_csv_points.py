import pytest

from tnpcore.data.csv_points import read_points


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a.csv"


def test_columns_come_in_the_order_of_their_numbers_and_others_are_left_out(file):
    file.write_text("note,y, x10 ,x2,x1\nfirst,5,3,2,1\n\nsecond,50,3e1,20,10\n")
    table = read_points(file)
    assert table.columns == ("x1", "x2", "x10", "y")
    assert table.points.x.tolist() == [[1, 2, 3], [10, 20, 30]] and table.points.y.tolist() == [[5], [50]]


def test_the_name_of_a_file_will_do(file):
    file.write_text("x,y\n1,2\n3,4\n")
    assert read_points(str(file)).points.x.tolist() == [[1], [3]]
    for none in (file.parent, file.with_name("b.csv"), "nowhere.csv"):
        with pytest.raises(ValueError, match=r"the points must be in a CSV file, got .*, which is none"):
            read_points(none)


def test_what_spreadsheets_write_is_read(file):
    file.write_bytes(b'\xef\xbb\xbf"x","y1","y2"\r\n"0.1","2","3"\r\n1,2,3\r\n')
    assert read_points(file).points.x[0].item() == 0.1


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", r"a\.csv, line 1 needs a column x or x1, got ''"),
        ("x,z\n1,2\n", r"a\.csv, line 1 needs a column y or y1, got 'x,z'"),
        ("x;y\n1;2\n", r"a\.csv, line 1 needs a column x or x1, got 'x;y'"),
        ("x,y,y\n1,2,3\n", r"a\.csv, line 1 names a column twice"),
        ("x,y\n1,2\n\n1\n", r"a\.csv, line 4 needs 2 cells like the header, got 1"),
        ("x,y\n1,2\n1,2,3\n", r"a\.csv, line 3 needs 2 cells like the header, got 3"),
        ("x,y\n1,2\n1,two\n", r"a\.csv, line 3, column y needs a finite number, got 'two'"),
        ("x,y\nnan,2\n", r"a\.csv, line 2, column x needs a finite number, got 'nan'"),
        ("x,y\n1,\n", r"a\.csv, line 2, column y needs a finite number, got ''"),
        ("x,y\n1,-inf\n", r"a\.csv, line 2, column y needs a finite number, got '-inf'"),
        ("x,y\n1,2\n", r"a\.csv needs at least 2 rows below the header, got 1"),
    ],
)
def test_a_fault_is_named_with_its_file_and_line(file, text, problem):
    file.write_text(text)
    with pytest.raises(ValueError, match=problem):
        read_points(file)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00x", b"x,y\n1," + b"2" * 200_000])
def test_what_is_no_csv_file_is_refused_with_its_name(file, content):
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"a\.csv is no CSV file in UTF-8"):
        read_points(file)
