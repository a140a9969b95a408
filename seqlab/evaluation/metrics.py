"""Every metric by name, so that a command or a configuration can ask for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seqlab.errors import UsageError
from seqlab.evaluation.bleu import Bleu
from seqlab.evaluation.compression import CompressionRatio, TokenF1
from seqlab.evaluation.ibleu import FkBleu, IBleu
from seqlab.evaluation.means import MeanOf
from seqlab.evaluation.metric import Metric
from seqlab.evaluation.operations import Operations
from seqlab.evaluation.options import DEFAULTS, EvaluationOptions
from seqlab.evaluation.readability import Fkgl, Fre
from seqlab.evaluation.sari import Sari
from seqlab.evaluation.ter import Ter

Maker = Callable[[EvaluationOptions], Metric]


def _sari(options: EvaluationOptions) -> Sari:
    return Sari(options.lowercase, options.tokenizer)


def _bleu(options: EvaluationOptions) -> Bleu:
    return Bleu(options.lowercase, options.tokenizer)


def _bertscore() -> Metric:
    # The encoder is torch and an extra; nothing else here needs it.
    from seqlab.evaluation.bertscore import BertScore

    return BertScore()


METRICS: dict[str, Maker] = {
    "sari": _sari,
    "sari-sentence": lambda o: Sari(o.lowercase, o.tokenizer, "sentence"),
    "bleu": _bleu,
    "ter": lambda o: Ter(o.lowercase),
    "fkgl": lambda o: Fkgl(o.counting, o.tokenizer),
    "fre": lambda o: Fre(o.counting, o.tokenizer),
    "ibleu": lambda o: IBleu(o.lowercase, o.tokenizer),
    "fkbleu": lambda o: FkBleu(o.lowercase, o.tokenizer),
    "token-f1": lambda o: TokenF1(o.lowercase, o.tokenizer),
    "compression": lambda o: CompressionRatio(),
    "operations": lambda o: Operations(o.aligner),
    "bertscore": lambda o: _bertscore(),
    "bleu-sari-am": lambda o: MeanOf(_bleu(o), _sari(o)),
    "bleu-sari-gm": lambda o: MeanOf(_bleu(o), _sari(o), "geometric"),
}

# What is scored unless a list is given: quick, and without extras.
USUAL = ("sari", "bleu", "fkgl", "fre", "compression", "operations")
# Everything that needs no extra.
ALL = tuple(name for name in METRICS if name != "bertscore")


def load_metrics(names: Sequence[str], options: EvaluationOptions = DEFAULTS) -> list[Metric]:
    """The metrics called `names`."""
    if unknown := [name for name in names if name not in METRICS]:
        raise UsageError(f"no metric {unknown[0]!r}; known: {', '.join(METRICS)}")
    return [METRICS[name](options) for name in dict.fromkeys(names)]


def metric_names(given: str | Sequence[str]) -> list[str]:
    """Names from `usual`, `all`, a text with commas, or a list."""
    listed = given.split(",") if isinstance(given, str) else list(given)
    names: list[str] = []
    for name in filter(None, map(str.strip, listed)):
        names += USUAL if name == "usual" else ALL if name == "all" else [name]
    if unknown := [name for name in names if name not in METRICS]:
        raise UsageError(f"no metric {unknown[0]!r}; known: {', '.join(METRICS)}, usual, all")
    if not names:
        raise UsageError(f"no metrics; known: {', '.join(METRICS)}, usual, all")
    return list(dict.fromkeys(names))
