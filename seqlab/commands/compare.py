"""Compare the results of two experiments: what was changed, and what that did.

seqlab compare runs/ablation/decoder runs/ablation/decoder-other
"""

from __future__ import annotations

from pathlib import Path


def compare(first: Path, second: Path) -> int:
    """Show the variants that two result folders share, their differences and tests of them.

    Args:
        first: Result folder of `ablate`.
        second: Another one, of the same experiment or of one whose variants have the same names.
    """
    from seqlab.ablation import compare_folders

    print(compare_folders(first, second))
    return 0
