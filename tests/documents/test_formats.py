"""Every format: prose is rewritten, everything else comes out to the byte."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest
from papers import EASY, HARD, PAGE, as_they_are, book_file, pdf_file, rewrite, word_file

from seqlab.documents import ProtectedContent, format_name

MARKDOWN = f"""---
title: They utilize it
---
# They utilize the elegant tower

{HARD}
They [utilize](https://x.org/utilize "utilize") it.

They **utilize** the `utilize` tool, see *elegant towers* &amp; more,
and they utilize it in [^1] the \\*same\\* way.

- They utilize it in a list.

> They utilize it in a quote.

```python
utilize(tower)
```

| They utilize | it. |
|---|---|
| They utilize it. | 1 |

<div>They utilize it.</div>

[^1]: They utilize it in a note.
## References
Smith, J. 2019. They utilize it. Some Journal.
"""

HTML = f"""<!DOCTYPE html>
<html><head><title>They utilize it</title><script>if (1 < 2) utilize("<p>elegant </p>")</script>
<style>p {{ content: "utilize" }}</style></head>
<body class=utilize><h1>They utilize it</h1>
<nav>They utilize it</nav>
<p title="utilize">{HARD}<p>They <a href='utilize'>will utilize</a> it &mdash; caf&eacute;,
and they <b>utilize</b>&nbsp;it too. <br/>They utilize it & more < less.</P>
<pre>They utilize it.</pre><ul><li>They utilize it.</ul>
<!-- They utilize it. -->
<table><tr><td>They utilize it.</td><td>12</td></tr></table>
<table><tr><td>{HARD}</table>
<p lang="fr">They utilize it.</p><div translate=no>They utilize it.</div>
They utilize it. <blockquote>They utilize it.</blockquote>
</body></html>
"""


def changed_lines(before: str, after: str) -> list[tuple[str, str]]:
    pairs = zip(before.splitlines(), after.splitlines(), strict=True)
    return [(old, new) for old, new in pairs if old != new]


@pytest.fixture
def samples(tmp_path: Path) -> list[Path]:
    """One document of each format, with everything in it that must not be touched."""
    rows = (
        f'id,"the ""text""",text\r\n1,They utilize it.,"{HARD} ""They utilize""."\r\n\r\n2,x,\r\n'
    )
    texts = {
        "a.txt": f"\ufeffThe Elegant Tower\r\n\r\n{HARD}\r\n \t\r\n{HARD}",
        "a.md": MARKDOWN,
        "a.html": HTML,
        "a.jsonl": f'{{"n": 1.50, "text":"{HARD} \\u00e9\\n\\nX"  }}\n\n{{"text": null}}\n',
        "a.csv": rows,
        "a.tsv": f'text\tn\n{HARD}\t"1"\n',
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode())
        with gzip.open(tmp_path / f"{name}.gz", "wb", 1) as handle:
            handle.write(text.encode())
    word_file(tmp_path / "a.docx")
    book_file(tmp_path / "a.epub")
    return sorted(path for path in tmp_path.iterdir() if path.is_file())


def test_what_is_not_rewritten_comes_out_identical(samples: list[Path]) -> None:
    for path in samples:
        record, output = rewrite(path, simplify=as_they_are)
        assert (record.state, record.error) == ("done", "")
        assert output == path.read_bytes(), path.name
        assert record.sentences > 0, path.name
        assert record.changed == 0


def test_prose_of_every_format_is_rewritten(samples: list[Path]) -> None:
    for path in samples:
        record, output = rewrite(path)
        assert record.changed > 0, path.name
        assert output != path.read_bytes()
        assert rewrite(path)[1] == output, "the same bytes every time"


