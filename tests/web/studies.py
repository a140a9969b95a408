"""Small studies for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

SOURCES = [
    f"The committee commenced its deliberations on matter {number} prior to the adjournment."
    for number in range(1, 41)
]


def write_study(folder: Path, count: int = 40, width: int = 1, **settings: Any) -> Path:
    """The YAML file of a study with so many items."""
    listed = [
        {
            "id": str(number),
            "source": source,
            "outputs": {
                f"system{n}": f"The committee started to talk about matter {number} ({n})."
                for n in range(width)
            },
        }
        for number, source in enumerate(SOURCES[:count], start=1)
    ]
    path = folder / "study.yaml"
    values = {"title": "A small study", "form": "direct", "items": listed, **settings}
    path.write_text(yaml.safe_dump(values, sort_keys=False), encoding="utf-8")
    return path
