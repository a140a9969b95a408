"""`ServeOptions`: where the service listens, what it loads, and how much it takes from whom."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, fields
from pathlib import Path

from seqlab.errors import UsageError

LOOPBACK = "127.0.0.1"
_LEAST_TOKEN = 16


@dataclass(frozen=True)
class RequestLimits:
    """What one request, and one client, may ask for.

    Args:
        body: Bytes of a request without a file.
        upload: Bytes of a request with a file.
        unpacked: Bytes of all members of an uploaded archive (DOCX, EPUB) together.
        members: Members of an uploaded archive.
        characters: Characters of a text, or of all texts of a list together.
        sentences: Sentences of a text, or of all texts of a list together.
        items: Texts of a list, pairs, or lines of an evaluation.
        arrival: Seconds within which a request must have arrived.
        seconds: Time for one answer; a document that takes longer becomes a job.
        job_seconds: Time for a job.
        job_memory: Gigabytes that reading and writing one document may take.
        jobs: Jobs that wait or run at a time.
        keep_minutes: How long the result of a job is kept.
        waiting: Sentences that may wait for the model before new requests are turned away.
        per_client: Requests of one client that may be under way at a time.
        per_minute: Requests that one client may send in a minute; 0 for any number.
    """

    body: int = 2_000_000
    upload: int = 20_000_000
    unpacked: int = 100_000_000
    members: int = 2_000
    characters: int = 200_000
    sentences: int = 2_000
    items: int = 1_000
    arrival: float = 30.0
    seconds: float = 60.0
    job_seconds: float = 1_800.0
    job_memory: float = 2.0
    jobs: int = 8
    keep_minutes: float = 30.0
    waiting: int = 4_000
    per_client: int = 64
    per_minute: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            # `not … > 0` also refuses what is not a number.
            if not value > 0 and not (field.name == "per_minute" and value == 0):
                raise UsageError(f"limits.{field.name} must be more than 0 (got {value})")


@dataclass(frozen=True)
class ServeOptions:
    """How the service runs.

    Args:
        model: Folder of a model, or `default` for the one in the package.
        host: The address to listen on; any but this machine's own needs a token, or `open`.
        port: The port; 0 takes a free one.
        token: What clients must send as `Authorization: Bearer TOKEN`.
        open: Whether anybody who can reach the address may use it without a token.
        workers: Processes, each with a model of its own.
        cors: Origins whose pages may call the service, e.g. `https://example.org`.
        hosts: Names, beside addresses of this machine, by which the service may be called.
        limits: What a request may ask for.
        state: Folder for jobs under way; one of the system's temporary folders unless given.
        device: Where the model runs: cpu, cuda, cuda:N, mps, auto.
        critic: The critic that the judge hears, `default` or a folder; none where empty.
    """

    model: str = "default"
    host: str = LOOPBACK
    port: int = 8000
    token: str | None = None
    open: bool = False
    workers: int = 1
    cors: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    limits: RequestLimits = RequestLimits()
    state: Path | None = None
    device: str = "auto"
    critic: str = ""

    def checked(self) -> ServeOptions:
        """These options, or an error that says which of them is wrong and why."""
        if not 0 <= self.port <= 65535:
            raise UsageError(f"--port must be from 0 to 65535 (got {self.port})")
        if self.workers < 1:
            raise UsageError(f"--workers must be 1 or more (got {self.workers})")
        check_exposure(self.host, self.token, self.open)
        for origin in self.cors:
            if not re.fullmatch(r"https?://[\w.-]+(:\d+)?", origin):
                raise UsageError(
                    f"--cors takes origins such as https://example.org (got {origin!r}); "
                    "name each site, there is no *"
                )
        return self


def check_exposure(host: str, token: str | None, is_open: bool) -> None:
    """Refuse to listen to a network without a token, unless that was asked for."""
    if token is not None and (len(token) < _LEAST_TOKEN or not token.isascii() or " " in token):
        raise UsageError(
            f"--token must have at least {_LEAST_TOKEN} ASCII characters without spaces; "
            "make one with: python -c 'import secrets; print(secrets.token_urlsafe())'"
        )
    if not is_loopback(host) and token is None and not is_open:
        raise UsageError(
            f"--host {host} can be reached from other machines: give --token TOKEN (or set "
            "SEQLAB_TOKEN), or --open true if anybody there may use it"
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
