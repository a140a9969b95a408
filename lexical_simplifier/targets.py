"""Which lexicon entry a word or phrase of a sentence is, and which phrases a sentence holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from lexical_simplifier.features import Target
from lexical_simplifier.grammar import CONTENT_PARTS, part_of_speech, settled_tag
from lexical_simplifier.lexicon import Lexicon
from seqlab.errors import UsageError


class TargetFinder:
    """Looks words and phrases up in the lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        # Phrases by their first word, longest first.
        self._phrases: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for entry in lexicon.entries:
            if " " in entry.word:
                words = tuple(entry.word.split(" "))
                self._phrases[words[0]].append(words)

    def target(
        self,
        tokens: Sequence[str],
        tags: Sequence[str],
        index: int | tuple[int, int],
        fixed: Sequence[bool],
    ) -> Target | None:
        """The target at `index`; None where a word is `fixed` or the lexicon lacks it."""
        start, end = (index, index + 1) if isinstance(index, int) else index
        if not 0 <= start < end <= len(tokens):
            raise UsageError(f"no word at {index}: the sentence has {len(tokens)} tokens")
        if any(fixed[start:end]):
            return None
        if end - start > 1:
            return self._phrase_target(tokens, tags, start, end)
        tag = settled_tag(tokens, start, tags[start])
        part = part_of_speech(tokens[start], tag)
        row = self.lexicon.find(tokens[start], part) if part else None
        if row is None and part in CONTENT_PARTS:
            # The tagger may be wrong about a word that the dictionary knows otherwise.
            row = self.lexicon.find_any(tokens[start])
        return None if row is None else Target(tokens, tags, start, end, tag, row)

    def _phrase_target(
        self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int
    ) -> Target | None:
        words = [token.lower() for token in tokens[start:end]]
        literal = " ".join(words)
        heads = {"VERB": 0, "NOUN": len(words) - 1, "OTHER": 0, "ADV": 0, "ADJ": 0}
        for part, head in heads.items():
            tag = tags[start + head]
            if part in ("VERB", "NOUN"):
                if part_of_speech(words[head], tag) != part:
                    continue
                own = self.lexicon.find(words[head], part)
                if own is None:
                    continue
                lemma = self.lexicon.entries[own].word
                row = self.lexicon.row(" ".join([*words[:head], lemma, *words[head + 1 :]]), part)
                if row is not None:
                    return Target(tokens, tags, start, end, settled_tag(tokens, start, tag), row)
            elif (row := self.lexicon.row(literal, part)) is not None:
                return Target(tokens, tags, start, end, "JJ", row)
        return None

    def spans(
        self,
        tokens: Sequence[str],
        tags: Sequence[str],
        hard: Sequence[bool],
        fixed: Sequence[bool],
    ) -> list[tuple[int, int]]:
        """Hard words, and phrases of the lexicon whatever their words."""
        found = []
        for start in range(len(tokens)):
            if fixed[start]:
                continue
            found += [
                (start, end)
                for end in self._phrase_ends(tokens, tags, start)
                if not any(fixed[start:end])
            ]
            if hard[start]:
                found.append((start, start + 1))
        return found

    def _phrase_ends(self, tokens: Sequence[str], tags: Sequence[str], start: int) -> list[int]:
        first = tokens[start].lower()
        part = part_of_speech(first, tags[start])
        row = self.lexicon.find(first, part) if part in ("VERB", "NOUN") else None
        firsts = {first} | ({self.lexicon.entries[row].word} if row is not None else set())
        lengths = {len(words) for word in firsts for words in self._phrases.get(word, ())}
        ends = [start + size for size in lengths if start + size <= len(tokens)]
        return [end for end in ends if self._phrase_target(tokens, tags, start, end) is not None]
