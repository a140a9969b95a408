"""The chain from data to a model as nodes: read and align → annotate → tagger → decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from seqlab.model_folder import open_model, tagger_folder
from seqlab.tagger import HeadOptions
from seqlab.training.config import to_plain
from seqlab.training.execute.node import Node
from seqlab.training.settings import MODEL, TrainSettings
from seqlab.training.sources import Source, parse_sources, stage_of

# Levels whose names do not tell their order, the more complex first.
LEVEL_ORDER = ("plain", "easy")


@dataclass(frozen=True)
class Chain:
    """The last nodes of a training: everything before hangs on them."""

    sentences: Node
    tagger: Node
    lexical: Node
    decisions: Node
    model: Node
    held_out: Node

    def nodes(self) -> dict[str, Node]:
        """All nodes by id, inputs first."""
        ends = (self.model, self.held_out)
        return {node.id: node for end in ends for node in end.with_inputs()}


def chain(settings: TrainSettings, seed: int | None = None) -> Chain:
    """The nodes of a training configuration."""
    seed = settings.training.seed if seed is None else seed
    settings = with_start(settings)
    model = model_node(settings, seed)
    tagger = model.inputs["tagger"]
    return Chain(
        tagger.inputs["sentences"],
        tagger,
        model.inputs["lexical"],
        model.inputs["decisions"],
        model,
        held_out_node(settings),
    )


def with_start(settings: TrainSettings) -> TrainSettings:
    """The settings with what the model to start from decides."""
    if not settings.start or settings.labels.level:
        return settings
    levels = open_model(settings.start).levels
    level = levels[0] if levels else ""
    return replace(settings, labels=replace(settings.labels, level=level))


def pairs_node(settings: TrainSettings, source: Source) -> Node:
    """Sentence pairs in three parts."""
    return _node("pairs", settings, "corpus", source=source.name)


def annotation_node(settings: TrainSettings, source: Source) -> Node:
    """Labelled pairs: annotated, or read where they are labelled already."""
    if stage_of(source.path) == "labelled":
        return _labelled(settings, source)
    pairs = pairs_node(settings, source)
    links = _node("links", settings, "alignment", inputs={"pairs": pairs})
    inputs = {"pairs": pairs, "links": links}
    return _node("annotation", settings, "annotation", inputs=inputs)


def sentences_node(settings: TrainSettings) -> Node:
    """Labelled sentences of all sources."""
    inputs, weights = {}, {}
    sources = parse_sources(settings.data)
    # One set of labels for all split sentences, so one stage reads them.
    split = [source.name for source in sources if stage_of(source.path) == "splits"]
    for number, source in enumerate(sources):
        stage = stage_of(source.path)
        if stage == "splits":
            if source.name != split[0]:
                continue
            made = Node("splits", {"sources": split}, {})
        elif stage == "sentences":
            made = _labelled(settings, source)
        else:
            made = annotation_node(settings, source)
        inputs[f"source.{number}"], weights[f"source.{number}"] = made, source.weight
        if settings.labels.substitutions and made.stage in ("annotation", "labelled"):
            labels = Node("substitutions", {}, {"annotation": made})
            inputs[f"substitutions.{number}"] = labels
            weights[f"substitutions.{number}"] = source.weight
    if settings.teacher.model:
        inputs["taught"], weights["taught"] = Node("taught", _plain(settings, "teacher"), {}), 1.0
    corpus = {
        "source_links": settings.corpus.source_links,
        "target_links": settings.corpus.target_links,
    }
    plain = {"labels": to_plain(settings.labels), "weights": weights, "corpus": corpus}
    return Node("sentences", plain, inputs)


def tagger_node(settings: TrainSettings, seed: int) -> Node:
    """The tagger; one that starts from a model has that model's network."""
    training = to_plain(replace(settings.training, seed=0))
    given = not settings.start or settings.model != MODEL
    plain = {
        "model": to_plain(settings.model) if given else None,
        "training": training,
        "start": str(tagger_folder(settings.start)) if settings.start else "",
    }
    return Node("tagger", plain, {"sentences": sentences_node(settings)}, seed)


def used_tagger_node(settings: TrainSettings, seed: int) -> Node:
    """The tagger as it is used: exported where the settings ask for it."""
    tagger = tagger_node(settings, seed)
    if settings.export.precision == "training":
        return tagger
    inputs = {"tagger": tagger, "sentences": tagger.inputs["sentences"]}
    return Node("export", _plain(settings, "export"), inputs)


