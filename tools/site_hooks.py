"""What MkDocs runs while it builds the site: pages made from code, data and other files."""

from __future__ import annotations

import html
import json
import re
import shlex
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from seqlab import cli  # noqa: E402 - MkDocs runs this file from anywhere
from seqlab.options import option_groups, option_help  # noqa: E402
from tools.diagrams import draw  # noqa: E402

CARDS = {
    "default": "seqlab/models/default",
    "lexical": "lexical_simplifier/models/default",
    "syntax": "seqlab/syntax/models/embedded",
    "scenes": "seqlab/syntax/models/scenes",
    "quality": "seqlab/models/quality",
    "level": "seqlab/models/level",
}
# Pages of results by what they are about; a page that is in none of them comes last.
RESULTS = {
    "The simplifier": ["decisions", "reading", "simplification", "simplification_read", "guards"],
    "The labels": ["annotation", "tagger", "ablation", "representation"],
    "Other systems": ["rivals"],
    "Its parts": ["text", "sentence_alignment", "syntax", "scenes", "lexical", "lexical_examples"],
    "Evaluation": ["evaluation", "metaevaluation", "trust", "quality", "reading_level", "datasets"],
    "Documents, desk and service": ["documents", "desk", "serving", "start", "reliability"],
}


# Links from docs/ to files of the packages.
_OUTSIDE = re.compile(r"\]\(\.\./((?:seqlab|corpora|lexical_simplifier)/[^)]+)\)")


def on_config(config: Any) -> Any:
    """Put the pages of commands, results and cards below their lists in the navigation."""
    below = {
        "commands/index.md": [f"commands/{name}.md" for name in cli.commands()],
        "results/index.md": [
            f"results/{path.name}" for path in sorted((ROOT / "docs" / "results").glob("*.md"))
        ],
        "models/index.md": [f"models/{name}.md" for name in CARDS],
    }

    def unfolded(entries: list[Any]) -> list[Any]:
        found = []
        for entry in entries:
            ((title, value),) = entry.items() if isinstance(entry, dict) else (("", entry),)
            if isinstance(value, list):
                found.append({title: unfolded(value)})
            elif value in below:
                found.append({title: [{"All": value}, *below[value]]})
            else:
                found.append(entry)
        return found

    config.nav = unfolded(config.nav)
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages."""
    for path, content in generated_pages():
        if (known := files.get_file_from_path(path)) is not None:
            files.remove(known)
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Draw the flowcharts, lead links out of docs/ to their copies, and say what is not run."""
    markdown = re.sub(
        r"^```mermaid\n(.*?)^```$",
        lambda found: draw(found[1], f"Diagram of {page.title}"),
        markdown,
        flags=re.M | re.S,
    )
    markdown = _OUTSIDE.sub(_copied, markdown)
    return re.sub(
        r"<!-- not run: (.*?) -->\n+( *)```(.*?)^ *```$",
        lambda found: (
            f"{found[2]}```{found[3]}{found[2]}```\n\n"
            f'{found[2]}<p class="norun">Not run by the tests: {html.escape(found[1])}.</p>'
        ),
        markdown,
        flags=re.M | re.S,
    )


