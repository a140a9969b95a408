"""Train a critic, a small language model that reads every likely edit once more.

seqlab critic --out runs/critic
seqlab critic --out runs/critic --model runs/mine
"""

from __future__ import annotations

from pathlib import Path

from seqlab.causal import CriticOptions, Judged

_TRAINING, _JUDGED = CriticOptions(), Judged()


def critic(
    out: Path,
    model: str = "default",
    training: CriticOptions = _TRAINING,
    judged: Judged = _JUDGED,
    seed: int = 1,
) -> None:
    """Train a critic from judged edits, and fit the judge of a model to hear it.

    A critic that is trained already is not trained again: so the one that ships, copied to `out`,
    is fitted to a model of your own in minutes.

    Args:
        out: The critic's folder, for `simplify --critic`; a training cut short is taken up there.
        model: The model whose judge is to hear it: a folder, or `default`.
        training: How it is trained.
        judged: The files of judged edits.
        seed: Same seed, same result.
    """
    from seqlab.training import fit_critic

    for kind, told in fit_critic(out, judged, training, model, seed).items():
        print(
            f"{kind}: {told['edits']:,} edits, AUC of acceptable {told['before']} before, "
            f"{told['after']} with the critic heard"
        )
