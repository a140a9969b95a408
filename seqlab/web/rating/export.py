"""What a study gave, as the files that `metaevaluate`, `evaluate` and `corpora` read."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from corpora import Pair, write_pairs
from seqlab.files import atomic_write
from seqlab.web.rating.store import CONTROL, ITEM, Store

_HEAD = ("sent_id", "sys_name", "orig_sent", "simp_sent")


def export_study(store: Store, folder: str | Path) -> list[Path]:
    """Write the files of a study into a folder; what raters answered to be tested is left out."""
    folder = Path(folder)
    study = store.study
    written = [_raters(store, folder / "raters.csv")]
    if study.form == "rewrite":
        return [*written, *_rewritings(store, folder)]
    if study.is_comparison:
        return [*written, _preferences(store, folder / "preferences.csv")]
    rows = _rows(store)
    return [
        *written,
        _single(store, folder / "ratings.csv", rows),
        _means(store, folder / "ratings_mean.csv", rows),
    ]


Rows = dict[tuple[str, str, int], dict[str, float]]


def _rows(store: Store) -> Rows:
    """Answers by item, system and rater."""
    rows: Rows = defaultdict(dict)
    for one in store.ratings():
        if one["kind"] == ITEM:
            key = (str(one["item"]), str(one["system"]), int(str(one["rater"])))
            rows[key][str(one["question"])] = float(str(one["value"]))
    return rows


def _single(store: Store, path: Path, rows: Rows) -> Path:
    """Every rating of every rater, one a row, as `metaevaluate` reads them."""
    items = {item.id: item for item in store.study.items}
    with atomic_write(path) as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["item", "system", "rater", "question", "score", "original", "output"])
        for (item, system, rater), own in sorted(rows.items(), key=_order):
            texts = [items[item].source, items[item].outputs[system]]
            for question, value in own.items():
                writer.writerow([item, system, rater, question, f"{value:g}", *texts])
    return path


def _means(store: Store, path: Path, rows: Rows) -> Path:
    """The mean of each output's ratings, plain and standardised by rater."""
    names = [one.name for one in store.study.questions]
    items = {item.id: item for item in store.study.items}
    standard = _standardised(rows, names)
    units: dict[tuple[str, str], list[int]] = defaultdict(list)
    for item, system, rater in rows:
        units[item, system].append(rater)
    with atomic_write(path) as handle:
        writer = csv.writer(handle, lineterminator="\n")
        columns = [column for name in names for column in (name, f"{name}_zscore")]
        writer.writerow([*_HEAD, *columns, "ratings"])
        for (item, system), raters in sorted(units.items(), key=_order):
            values = []
            for name in names:
                own = [
                    (item, system, rater) for rater in raters if name in rows[item, system, rater]
                ]
                values.append(_mean([rows[key][name] for key in own]))
                values.append(_mean([standard[key][name] for key in own]))
            text = items[item].outputs[system]
            writer.writerow([item, system, items[item].source, text, *values, len(raters)])
    return path


def _mean(values: list[float]) -> str:
    return f"{float(np.mean(values)):.4f}" if values else ""


def _standardised(rows: Rows, names: list[str]) -> Rows:
    """Each rater's scores by their own mean and deviation."""
    standard: Rows = defaultdict(dict)
    for name in names:
        by_rater: dict[int, list[float]] = defaultdict(list)
        for (_, _, rater), own in rows.items():
            if name in own:
                by_rater[rater].append(own[name])
        for key, own in rows.items():
            if name in own:
                values = by_rater[key[2]]
                spread = float(np.std(values)) or 1.0
                standard[key][name] = (own[name] - float(np.mean(values))) / spread
    return standard


def _preferences(store: Store, path: Path) -> Path:
    """Every choice between two systems, by name."""
    items = {item.id: item for item in store.study.items}
    with atomic_write(path) as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(
            [
                "sent_id",
                "sys_a",
                "sys_b",
                "orig_sent",
                "simp_a",
                "simp_b",
                "rater_id",
                "question",
                "preferred",
            ]
        )
        for one in store.ratings():
            if one["kind"] != ITEM:
                continue
            shown = list(json.loads(str(one["shown"])))
            value = int(float(str(one["value"])))
            preferred = shown[value] if value < 2 else "similar"
            first, second = sorted(shown)
            item = items[str(one["item"])]
            writer.writerow(
                [
                    item.id,
                    first,
                    second,
                    item.source,
                    item.outputs[first],
                    item.outputs[second],
                    one["rater"],
                    one["question"],
                    preferred,
                ]
            )
    return path


def _rewritings(store: Store, folder: Path) -> list[Path]:
    """The rewritings as pairs, and their writers' confidence."""
    items = {item.id: item for item in store.study.items}
    counted: dict[str, int] = defaultdict(int)
    pairs = []
    for _, item, text, _ in store.rewritings():
        pairs.append(
            Pair(
                (items[item].source,),
                (text,),
                corpus=store.study.title,
                document=item,
                reference=counted[item],
                id=item,
            )
        )
        counted[item] += 1
    target = folder / "pairs.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    write_pairs(target, pairs)
    return [target]


def _raters(store: Store, path: Path) -> Path:
    """Who took part, without the keys of their links, and how they met what was expected."""
    done: dict[int, int] = defaultdict(int)
    control: dict[int, int] = defaultdict(int)
    for one in store.ratings():
        counts = control if one["kind"] == CONTROL else done
        counts[int(str(one["rater"]))] += 1
    with atomic_write(path) as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["rater_id", "state", "answers", "qualification", "controls_met"])
        for rater in store.raters():
            met = store.controls_met(rater) if control[rater.id] else None
            writer.writerow(
                [
                    rater.id,
                    rater.state,
                    done[rater.id],
                    "" if rater.qualification is None else f"{rater.qualification:.3f}",
                    "" if met is None else f"{met:.3f}",
                ]
            )
    return path


def _order(one: tuple[tuple, object]) -> tuple:
    """Items by number where they have one."""
    item, *rest = one[0]
    return (0, int(item), "", *rest) if str(item).isdigit() else (1, 0, item, *rest)
