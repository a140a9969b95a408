"""Lemmas and inflected forms by `lemminflect`, imported without spaCy.

Where spaCy is installed, lemminflect imports it to add itself to spaCy's tokens, and spaCy imports
torch: seconds and hundreds of megabytes that nothing here has a use for.
"""

from __future__ import annotations

import logging
import sys
from importlib.abc import MetaPathFinder
from typing import Any


class _WithoutSpacy(MetaPathFinder):
    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name == "spacy":
            raise ModuleNotFoundError("spaCy is not loaded for lemminflect", name=name)


_finder = _WithoutSpacy()
sys.meta_path.insert(0, _finder)
try:
    from lemminflect import getAllLemmas, getInflection, getLemma
finally:
    sys.meta_path.remove(_finder)
# It warns of tags that have no forms, such as those of prepositions; we know, and get none.
logging.getLogger("lemminflect").setLevel(logging.ERROR)

__all__ = ["getAllLemmas", "getInflection", "getLemma"]
