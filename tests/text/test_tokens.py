"""Tokens as the field expects them: Penn style, as the English Web Treebank cuts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqlab.text import tokenize
from seqlab.text.document import _INNER

CUT = {
    "contractions": "I do|n't , ca|n't , can|not ; DO|N'T ! He|'s in , you|’re not , she|'d|'ve|.",
    "contractions without apostrophe": "I do|nt know|, i|m sure it wo|nt and should|nt|.",
    "spoken forms": "I|'m gon|na go and got|ta run|, lem|me see|, y'|all|.",
    "possessives": "The students|' books , James|'s dog , Moses|’ law and China|’s coast|.",
    "names with apostrophes": "O'Brien met a Shi'ite at five o'clock|, ma'am|.",
    "acronyms": "The U.S. and the U.N. met Ph.D. students of J.K. Rowling|.",
    "final full stop": "He lives in the U.S|.",
    "final full stop in quotes": "He left at \"|5 p.m|.|\"",
    "abbreviations": "Mr. J. Smith Jr. of Acme Corp. met Gov. Lee on Sept. 5 , No. 7 vs. No. 8|.",
    "money": "It cost $|1.5|m , US$|3|bn , £|2.3 billion , €|5 and 50|¢|.",
    "numbers": "1,234.5 of 3/4 on 11/28/2000 at 5:30 , .5 and 25|% of 1st|.",
    "decades": "In the 1990s , the '90s , the 1980's and '05|.",
    "units": "It is 5|km , 10|kg , 6|ft , 50|mph , 5|pm , 7:30|PM , 30|°|C|.",
    "telephone": "Call 555-1234 or 713-853-3989 or +44|.",
    "hyphens": "A 12|-|year|-|old|, well|-|known F|-|16 pilot won 2|-|1|.",
    "affixes": "The e-mail was anti-war , pre-9/11 , mid-July , anti-U.S. and career-wise|.",
    "dashes": "The crisis|—|bad as it was|--|ended in 1990|–|2000 -- yes|.",
    "slashes": "He|/|she and|/|or|.",
    "addresses": "See https://x.org/a?b=c , www.bbc.co.uk/news , BBC.com or a.b@c.org|.",
    "address in brackets": "Look (|http://x.org/|)|.",
    "file names": "Open report.doc and data.xls|.",
    "brackets": "(|CNN|) [|sic|] {|x|} a|(|s|)",
    "double quotes": "\"|Yes|,|\" he said|. “|No|,|” «|oui|»",
    "single quotes": "'|Go home|!|' ‘|It|’s fine|’ '|gon|na|'",
    "apostrophe, not quote": "rock 'n' roll , tell 'em , 't|is",
    "ellipses": "Well|... it was|… done|..|",
    "emphasis": "What|?! No|!!! *|really|*",
    "emoticons": "Fine :) good ;-) bad :( love <3",
    "emoji": "👍🏽 👩‍👩‍👧‍👦 🇪🇺 ❤️|!",
    "hashtags": "#news @user #|1",
    "ampersands": "AT&T and R&D , Johnson & Johnson",
    "languages": "C++ and C# code",
    "accents": "na\u0131ve cafe\u0301 Zu\u0308rich 中文",
    "already tokenised": "-LRB- he -RRB- `` do n't '' it 's 'd",
    "missing space": "It ended|.|Then we left|.",
}  # fmt: skip


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT.keys())
def test_tokens(cut: str) -> None:
    text = cut.replace("|", "")
    assert tokenize(text) == cut.replace("|", " ").split()


def test_no_token_depends_on_what_was_cut_before() -> None:
    # Chunks are remembered; the same chunk at the end of a sentence is another one.
    assert tokenize("p.m. p.m.") == ["p.m.", "p.m", "."]
    assert tokenize("p.m. p.m.") == ["p.m.", "p.m", "."]


@given(st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=1), st.sampled_from(",;:?!"))
def test_the_short_cuts_agree_with_the_pattern(word: str, sign: str) -> None:
    for chunk in (word, word + sign):
        assert tokenize(f"{chunk} x")[:-1] == [match[0] for match in _INNER.finditer(chunk)]