def generated_pages() -> Iterator[tuple[str, str | bytes]]:
    """Path and content of every page that is not a file of docs/."""
    yield from command_pages()
    yield from card_pages()
    yield from notebook_pages()
    yield "results/index.md", results_page()
    for name in ("CHANGELOG", "CONTRIBUTING"):
        text = (ROOT / f"{name}.md").read_text(encoding="utf-8")
        yield f"{name.lower()}.md", re.sub(r"\]\(docs/", "](", text)
    yield "files/constraints.txt", (ROOT / "constraints.txt").read_bytes()
    for path in sorted((ROOT / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for found in _OUTSIDE.findall(text):
            if not found.endswith("MODEL_CARD.md"):
                yield _copy_name(found), (ROOT / found).read_bytes()


def _copied(link: re.Match[str]) -> str:
    folder = link[1].removesuffix("/MODEL_CARD.md")
    for name, place in CARDS.items():
        if folder == place:
            return f"](models/{name}.md)"
    return f"]({_copy_name(link[1])})"


def _copy_name(path: str) -> str:
    # A copied page is text to be read, not a page of the site.
    return f"files/{path}".removesuffix(".md") + (".txt" if path.endswith(".md") else "")


def command_pages() -> Iterator[tuple[str, str]]:
    """A page for each command, from what its `--help` is made of, and one that lists them."""
    listed = ["# Commands", "", "Written from the commands themselves: what `--help` says.", ""]
    listed += ["| command | what it does |", "|---|---|"]
    for name, summary in cli.commands().items():
        listed.append(f"| [`{name}`]({name}.md) | {summary} |")
        yield f"commands/{name}.md", command_page(name, summary)
    listed += ["", "Every command also takes `--config FILE` (options from YAML; the command line "]
    listed[-1] += "overrides it) and `--print-config` (shows the resolved options). An option is "
    listed[-1] += "written with dashes or underscores; a switch needs no value, and `--no-…` turns "
    listed[-1] += "it off. Exit codes: 0 done, 1 the data or the work failed, 2 wrong usage."
    listed += ["", "Shell completion: `seqlab completion bash >> ~/.bashrc` (or `zsh`, `fish`)."]
    yield "commands/index.md", "\n".join(listed) + "\n"


def command_page(name: str, summary: str) -> str:
    """The reference of one command."""
    _, parser = cli.command_parser(name)
    required = [action.dest.upper() for action in parser._actions if action.required]
    lines = [f"# seqlab {name}", "", summary, "", "```console"]
    lines += [f"$ {line}" for line in cli.examples(name)]
    lines += ["```", "", "```text", f"seqlab {shlex.join([name, *required])} [options]", "```"]
    for title, actions in option_groups(parser):
        lines += ["", f"## {title[0].upper()}{title[1:]}", "", "| option | |", "|---|---|"]
        for action in actions:
            flag, text = (one.replace("|", "\\|") for one in option_help(action))
            lines.append(f"| `{flag}` | {_outside_code(text)} |")
    return "\n".join(lines) + "\n"


def _outside_code(text: str) -> str:
    """`text` with angle brackets, stars and underscores as themselves, but in code."""
    pieces = re.split(r"(`[^`]*`)", text)
    pieces[::2] = [re.sub(r"([<>*_\[\]])", r"\\\1", piece) for piece in pieces[::2]]
    return "".join(pieces)


def card_pages() -> Iterator[tuple[str, str]]:
    """The cards of the models that ship."""
    listed = [
        "# Model cards",
        "",
        "The models that ship, each a folder with a version, hashes and a card.",
        "`seqlab doctor` compares the files with their hashes.",
        "",
        "| model | folder |",
        "|---|---|",
    ]
    for name, folder in CARDS.items():
        text = (ROOT / folder / "MODEL_CARD.md").read_text(encoding="utf-8")
        title = text.splitlines()[0].lstrip("# ")
        listed.append(f"| [{title}]({name}.md) | `{folder}` |")
        yield f"models/{name}.md", re.sub(r"\]\((?:\.\./)*docs/", "](../", text)
    yield "models/index.md", "\n".join(listed) + "\n"


def results_page() -> str:
    """The pages of results, by subject, each with its first sentence."""
    folder = ROOT / "docs" / "results"
    left = {path.stem for path in folder.glob("*.md")} - {"index"}
    lines = ["# Results", "", "Every figure is written by a command of the project (`make "]
    lines[-1] += "results-NAME`), with its data, seed, date and machine. What falls short stands "
    lines[-1] += "beside what does not. What it means for a user: [honest limits](../limits.md)."
    named = {name for names in RESULTS.values() for name in names}
    for subject, names in {**RESULTS, "More": sorted(left - named)}.items():
        there = [name for name in names if name in left]
        if not there:
            continue
        lines += ["", f"## {subject}", "", "| page | |", "|---|---|"]
        for name in there:
            title, first = _title_and_sentence(folder / f"{name}.md")
            lines.append(f"| [{title}]({name}.md) | {first} |")
    return "\n".join(lines) + "\n"


def _title_and_sentence(path: Path) -> tuple[str, str]:
    text = path.read_text(encoding="utf-8")
    title = text.splitlines()[0].lstrip("# ")
    paragraphs = [" ".join(one.split()) for one in text.split("\n\n")[1:]]
    old = any(one.startswith("Measured with version 0.1") for one in paragraphs)
    prose = [
        one
        for one in paragraphs
        if re.match(r"[A-Z`“\"]", one) and not one.startswith(("Measured with version", "![ "))
    ]
    sentence = re.split(r"(?<=[.!?:]) (?=[A-Z])", (prose or [""])[0])[0]
    sentence = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", sentence).replace("|", "\\|")
    if len(sentence) > 240:
        sentence = sentence[:240].rpartition(" ")[0] + " …"
    return title, f"{'(version 0.1) ' if old else ''}{sentence}"


def notebook_pages() -> Iterator[tuple[str, str | bytes]]:
    """The notebooks as pages, with the outputs that they hold."""
    listed = ["# Notebooks", "", "Each is in the folder `notebooks` of the source, with its "]
    listed[-1] += "outputs, and is executed from a clean kernel by a test. Open one with "
    listed[-1] += "`pip install jupyterlab && jupyter lab notebooks`."
    listed += ["", "| notebook | what it shows |", "|---|---|"]
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        first = "".join(cells[0]["source"]).strip().split("\n\n")
        summary = " ".join(first[1].split()) if len(first) > 1 else ""
        listed.append(f"| [{first[0].lstrip('# ')}]({path.stem}.md) | {summary} |")
        page: list[str] = []
        for number, cell in enumerate(cells):
            page += _cell(cell, f"{path.stem}-{number}")
        for name, content in _pictures(cells, path.stem):
            yield f"notebooks/{name}", content
        yield f"notebooks/{path.stem}.md", "\n".join(page) + "\n"
    yield "notebooks/index.md", "\n".join(listed) + "\n"


def _cell(cell: Any, name: str) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        source = re.sub(r"\]\(\.\./docs/", "](../", source)
        yield re.sub(r"\]\((\w+)\.ipynb\)", r"](\1.md)", source) + "\n"
        return
    yield f"```python\n{source}\n```\n"
    for number, output in enumerate(cell.get("outputs", [])):
        data = output.get("data", {})
        if "image/png" in data:
            yield f"![Output of the cell above]({name}-{number}.png)\n"
        elif "text/markdown" in data:
            yield "".join(data["text/markdown"]) + "\n"
        else:
            text = "".join(output.get("text", data.get("text/plain", "")))
            if text.strip():
                yield f"```text\n{text.rstrip()}\n```\n"


def _pictures(cells: Any, stem: str) -> Iterator[tuple[str, bytes]]:
    for number, cell in enumerate(cells):
        for place, output in enumerate(cell.get("outputs", [])):
            if picture := output.get("data", {}).get("image/png"):
                yield f"{stem}-{number}-{place}.png", b64decode("".join(picture))
