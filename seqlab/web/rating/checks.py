"""What a page must hold before it is kept: every answer within its scale, and a real rewriting."""

from __future__ import annotations

import re
from collections.abc import Mapping

from seqlab.evaluation import common_subsequence
from seqlab.web.rating.store import Page
from seqlab.web.rating.study import Rewriting, Study

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
_LONGEST = 5_000


class Refused(Exception):
    """Why the answers of a page are not taken, and which field it is."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


def field_name(slot: int, question: str) -> str:
    """The name of an answer in the form; a slot is a place on the page, never a system."""
    return f"{question}.{slot}"


def slots_of(study: Study, page: Page) -> list[str]:
    """The systems that answers are about; a comparison or a rewriting has one answer for all."""
    if study.is_comparison or study.form == "rewrite":
        return [""]
    return list(page.systems)


def read_answers(study: Study, page: Page, form: Mapping[str, str]) -> dict[tuple[str, str], float]:
    """The answers of a form by system and question, or what is missing."""
    answers: dict[tuple[str, str], float] = {}
    for slot, system in enumerate(slots_of(study, page)):
        for question in study.questions:
            name = field_name(slot, question.name)
            given = form.get(name, "").strip()
            if not given:
                raise Refused("Please answer every question.", name)
            least, most = question.bounds
            if not _NUMBER.fullmatch(given) or not least <= float(given) <= most:
                raise Refused(f"Please give a whole number from {least} to {most}.", name)
            value = float(given)
            answers[system, question.name] = value
    return answers


def check_rewriting(source: str, text: str, seconds: float, rules: Rewriting) -> None:
    """Refuse copies, rewritings that change next to nothing, and those of a few seconds."""
    before, after = _words(source), _words(text)
    if not text.strip():
        raise Refused("Please write your version.", "text")
    if len(text) > _LONGEST:
        raise Refused(f"Please write at most {_LONGEST:,} characters.", "text")
    if len(after) < rules.least_words:
        raise Refused(f"Please write at least {rules.least_words} words.", "text")
    if before == after:
        raise Refused("This is the original. Please make it simpler.", "text")
    if changed_share(before, after) < rules.least_change:
        raise Refused("Nearly all words are still the same. Please change more.", "text")
    if seconds < rules.least_seconds:
        raise Refused("That was very fast. Please read your version again, then send it.", "text")


def changed_share(before: list[str], after: list[str]) -> float:
    """The share of words that do not stand in both texts in the same order."""
    total = len(before) + len(after)
    return 1 - 2 * common_subsequence(before, after) / total if total else 0.0


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
