"""`Store`: raters, what each is to see, and every answer, in SQLite.

The journal is a write-ahead log and every answer is a transaction that is on the disk before the
rater sees the next page: whatever dies, what was answered stays.
"""

from __future__ import annotations

import json
import random
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from seqlab.errors import DataError
from seqlab.web.rating.study import Item, Study

# What a page is for.
QUALIFICATION, ITEM, CONTROL, REPEAT = "qualification", "item", "control", "repeat"
# Where a rater stands.
NEW, QUALIFYING, WORKING, DONE = "new", "qualifying", "working", "done"
TURNED_AWAY, RELEASED = "turned away", "released"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS study (hash TEXT PRIMARY KEY, admin TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS raters (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, state TEXT NOT NULL, agreed REAL,
    qualification REAL, created REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS pages (
    id INTEGER PRIMARY KEY, rater INTEGER NOT NULL REFERENCES raters, place INTEGER NOT NULL,
    kind TEXT NOT NULL, item TEXT NOT NULL, systems TEXT NOT NULL, shown REAL, done REAL,
    seconds REAL, text TEXT, UNIQUE (rater, place)
);
CREATE TABLE IF NOT EXISTS answers (
    page INTEGER NOT NULL REFERENCES pages, system TEXT NOT NULL, question TEXT NOT NULL,
    value REAL NOT NULL, PRIMARY KEY (page, system, question)
);
CREATE INDEX IF NOT EXISTS pages_by_item ON pages (item, systems);
"""


@dataclass(frozen=True, slots=True)
class Rater:
    """A person who rates; the key is all that is known of them."""

    id: int
    key: str
    state: str
    agreed: float | None
    qualification: float | None


@dataclass(frozen=True, slots=True)
class Page:
    """What a rater is to see: an item and the systems whose outputs are on it, as ordered."""

    id: int
    rater: int
    place: int
    kind: str
    item: str
    systems: tuple[str, ...]
    shown: float | None
    done: float | None


class Store:
    """All that is known of a study under way."""

    def __init__(self, path: str | Path, study: Study) -> None:
        self.path, self.study = Path(path), study
        try:
            with self._open() as store:
                store.execute("PRAGMA journal_mode=WAL")
                store.executescript(_SCHEMA)
                store.execute(
                    "INSERT OR IGNORE INTO study VALUES (?, ?)",
                    (study.hash, secrets.token_urlsafe(16)),
                )
                rows = store.execute("SELECT hash, admin FROM study").fetchall()
        except sqlite3.Error as error:
            raise DataError(path, f"no store of a study: {error}", fix="name another") from None
        if len(rows) > 1:
            with self._open() as store:
                store.execute("DELETE FROM study WHERE hash = ?", (study.hash,))
            raise DataError(
                path,
                "the store of another study, or its items or questions were changed",
                fix="name another store with --store",
            )
        self.admin_key = str(rows[0][1])

    def add_rater(self) -> Rater:
        """A new rater, with a key that nobody can guess."""
        key = secrets.token_urlsafe(12)
        with self._open() as store:
            store.execute(
                "INSERT INTO raters (key, state, created) VALUES (?, ?, ?)", (key, NEW, time.time())
            )
        return self.rater(key)

    def raters(self) -> list[Rater]:
        """Everybody, in order of arrival."""
        with self._open() as store:
            rows = store.execute(
                "SELECT id, key, state, agreed, qualification FROM raters ORDER BY id"
            ).fetchall()
        return [Rater(*row) for row in rows]

    def rater(self, key: str) -> Rater:
        """The rater of a link; `KeyError` where there is none."""
        with self._open() as store:
            row = store.execute(
                "SELECT id, key, state, agreed, qualification FROM raters WHERE key = ?", (key,)
            ).fetchone()
        if row is None:
            raise KeyError(key)
        return Rater(*row)

    def start(self, rater: Rater) -> None:
        """The rater has agreed: give them their first pages."""
        with self._open() as store:
            store.execute("BEGIN IMMEDIATE")
            state = store.execute("SELECT state FROM raters WHERE id = ?", (rater.id,)).fetchone()
            if state[0] != NEW:
                return
            next_state = QUALIFYING if self.study.qualification else WORKING
            store.execute(
                "UPDATE raters SET state = ?, agreed = ? WHERE id = ?",
                (next_state, time.time(), rater.id),
            )
            if self.study.qualification:
                self._write(store, rater.id, self._qualification(rater.id))
            else:
                self._write(store, rater.id, self._work(store, rater.id))

    def release(self, identity: int) -> None:
        """Wait no longer for a rater: the pages they have not answered go to others."""
        with self._open() as store:
            store.execute(
                "UPDATE raters SET state = ? WHERE id = ? AND state IN (?, ?, ?)",
                (RELEASED, identity, NEW, QUALIFYING, WORKING),
            )

    def next_page(self, rater: Rater) -> Page | None:
        """The first page that is not answered yet; its time starts when it is first seen."""
        with self._open() as store:
            row = store.execute(
                "SELECT id, rater, place, kind, item, systems, shown, done FROM pages "
                "WHERE rater = ? AND done IS NULL ORDER BY place LIMIT 1",
                (rater.id,),
            ).fetchone()
            if row is None:
                return None
            if row[6] is None:
                store.execute("UPDATE pages SET shown = ? WHERE id = ?", (time.time(), row[0]))
        identity, owner, place, kind, item, systems, shown, done = row
        order = tuple(json.loads(systems))
        return Page(identity, owner, place, kind, item, order, shown or time.time(), done)

    def progress(self, rater: Rater) -> tuple[int, int]:
        """Pages answered, and all pages, of the part that the rater is in."""
        with self._open() as store:
            done, every = store.execute(
                "SELECT COUNT(done), COUNT(*) FROM pages WHERE rater = ? AND (kind = ?) = ?",
                (rater.id, QUALIFICATION, rater.state == QUALIFYING),
            ).fetchone()
        return int(done), int(every)

    def answer(
        self, page: Page, values: Mapping[tuple[str, str], float], text: str | None = None
    ) -> None:
        """Keep the answers of a page, all of them or none; a second sending changes nothing."""
        now = time.time()
        with self._open() as store:
            store.execute("BEGIN IMMEDIATE")
            done = store.execute("SELECT done FROM pages WHERE id = ?", (page.id,)).fetchone()
            if done is None or done[0] is not None:
                return
            store.executemany(
                "INSERT INTO answers VALUES (?, ?, ?, ?)",
                [(page.id, system, name, value) for (system, name), value in values.items()],
            )
            store.execute(
                "UPDATE pages SET done = ?, seconds = ? - shown, text = ? WHERE id = ?",
                (now, now, text, page.id),
            )
            self._move_on(store, page.rater)

    def _move_on(self, store: sqlite3.Connection, rater: int) -> None:
        """Judge the qualification once it is complete; end with the last page."""
        left = store.execute(
            "SELECT COUNT(*) FROM pages WHERE rater = ? AND done IS NULL", (rater,)
        ).fetchone()[0]
        state = store.execute("SELECT state FROM raters WHERE id = ?", (rater,)).fetchone()[0]
        if left:
            return
        if state == QUALIFYING:
            share = self._met(store, rater, QUALIFICATION, self.study.qualification)
            passed = share >= self.study.qualification_pass
            store.execute(
                "UPDATE raters SET state = ?, qualification = ? WHERE id = ?",
                (WORKING if passed else TURNED_AWAY, share, rater),
            )
            if passed:
                self._write(store, rater, self._work(store, rater))
        elif state == WORKING:
            store.execute("UPDATE raters SET state = ? WHERE id = ?", (DONE, rater))

    def _met(
        self, store: sqlite3.Connection, rater: int, kind: str, items: Sequence[Item]
    ) -> float:
        """The share of expectations that a rater's answers meet."""
        expected = {item.id: item.expect for item in items}
        rows = store.execute(
            "SELECT pages.item, question, value FROM answers JOIN pages ON page = pages.id "
            "WHERE rater = ? AND kind = ?",
            (rater, kind),
        ).fetchall()
        met = [
            bounds[0] <= value <= bounds[1]
            for item, question, value in rows
            if (bounds := expected.get(item, {}).get(question))
        ]
        return sum(met) / len(met) if met else 1.0

    def controls_met(self, rater: Rater) -> float | None:
        """The share of control items that a rater answered as expected."""
        if not self.study.controls:
            return None
        with self._open() as store:
            return self._met(store, rater.id, CONTROL, self.study.controls)

    def _qualification(self, rater: int) -> list[tuple[str, str, tuple[str, ...]]]:
        chance = random.Random(f"{self.study.seed}:{rater}:qualification")
        pages = [(QUALIFICATION, one.id, tuple(one.outputs)) for one in self.study.qualification]
        chance.shuffle(pages)
        return pages

    def _work(
        self, store: sqlite3.Connection, rater: int
    ) -> list[tuple[str, str, tuple[str, ...]]]:
        """The pages with fewest raters so far, shuffled; the order of versions is shuffled too."""
        study = self.study
        chance = random.Random(f"{study.seed}:{rater}")
        given: Counter[tuple[str, str]] = Counter(
            (item, _key(json.loads(systems)))
            for item, systems in store.execute(
                "SELECT item, systems FROM pages JOIN raters ON rater = raters.id "
                "WHERE kind = ? AND (done IS NOT NULL OR state = ?)",
                (ITEM, WORKING),
            )
        )
        candidates = [
            (given[item.id, _key(systems)], chance.random(), item, systems)
            for item, systems in study.pages()
        ]
        open_ones = sorted(one for one in candidates if one[0] < study.raters)
        chosen = open_ones[: study.per_rater or None]
        pages = []
        for _, _, item, systems in chosen:
            order = list(systems)
            chance.shuffle(order)
            pages.append((ITEM, item.id, tuple(order)))
        chance.shuffle(pages)
        repeated = chance.sample(pages, min(study.repeats, len(pages)))
        return _woven(pages, study, repeated, chance)

    def _write(
        self,
        store: sqlite3.Connection,
        rater: int,
        pages: Sequence[tuple[str, str, tuple[str, ...]]],
    ) -> None:
        start = store.execute("SELECT COUNT(*) FROM pages WHERE rater = ?", (rater,)).fetchone()[0]
        store.executemany(
            "INSERT INTO pages (rater, place, kind, item, systems) VALUES (?, ?, ?, ?, ?)",
            [
                (rater, start + place, kind, item, json.dumps(systems))
                for place, (kind, item, systems) in enumerate(pages)
            ],
        )
        if not pages:
            store.execute("UPDATE raters SET state = ? WHERE id = ?", (DONE, rater))

    def ratings(self) -> Iterator[dict[str, object]]:
        """Every answer with its rater, item and system, in order."""
        with self._open() as store:
            rows = store.execute(
                "SELECT raters.id, pages.kind, pages.item, pages.systems, answers.system, "
                "question, value, pages.seconds, pages.done, pages.id FROM answers "
                "JOIN pages ON answers.page = pages.id JOIN raters ON pages.rater = raters.id "
                "ORDER BY pages.done, pages.id, question, answers.system"
            ).fetchall()
        names = ("rater", "kind", "item", "shown", "system", "question", "value", "seconds", "at")
        for row in rows:
            yield {**dict(zip(names, row[:9], strict=True)), "page": row[9]}

    def rewritings(self) -> Iterator[tuple[int, str, str, float]]:
        """Rater, item, text and seconds of every rewriting."""
        with self._open() as store:
            rows = store.execute(
                "SELECT rater, item, text, seconds FROM pages WHERE text IS NOT NULL AND kind = ? "
                "ORDER BY item, rater",
                (ITEM,),
            ).fetchall()
        yield from rows

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        store = sqlite3.connect(self.path, timeout=30, isolation_level=None)
        try:
            store.execute("PRAGMA synchronous=FULL")
            store.execute("PRAGMA foreign_keys=ON")
            yield store
            if store.in_transaction:
                store.execute("COMMIT")
        finally:
            # What was not committed is rolled back.
            store.close()


def _key(systems: Sequence[str]) -> str:
    return json.dumps(sorted(systems))


def _woven(
    pages: list[tuple[str, str, tuple[str, ...]]],
    study: Study,
    repeated: list[tuple[str, str, tuple[str, ...]]],
    chance: random.Random,
) -> list[tuple[str, str, tuple[str, ...]]]:
    """The pages with control items among them and repeated ones in the second half."""
    woven: list[tuple[str, str, tuple[str, ...]]] = []
    controls = [(CONTROL, one.id, tuple(one.outputs)) for one in study.controls]
    chance.shuffle(controls)
    for place, page in enumerate(pages, start=1):
        woven.append(page)
        if controls and place % study.control_every == 0:
            woven.append(controls[(place // study.control_every - 1) % len(controls)])
    for _, item, systems in repeated:
        place = chance.randint(max(1, len(woven) // 2), len(woven))
        woven.insert(place, (REPEAT, item, systems))
    return woven
