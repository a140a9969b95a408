"""Build a simplifier's model: label two corpora, train the labeller, write the settings."""

from __future__ import annotations

from pathlib import Path

from seqlab.tagger import ModelOptions, TrainingOptions
from seqlab.training import RewritingOptions, SettingsFile, WikipediaOptions


def build(
    out: Path,
    onestop: Path | None = None,
    wikipedia_pairs: Path | None = None,
    wikipedia: WikipediaOptions = WikipediaOptions(),  # noqa: B008
    rewritings: RewritingOptions = RewritingOptions(),  # noqa: B008
    model: ModelOptions = ModelOptions(),  # noqa: B008
    training: TrainingOptions = TrainingOptions(),  # noqa: B008
    simplifier: SettingsFile = SettingsFile(),  # noqa: B008
    silver: Path | None = None,
    only_settings: bool = False,
) -> int:
    """Build a model folder for `simplify --model`.

    Args:
        out: Model folder to write.
        onestop: OneStopEnglish, a folder of levels; by default the one of the data folder.
        wikipedia_pairs: Wikipedia pairs; by default those of the data folder.
        wikipedia: Which of those are learned from.
        rewritings: Sentences rewritten by several people, for a research model.
        model: The labeller's network.
        training: How it is trained.
        simplifier: The syntax backend and the settings.
        silver: Folder that keeps the labelled sentences for a second run.
        only_settings: Keep the labeller that is there, and only write the settings.
    """
    from seqlab.training import build_simplifier, default_corpora, write_settings

    if only_settings:
        write_settings(out, simplifier)
        return 0
    first, second = default_corpora()
    trained = build_simplifier(
        out,
        onestop or first,
        wikipedia_pairs or second,
        wikipedia,
        model,
        training,
        simplifier,
        silver,
        rewritings,
    )
    print(f"model in {out}, {trained.metrics['train_sentences']:,} training sentences")
    return 0
