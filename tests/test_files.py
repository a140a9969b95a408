"""Files are read with named errors and written whole or not at all."""

from __future__ import annotations

import gzip
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

from seqlab.errors import DataError
from seqlab.files import (
    atomic_write,
    content_hash,
    file_hash,
    read_jsonl,
    read_lines,
    read_text,
    read_word_list,
    remove_temporaries,
    text_hash,
    values_hash,
    write_jsonl,
)


def test_compressed_files_read_like_plain_ones(tmp_path: Path) -> None:
    for name, opener in (("a.txt", open), ("a.txt.gz", gzip.open), ("a.txt.xz", lzma.open)):
        with opener(tmp_path / name, "wb") as handle:  # type: ignore[operator]
            handle.write("\ufeffone\r\ntwo\n".encode())
        assert list(read_lines(tmp_path / name)) == ["one", "two"]


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("a\u2028b\x0cc\n".encode())
    assert list(read_lines(tmp_path / "a.txt")) == ["a\u2028b\x0cc"]


def test_utf16_without_its_mark_is_not_taken_for_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes("The cat sat.\n".encode("utf-16-le"))
    with pytest.raises(DataError, match="UTF-16 or not text"):
        list(read_lines(file))


def test_a_byte_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"fine\nbad \xff\n")
    for read in (read_text, lambda path: list(read_lines(path))):
        with pytest.raises(DataError, match=r"a\.txt, line 2: not UTF-8: byte 0xff"):
            read(tmp_path / "a.txt")


def test_an_endless_line_is_an_error_before_memory_fills(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"ok\n" + b"x" * 5_000_000)
    with pytest.raises(DataError, match="line 2: line longer than 1,000,000 bytes"):
        list(read_lines(tmp_path / "a.txt"))


@pytest.mark.parametrize("name", ["a.gz", "a.xz"])
def test_a_damaged_archive_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"not an archive")
    with pytest.raises(DataError, match="damaged archive"):
        read_text(tmp_path / name)


def test_missing_file_and_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_text(tmp_path / "none")
    with pytest.raises(DataError, match="is a folder"):
        read_text(tmp_path)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")
    with pytest.raises(RuntimeError), atomic_write(target) as handle:
        handle.write("new")
        raise RuntimeError
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_jsonl_round_trip_and_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert write_jsonl(path, [{"a": "é"}, {"a": 2}]) == 2
    assert list(read_jsonl(path)) == [(1, {"a": "é"}), (2, {"a": 2})]
    path.write_text('{"a": 1}\n{"a"\n')
    with pytest.raises(DataError, match="line 2: not JSON"):
        list(read_jsonl(path))


@pytest.mark.parametrize("line", ['{"a": ' + "1" * 5000 + "}", "[" * 100_000])
def test_json_that_python_cannot_hold_is_an_error_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.jsonl").write_text(f"{{}}\n{line}\n")
    with pytest.raises(DataError, match=r"x\.jsonl, line 2: not JSON"):
        list(read_jsonl(tmp_path / "x.jsonl"))


def test_half_a_surrogate_pair_survives_in_jsonl(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "x.jsonl", [{"a": "é\ud800"}])
    assert [record for _, record in read_jsonl(tmp_path / "x.jsonl")] == [{"a": "é\ud800"}]


def test_a_file_that_cannot_be_read_is_not_blamed_on_the_output(tmp_path: Path) -> None:
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    with pytest.raises(DataError, match=r"loop\.jsonl: cannot be read"):
        write_jsonl(tmp_path / "out", (record for _, record in read_jsonl(tmp_path / "loop.jsonl")))


def test_only_a_file_is_written_to_and_that_is_known_before_the_work(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(DataError, match="not a file to write"), atomic_write(path):
            pytest.fail("the work had begun")


def test_what_a_link_points_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    with atomic_write(tmp_path / "link") as handle:
        handle.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_an_output_is_readable_as_any_new_file_is(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    write_jsonl(tmp_path / "x.jsonl", [])
    assert (tmp_path / "x.jsonl").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_file_has_one_hash_and_a_folder_that_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert file_hash(tmp_path / "a") == content_hash(tmp_path / "a") == text_hash("abc") == known
    before = content_hash(tmp_path)
    (tmp_path / "mark").write_text("done")
    assert content_hash(tmp_path) != before == content_hash(tmp_path, without="mark")
    assert values_hash({"a": 1, "b": 2}) == values_hash({"b": 2, "a": 1}) != values_hash({"a": 1})
    with pytest.raises(DataError, match="cannot be read"):
        file_hash(tmp_path / "none")


def test_a_word_list_is_its_lines_without_the_header(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("# What it is.\none\ntwo words\n", encoding="utf-8")
    assert read_word_list(tmp_path / "list.txt") == ("one", "two words")


def test_what_a_killed_writer_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("mine")
    writer = (
        "import os; from seqlab.files import atomic_write\n"
        f"with atomic_write({str(tmp_path / 'curve.png')!r}) as handle: os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", writer]).returncode == 9
    assert len(list(tmp_path.iterdir())) == 2
    remove_temporaries(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [".hidden"]
