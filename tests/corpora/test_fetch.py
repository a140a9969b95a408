"""Fetching a corpus from a server on this machine: licence, checksum, resuming, bad answers."""

from __future__ import annotations

import hashlib
import io
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from corpora import PublishedCorpus, PublishedFile, fetch, published_corpora
from seqlab.cli import main
from seqlab.errors import DataError, UsageError

TEXT = b"One sentence.\nAnother sentence.\n" * 5000


def _zip(entry: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(entry, "inside")
    return packed.getvalue()


class Handler(BaseHTTPRequestHandler):
    """Files from a dictionary, with ranges; `short` sends half of what it promises."""

    def do_GET(self) -> None:
        server = self.server
        server.asked.append((self.path, self.headers.get("Range")))
        content = server.content.get(self.path)
        if content is None:
            self.send_error(404)
            return
        start = int((self.headers.get("Range") or "bytes=0-")[6:-1])
        if start >= len(content):
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        rest = content[start:]
        self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        self.wfile.write(rest[: len(rest) // 2] if server.short else rest)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.content, running.asked, running.short = {"/a.txt": TEXT}, [], False
    running.address = f"http://127.0.0.1:{running.server_port}"
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield running
    running.shutdown()
    thread.join()


def _corpus(server, sha256: str | None, name: str = "a.txt", unpack: bool = False):
    file = PublishedFile(name, f"{server.address}/{name}", sha256, unpack)
    return PublishedCorpus("toy", "Toy corpus", "CC0", server.address, (file,))


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_nothing_is_asked_for_before_the_licence_is_accepted(server, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="licensed CC0; add --yes"):
        fetch(_corpus(server, None), tmp_path)
    assert server.asked == []


def test_a_right_file_is_verified_and_not_fetched_again(server, tmp_path: Path) -> None:
    corpus = _corpus(server, _sha256(TEXT))
    [first] = fetch(corpus, tmp_path, accept_licence=True)
    assert first.verified
    assert first.path.read_bytes() == TEXT
    fetch(corpus, tmp_path, accept_licence=True)
    assert len(server.asked) == 1


def test_a_wrong_file_is_not_kept(server, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="wrong checksum"):
        fetch(_corpus(server, "0" * 64), tmp_path, accept_licence=True)
    assert list(tmp_path.iterdir()) == []


def test_a_broken_download_goes_on_where_it_stopped(server, tmp_path: Path) -> None:
    corpus = _corpus(server, _sha256(TEXT))
    server.short = True
    with pytest.raises(DataError, match="what has arrived is kept"):
        fetch(corpus, tmp_path, accept_licence=True)
    assert not (tmp_path / "a.txt").exists()
    server.short = False
    [found] = fetch(corpus, tmp_path, accept_licence=True)
    assert server.asked[-1] == ("/a.txt", f"bytes={len(TEXT) // 2}-")
    assert found.path.read_bytes() == TEXT


def test_a_part_longer_than_the_file_is_thrown_away(server, tmp_path: Path) -> None:
    (tmp_path / "a.txt.part").write_bytes(TEXT + b"rubbish")
    [found] = fetch(_corpus(server, _sha256(TEXT)), tmp_path, accept_licence=True)
    assert found.path.read_bytes() == TEXT


def test_an_unknown_checksum_is_told_and_can_be_pinned(server, tmp_path: Path) -> None:
    corpus = _corpus(server, None)
    [found] = fetch(corpus, tmp_path / "one", accept_licence=True)
    assert not found.verified
    assert found.sha256 == _sha256(TEXT)
    [pinned] = fetch(corpus, tmp_path / "two", accept_licence=True, pins={"a.txt": found.sha256})
    assert pinned.verified
    with pytest.raises(DataError, match="wrong checksum"):
        fetch(corpus, tmp_path / "three", accept_licence=True, pins={"a.txt": "0" * 64})


@pytest.mark.parametrize(
    ("address", "complaint"), [("{}/none", "404"), ("http://127.0.0.1:9", "cannot be downloaded")]
)
def test_a_server_that_fails_is_named(server, tmp_path: Path, address, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        fetch(_corpus(server, None), tmp_path, True, mirror=address.format(server.address))


def test_archives_are_unpacked_but_never_outside(server, tmp_path: Path) -> None:
    server.content.update({"/good.zip": _zip("in/side.txt"), "/bad.zip": _zip("../outside.txt")})
    fetch(_corpus(server, None, "good.zip", unpack=True), tmp_path, accept_licence=True)
    assert (tmp_path / "in" / "side.txt").read_text() == "inside"
    with pytest.raises(DataError, match="points outside"):
        fetch(_corpus(server, None, "bad.zip", unpack=True), tmp_path / "x", accept_licence=True)
    assert not (tmp_path / "outside.txt").exists()


def test_the_command_shows_the_licence_first(server, tmp_path: Path, capsys) -> None:
    arguments = ["corpora", "fetch", "hsplit", "--out", str(tmp_path / "hsplit")]
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert "licence   CC BY-SA 3.0" in captured.out
    assert "--yes" in captured.err


def test_the_command_fetches_from_a_mirror_and_checks(server, tmp_path: Path, capsys) -> None:
    # Right by name, wrong by content: the published checksum of ASSET must refuse it.
    server.content["/asset.test.orig"] = b"not ASSET\n"
    arguments = ["corpora", "fetch", "asset", "--out", str(tmp_path / "asset"), "--yes"]
    assert main([*arguments, "--mirror", server.address]) == 1
    assert "wrong checksum" in capsys.readouterr().err


def test_unknown_names_are_named(capsys) -> None:
    assert main(["corpora", "fetch", "newsela"]) == 2
    assert "known: asset, turkcorpus" in capsys.readouterr().err


def test_every_published_corpus_has_a_licence_and_distinct_files() -> None:
    for corpus in published_corpora().values():
        assert corpus.licence
        names = [file.name for file in corpus.files]
        assert len(names) == len(set(names)) > 0
        assert all(file.url.startswith("https://") for file in corpus.files)


def test_checksums_are_those_of_the_files_that_are_here(data_dir: Path) -> None:
    files = {file.name: file for file in published_corpora()["asset"].files}
    for path in (data_dir / "asset").glob("asset.valid.*"):
        assert _sha256(path.read_bytes()) == files[path.name].sha256
