"""Servers for the tests: one in this process to be asked, one as a program for a browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.places import NEWS
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


class Asked:
    """A server in this process, asked as its own page asks."""

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
        """Hand over two systems and a reference of the example corpus, and score them."""
        assert self.put(REFERENCE.read_bytes(), "reference.txt", "reference").status_code == 200
        for path in SYSTEMS:
            assert self.put(path.read_bytes(), path.name).status_code == 200
        assert self.post("start").status_code == 200


@contextmanager
def asked(
    *, limits: Limits | None = None, keep: Path | None = None, **more: Any
) -> Iterator[Asked]:
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
    kept = None if keep is None else SaveFolder(keep)
    session = Session(BLEU(), store, History(), {"trials": 50, "resamples": 50}, kept)
    session.restore()
    controller = Controller(session, token=TOKEN)
    app = application(controller, hosts=allowed_hosts(8765), token=TOKEN, **more)
    try:
        with TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
            yield Asked(client, controller)
    finally:
        session.close()


class Running:
    """`truebleu serve` as a program of its own."""

    def __init__(self, *arguments: str, cwd: Path | None = None) -> None:
        command = [sys.executable, "-m", "truebleu", "serve", *arguments]
        self.process = subprocess.Popen(
            command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+", said)
        if found is None:
            raise AssertionError(said + self.process.communicate()[1])
        self.address = found.group()
        self.base, self.token = self.address.split("/#token=")
        self.port = int(self.base.rsplit(":", 1)[1])

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """End it; gives its exit code and what it said on standard error."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=30)
        return self.process.returncode, said


@contextmanager
def running(*arguments: str, cwd: Path | None = None) -> Iterator[Running]:
    require_module("uvicorn")
    require_module("starlette")
    server = Running(*arguments, cwd=cwd)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.terminate()  # killed, it could not take its folder away
            server.process.communicate(timeout=30)


def until(condition: Any, seconds: float = 20.0) -> Any:
    """Wait until something is so, and give it."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.05)
    return found
