"""Local web server whose answers depend on the requested path."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"<html><body>Sorry, this file has moved.</body></html>"


class Server(ThreadingHTTPServer):
    """Server of one model.

    - /model: the model
    - /together: the model, once two clients have requested it
    - /moved: a redirection to /model
    - /short: the first half of the model, with the length of the whole
    - /empty: no content, with status 200
    - /page: a web page, with status 200
    - /forbidden: status 403
    """

    daemon_threads = False

    def __init__(self, model: bytes) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model
        self.requests: list[str] = []
        self.both_are_here = threading.Barrier(2, timeout=60)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{path}"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.requests.append(self.path.strip("/"))
        getattr(self, f"give_{self.path.strip('/')}")()

    def give_model(self) -> None:
        self.give(200, self.server.model)

    def give_together(self) -> None:
        self.server.both_are_here.wait()
        self.give_model()

    def give_moved(self) -> None:
        self.send_response(302)
        self.send_header("Location", self.server.url("model"))
        self.end_headers()

    def give_short(self) -> None:
        self.give(200, self.server.model[: len(self.server.model) // 2], len(self.server.model))

    def give_empty(self) -> None:
        self.give(200, b"")

    def give_page(self) -> None:
        self.give(200, PAGE)

    def give_forbidden(self) -> None:
        self.give(403, PAGE)

    def give(self, status: int, content: bytes, announced: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(content) if announced is None else announced))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Write no log."""
