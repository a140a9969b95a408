# What type checkers see of the lazily imported names of `__init__.py`.
from lexical_simplifier import LexicalSimplifier as LexicalSimplifier
from seqlab.api import ablate as ablate
from seqlab.api import align as align
from seqlab.api import annotate as annotate
from seqlab.api import evaluate as evaluate
from seqlab.api import train as train
from seqlab.editing import Edit as Edit
from seqlab.editing import Explanation as Explanation
from seqlab.pipeline import Simplifier as Simplifier
from seqlab.tagger import Tagger as Tagger
from seqlab.text import Document as Document

__version__: str