def split_writer_node(settings: TrainSettings, tagger: Node, seed: int) -> Node | None:
    """The writer of splits; None if there is to be none."""
    if not settings.splits.epochs:
        return None
    sources = [one.name for one in parse_sources(settings.data) if stage_of(one.path) == "splits"]
    plain = {**_plain(settings, "splits"), "sources": sources}
    return Node("split_writer", plain, {"tagger": tagger}, seed)


def judge_node(
    settings: TrainSettings, tagger: Node, writer: Node | None, seed: int
) -> Node | None:
    """The judge of edits; None if it is the one that ships."""
    judge = settings.judge
    if not judge.edits:
        return None
    inputs = {"tagger": tagger, "sentences": tagger.inputs["sentences"]}
    if writer is not None:
        inputs["splits"] = writer
    if judge.reader:
        inputs["reader"] = reader_node(settings, seed)
    return Node("judge", _plain(settings, "judge"), inputs, seed)


def reader_node(settings: TrainSettings, seed: int) -> Node:
    """The reader of edits: the tagger's network, taught verdicts on marked edits."""
    marked = Node("marked", _plain(settings, "judge"), {})
    layer, plain_head = settings.judge.reader_layer, HeadOptions()
    model = replace(settings.model, encoder_layer=layer, head=plain_head, heads={})
    training = replace(settings.training, epochs=settings.judge.reader, seed=0)
    plain = {"model": to_plain(model), "training": to_plain(training), "start": ""}
    reader = Node("tagger", plain, {"sentences": marked}, seed)
    if settings.export.precision == "training":
        return reader
    exported = {"tagger": reader, "sentences": marked}
    reader = Node("export", _plain(settings, "export"), exported)
    if settings.judge.adapters:
        reader = Node("adapted", _plain(settings, "judge"), {"reader": reader}, seed)
    return reader


def lexical_node(settings: TrainSettings) -> Node:
    """The choice of the lexical simplifier."""
    inputs = {
        f"source.{number}": annotation_node(settings, source)
        for number, source in enumerate(parse_sources(settings.data))
        if stage_of(source.path) in ("pairs", "labelled")
    }
    own = {"own": settings.lexical.own, "least": settings.lexical.least}
    return Node("lexical", {"lexical": own}, inputs if own["own"] != "never" else {})


def decisions_node(settings: TrainSettings, tagger: Node) -> Node:
    """How labels and edits are decided."""
    plain = _plain(settings, "decision", "alignment", "lexical")
    return Node("decisions", {**plain, "start": settings.start}, {"tagger": tagger})


def model_node(settings: TrainSettings, seed: int) -> Node:
    """The model folder."""
    tagger = used_tagger_node(settings, seed)
    writer = split_writer_node(settings, tagger, seed)
    judge = judge_node(settings, tagger, writer, seed)
    known = open_model(settings.start).levels if settings.start else ()
    plain = {
        "settings": {f.name: to_plain(getattr(settings, f.name)) for f in fields(TrainSettings)},
        "data": [asdict(source) for source in parse_sources(settings.data)],
        "start": settings.start,
        "levels": list(dict.fromkeys([*known, *LEVEL_ORDER])),
    }
    inputs = {
        "tagger": tagger,
        "lexical": lexical_node(settings),
        "decisions": decisions_node(settings, tagger),
    }
    if writer is not None:
        inputs["splits"] = writer
    if judge is not None:
        inputs["judge"] = judge
    return Node("model", plain, inputs, seed)


def held_out_node(settings: TrainSettings) -> Node:
    """The test pairs of all sources that have any."""
    inputs = {}
    for number, source in enumerate(parse_sources(settings.data)):
        if stage_of(source.path) == "pairs":
            inputs[f"pairs.{number}"] = pairs_node(settings, source)
            inputs[f"annotation.{number}"] = annotation_node(settings, source)
    return Node("held_out", {}, inputs)


def _labelled(settings: TrainSettings, source: Source) -> Node:
    plain = {"source": source.name, "split_seed": settings.corpus.split_seed}
    return Node("labelled", plain, {})


def _plain(settings: TrainSettings, *sections: str) -> dict[str, Any]:
    return {section: to_plain(getattr(settings, section)) for section in sections}


def _node(
    stage: str,
    settings: TrainSettings,
    *sections: str,
    inputs: Mapping[str, Node] | None = None,
    **more: Any,
) -> Node:
    return Node(stage, {**_plain(settings, *sections), **more}, inputs or {})
