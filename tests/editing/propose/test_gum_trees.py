"""Every edit that trees of real text allow, carried out."""

from __future__ import annotations

from pathlib import Path

from bracketed import parsed

from seqlab.editing import apply_edits, deletions, refusal, splits
from seqlab.syntax import parse_trees


def test_edits_of_real_sentences_leave_whole_sentences(data_dir: Path) -> None:
    made = 0
    for path in sorted((data_dir / "treebanks" / "gum").glob("*.ptb"))[::4]:
        for tree in parse_trees(path.read_text(encoding="utf-8")):
            sentence = parsed(str(tree))
            source = "".join(token.text + token.space for token in sentence.tokens)
            for edit in [*splits(sentence), *deletions(sentence)]:
                if refusal(edit, sentence):
                    continue
                made += 1
                outputs = apply_edits(sentence.tokens, [edit], sentence.tags)
                assert len(outputs) == 1 + (edit.operation == "split"), source
                assert outputs != [source]
                for output in outputs:
                    assert not output.startswith((",", ".", ";")), output
                    assert ",," not in output, output
                    assert output[0].isupper() or not source[0].isupper(), output
    assert made > 300
