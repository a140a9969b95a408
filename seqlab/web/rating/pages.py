"""The pages of a study as HTML: plain forms that work with a keyboard and without scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from seqlab.web.rating.agreement import Agreement
from seqlab.web.rating.checks import field_name, slots_of
from seqlab.web.rating.store import Page, Rater, Store
from seqlab.web.rating.study import Item, Question, Study

_AGREE = ("strongly disagree", "disagree", "neither", "agree", "strongly agree")
_CHOICES = ("Version A", "Version B", "Similar")


def frame(title: str, body: str, refresh: bool = False) -> str:
    """A whole page; `body` is HTML, the title is text."""
    # The script renews the content while nobody works in it; a page that reloads loses its reader.
    renewed = " data-renewed" if refresh else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n'
        '<meta name="robots" content="noindex">\n'
        f"<title>{escape(title)}</title>\n"
        '<link rel="icon" href="/page/icon.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/page/style.css">\n'
        '<link rel="stylesheet" href="/page/rate.css">\n'
        '<script type="module" src="/page/rate.js"></script>\n</head>\n<body>\n'
        f'<main id="main" class="narrow"{renewed}>\n{body}</main>\n</body>\n</html>\n'
    )


def welcome(study: Study, key: str, note: str = "") -> str:
    """What the study is about, and the button that starts it."""
    consent = (
        f'<section class="card"><h2>Please agree</h2>{_paragraphs(study.consent)}'
        '<p class="check"><input id="agree" name="agree" type="checkbox" value="yes" required> '
        '<label for="agree">I agree.</label></p></section>'
        if study.consent
        else ""
    )
    body = (
        f"<h1>{escape(study.title)}</h1>\n{_alert(note)}"
        f'<form method="post" action="/r/{escape(key)}/start">'
        f'<section class="card"><h2>What to do</h2>{_paragraphs(study.instructions)}</section>'
        f"{consent}"
        '<p><button class="primary" type="submit">Start</button></p></form>\n'
        '<p class="hint">Every answer is kept at once. You can stop at any time and go on later '
        "with the same link.</p>\n"
    )
    return frame(study.title, body)


def question_page(
    study: Study,
    rater: Rater,
    page: Page,
    item: Item,
    progress: tuple[int, int],
    note: str = "",
    given: Mapping[str, str] | None = None,
) -> str:
    """The form of one page; nothing in it tells which system wrote what."""
    done, every = progress
    given = given or {}
    part = "Test" if page.kind == "qualification" else "Page"
    body = (
        f'<p class="hint">{escape(study.title)}</p>\n'
        f"<h1>{part} {done + 1} of {every}</h1>\n"
        f'<progress max="{every}" value="{done}" aria-label="{done} of {every} done"></progress>\n'
        f"{_alert(note)}"
        f'<details class="card"><summary>What to do</summary>{_paragraphs(study.instructions)}'
        "</details>\n"
        f'<form method="post" action="/r/{escape(rater.key)}" id="answers">\n'
        f'<input type="hidden" name="page" value="{page.id}">\n'
        f'<section class="card"><h2 id="original">Original</h2>'
        f'<p class="reading">{escape(item.source)}</p></section>\n'
        f"{_content(study, page, item, given)}"
        '<p><button class="primary" type="submit">Send and go on</button></p></form>\n'
    )
    return frame(f"{part} {done + 1} of {every} – {study.title}", body)


def closing(study: Study, text: str) -> str:
    """The last page."""
    return frame(study.title, f"<h1>{escape(study.title)}</h1><p>{escape(text)}</p>\n")


def _content(study: Study, page: Page, item: Item, given: Mapping[str, str]) -> str:
    if study.form == "rewrite":
        text = escape(given.get("text", ""))
        return (
            '<section class="card"><label for="text"><strong>Your version</strong></label>'
            f'<textarea id="text" name="text" rows="4" required maxlength="5000">{text}</textarea>'
            f"{_questions(study.questions, 0, given, 'Your version')}</section>\n"
        )
    if study.is_comparison:
        versions = "".join(
            f'<section class="card"><h2>Version {name}</h2>'
            f'<p class="reading">{escape(item.outputs[system])}</p></section>\n'
            for name, system in zip("AB", page.systems, strict=True)
        )
        asked = _questions(study.questions, 0, given, "")
        return f'<div class="pair">{versions}</div><section class="card">{asked}</section>\n'
    parts = []
    several = len(page.systems) > 1
    for slot, system in enumerate(slots_of(study, page)):
        title = f"Version {chr(ord('A') + slot)}" if several else "Simplified"
        parts.append(
            f'<section class="card"><h2>{title}</h2>'
            f'<p class="reading">{escape(item.outputs[system])}</p>'
            f"{_questions(study.questions, slot, given, title)}</section>\n"
        )
    return "".join(parts)


def _questions(
    questions: Sequence[Question], slot: int, given: Mapping[str, str], about: str
) -> str:
    return "".join(_question(one, field_name(slot, one.name), given, about) for one in questions)


def _question(question: Question, name: str, given: Mapping[str, str], about: str) -> str:
    text, field, value = escape(question.text), escape(name), escape(given.get(name, ""))
    least, most = question.bounds
    hidden = f'<span class="visually-hidden"> ({escape(about)})</span>' if about else ""
    if question.scale == "percent":
        return (
            f'<fieldset class="slide"><legend>{text}{hidden}</legend>'
            f'<label class="visually-hidden" for="{field}">0 to 100</label>'
            f'<input id="{field}" name="{field}" type="number" inputmode="numeric" min="0" '
            f'max="100" step="1" required value="{value}">'
            f'<input type="range" min="0" max="100" step="1" value="{value or 50}" '
            f'data-for="{field}" aria-label="{text}" hidden>'
            '<p class="ends"><span>0 strongly disagree</span><span>100 strongly agree</span></p>'
            "</fieldset>"
        )
    if question.scale == "count":
        return (
            f'<p class="field"><label for="{field}">{text}{hidden}</label>'
            f'<input id="{field}" name="{field}" type="number" min="{least}" max="{most}" step="1" '
            f'required value="{value}"></p>'
        )
    labels = {"five": [str(n) for n in range(1, 6)], "four": [str(n) for n in range(5)]}
    shown = list(_CHOICES) if question.scale == "choice" else labels[question.scale]
    if question.scale == "five" and question.name != "confidence":
        shown = [f"{n} {said}" for n, said in zip(shown, _AGREE, strict=True)]
    options = "".join(
        f'<label><input type="radio" name="{field}" value="{number}" required'
        f"{' checked' if value == str(number) else ''}> <span>{escape(label)}</span></label>"
        for number, label in enumerate(shown, start=least)
    )
    return (
        f'<fieldset><legend>{text}{hidden}</legend><div class="choices">{options}</div></fieldset>'
    )


def admin_page(store: Store, agreements: Sequence[Agreement], base: str) -> str:
    """Where the study stands: raters, links, answers, agreement."""
    study = store.study
    rows = "".join(_rater_row(store, rater, base) for rater in store.raters())
    measure = "Fleiss' κ" if study.is_comparison else "weighted κ (mean ± sd)"
    again = "equal when repeated" if study.is_comparison else "difference when repeated"
    agreed = "".join(
        f"<tr><th scope='row'>{escape(one.question)}</th><td>{one.ratings}</td>"
        f"<td>{one.items}</td><td>{_kappa(one)}</td><td>{_plain(one.consistency)}</td></tr>"
        for one in agreements
    )
    key = escape(store.admin_key)
    body = (
        f"<h1>{escape(study.title)}</h1>\n"
        f'<p class="hint">{len(study.items)} items, {len(study.pages())} pages, '
        f"{study.raters} raters each; form {escape(study.form)}. This page renews itself.</p>\n"
        '<section class="card"><h2>Raters</h2><div class="scroll" tabindex="0" role="region" '
        'aria-label="Raters"><table><thead><tr><th scope="col">no.</th><th scope="col">state</th>'
        '<th scope="col">done</th><th scope="col">test</th><th scope="col">controls</th>'
        f'<th scope="col">link</th><th scope="col">action</th></tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
        f'<form method="post" action="/admin/{key}/raters"><button type="submit">Add a rater'
        "</button></form></section>\n"
        '<section class="card"><h2>Agreement</h2><div class="scroll" tabindex="0" role="region" '
        'aria-label="Agreement"><table><thead><tr><th scope="col">question</th>'
        '<th scope="col">ratings</th><th scope="col">outputs with two or more</th>'
        f'<th scope="col">{measure}</th><th scope="col">{again}</th></tr></thead>'
        f"<tbody>{agreed}</tbody></table></div></section>\n"
        f'<p><a href="/admin/{key}/export.zip" download>Download the results</a></p>\n'
    )
    return frame(f"{study.title} – admin", body, refresh=True)


def _rater_row(store: Store, rater: Rater, base: str) -> str:
    done, every = store.progress(rater)
    met = store.controls_met(rater)
    link = f"{base}/r/{rater.key}"
    release = (
        f'<form method="post" action="/admin/{escape(store.admin_key)}/release">'
        f'<input type="hidden" name="rater" value="{rater.id}">'
        f'<button type="submit" class="quiet" aria-label="Release rater {rater.id}">Release'
        "</button></form>"
        if rater.state in ("new", "qualifying", "working")
        else ""
    )
    return (
        f"<tr><th scope='row'>{rater.id}</th><td>{escape(rater.state)}</td><td>{done}/{every}</td>"
        f"<td>{_plain(rater.qualification)}</td><td>{_plain(met)}</td>"
        f'<td><a href="{escape(link)}">{escape(link)}</a></td><td>{release}</td></tr>'
    )


def _kappa(one: Agreement) -> str:
    if one.kappa is None:
        return "too few"
    return f"{one.kappa:.3f}" + (f" ± {one.deviation:.3f}" if one.deviation else "")


def _plain(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _alert(note: str) -> str:
    return f'<div class="card problem" role="alert"><p>{escape(note)}</p></div>\n' if note else ""


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(one.strip())}</p>" for one in text.split("\n\n") if one.strip())
