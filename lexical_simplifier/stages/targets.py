"""Which lexicon entry a word or phrase of a sentence is, and which phrases a sentence holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lexical_simplifier.resources.lexicon import Lexicon, head_of
from lexical_simplifier.resources.plain_words import TRUST, Listing, PlainWords
from lexical_simplifier.stages.grammar import CONTENT_PARTS, part_of_speech, settled_tag
from lexical_simplifier.stages.positions import Target
from seqlab.errors import UsageError


class TargetFinder:
    """Looks words and phrases up in the lexicon."""

    def __init__(self, lexicon: Lexicon, plain: PlainWords) -> None:
        self.lexicon = lexicon
        self.plain = plain
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
        function = self.lexicon.row(tokens[start].lower(), "OTHER")
        # `following`, `given`, `regarding`: participles to the tagger, prepositions to the list.
        if self._is_listed(tokens, tags, start, end, function) and not self._is_listed(
            tokens, tags, start, end, row
        ):
            assert function is not None
            return Target(tokens, tags, start, end, "IN", function)
        if tag in ("VBN", "VBG") and not self._is_listed(tokens, tags, start, end, row):
            # Participles that are adjectives: differing views.
            adjective = self.lexicon.row(tokens[start].lower(), "ADJ")
            if self._is_listed(tokens, tags, start, end, adjective):
                assert adjective is not None
                return Target(tokens, tags, start, end, "JJ", adjective)
        if row is None and part in CONTENT_PARTS:
            # The tagger may be wrong about a word that the dictionary knows otherwise.
            row = self.lexicon.find_any(tokens[start])
        if row is None:
            return None
        tag = self.lexicon.settled_tag(row, tokens[start], tag)
        return Target(tokens, tags, start, end, tag, row)

    def listing(self, target: Target) -> Listing:
        """What the list of plain words says of a target in its place."""
        entry = self.lexicon.entries[target.row]
        key = (entry.word, entry.part)
        return self.plain.listing(key, target.tokens, target.tags, target.start, target.end)

    def _is_listed(
        self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int, row: int | None
    ) -> bool:
        if row is None:
            return False
        return self.listing(Target(tokens, tags, start, end, "", row)).trust > 0

    def _phrase_target(
        self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int
    ) -> Target | None:
        """The target that the list knows best there, else the first that the lexicon has."""
        targets = list(self._phrase_targets(tokens, tags, start, end))
        return max(targets, key=lambda target: self.listing(target).trust, default=None)

    def _phrase_targets(
        self, tokens: Sequence[str], tags: Sequence[str], start: int, end: int
    ) -> Iterator[Target]:
        words = [token.lower() for token in tokens[start:end]]
        literal = " ".join(words)
        for part in ("VERB", "NOUN", "OTHER", "ADV", "ADJ"):
            if part not in ("VERB", "NOUN"):
                if (row := self.lexicon.row(literal, part)) is not None:
                    yield Target(tokens, tags, start, end, "JJ", row)
                continue
            head = head_of(words, part)
            tag = tags[start + head]
            if part_of_speech(words[head], tag) != part:
                continue
            lemma = self.lexicon.lemma(words[head], part)
            if lemma is None:
                continue
            row = self.lexicon.row(" ".join([*words[:head], lemma, *words[head + 1 :]]), part)
            if row is not None:
                own = self.lexicon.find(words[head], part)
                tag = settled_tag(tokens, start + head, tag)
                if own is not None:
                    tag = self.lexicon.settled_tag(own, words[head], tag)
                yield Target(tokens, tags, start, end, tag, row)

    def spans(
        self,
        tokens: Sequence[str],
        tags: Sequence[str],
        hard: Sequence[bool],
        fixed: Sequence[bool],
    ) -> list[tuple[int, int]]:
        """Hard words, words that the list trusts, and phrases of the lexicon, hard or not."""
        spans = []
        for start in range(len(tokens)):
            if fixed[start]:
                continue
            spans += [
                (start, end)
                for end in self._phrase_ends(tokens, tags, start)
                if not any(fixed[start:end])
            ]
            target = self.target(tokens, tags, start, fixed)
            if target is None:
                continue
            if hard[start] or self.listing(target).trust >= TRUST["usually"]:
                spans.append((start, start + 1))
        return spans

    def _phrase_ends(self, tokens: Sequence[str], tags: Sequence[str], start: int) -> list[int]:
        first = tokens[start].lower()
        part = part_of_speech(first, tags[start])
        lemma = self.lexicon.lemma(first, part) if part in ("VERB", "NOUN") else None
        firsts = {first} | ({lemma} if lemma is not None else set())
        lengths = {len(words) for word in firsts for words in self._phrases.get(word, ())}
        ends = [start + size for size in lengths if start + size <= len(tokens)]
        return [end for end in ends if self._phrase_target(tokens, tags, start, end) is not None]
