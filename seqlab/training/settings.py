"""The training configuration: everything that can vary from a corpus to a model folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from corpora import Kind, ReadOptions
from corpora.alignment import Method
from lexical_simplifier import Stages
from seqlab.alignment import ALIGNERS
from seqlab.annotation import LABEL_SETS, AnnotationOptions
from seqlab.errors import UsageError
from seqlab.tagger import HeadOptions, ModelOptions, TrainingOptions

# Most words are copied; without weights and thresholds a tagger would copy nearly all.
MODEL = ModelOptions(head=HeadOptions(class_weights="sqrt", thresholds=True))
LevelPairs = Literal["auto", "adjacent", "all", "original"]


@dataclass(frozen=True)
class CorpusSettings:
    """From a corpus to sentence pairs in three parts.

    Args:
        documents: Use only the first N articles; 0 uses all.
        method: How sentences are aligned.
        level_pairs: Which levels of an article are paired. `auto` pairs the original with every
            level, so that the model learns to write for each.
        kinds: Which kinds of pairs are taken; the thesis (3.2.3) took 1-1.
        split_seed: Seed of the split by article, where the corpus defines none.
        share: Share of the training articles to use; validation and test are not affected.
        source_links: Minimum share of source words that the aligner links, for a pair to be used in
            training; this drops pairs that say different things, of which noisy corpora have many.
        target_links: The same for target words.
        read: How the corpus is read.
    """

    documents: int = 0
    method: Method = "dynamic"
    level_pairs: LevelPairs = "auto"
    kinds: tuple[Kind, ...] = ("identical", "1-1", "1-N")
    split_seed: int = 13
    share: float = 1.0
    source_links: float = 0.0
    target_links: float = 0.0
    read: ReadOptions = field(default_factory=ReadOptions)

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise UsageError(f"share must be above 0 and at most 1 (got {self.share})")
        if self.documents < 0:
            raise UsageError(f"documents must be 0 or more (got {self.documents})")


@dataclass(frozen=True)
class AlignmentSettings:
    """From sentence pairs to word links.

    Args:
        aligner: Which word aligner finds the links.
        options: Arguments of its constructor.
        entities: Replace names, places and numbers with placeholders (`PERSON@1`) first.
    """

    aligner: str = "light"
    options: dict[str, Any] = field(default_factory=dict)
    entities: bool = False

    def __post_init__(self) -> None:
        if self.aligner not in ALIGNERS:
            raise UsageError(f"no aligner {self.aligner!r}; known: {', '.join(ALIGNERS)}")


@dataclass(frozen=True)
class AnnotationSettings(AnnotationOptions):
    """From word links to operation labels.

    Args:
        syntax: Syntax backend for tags and phrase labels, or `none`.
    """

    syntax: str = "none"


@dataclass(frozen=True)
class LabelSettings:
    """What of the annotation the tagger learns.

    Args:
        set: Name of the label set.
        levels: Give every level its own heads (`plain.operation`). `auto` does so where one source
            is paired with several levels; otherwise there is one head, `operation`. `feature` has
            one head too, and tells the network the level as a feature of every word.
        level: Level of the pairs that have none; with `start`, by default the first level of that
            model. Empty for none.
        splits: Label the words before which the simple side begins a new sentence.
        substitutions: Label words and phrases with what the editor put for them, where that is
            frequent enough to be learned.
        soft_references: Merge the references of a source into one sentence with soft labels.
        heads: Learn only these heads, e.g. `[plain.operation]`; empty for all.
    """

    set: str = "copy-delete-replace"
    levels: Literal["auto", "heads", "feature", "none"] = "auto"
    level: str = ""
    splits: bool = True
    substitutions: bool = False
    soft_references: bool = True
    heads: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.set not in LABEL_SETS:
            raise UsageError(f"no label set {self.set!r}; known: {', '.join(LABEL_SETS)}")


@dataclass(frozen=True)
class TeacherSettings:
    """A larger model that labels plain text, from which this one learns too (distillation).

    Args:
        model: Its folder, or `default`; empty for no teacher.
        text: File of plain text, a paragraph per line.
        sentences: How many sentences of it are labelled.
        seed: Which sentences are drawn.
    """

    model: str = ""
    text: str = ""
    sentences: int = 100_000
    seed: int = 1

    def __post_init__(self) -> None:
        if bool(self.model) != bool(self.text):
            raise UsageError("teacher.model and teacher.text belong together: give both or none")
        if self.sentences < 1:
            raise UsageError(f"teacher.sentences must be 1 or more (got {self.sentences})")


@dataclass(frozen=True)
class DecisionSettings:
    """From probabilities to labels.

    Args:
        thresholds: Use the thresholds tuned on validation articles, where the model has them.
        bias: Added to the log-probability of every label but COPY; above 0 changes more.
    """

    thresholds: bool = True
    bias: float = 0.0


@dataclass(frozen=True)
class LexicalSettings(Stages):
    """The lexical simplifier.

    Args:
        on: Replace words at all.
        own: Train a ranker on the replacements of this corpus, instead of using the shipped one:
            `auto` does so if there are enough of them (`least`) and the result is better on
            validation articles.
        least: How many replacements in the training articles are enough.
    """

    on: bool = True
    own: Literal["auto", "always", "never"] = "auto"
    least: int = 3000


@dataclass(frozen=True)
class SplitSettings:
    """The writer of splits, which learns from split sentences what goes together at a cut.

    Args:
        epochs: Passes over the cuts; 0 for no writer. Splits are then put together from the labels
            that are likeliest alone.
        unseen: File of further split sentences, which the tagger does not learn from: what it makes
            of these is what it makes of new text.
        batch_size: Cuts of a step.
        learning_rate: Highest learning rate.
    """

    epochs: int = 0
    unseen: str = ""
    batch_size: int = 64
    learning_rate: float = 1.5e-3

    def __post_init__(self) -> None:
        if self.epochs < 0 or self.batch_size < 1:
            raise UsageError("splits.epochs must be 0 or more, splits.batch_size 1 or more")


@dataclass(frozen=True)
class JudgeSettings:
    """The judge of edits; without `edits` it is the one that ships.

    Args:
        edits: File or folder of judged edits, e.g. `$SEQLAB_DATA/edits`. Empty for the judge that
            ships.
        corpus: The corpus in the form of `levels` whose sentences those are: the inventory of
            substitutions and the table of words are counted on its training part.
        more: File of further judged edits whose rows name their sentences instead of quoting them
            (`corpora/verdicts`). What the tagger says counts only in sentences that it was not
            trained on, so there must be judged edits of other documents too.
        splits: File of judged splits that labels proposed; empty for no judge of them.
        easy: File of judged deletions at the easy level; empty to judge them as at the plain one.
        wanted: File of judged edits that an earlier model wanted to make, or a folder of such, in
            documents that nothing else names: the trees of the last word learn from them. Empty for
            no last word.
        taken: File of judged edits that a model made at full strength, in documents that nothing
            else names: by them the bars are set. Empty to set them by the judged edits held out.
        reader: Epochs of a second tagger, which reads the edits in their sentences and labels each
            with a verdict; 0 for none. Its network is that of the tagger.
        reader_layer: The encoder's layer that it reads; -1 is the last.
        adapters: Steps in which each adapter of the reader learns on, one from judged splits and
            one from words and deletions, those of `wanted` among them. Of `wanted` the last word
            hears readers that have not learned from the same document. 0 for none.
        adapter_rank: The rank of their maps while they learn.
        kept_rank: The rank of their maps as they are stored.
        trees: Trees of each forest.
        provenance: What stands at the head of the tables that are counted.
    """

    edits: str = ""
    corpus: str = ""
    more: str = ""
    splits: str = ""
    easy: str = ""
    wanted: str = ""
    taken: str = ""
    reader: int = 0
    reader_layer: int = -1
    adapters: int = 0
    adapter_rank: int = 24
    kept_rank: int = 16
    trees: int = 300
    provenance: str = ""

    def __post_init__(self) -> None:
        if self.edits and not self.corpus:
            raise UsageError("judge.edits needs judge.corpus, the sentences that were edited")
        for name in ("wanted", "taken", "adapters"):
            if getattr(self, name) and not self.reader:
                raise UsageError(f"judge.{name} needs judge.reader")
        if self.trees < 1:
            raise UsageError(f"judge.trees must be 1 or more (got {self.trees})")


@dataclass(frozen=True)
class ExportSettings:
    """The trained tagger as it is used.

    Args:
        pieces: File of plain text; of a fine-tuned encoder only the word pieces that it or the
            training data use are kept. Empty keeps all.
        least: How often the text must use a piece.
        precision: As in `seqlab export`; `training` leaves the tagger as training wrote it.
        weights: Keep the weights for torch beside the ONNX file.
    """

    pieces: str = ""
    least: int = 1
    precision: Literal["training", "auto", "int8", "float16", "float32"] = "training"
    weights: bool = True

    def __post_init__(self) -> None:
        if self.precision == "training" and (self.pieces or not self.weights):
            raise UsageError("export.pieces and export.weights need export.precision, e.g. auto")


@dataclass(frozen=True)
class CardSettings:
    """What the model card says besides what can be counted.

    Args:
        title: Its heading.
        licence: Of the data and the weights.
        notes: Paragraphs: who wrote the data, what the model is for, what goes wrong.
    """

    title: str = "A simplifier"
    licence: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class TrainSettings:
    """From a corpus to a model folder; `data` are names or paths, `PATH=WEIGHT` for a weight."""

    data: tuple[str, ...] = ("sample",)
    start: str = ""
    corpus: CorpusSettings = field(default_factory=CorpusSettings)
    alignment: AlignmentSettings = field(default_factory=AlignmentSettings)
    annotation: AnnotationSettings = field(default_factory=AnnotationSettings)
    labels: LabelSettings = field(default_factory=LabelSettings)
    teacher: TeacherSettings = field(default_factory=TeacherSettings)
    model: ModelOptions = MODEL
    training: TrainingOptions = field(default_factory=TrainingOptions)
    decision: DecisionSettings = field(default_factory=DecisionSettings)
    lexical: LexicalSettings = field(default_factory=LexicalSettings)
    splits: SplitSettings = field(default_factory=SplitSettings)
    judge: JudgeSettings = field(default_factory=JudgeSettings)
    export: ExportSettings = field(default_factory=ExportSettings)
    card: CardSettings = field(default_factory=CardSettings)

    def __post_init__(self) -> None:
        if not self.data:
            raise UsageError("data: name a corpus, e.g. sample")
        needs = [
            (self.labels.set == "phrase-iob", "labels.set: phrase-iob"),
            ("tag" in self.model.features, "model.features: [tag]"),
        ]
        for needed, key in needs:
            if needed and self.annotation.syntax == "none":
                raise UsageError(f"{key} needs annotation.syntax, e.g. embedded")
        if (self.labels.levels == "feature") != ("level" in self.model.features):
            raise UsageError("labels.levels: feature and model.features: [level] go together")
