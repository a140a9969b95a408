"""The report of one document: a page in which single edits are switched off and on.

The page needs no network and no server. It holds the edits file, and for every sentence its text
under every combination of its edits, made by the same code as `apply`; of a sentence with very
many edits the least sure ones share one switch.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib import resources
from itertools import product
from pathlib import Path
from typing import Any

from seqlab.desk.edits import LEFT, TAKEN, EditRecord, EditsFile, SentenceRecord
from seqlab.desk.subset import accepted_ids, sentence_text
from seqlab.desk.summary import summary_of
from seqlab.files import atomic_write
from seqlab.report_page import page_end, page_start

# So many switches a sentence has; its texts are two to that power.
SWITCHES = 6
_LONGEST = 48


def write_report(path: str | Path, edits: EditsFile) -> None:
    """Write the page, whole or not at all."""
    accepted = accepted_ids(edits, "marked")
    summary = summary_of(edits, accepted)
    groups = {one.id: switches(one) for one in edits.sentences}
    outputs = {
        str(one.id): {
            "ids": [[edit.id for edit in group] for group in groups[one.id]],
            "texts": texts_of(one, groups[one.id]),
        }
        for one in edits.sentences
        if groups[one.id]
    }
    name = edits.document.get("name") or "Text"
    lede = (
        f"{summary['changed']:,} of {summary['sentences']:,} sentences changed; grade level "
        f"{summary['before']['grade']:.1f} → {summary['after']['grade']:.1f}."
    )
    script = resources.files("seqlab.desk").joinpath("report.js").read_text("utf-8")
    with atomic_write(path) as handle:
        handle.write(page_start(f"Edits: {name}", "Editor's desk", lede, has_script=True))
        handle.write(f"<main class='wrap desk'>{_figures(summary)}")
        handle.write(
            "<div class='bar'><button type='button' id='all'>All proposed</button>"
            "<button type='button' id='none'>None</button>"
            "<button type='button' id='download'>Download edits.json</button> "
            "<span id='count'></span></div><h2>Document</h2>"
        )
        for sentence in edits.sentences:
            handle.write(_sentence(sentence, groups[sentence.id], accepted))
        handle.write(f"{_hard(summary)}{_terms(summary)}</main>\n")
        for key, values in (("edits", edits.to_json()), ("outputs", outputs)):
            data = json.dumps(values, ensure_ascii=False).replace("<", "\\u003c")
            handle.write(f"<script type='application/json' id='{key}'>{data}</script>\n")
        handle.write(page_end(script))


def switches(sentence: SentenceRecord) -> list[list[EditRecord]]:
    """The edits that are switched together: those taken, and the best of those left."""
    taken = [edit for edit in sentence.edits if edit.state == TAKEN]
    taken.sort(key=lambda edit: -edit.acceptable)
    groups = [[edit] for edit in taken[:SWITCHES]]
    if len(taken) > SWITCHES:
        groups[-1] += taken[SWITCHES:]
    left = [e for e in sentence.edits if e.state == LEFT and e.strength is not None]
    left.sort(key=lambda edit: -edit.acceptable)
    groups += [[edit] for edit in left[: SWITCHES - len(groups)]]
    return sorted(groups, key=lambda group: group[0].start)


def texts_of(sentence: SentenceRecord, groups: Sequence[Sequence[EditRecord]]) -> list[str]:
    """The sentence under every combination of its switches; bit n of the place is switch n."""
    texts = []
    for bits in product((False, True), repeat=len(groups)):
        # `product` counts with the last switch fastest.
        on = [group for group, bit in zip(groups, reversed(bits), strict=True) if bit]
        texts.append(sentence_text(sentence, {edit.id for group in on for edit in group}))
    return texts


def _figures(summary: dict[str, Any]) -> str:
    def row(name: str, key: str, digits: int, share: bool = False) -> str:
        values = [summary[side][key] for side in ("before", "after")]
        cells = "".join(
            f"<td>{value:.1%}</td>" if share else f"<td>{value:,.{digits}f}</td>"
            for value in values
        )
        return f"<tr><th scope='row'>{name}</th>{cells}</tr>"

    rows = (
        row("words", "words", 0)
        + row("grade level (FKGL)", "grade", 2)
        + row("words per sentence", "sentence_length", 1)
        + row("words outside the 3,000 most common", "rare_words", 3, share=True)
    )
    paragraphs = "".join(
        f"<tr><th scope='row'>{one['paragraph'] + 1}</th>"
        f"<td>{one['before']['grade']:.1f}</td><td>{one['after']['grade']:.1f}</td>"
        f"<td>{one['before']['sentence_length']:.1f}</td>"
        f"<td>{one['after']['sentence_length']:.1f}</td>"
        f"<td>{one['before']['rare_words']:.0%}</td><td>{one['after']['rare_words']:.0%}</td></tr>"
        for one in summary["paragraphs"]
    )
    return (
        "<div class='scroll'><table><thead><tr><th></th><th scope='col'>before</th>"
        f"<th scope='col'>after</th></tr></thead><tbody>{rows}</tbody></table></div>"
        "<details><summary>By paragraph</summary><div class='scroll'><table><thead><tr><th></th>"
        "<th colspan='2'>grade</th><th colspan='2'>words per sentence</th>"
        f"<th colspan='2'>uncommon words</th></tr></thead><tbody>{paragraphs}</tbody></table></div>"
        "</details>"
    )


def _sentence(
    sentence: SentenceRecord, groups: Sequence[Sequence[EditRecord]], accepted: frozenset[str]
) -> str:
    text = escape(sentence.text)
    if not groups:
        return f"<p class='plain'>{text}</p>"
    buttons = "".join(_button(group, accepted) for group in groups)
    now = escape(sentence_text(sentence, accepted))
    return (
        f"<div class='sentence' data-sentence='{sentence.id}'><p class='was'>{text}</p>"
        f"<p class='now'>{now}</p>{buttons}</div>"
    )


def _button(group: Sequence[EditRecord], accepted: frozenset[str]) -> str:
    first = group[0]
    change = f"{_short(first.old)} → {_short(first.new) or '∅'}"
    more = f" and {len(group) - 1} more" if len(group) > 1 else ""
    pressed = "true" if all(edit.id in accepted for edit in group) else "false"
    ids = " ".join(edit.id for edit in group)
    title = f"{first.operation}, {first.kind}, {first.acceptable:.0%} sure: {first.reason}"
    return (
        f"<button type='button' data-ids='{ids}' aria-pressed='{pressed}' "
        f'title="{escape(title)}">{escape(change)}{more}</button>'
    )


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 3 :]}"


def _hard(summary: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{one['grade']:.1f}</td><td>{escape(one['text'])}</td>"
        f"<td>{escape(one['why'])}</td></tr>"
        for one in summary["still_hard"]
    )
    if not rows:
        return ""
    return (
        "<h2>Still hard</h2><div class='scroll'><table><thead><tr><th>grade</th><th>sentence</th>"
        f"<th>what was not done, and why</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _terms(summary: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{escape(one['old'])}</td><td>{escape(one['new'])}</td>"
        f"<td>{', '.join(one['edits'])}</td></tr>"
        for one in summary["changed_terms"]
    )
    if not rows:
        return ""
    return (
        "<h2>Changed terms</h2><div class='scroll'><table><thead><tr><th>was</th><th>is</th>"
        f"<th>edits</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
