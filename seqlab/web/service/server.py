"""`serve`: the application on a port, in one process or several, until it is told to stop."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from seqlab.causal import check_critic
from seqlab.errors import UsageError
from seqlab.web.options import RequestLimits, ServeOptions
from seqlab.web.service.app import create_app

_VARIABLE = "SEQLAB_SERVE"
_FACTORY = "seqlab.web.service.server:app_from_environment"
# Connections that wait to be accepted while all workers are busy.
_BACKLOG = 512


def serve(
    options: ServeOptions,
    app: FastAPI | None = None,
    greeting: Callable[[str], str] | None = None,
) -> None:
    """Run the service until SIGINT or SIGTERM; what runs then is finished first.

    Args:
        options: Where and how it runs.
        app: Another application than the service, which is then run by one process.
        greeting: What is said once it listens, of its address.
    """
    options = options.checked()
    if options.model != "default" and not Path(options.model).is_dir():
        raise UsageError(f"no model folder {options.model}")
    if options.critic:
        check_critic(options.critic)
    own = _listening(options)
    options = replace(options, port=own.getsockname()[1])
    greeting = greeting or "SeqLab is at {}; Ctrl-C stops it".format
    print(greeting(_address(options)), flush=True)
    if app is not None or options.state is not None:
        _run(options, own, app)
        return
    with tempfile.TemporaryDirectory(prefix="seqlab-serve-") as folder:
        _run(replace(options, state=Path(folder)), own, None)


def _run(options: ServeOptions, own: socket.socket, app: FastAPI | None) -> None:
    _log_to_stderr()
    config: dict[str, Any] = {
        "host": options.host,
        "port": options.port,
        # Our own line has no path that could hold a name or a key.
        "access_log": False,
        "log_level": "warning",
        "server_header": False,
        "timeout_keep_alive": 20,
        "timeout_graceful_shutdown": int(options.limits.seconds) + 5,
        "ws": "none",
    }
    # After a graceful stop uvicorn sends itself the signal again; there is nothing left to stop.
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    for number in before:
        signal.signal(number, lambda number, frame: None)
    try:
        if options.workers == 1:
            uvicorn.Server(uvicorn.Config(app or create_app(options), **config)).run(sockets=[own])
        else:
            os.environ[_VARIABLE] = _packed(options)
            several = uvicorn.Config(_FACTORY, factory=True, workers=options.workers, **config)
            Multiprocess(several, [own]).run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.environ.pop(_VARIABLE, None)
        own.close()


def app_from_environment() -> FastAPI:
    """The application of a worker process, as its parent described it."""
    _log_to_stderr()
    values = json.loads(os.environ[_VARIABLE])
    limits = RequestLimits(**values.pop("limits"))
    state = Path(values.pop("state"))
    for name in ("cors", "hosts"):
        values[name] = tuple(values[name])
    return create_app(ServeOptions(**values, limits=limits, state=state))


def _packed(options: ServeOptions) -> str:
    return json.dumps({**asdict(options), "state": str(options.state)})


def _listening(options: ServeOptions) -> socket.socket:
    """A socket on the address asked for, or an error that says what is wrong with it."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    own = socket.socket(family)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        own.bind((options.host, options.port))
    except OSError as error:
        own.close()
        raise UsageError(
            f"cannot listen on {options.host}:{options.port}: {error.strerror or error}; "
            "name another --port, or --port 0 for a free one"
        ) from None
    own.listen(_BACKLOG)
    own.set_inheritable(True)
    return own


def _address(options: ServeOptions) -> str:
    host = f"[{options.host}]" if ":" in options.host else options.host
    return f"http://{host}:{options.port}/"


def _log_to_stderr() -> None:
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s")
