"""`run.py simplify` with the model in the package."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from seqlab import Simplifier
from seqlab.cli import main
from seqlab.commands.simplify import looks_like_path

TEXT = "The tower was built by the city in 1889, and it attracts many visitors every single year."
SPLIT = "The tower was built by the city in 1889. It attracts many visitors every single year."


def test_a_text_a_file_and_standard_input_give_the_same(capsys, tmp_path, monkeypatch) -> None:
    options = ["--operations", "[split]"]
    file = tmp_path / "article.txt"
    file.write_text(TEXT + "\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    outputs = []
    for source in (TEXT, str(file), "-"):
        assert main(["simplify", source, *options]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs == [SPLIT + "\n"] * 3


def test_standard_input_that_is_not_utf8_is_one_line(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Caf\xe9 owners left.")))
    assert main(["simplify", "-"]) == 1
    assert "standard input, line 1: not UTF-8: byte 0xe9" in capsys.readouterr().err


def test_quoted_speech_stays_as_it_was_said(capsys) -> None:
    said = "“They utilized many tools,” she said. They utilized many tools."
    assert main(["simplify", said, "--strength", "1"]) == 0
    shown = capsys.readouterr().out
    assert "“They utilized many tools,” she said." in shown
    assert shown.count("utilized") == 1
    # The labels of the model keep speech, too; that the option lifts the guard, with a tagger that
    # does not, is tested with the pipeline.
    for more in ([], ["--no-protect.quotes"]):
        assert main(["simplify", said, "--explain", *more]) == 0
        quoted, other = capsys.readouterr().out.split("\n\n", 1)
        assert "(taken)" in other
        assert "(taken)" not in quoted


def test_documents_are_not_read_as_plain_text(capsys, tmp_path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<p>They utilized it.</p>", encoding="utf-8")
    assert main(["simplify", str(page)]) == 2
    assert "is a document (html)" in capsys.readouterr().err


def test_the_source_is_not_written_over(capsys, tmp_path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(TEXT, encoding="utf-8")
    assert main(["simplify", str(file), "--out", str(file)]) == 2
    assert file.read_text(encoding="utf-8") == TEXT
    assert main(["simplify", str(file), "--tracked"]) == 2
    assert "--out FILE" in capsys.readouterr().err
    assert main(["simplify", str(file), "--report", str(tmp_path / "r.html")]) == 0
    assert "Download edits.json" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert main(["simplify", ""]) == 0


def test_folders_take_the_level_and_refuse_what_only_one_text_can_have(capsys, tmp_path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(TEXT, encoding="utf-8")
    folders = ["simplify", str(tmp_path / "in"), "--output", str(tmp_path / "out")]
    assert main([*folders, "--language-model", "gpt"]) == 2
    assert "--language-model is for one text" in capsys.readouterr().err
    assert main([*folders, "--level", "3"]) != 0
    assert "level" in capsys.readouterr().err
    single = ["simplify", str(tmp_path / "in" / "a.txt"), "--output", str(tmp_path / "b.txt")]
    assert main(single) == 2
    assert "b.txt: looks like a file; name a folder" in capsys.readouterr().err
    assert not (tmp_path / "b.txt").exists()


def test_explain_keeps_quotations_as_the_text_does(capsys) -> None:
    text = "“We will commence now. We will purchase a car. It is new,” he said subsequently."
    assert main(["simplify", text]) == 0
    plain = capsys.readouterr().out
    assert main(["simplify", text, "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert " ".join(one["output"] for one in told) + "\n" == plain
    assert "purchase" in plain


def test_lists_need_no_brackets(capsys) -> None:
    for given in (["--operations", "split"], ["--operations=split"], ["--operations", "[split]"]):
        assert main(["simplify", TEXT, *given]) == 0
        assert capsys.readouterr().out == SPLIT + "\n"
    assert main(["simplify", TEXT, "--operations", "spilt"]) == 2
    assert "no operation 'spilt'" in capsys.readouterr().err


def test_strength_zero_returns_the_text(capsys) -> None:
    assert main(["simplify", TEXT, "--strength", "0"]) == 0
    assert capsys.readouterr().out == TEXT + "\n"


def test_explain_and_json_say_what_was_done(capsys) -> None:
    assert main(["simplify", TEXT, "--explain"]) == 0
    shown = capsys.readouterr().out
    assert "before" in shown
    assert "+ split" in shown
    assert main(["simplify", TEXT, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["source"] == TEXT
    assert any(edit["taken"] for edit in record["edits"])
    assert (
        main(["simplify", " ".join(["The committee left, and"] * 40) + " it rained.", "--explain"])
        == 0
    )
    assert "left alone: not a sentence of 4 to 120 words" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["missing.txt"], "no such file"),
        (["nofile.docx"], "no such file"),
        (["no/such/file"], "no such file"),
        (["my notes.docx"], "no such file"),
        (["./no such file"], "no such file"),
        (["~/none"], "no such file"),
        ([TEXT, "--strength", "7"], "strength must be from 0 to 1"),
        ([TEXT, "--operations", "[drop]"], "no operation 'drop'"),
        ([TEXT, "--model", "nowhere"], "no model folder nowhere"),
        ([TEXT, "--critic", "nowhere"], "no critic folder nowhere"),
    ],
)
def test_mistakes_are_told_in_a_line(capsys, argv, message) -> None:
    assert main(["simplify", *argv]) != 0
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


ODD = [
    "",
    " \n\t ",
    "😀😀 🏴‍☠️ !!!",
    "(((((((((([[[[{{{{“““",
    "a" * 5000,
    "and, and, and; but – which who (, ) . . ." * 20,
    "He said: “The tower, which was very old, fell down, and the church, a big one, burned.” OK",
    "Ünïcödé, which is \u202eodd\u202c, was \u0000 here and it\u00a0stayed.",
    "The " + "very " * 300 + "old tower fell down.",
]


def test_no_text_makes_the_default_fail_and_the_same_text_gives_the_same_answer() -> None:
    model = Simplifier.load()
    for text in ODD:
        assert model.simplify(text, strength=1) == model.simplify(text, strength=1)
        assert model.simplify(text, strength=0) == text
    assert len(model.simplify_sentences(ODD, strength=1)) == len(ODD)


@pytest.mark.parametrize(
    "text",
    ["Hello.", "He left, etc.", "See https://a.org/b for more.", "It is 3.5",
     "Open the file a.txt.",
     "The committee read the file report.docx", "one\ntwo/three", "TCP/IP is old."],
)  # fmt: skip
def test_a_text_is_not_taken_for_a_path(text: str) -> None:
    assert not looks_like_path(text)


def test_a_link_that_leads_nowhere_is_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    Path("gone").symlink_to("nothing")
    for name in ("loop", "gone"):
        assert main(["simplify", name]) == 1
        assert f"{name}: a link that leads nowhere" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--workers", "-1"], "workers must be 0 or more"),
        (["--operations", "spilt"], "no operation 'spilt'"),
        (["--level", "3"], "no level '3'"),
        (["--model", "none"], "no model folder none"),
        (["--critic", "none"], "no critic folder none"),
        (["--timeout", "-1"], "timeout must be 0 or more"),
    ],
)
def test_options_are_checked_though_the_folder_is_empty(capsys, tmp_path, option, message) -> None:
    (tmp_path / "in").mkdir()
    folders = ["simplify", str(tmp_path / "in"), "--output", str(tmp_path / "out")]
    assert main([*folders, *option]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_sigterm_says_how_to_go_on(tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    import seqlab.documents

    def killed(*arguments: object, **options: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        raise AssertionError("the signal came too late")

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(seqlab.documents, "simplify_folder", killed)
    assert main(["simplify", str(tmp_path), "--output", str(tmp_path / "out")]) == 143
    error = capsys.readouterr().err
    assert error.startswith("seqlab simplify: error: terminated; with --output, the same command")
    assert error.count("\n") == 1
    assert signal.getsignal(signal.SIGTERM) == before
