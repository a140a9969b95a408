"""The terms that sentences are compared by."""

from corpora.alignment.similarity import stems, trigrams, words


def test_words_have_no_case_punctuation_or_apostrophes():
    assert words("“What’s new?” asked O'Neil_2.") == ["whats", "new", "asked", "oneil", "2"]


def test_stems_join_words_of_one_family():
    assert stems("applied") == ["appli"]
    assert stems("The application") == ["the", "appli"]


def test_trigrams_mark_the_ends_of_words():
    assert trigrams("Owls I") == [" ow", "owl", "wls", "ls ", " i "]
