"""Studies: who sees what in which order, what is kept, what is refused, what comes out."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from corpora import read_pairs
from seqlab.errors import DataError, UsageError
from seqlab.web import Store, create_study_app, export_study, read_study
from seqlab.web.rating.agreement import agreement
from seqlab.web.rating.checks import Refused, check_rewriting
from seqlab.web.rating.study import Rewriting, forms
from tests.web.studies import SOURCES, write_study

GOOD = {"expect": {"meaning": [60, 100]}}
BAD = {"expect": {"meaning": [0, 40]}}


def client_of(store: Store) -> TestClient:
    return TestClient(create_study_app(store), base_url="http://127.0.0.1")


def page_of(html: str) -> str:
    return html.split('name="page" value="')[1].split('"')[0]


def test_every_form_has_questions_on_known_scales(tmp_path: Path) -> None:
    for form in forms():
        systems = 0 if form == "rewrite" else 2
        study = read_study(write_study(tmp_path, 2, systems, form=form))
        assert study.questions
        assert study.instructions


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"form": "guess"}, "no form 'guess'"),
        ({"rater": 3}, "no setting 'rater'; did you mean raters?"),
        ({"raters": 0}, "raters must be a whole number from 1 on"),
        ({"items": []}, "items must be"),
        ({"items": [{"source": "a", "outputs": {}}]}, "has 0 outputs"),
        ({"items": [{"source": "a", "output": "b", "id": 1}] * 2}, "two items have the id '1'"),
        ({"questions": {"x": {"text": "?", "scale": "stars"}}}, "no scale 'stars'"),
        ({"controls": {"items": [{"source": "a", "output": "b"}]}}, "say what is expected"),
        (
            {"controls": {"items": [{"source": "a", "output": "b", "expect": {"x": [0, 1]}}]}},
            "no question 'x'",
        ),
        ({"qualification": {"pass": 2}}, "pass must be from 0 to 1"),
    ],
)
def test_a_wrong_study_is_refused_before_it_starts(tmp_path: Path, settings, said: str) -> None:
    with pytest.raises(UsageError, match=r"study\.yaml") as error:
        read_study(write_study(tmp_path, 2, **settings))
    assert said in str(error.value)


def test_items_come_from_lines_of_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    (tmp_path / "s.txt").write_text("1\n2\n")
    path = write_study(tmp_path, items="a.txt", systems={"s": "s.txt"})
    assert [(one.id, one.source, one.outputs) for one in read_study(path).items] == [
        ("1", "one", {"s": "1"}),
        ("2", "two", {"s": "2"}),
    ]
    (tmp_path / "s.txt").write_text("1\n")
    with pytest.raises(UsageError, match=r"1 lines, a\.txt has 2"):
        read_study(path)


def test_no_page_tells_the_system_and_each_rater_has_an_order_of_their_own(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 8, 2, form="pairwise")))
    orders, sides = [], []
    with client_of(store) as client:
        for _ in range(3):
            rater = store.add_rater()
            client.post(f"/r/{rater.key}/start")
            order = []
            while (page := store.next_page(store.rater(rater.key))) is not None:
                html = client.get(f"/r/{rater.key}").text
                assert "system" not in html
                order.append(page.item)
                sides.append(page.systems[0])
                answers = {f"{name}.0": "0" for name in ("meaning", "fluency", "simplicity")}
                client.post(f"/r/{rater.key}", data={"page": str(page.id), **answers})
            orders.append(order)
    assert len({tuple(order) for order in orders}) == 3
    assert set(sides) == {"system0", "system1"}
    assert [rater.state for rater in store.raters()] == ["done"] * 3
    # Everybody chose the first version shown, whichever it was: the export has it by name.
    rows = list(csv.DictReader(export_study(store, tmp_path / "out")[1].open()))
    assert len(rows) == 8 * 3 * 3
    assert {row["preferred"] for row in rows} == {"system0", "system1"}


def test_items_go_to_those_with_fewest_raters_until_each_has_enough(tmp_path: Path) -> None:
    settings = {"raters": 2, "per_rater": 6}
    store = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 9, **settings)))
    for _ in range(5):
        store.start(store.add_rater())
    with sqlite3.connect(tmp_path / "s.sqlite") as raw:
        counts = dict(raw.execute("SELECT item, COUNT(*) FROM pages GROUP BY item").fetchall())
        sizes = [n for (n,) in raw.execute("SELECT COUNT(*) FROM pages GROUP BY rater")]
    assert set(counts.values()) == {2}
    assert sizes == [6, 6, 6]


def test_pages_of_a_released_rater_go_to_others(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 4, raters=1)))
    gone, came = store.add_rater(), store.add_rater()
    store.start(gone)
    store.release(gone.id)
    store.start(came)
    assert store.progress(store.rater(came.key)) == (0, 4)


def test_an_incomplete_page_is_shown_again_with_what_was_given(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 2)))
    rater = store.add_rater()
    with client_of(store) as client:
        client.post(f"/r/{rater.key}/start")
        page = page_of(client.get(f"/r/{rater.key}").text)
        sent = {"page": page, "meaning.0": "77", "fluency.0": "101", "simplicity.0": "5"}
        answer = client.post(f"/r/{rater.key}", data=sent)
    assert answer.status_code == 422
    assert "from 0 to 100" in answer.text
    assert 'value="77"' in answer.text
    assert not list(store.ratings())


def test_a_page_sent_twice_counts_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 2)))
    rater = store.add_rater()
    with client_of(store) as client:
        client.post(f"/r/{rater.key}/start")
        page = page_of(client.get(f"/r/{rater.key}").text)
        sent = {"page": page, "meaning.0": "1", "fluency.0": "1", "simplicity.0": "1"}
        for _ in range(2):
            client.post(f"/r/{rater.key}", data=sent)
    assert len(list(store.ratings())) == 3


@pytest.mark.parametrize(("given", "state"), [("90", "working"), ("10", "turned away")])
def test_who_fails_the_test_sees_no_items(tmp_path: Path, given: str, state: str) -> None:
    tests = [
        {"id": "q1", "source": "They went home.", "output": "They went home.", **GOOD},
        {"id": "q2", "source": "They left.", "output": "They left it.", **GOOD},
    ]
    settings = {"qualification": {"items": tests, "pass": 0.75}, "consent": "I take part freely."}
    store = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 3, **settings)))
    rater = store.add_rater()
    with client_of(store) as client:
        assert client.post(f"/r/{rater.key}/start").text.count("Please agree") == 2
        client.post(f"/r/{rater.key}/start", data={"agree": "yes"})
        for _ in tests:
            page = page_of(client.get(f"/r/{rater.key}").text)
            sent = {f"{name}.0": given for name in ("meaning", "fluency", "simplicity")}
            client.post(f"/r/{rater.key}", data={"page": page, **sent})
        shown = client.get(f"/r/{rater.key}").text
    assert store.rater(rater.key).state == state
    assert ("Page 1 of 3" in shown) == (state == "working")


def test_control_items_come_among_the_others_and_are_not_exported(tmp_path: Path) -> None:
    controls = [{"id": "c1", "source": "They went home.", "output": "Cheese.", **BAD}]
    settings = {"controls": {"items": controls, "every": 2}, "repeats": 1}
    store = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 4, **settings)))
    rater = store.add_rater()
    store.start(rater)
    kinds = []
    while (page := store.next_page(store.rater(rater.key))) is not None:
        kinds.append(page.kind)
        values = {(page.systems[0], name): 80.0 for name in ("meaning", "fluency", "simplicity")}
        store.answer(page, values)
    assert sorted(kinds) == ["control"] * 2 + ["item"] * 4 + ["repeat"]
    assert store.controls_met(store.rater(rater.key)) == 0.0
    raters, ratings, means = export_study(store, tmp_path / "out")
    assert len(list(csv.DictReader(ratings.open()))) == 4 * 3
    assert next(csv.DictReader(raters.open()))["controls_met"] == "0.000"
    assert next(csv.DictReader(means.open()))["simplicity"] == "80.0000"


def test_a_store_of_another_study_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 2)))
    with pytest.raises(DataError, match="another study"):
        Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 3)))
    again = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 2)))
    assert again.admin_key


@pytest.mark.parametrize(
    ("text", "seconds", "said"),
    [
        ("", 60, "write your version"),
        ("A b", 60, "at least 3 words"),
        (SOURCES[0].upper(), 60, "This is the original"),
        (SOURCES[0].replace("matter", "topic"), 60, "still the same"),
        ("The group began to talk about it before the break.", 1, "very fast"),
    ],
)
def test_a_rewriting_that_is_none_is_refused(text: str, seconds: float, said: str) -> None:
    with pytest.raises(Refused, match=said):
        check_rewriting(SOURCES[0], text, seconds, Rewriting())


def test_rewritings_come_out_as_pairs_that_corpora_reads(tmp_path: Path) -> None:
    rules = {"least_seconds": 0.0}
    path = write_study(tmp_path, 2, 0, form="rewrite", rewriting=rules)
    store = Store(tmp_path / "s.sqlite", read_study(path))
    with client_of(store) as client:
        for name in ("group", "board"):
            rater = store.add_rater()
            client.post(f"/r/{rater.key}/start")
            for _ in range(2):
                page = page_of(client.get(f"/r/{rater.key}").text)
                copied = {"page": page, "text": SOURCES[0], "confidence.0": "4"}
                assert client.post(f"/r/{rater.key}", data=copied).status_code == 422
                text = f"The {name} began to talk about it before the break."
                client.post(f"/r/{rater.key}", data={**copied, "text": text})
    pairs = list(read_pairs(export_study(store, tmp_path / "out")[1]))
    assert [(pair.id, pair.reference) for pair in pairs] == [("1", 0), ("1", 1), ("2", 0), ("2", 1)]
    assert pairs[1].target == "The board began to talk about it before the break."


def ratings(values: dict[int, list[float]], kind: str = "item") -> list[dict[str, object]]:
    return [
        {
            "rater": rater,
            "kind": kind,
            "item": str(item),
            "system": "s",
            "question": "q",
            "value": value,
            "shown": json.dumps(["s"]),
        }
        for rater, own in values.items()
        for item, value in enumerate(own)
    ]


def test_agreement_is_one_for_raters_who_agree_and_near_none_for_those_who_do_not() -> None:
    import random

    scores = [float(n * 10) for n in range(11)]
    same = agreement(ratings({1: scores, 2: scores, 3: scores}), ["q"], choices=False)[0]
    assert same.kappa == pytest.approx(1.0)
    chance = random.Random(1)
    many = {rater: [chance.random() * 100 for _ in range(200)] for rater in range(3)}
    other = agreement(ratings(many), ["q"], choices=False)[0]
    assert abs(other.kappa or 0.0) < 0.15
    alone = agreement(ratings({1: scores}), ["q"], choices=False)[0]
    assert alone.kappa is None


def test_the_admin_page_is_for_the_admin(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite", read_study(write_study(tmp_path, 2)))
    with client_of(store) as client:
        assert client.get("/admin/guess").status_code == 404
        client.post(f"/admin/{store.admin_key}/raters")
        shown = client.get(f"/admin/{store.admin_key}").text
        packed = client.get(f"/admin/{store.admin_key}/export.zip")
    assert store.raters()[0].key in shown
    assert packed.content.startswith(b"PK")
