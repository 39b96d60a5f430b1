"""Start and stop the server."""

from __future__ import annotations

import errno
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
from truebleu.server.controller import Controller

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from truebleu.server.session import Session

LOOK = 1.0
"""Number of seconds between two checks for changed files."""

GRACE = 1
"""Maximum number of seconds to wait for unfinished responses when the server stops."""


def run(
    session: Session,
    *,
    host: str,
    port: int,
    watch: bool,
    on_ready: Callable[[str, str], object],
) -> None:
    """Serve a session until SIGINT or SIGTERM, then delete the uploaded files.

    `on_ready` is called when the port is open. Its arguments are two addresses of the page. The
    first contains the token. The second can be used only once, to start a browser.

    Raises:
        InputError: The address or the port is not available.
    """
    listening = _listening(host, port)
    token = new_token()
    controller = Controller(session, watched=watch, token=token)
    bound = listening.getsockname()[1]
    app = application(
        controller, hosts=allowed_hosts(bound, host), token=token, watching=LOOK if watch else None
    )
    server = _server(app, controller)
    base = f"http://{_reachable_name(host)}:{bound}"
    on_ready(f"{base}/#token={token}", f"{base}/open/{controller.one_time_code()}")
    try:
        server.run(sockets=[listening])
    finally:
        session.store.close()
    if controller.jobs.busy:
        # A job still runs in the core: a normal exit would wait for it or crash.
        sys.stdout.flush()
        os._exit(0)


class _Server(uvicorn.Server):
    """A uvicorn server that stops at once on a signal."""

    controller: Controller

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  uvicorn's
        """Stop the server, without log messages about unfinished requests."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
        self.should_exit = True
        self.force_exit = True
        self.controller.stop()


def _server(app: ASGIApp, controller: Controller) -> _Server:
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
    server.controller = controller
    # uvicorn handles the first two only once it runs, after the address is printed.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), server.handle_exit)
    return server


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # On Windows this option would let another program use the same port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(100)
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        fix = "Choose another --port (0 = any free port)."
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            fix = "Choose another --host: a name or an address of this machine."
        raise InputError(f"{host}:{port} cannot be used: {reason}. {fix}") from None
    return listening


def _reachable_name(host: str) -> str:
    if host in {"0.0.0.0", "::"}:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
