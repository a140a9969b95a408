"""Serve the page and the HTTP interface on this machine (extra `web`).

seqlab serve
seqlab serve --host 0.0.0.0 --token SECRET
"""

from __future__ import annotations

import os
from pathlib import Path

from seqlab.web import RequestLimits


def serve(
    model: str = "default",
    host: str = "127.0.0.1",
    port: int = 8000,
    token: str | None = None,
    open: bool = False,
    workers: int = 1,
    cors: tuple[str, ...] = (),
    hosts: tuple[str, ...] = (),
    limits: RequestLimits = RequestLimits(),  # noqa: B008
    state: Path | None = None,
    device: str = "auto",
    threads: int | None = None,
    critic: str | None = None,
) -> int:
    """Serve the page and the HTTP interface until Ctrl-C.

    Args:
        model: Folder of a model, or `default` for the one in the package.
        host: The address to listen on; any but this machine's own needs --token, or --open.
        port: The port; 0 takes a free one.
        token: What clients must send as `Authorization: Bearer TOKEN`; $SEQLAB_TOKEN unless given,
            which nobody can read in the list of processes.
        open: Let anybody who can reach the address use it without a token.
        workers: Processes, each with a model of its own.
        cors: Sites whose pages may call the service, e.g. https://example.org.
        hosts: Names by which the service may be called, beside 127.0.0.1 and localhost.
        limits: What a request may ask for.
        state: Folder for jobs under way; a temporary one unless given.
        device: Where the model runs: cpu, cuda, cuda:N, mps; `auto` takes the GPU if there is one.
        threads: Threads of one prediction; one unless given.
        critic: A critic that is heard, as in `seqlab simplify`: `default`, or a folder.
    """
    from seqlab.devices import use_threads
    from seqlab.web import ServeOptions
    from seqlab.web import serve as run

    use_threads(threads)
    token = token or os.environ.get("SEQLAB_TOKEN") or None
    run(
        ServeOptions(
            model,
            host,
            port,
            token,
            open,
            workers,
            tuple(cors),
            tuple(hosts),
            limits,
            state,
            device,
            critic or "",
        )
    )
    return 0