def test_plain_text_keeps_headings_and_spaces(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    code = "for x in utilize():\n    elegant (x);\n    y = utilize(x);"
    path.write_bytes(f"The Elegant Tower\r\n\r\n  {HARD}\r\n\r\n{code}\n\n1 2 utilize 3\n".encode())
    assert rewrite(path)[1] == path.read_bytes().replace(HARD.encode(), EASY.encode())


def test_hard_wrapped_lines_stay_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    line = "the people of the town on the hill utilize the elegant\n"
    path.write_text(f"In summer and in winter, as they did long before,\n{line}tower by the sea.\n")
    assert rewrite(path)[1].decode() == (
        "In summer and in winter, as they did long before,\n"
        "the people of the town on the hill use the tower by the sea.\n"
    )


def test_markdown_markup_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(MARKDOWN)
    # Links and code stay word for word; the rest of their sentences may change.
    changed = dict(changed_lines(MARKDOWN, rewrite(path)[1].decode()))
    assert changed[HARD] == EASY
    assert all("`utilize`" in new for old, new in changed.items() if "`utilize`" in old)
    path.write_text(
        "They **utilize** the `tool`, see *elegant towers* &amp; more,\nand utilize it.\n"
    )
    assert rewrite(path)[1].decode() == (
        "They **use** the `tool`, see *towers* &amp; more,\nand use it.\n"
    )


def test_markdown_switches(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(MARKDOWN)
    protect = ProtectedContent(quotes=False, references=False, headings=False, lists=False)
    found = [new for _, new in changed_lines(MARKDOWN, rewrite(path, protect=protect)[1].decode())]
    wanted = [
        "# They use the tower",
        EASY,
        "- They use it in a list.",
        "> They use it in a quote.",
        "[^1]: They use it in a note.",
        "Smith, J. 2019. They use it. Some Journal.",
    ]
    assert [line for line in found if line in wanted] == wanted


def test_html_markup_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(HTML)
    assert changed_lines(HTML, rewrite(path)[1].decode()) == [
        (
            f"""<p title="utilize">{HARD}<p>They <a href='utilize'>will utilize</a> it &mdash; """
            "caf&eacute;,",
            f"""<p title="utilize">{EASY}<p>They <a href='utilize'>will use</a> it &mdash; """
            "caf&eacute;,",
        ),
        (
            "and they <b>utilize</b>&nbsp;it too. <br/>They utilize it & more < less.</P>",
            "and they <b>use</b>&nbsp;it too. <br/>They use it & more < less.</P>",
        ),
        (f"<table><tr><td>{HARD}</table>", f"<table><tr><td>{EASY}</table>"),
        (
            "They utilize it. <blockquote>They utilize it.</blockquote>",
            "They use it. <blockquote>They utilize it.</blockquote>",
        ),
    ]


def test_html_in_another_encoding_stays_in_it(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    page = f'<meta charset="latin-1"><p>Caf\u00e9. {HARD}</p>'
    path.write_bytes(page.encode("latin-1"))
    euro = rewrite(
        path, simplify=lambda lines: [one.text.replace("old", "5 \u20ac") for one in lines]
    )
    assert euro[1] == page.replace("old", "5 &#8364;").encode("latin-1")


def test_jsonl_changes_only_the_named_fields(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"id": 1.50, "body": "They utilize \\u00e9.\\n\\nX", "text": "They utilize."}\n'
    )
    assert rewrite(path, columns=("body",))[1].decode() == (
        '{"id": 1.50, "body": "They use \\u00e9.\\n\\nX", "text": "They utilize."}\n'
    )


def test_tables_change_only_the_named_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(
        f'a;text\r\n"They; utilize.";"{HARD}\n\n{HARD} ""utilize"""\r\n5" pipe;x\r\n'.encode()
    )
    assert rewrite(path)[1].decode() == (
        f'a;text\r\n"They; utilize.";"{EASY}\n\n{EASY} ""utilize"""\r\n5" pipe;x\r\n'
    )


def test_word_runs_keep_their_looks_and_other_parts_their_bytes(tmp_path: Path) -> None:
    import docx

    path = tmp_path / "a.docx"
    word_file(path)
    record, output = rewrite(path)
    out = tmp_path / "new.docx"
    out.write_bytes(output)
    found = docx.Document(str(out))
    heading, prose, item, quote = found.paragraphs[:4]
    assert heading.text == "Utilize the elegant tower"
    assert prose.text == EASY
    assert [(run.text, run.bold) for run in prose.runs] == [
        ("They use the ", False),
        ("", False),
        ("tower", True),
        (", which is old.", False),
    ]
    assert item.text == "They utilize it daily, as a list."
    assert quote.text == "They utilize it, he said."
    assert found.tables[0].rows[0].cells[0].text == "They utilize the years."
    assert found.tables[1].rows[0].cells[0].text == EASY
    assert found.sections[0].footer.paragraphs[0].text == EASY
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out) as new:
        assert old.namelist() == new.namelist()
        differing = {name for name in old.namelist() if old.read(name) != new.read(name)}
    assert differing == {"word/document.xml", "word/footer1.xml"}
    assert record.changed == 3


def test_a_book_changes_only_its_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    book_file(path)
    out = tmp_path / "new.epub"
    out.write_bytes(rewrite(path)[1])
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out) as new:
        assert [info.compress_type for info in old.infolist()] == [
            info.compress_type for info in new.infolist()
        ]
        assert new.read("OEBPS/text/a b.xhtml").decode() == PAGE.replace(HARD, EASY)
        others = [name for name in old.namelist() if not name.endswith("xhtml")]
        assert [old.read(name) for name in others] == [new.read(name) for name in others]


def test_the_text_of_a_pdf_comes_out_as_text(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    pdf_file(
        path, ["In summer and in winter, as before, they utilize the elegant", "tower by the sea."]
    )
    record, output = rewrite(path)
    assert record.error == ""
    assert " ".join(output.decode().split()) == (
        "In summer and in winter, as before, they use the tower by the sea."
    )


def test_formats_are_known_by_name() -> None:
    assert format_name(Path("a.B.HTML")) == "html"
    assert format_name(Path("a.csv.gz")) == "table"
    assert format_name(Path("a.docx.gz")) is None
    assert format_name(Path("a.gz")) is None
    assert format_name(Path("README")) is None
