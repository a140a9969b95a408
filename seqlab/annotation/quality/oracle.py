"""The semi-oracle: what the silver labels yield when they are simply obeyed (thesis Table 3.7)."""

from __future__ import annotations

from collections.abc import Collection

from seqlab.annotation.record import LabelledPair


def semi_oracle(pair: LabelledPair, operations: Collection[str] = "DR") -> list[str]:
    """The source with its labels applied and its aligned replacements put in, as tokens.

    Only `operations` are applied (`D`, `R`, `A`, `M`); with all four the target comes back, word
    for word, but for capital letters. DELETE and REPLACE are what the thesis applied.
    """
    if "M" in operations or "A" in operations:
        return _rebuilt(pair, operations)
    replaced = _replaced(pair) if "R" in operations else {}
    tokens: list[str] = []
    for i, (token, label) in enumerate(zip(pair.source_tokens, pair.source_labels, strict=True)):
        if label == "D" and "D" in operations:
            continue
        tokens += replaced.get(i, [token])
    return tokens


def _replaced(pair: LabelledPair) -> dict[int, list[str]]:
    """Words to write at each replaced source position: all at the first, none at the rest."""
    words: dict[int, list[str]] = {}
    for sources, targets in pair.replacements:
        words[sources[0]] = [pair.target_tokens[j] for j in targets]
        words.update((i, []) for i in sources[1:])
    return words


def _rebuilt(pair: LabelledPair, operations: Collection[str]) -> list[str]:
    """Every word to be written, sorted to where it belongs."""
    replaced = _replaced(pair) if "R" in operations else {}
    replacement_places = {sources[0]: targets for sources, targets in pair.replacements}
    first_link: dict[int, int] = {}
    for i, j in pair.links:
        first_link.setdefault(i, j)
    written: list[tuple[float, int, str]] = []
    place = -1.0
    for i, (token, label) in enumerate(zip(pair.source_tokens, pair.source_labels, strict=True)):
        if label == "D" and "D" in operations:
            continue
        if i in replaced:
            targets = replacement_places.get(i, ())
            for j, word in zip(targets, replaced[i], strict=False):
                place = float(j)
                written.append((place, i, word))
            continue
        if i in first_link and (label != "M" or "M" in operations):
            place = float(first_link[i])
        else:
            # A word that stays though its label is not applied follows the word before it.
            place += 1e-4
        written.append((place, i, token))
    if "A" in operations:
        written += [
            (float(j), -1, word)
            for j, word in enumerate(pair.target_tokens)
            if pair.target_labels[j] == "A"
        ]
    return [word for _, _, word in sorted(written, key=lambda item: item[:2])]
