"""Words and phrases proposed, shortlisted and judged: what a simplifier asks for each batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seqlab.editing.judge.judge import Judge
from seqlab.editing.judge.records import Batch, Case, Vector, Verdict
from seqlab.editing.propose import Tagged, by_sentence, lexical_targets, shortlist

# The tagger's probability of REPLACE from which a word is looked up though it is not hard.
WANTED = 0.3


def judge_substitutions(
    judge: Judge,
    sentences: Sequence[Tagged],
    chances: Sequence[Mapping[str, Vector]] | None = None,
    level: str = "plain",
    others: Sequence[Case] = (),
) -> list[list[tuple[Case, Verdict]]]:
    """For each sentence the edits that were judged, with their verdicts.

    Args:
        judge: Holds the inventory and the lexical simplifier too.
        sentences: Tagged sentences.
        chances: What the tagger says of each (`label_chances`).
        level: The level to write for.
        others: Splits and deletions from elsewhere, judged along.
    """
    wanted = None
    if chances is not None:
        names = f"{level}_R"
        wanted = [
            {place for place, chance in enumerate(own.get(names, ())) if chance >= WANTED}
            for own in chances
        ]
    targets = lexical_targets(sentences, judge.resources.lexical, wanted)
    inventory = judge.resources.inventory
    cases = list(others)
    groups = by_sentence(targets, len(sentences))
    for number, (text, group) in enumerate(zip(sentences, groups, strict=True)):
        for edit in shortlist(inventory.proposals(text), group, len(text.tokens)):
            words = tuple(edit.text.split())
            operation = "replace" if words else "delete"
            cases.append(Case(number, edit.start, edit.end, words, operation))
    known = {(t.sentence, t.start, t.end): t.candidates for t in targets}
    verdicts = judge.judge(Batch(sentences, cases, chances, known), level)
    judged: list[list[tuple[Case, Verdict]]] = [[] for _ in sentences]
    for case, verdict in zip(cases, verdicts, strict=True):
        judged[case.sentence].append((case, verdict))
    return judged
