"""What a release is made of: versions, change log, citation, cards, workflows, materials."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from importlib import metadata
from pathlib import Path

import pytest
import yaml

import seqlab
from tools.release import MODELS, pack_model, version_problems
from tools.sbom import DATA, bill_of_materials

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_versions_agree() -> None:
    assert version_problems() == []


def test_the_change_log_keeps_its_form() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (.+)$", text, re.M)
    assert sections[0] == "[Unreleased]" or sections[0].startswith(f"[{seqlab.__version__}] - ")
    for section in sections[1:]:
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\](?: - \d{4}-\d\d-\d\d)?", section), section
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", text, re.M)) <= kinds


def test_the_citation_is_complete() -> None:
    found = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert found["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "license", "version"} <= set(found)
    assert found["license"] == "Apache-2.0"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_only_make(path: Path) -> None:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    for job in content["jobs"].values():
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            if "run" in step:
                program, target = step["run"].split()
                assert program == "make"
                assert target in targets


def test_the_matrix_is_what_the_package_promises() -> None:
    content = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    matrix = content["jobs"]["test"]["strategy"]["matrix"]["python"]
    settings = (ROOT / "setup.cfg").read_text(encoding="utf-8")
    promised = re.findall(r"Programming Language :: Python :: (3\.\d+)", settings)
    assert matrix == promised == ["3.10", "3.11", "3.12", "3.13"]


@pytest.mark.parametrize("name", MODELS)
def test_a_model_card_says_what_must_be_known(name: str) -> None:
    text = (ROOT / MODELS[name] / "MODEL_CARD.md").read_text(encoding="utf-8").lower()
    for what in ("licence", "intended use", "language", "levels"):
        assert what in text, what
    assert re.search(r"learned from|data:|trained on", text)
    assert re.search(r"limits|known faults|wrong", text)


def test_the_bill_names_models_data_and_packages() -> None:
    bill = bill_of_materials()
    names = {one["name"] for one in bill["components"]}
    assert {"numpy", "torch", "onnxruntime", "default simplifier", "sample corpus"} <= names
    folders = {folder for folder, *_ in DATA}
    assert set(MODELS.values()) <= folders
    for folder, kind, _, licence in DATA:
        assert (ROOT / folder).is_dir()
        if kind == "machine-learning-model":
            card = (ROOT / folder / "MODEL_CARD.md").read_text(encoding="utf-8")
            assert licence.replace("-", " ").replace("BY SA", "BY-SA") in card, folder
    assert all("licenses" in one for one in bill["components"] if "hashes" in one)
    core = {re.split(r"[<>=!\[; ]", line)[0].lower() for line in metadata.requires("seqlab") or ()
            if "extra ==" not in line}  # fmt: skip
    assert core <= {name.lower() for name in names}


def test_the_bill_is_cyclonedx() -> None:
    import json

    validation = pytest.importorskip("cyclonedx.validation.json")
    from cyclonedx.schema import SchemaVersion

    text = json.dumps(bill_of_materials())
    assert validation.JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None


def test_a_packed_model_has_the_same_bytes_each_time(tmp_path: Path) -> None:
    folder = ROOT / MODELS["level"]
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = pack_model("level", folder, tmp_path / "a")
    assert first.read_bytes() == pack_model("level", folder, tmp_path / "b").read_bytes()
    with tarfile.open(first) as archive:
        assert "level/MODEL_CARD.md" in archive.getnames()


@pytest.mark.slow
def test_the_source_distribution_is_complete(tmp_path: Path) -> None:
    pytest.importorskip("build", reason="pip install 'seqlab[release]'")
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if tracked.returncode:
        pytest.skip("not a clone")
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir"]
    subprocess.run([*command, str(tmp_path), str(ROOT)], check=True, capture_output=True)
    (file,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = {name for name in tracked.stdout.splitlines() if name not in names}
    assert missing <= {".gitignore", ".gitattributes"}


# Names that came with Python 3.11 to 3.13, where the oldest Python of the package is 3.10.
LATER = (
    r"from datetime import .*\bUTC\b|datetime\.UTC\b|asyncio\.(?:timeout|TaskGroup|Runner)\b|"
    r"import tomllib|\bStrEnum\b|from typing import .*\b(?:Self|Never|assert_never|override)\b|"
    r"itertools import .*\bbatched\b|hashlib\.file_digest|contextlib import .*\bchdir\b|except\*"
)


def test_no_name_is_newer_than_the_oldest_python() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name[0]}"
        for folder in ("seqlab", "corpora", "lexical_simplifier", "tools")
        for path in (ROOT / folder).rglob("*.py")
        if (name := re.search(LATER, path.read_text(encoding="utf-8")))
    ]
    # The one that chooses by the version of Python.
    assert found == ["seqlab/web/service/time_limit.py: asyncio.timeout"]
