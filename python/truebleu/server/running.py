"""From files and settings to a server that runs until Ctrl-C."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from truebleu.errors import InputError
from truebleu.server.app import application
from truebleu.server.auth import allowed_hosts, new_token
from truebleu.server.controller import Desk

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from truebleu.server.session import Session

LOOK = 1.0
"""Seconds between two looks at files that are watched."""

GRACE = 1
"""Seconds that an answer has to end in when the server stops."""


def run(
    session: Session,
    *,
    host: str,
    port: int,
    watch: bool,
    ready: Callable[[str, str], object],
) -> None:
    """Serve the session until SIGINT or SIGTERM; its store is gone afterwards.

    `ready` is called once requests would be answered, with the address and another one that opens
    the page once only, for a browser that is started with it.

    Raises `InputError` where the address cannot be had.
    """
    listening = _listening(host, port)
    token = new_token()
    desk = Desk(session, watched=watch, token=token)
    bound = listening.getsockname()[1]
    app = application(
        desk, hosts=allowed_hosts(bound, host), token=token, watching=LOOK if watch else None
    )
    server = _server(app, desk)
    base = f"http://{_for_people(host)}:{bound}"
    ready(f"{base}/#token={token}", f"{base}/open/{desk.one_time_code()}")
    try:
        server.run(sockets=[listening])
    finally:
        session.store.close()
    if desk.jobs.busy:
        # The core still counts in its thread; Python would wait for it, or trip over it.
        sys.stdout.flush()
        os._exit(0)


class _Server(uvicorn.Server):
    """uvicorn's, which stops at once, and takes a signal for an end and not for an accident."""

    desk: Desk

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  uvicorn's
        """Stop: whoever waits for news waits no longer, and nothing is said of what is cut off."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
        self.should_exit = True
        self.force_exit = True
        self.desk.stop()


def _server(app: ASGIApp, desk: Desk) -> _Server:
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        access_log=False,
        log_level="error",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
        limit_concurrency=200,
    )
    server = _Server(config)
    server.desk = desk
    # uvicorn takes the first two itself, once it runs; the address is printed before that.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), server.handle_exit)
    return server


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises `InputError` with what to do where there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Elsewhere this would let another program take the same port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(100)
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise InputError(
            f"{host}:{port} cannot be used: {reason}; choose another --port (0 takes a free one)"
        ) from None
    return listening


def _for_people(host: str) -> str:
    """The host in an address that is opened on this machine."""
    if host in {"0.0.0.0", "::"}:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
