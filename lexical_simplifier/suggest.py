"""Suggestions as text: hard words of a text with candidates, and why."""

from __future__ import annotations

from lexical_simplifier.records import Request
from lexical_simplifier.simplifier import LexicalSimplifier
from seqlab.text import Document


def suggestions(
    simplifier: LexicalSimplifier, text: str, complexity: float = 0.25, candidates: int = 4
) -> str:
    """Each sentence, its hard words with their best candidates, and the sentence made simpler."""
    blocks = []
    for sentence in Document.parse(text).sentences:
        tokens = [token.text for token in sentence.tokens]
        tags = list(next(iter(simplifier.syntax.analyse([tokens]))).tags)
        hard = simplifier.is_complex(tokens, tags)
        new, changes = simplifier.simplify(tokens, tags, complexity)
        lines = [" ".join(tokens)]
        changed = {(change.start, change.end) for change in changes}
        spans = changed | {(i, i + 1) for i, chance in enumerate(hard) if chance >= complexity}
        for start, end in sorted(spans):
            lines += _word(simplifier, tokens, tags, (start, end), max(hard[start:end]), candidates)
        lines.append(f"→ {' '.join(new)}" if changes else "→ (nothing to replace)")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _word(
    simplifier: LexicalSimplifier,
    tokens: list[str],
    tags: list[str],
    span: tuple[int, int],
    hard: float,
    candidates: int,
) -> list[str]:
    substitutes = simplifier.substitutes_batch([Request(tokens, span, tags)])[0]
    best = simplifier.confirmed(substitutes)
    target = " ".join(tokens[span[0] : span[1]])
    if best is not None:
        verdict = f"→ {best.text} (sure {best.confidence:.2f})"
    elif not substitutes:
        verdict = "stays: nothing simpler is known"
    elif not substitutes[0].kept:
        verdict = f"stays: {substitutes[0].text!r} would be best, but {substitutes[0].reason}"
    else:
        verdict = f"stays: not sure enough ({substitutes[0].confidence:.2f})"
    lines = [f"  {target} (hard {hard:.2f}) {verdict}"]
    width = max((len(candidate.text) for candidate in substitutes[:candidates]), default=0)
    for candidate in substitutes[:candidates]:
        lines.append(f"      {candidate.text:<{width}}  {candidate.score:.2f}  {candidate.reason}")
    return lines
