"""Train a simplifier: a corpus in, a model folder out that `simplify --model` takes.

seqlab train sample runs/mine
seqlab train my/corpus runs/ours --start default
"""

from __future__ import annotations

from pathlib import Path

from seqlab.tagger import ModelOptions, TrainingOptions
from seqlab.training import (
    CACHE,
    MODEL,
    AlignmentSettings,
    AnnotationSettings,
    CardSettings,
    CorpusSettings,
    DecisionSettings,
    ExportSettings,
    JudgeSettings,
    LabelSettings,
    LexicalSettings,
    SplitSettings,
    TeacherSettings,
)

# What is said when it is ended from outside.
RESUMES = "the same command goes on from the last finished epoch"


def train(
    data: str | list[str],
    out: Path,
    start: str = "",
    feedback: Path | None = None,
    corpus: CorpusSettings = CorpusSettings(),  # noqa: B008
    alignment: AlignmentSettings = AlignmentSettings(),  # noqa: B008
    annotation: AnnotationSettings = AnnotationSettings(),  # noqa: B008
    labels: LabelSettings = LabelSettings(),  # noqa: B008
    teacher: TeacherSettings = TeacherSettings(),  # noqa: B008
    model: ModelOptions = MODEL,
    training: TrainingOptions = TrainingOptions(),  # noqa: B008
    decision: DecisionSettings = DecisionSettings(),  # noqa: B008
    lexical: LexicalSettings = LexicalSettings(),  # noqa: B008
    splits: SplitSettings = SplitSettings(),  # noqa: B008
    judge: JudgeSettings = JudgeSettings(),  # noqa: B008
    export: ExportSettings = ExportSettings(),  # noqa: B008
    card: CardSettings = CardSettings(),  # noqa: B008
    cache: Path = CACHE,
    report_pairs: int = 150,
) -> int:
    """Train, and show what the model does to articles that training has not seen.

    Every step is kept in the cache: a run that was killed goes on where it stopped when started
    again, and what did not change is not done again.

    Args:
        data: A corpus that ships by name (`sample`, `public`), the folder of a corpus, or a file of
            pairs, labelled pairs or labelled sentences; separate several with commas, and write
            `PATH=WEIGHT` for a weight. A folder may hold train.jsonl, valid.jsonl and test.jsonl.
        out: Model folder to write.
        start: Model to continue from: a model folder, or `default` for the one that ships.
        feedback: Verdicts of an editor (`seqlab review`), which correct the judge of edits. With
            `-` for the data nothing else is trained: `train - OUT --start default --feedback F`.
        corpus: From the corpus to sentence pairs.
        alignment: From pairs to word links.
        annotation: From links to operation labels.
        labels: What of them the tagger learns.
        teacher: A larger model that labels plain text for this one to learn from.
        model: The tagger's network.
        training: How it is trained.
        decision: From probabilities to labels and edits.
        lexical: The lexical simplifier.
        splits: The writer of splits, which needs split sentences in the data.
        judge: The judge of edits: the one that ships, or one of judged edits.
        export: The trained tagger as it is used: bits and word pieces.
        card: What the model card says besides what can be counted.
        cache: Cache of finished steps, shared with `ablate`.
        report_pairs: How many held-out pairs are simplified for the report.
    """
    from seqlab.training import (
        TrainSettings,
        copy_start,
        learn_feedback,
        read_feedback,
        report_text,
        train_model,
    )

    if feedback is not None:
        read_feedback(feedback)  # said now, not after hours
    if data == "-" and feedback is not None:
        copy_start(start, out)
        print(f"{learn_feedback(out, feedback)} verdicts of {feedback} correct the judge of {out}")
        return 0
    settings = TrainSettings(
        (data,) if isinstance(data, str) else tuple(data),
        start,
        corpus,
        alignment,
        annotation,
        labels,
        teacher,
        model,
        training,
        decision,
        lexical,
        splits,
        judge,
        export,
        card,
    )
    print(report_text(train_model(settings, out, cache, report_pairs)))
    if feedback is not None:
        print(f"{learn_feedback(out, feedback)} verdicts of {feedback} correct its judge")
    return 0
