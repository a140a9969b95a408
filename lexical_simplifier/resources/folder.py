"""The model folder: safetensors, JSON and text, so that loading a model can run no code.

lexicon.tsv.gz         words, parts of speech, inflected forms
lexicon.safetensors    their vectors and facts
thesaurus.safetensors  candidates of every entry with the evidence
ngrams.safetensors     counts of the language model
learned.safetensors    selector, ranker, confirmer and complex-word weights
config.json            format, options, thresholds
SHA256SUMS             hashes of all of the above (`sha256sum -c SHA256SUMS`)
MODEL_CARD.md          for people; loading does not need it
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqlab.errors import DataError, UsageError
from seqlab.files import (
    atomic_write,
    check_hashes,
    read_text,
    write_gzip,
    write_hashes,
)

FORMAT = "lexical_simplifier/1"
ARRAY_FILES = ("lexicon", "thesaurus", "ngrams", "learned")
WORDS = "lexicon.tsv.gz"
_FILES = ("config.json", WORDS, *(f"{name}.safetensors" for name in ARRAY_FILES))
_FIX = "take an unaltered copy of the model folder, or rebuild it: seqlab lexical build"

Arrays = dict[str, NDArray[Any]]


def write_folder(
    folder: str | Path,
    lines: list[str],
    arrays: Mapping[str, Arrays],
    config: Mapping[str, Any],
) -> None:
    """Write a model's files and their hashes."""
    from safetensors.numpy import save

    folder = Path(folder)
    write_gzip(folder / WORDS, "".join(line + "\n" for line in lines))
    for name in ARRAY_FILES:
        with atomic_write(folder / f"{name}.safetensors", "wb") as handle:
            handle.write(save({key: np.ascontiguousarray(a) for key, a in arrays[name].items()}))
    with atomic_write(folder / "config.json") as handle:
        json.dump({"format": FORMAT, **config}, handle, ensure_ascii=False, indent=2)
        handle.write("\n")
    write_hashes(folder, _FILES)


def read_folder(folder: str | Path) -> tuple[list[str], dict[str, Arrays], dict[str, Any]]:
    """Lines, arrays and configuration of a model, checked against the hashes kept with them."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    folder = Path(folder)
    if not folder.is_dir():
        raise UsageError(f"no model folder {folder}; build one: seqlab lexical build")
    check_hashes(folder, _FILES, _FIX)
    try:
        config = json.loads(read_text(folder / "config.json"))
    except (ValueError, RecursionError) as error:
        raise DataError(folder / "config.json", f"not JSON: {error}", fix=_FIX) from None
    if not isinstance(config, dict) or config.get("format") != FORMAT:
        version = config.get("format") if isinstance(config, dict) else config
        raise DataError(folder / "config.json", "not a model of this version", value=str(version))
    arrays = {}
    for name in ARRAY_FILES:
        path = folder / f"{name}.safetensors"
        try:
            arrays[name] = load(path.read_bytes())
        except SafetensorError as error:
            raise DataError(path, f"damaged: {error}", fix=_FIX) from None
    # Read whole: tens of thousands of lines one by one would delay every start.
    return read_text(folder / WORDS).removesuffix("\n").split("\n"), arrays, config
