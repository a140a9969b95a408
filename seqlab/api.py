"""What `import seqlab` offers as functions: the work of the commands on Python values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from seqlab.errors import UsageError

if TYPE_CHECKING:
    from corpora import LevelledDocument, Pair, PairMode
    from corpora.alignment import Method
    from seqlab.ablation import Results
    from seqlab.alignment import Aligner
    from seqlab.annotation import AnnotationOptions, LabelledPair
    from seqlab.evaluation import Evaluation, EvaluationOptions, TestSet
    from seqlab.pipeline import Simplifier
    from seqlab.syntax import Syntax
    from seqlab.training import TrainSettings


def align(
    corpus: str | Path | Iterable[LevelledDocument],
    method: Method = "dynamic",
    level_pairs: PairMode = "adjacent",
    threshold: float | None = None,
    workers: int = 1,
) -> Iterator[Pair]:
    """The pairs of sentences that say the same at two levels of a corpus.

    Args:
        corpus: Folder of a corpus of articles at several levels, or the documents themselves.
        method: `dynamic`, or `vicinity` (Paetzold and Specia 2016), the method of the thesis.
        level_pairs: Neighbouring levels, all pairs of levels, or from the original only.
        threshold: Minimum similarity of a pair, 0 to 1, instead of the method's default.
        workers: Processes to use.
    """
    from corpora.alignment import align_corpus

    return align_corpus(corpus, method, level_pairs, threshold, workers)


def annotate(
    pairs: str | Path | Iterable[Pair | tuple[str, str]],
    aligner: str | Aligner = "light",
    syntax: str | Syntax | None = None,
    options: AnnotationOptions | None = None,
) -> Iterator[LabelledPair]:
    """Each pair with the operations that lead from its complex to its simple side.

    Args:
        pairs: Tuples of complex and simple text, pairs, or a file of pairs (JSONL or TSV).
        aligner: A word aligner or its name.
        syntax: A syntax backend or its name; with one, phrases are labelled too.
        options: The switches of the annotation algorithms.
    """
    from corpora import Pair
    from seqlab.alignment import load_aligner
    from seqlab.annotation import DEFAULTS, annotate_pairs, read_any_pairs
    from seqlab.syntax import load_syntax

    records = read_any_pairs(pairs) if isinstance(pairs, (str, Path)) else pairs
    return annotate_pairs(
        (one if isinstance(one, Pair) else Pair((one[0],), (one[1],)) for one in records),
        load_aligner(aligner) if isinstance(aligner, str) else aligner,
        load_syntax(syntax) if isinstance(syntax, str) else syntax,
        options or DEFAULTS,
    )


def evaluate(
    outputs: Sequence[str] | Mapping[str, Sequence[str]],
    test_set: str | TestSet | None = None,
    originals: Sequence[str] | None = None,
    references: Sequence[Sequence[str]] = (),
    metrics: str | Sequence[str] = "usual",
    options: EvaluationOptions | None = None,
) -> Evaluation:
    """Scores of one system or several, with confidence intervals and tests between systems.

    Args:
        outputs: One line per original; for several systems, such lines by the system's name.
        test_set: A test set or its name (`asset_valid`), or else:
        originals: The original sentences.
        references: For each set of references, one line per original.
        metrics: Names of metrics; `usual`, or `all` that need no extra.
        options: How outputs are scored.
    """
    from seqlab.evaluation import EVALUATION_DEFAULTS, TestSet, load_test_set, metric_names
    from seqlab.evaluation import evaluate as evaluate_systems

    if (test_set is None) == (originals is None):
        raise UsageError("give either a test set or originals and references")
    if isinstance(test_set, str):
        tests = load_test_set(test_set)
    elif test_set is not None:
        tests = test_set
    else:
        tests = TestSet("originals", tuple(originals or ()), tuple(map(tuple, references)))
    systems = outputs if isinstance(outputs, Mapping) else {"system": outputs}
    names = metric_names(metrics if isinstance(metrics, str) else list(metrics))
    return evaluate_systems(systems, tests, names, options or EVALUATION_DEFAULTS)


def train(
    data: str | Path | Sequence[str],
    out: str | Path,
    settings: TrainSettings | None = None,
    start: str = "",
) -> Simplifier:
    """A simplifier trained on a corpus: its model folder is complete, with a report in it.

    Args:
        data: A corpus by name (`sample`, `public`) or path, or several of them; a path may also be
            a file of pairs, labelled pairs or labelled sentences.
        out: Model folder to write.
        settings: The training configuration; `data` and `start` are put into it.
        start: A model to continue from, e.g. `default`.
    """
    from dataclasses import replace

    from seqlab.pipeline import Simplifier
    from seqlab.training import TrainSettings, train_model

    names = (str(data),) if isinstance(data, str | Path) else tuple(map(str, data))
    train_model(replace(settings or TrainSettings(), data=names, start=start), out)
    return Simplifier.load(out)


def ablate(
    experiment: str | Path,
    out: str | Path | None = None,
    base: str | Path | None = None,
    seeds: Sequence[int] | None = None,
    workers: int = 1,
    engine: Literal["processes", "ray"] = "processes",
    cache: str | Path = "runs/cache",
) -> Results:
    """The results of an experiment: every variant with every seed, also written to a folder.

    Args:
        experiment: YAML file, or the name of one in configs/ablation.
        out: Result folder; runs/ablation/NAME unless given.
        base: Settings in place of the experiment's own base: a YAML file, or the name of one in
            configs/ablation/base.
        seeds: In place of the experiment's.
        workers: How many stages run at the same time.
        engine: Where they run; `ray` is an extra.
        cache: Where finished stages are kept; experiments and `train` share it.
    """
    from seqlab.ablation import read_experiment, run_experiment
    from seqlab.options import config_file

    path = config_file(str(experiment), "ablation")
    base_path = None if base is None else config_file(str(base), "ablation/base")
    chosen = read_experiment(path, base_path, None if seeds is None else list(seeds))
    return run_experiment(
        chosen, out or Path("runs/ablation") / chosen.name, cache, workers, engine
    )
