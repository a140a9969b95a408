"""The model folder: everything that simplifies text, in files with hashes; loading runs no code."""

from seqlab.model_folder.folder import (
    DEFAULT_FOLDER,
    FORMAT,
    Decisions,
    ModelFolder,
    check_files,
    is_model,
    model_path,
    open_model,
    tagger_folder,
    write_hashes,
)
from seqlab.model_folder.parts import judge_folder, lexical_folder, shipped_parts
from seqlab.model_folder.word_tagger import LABELS, WordTagger, load_word_tagger, word_label
from seqlab.model_folder.writing import Written, write_model

__all__ = [
    "DEFAULT_FOLDER",
    "FORMAT",
    "LABELS",
    "Decisions",
    "ModelFolder",
    "WordTagger",
    "Written",
    "check_files",
    "is_model",
    "judge_folder",
    "lexical_folder",
    "load_word_tagger",
    "model_path",
    "open_model",
    "shipped_parts",
    "tagger_folder",
    "word_label",
    "write_hashes",
    "write_model",
]
