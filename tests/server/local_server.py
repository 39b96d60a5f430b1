"""Servers for the tests: in this process, or as a separate process for a browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.paths import NEWS
from tests.requirements import require_module

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.testclient import TestClient

    from truebleu.server.store import Limits

HOST = "127.0.0.1:8765"
TOKEN = "x" * 22
JSON = {"content-type": "application/json"}
BYTES = {"content-type": "application/octet-stream"}
REFERENCE = NEWS / "reference.a.en.txt"
SYSTEMS = [NEWS / f"system.{name}.en.txt" for name in ("weak", "strong")]


class LocalServer:
    """A server in this process, with the requests that its page sends."""

    def __init__(self, client: TestClient, controller: Any) -> None:
        self.client = client
        self.controller = controller

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/{path}", headers={"x-truebleu-token": TOKEN})

    def post(self, path: str, content: Any = None) -> Any:
        headers = {"x-truebleu-token": TOKEN, **JSON}
        import json

        sent = content if isinstance(content, bytes) else json.dumps(content or {}).encode()
        return self.client.post(f"/api/{path}", content=sent, headers=headers)

    def put(self, content: Any, name: str = "a.txt", role: str = "system") -> Any:
        headers = {"x-truebleu-token": TOKEN, **BYTES}
        query = {"name": name, "role": role}
        return self.client.put("/api/files", content=content, params=query, headers=headers)

    def state(self) -> Any:
        return self.get("state").json()

    def news(self) -> None:
        """Upload two systems and a reference of the example corpus, and score them."""
        assert self.put(REFERENCE.read_bytes(), "reference.txt", "reference").status_code == 200
        for path in SYSTEMS:
            assert self.put(path.read_bytes(), path.name).status_code == 200
        assert self.post("start").status_code == 200


@contextmanager
def serve_in_process(
    *, limits: Limits | None = None, keep: Path | None = None, **more: Any
) -> Iterator[LocalServer]:
    """Start a server in this process; `more` are keywords of the application."""
    require_module("httpx2")
    require_module("starlette")
    from starlette.testclient import TestClient

    from truebleu import BLEU
    from truebleu.server.app import application
    from truebleu.server.auth import allowed_hosts
    from truebleu.server.controller import Controller
    from truebleu.server.persistence import History, SaveFolder
    from truebleu.server.session import Session
    from truebleu.server.store import LIMITS, Store

    store = Store(limits or LIMITS)
    folder = None if keep is None else SaveFolder(keep)
    session = Session(BLEU(), store, History(), {"trials": 50, "resamples": 50}, folder)
    session.restore()
    controller = Controller(session, token=TOKEN)
    app = application(controller, hosts=allowed_hosts(8765), token=TOKEN, **more)
    try:
        with TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
            yield LocalServer(client, controller)
    finally:
        session.close()


class Running:
    """`truebleu serve` in a separate process."""

    def __init__(self, *arguments: str, cwd: Path | None = None) -> None:
        command = [sys.executable, "-m", "truebleu", "serve", *arguments]
        self.process = subprocess.Popen(
            command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        first_line = self.process.stdout.readline()
        match = re.search(r"http://\S+", first_line)
        if match is None:
            raise AssertionError(first_line + self.process.communicate()[1])
        self.address = match.group()
        self.base, self.token = self.address.split("/#token=")
        self.port = int(self.base.rsplit(":", 1)[1])

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Send a signal, and wait for the end; return the exit code and standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=30)
        return self.process.returncode, errors


@contextmanager
def running(*arguments: str, cwd: Path | None = None) -> Iterator[Running]:
    require_module("uvicorn")
    require_module("starlette")
    server = Running(*arguments, cwd=cwd)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.terminate()  # if it were killed, it could not remove its folder
            server.process.communicate(timeout=30)


def until(condition: Any, seconds: float = 20.0) -> Any:
    """Wait until a condition is true, and return its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"the condition was not true within {seconds:g} s"
        time.sleep(0.05)
    return value
