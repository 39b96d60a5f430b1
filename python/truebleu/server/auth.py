"""Authentication: only the server's own page has access to the data.

Every page in a browser can send requests to a server on the user's machine, so each request is
checked. The host name must be the server's own, which prevents DNS rebinding. The origin must be
the server's own page. Requests for data require a token. The token is only in the address that the
command prints. Requests with side effects require a content type that no HTML form can send.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from collections.abc import Collection
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER = "X-TrueBleu-Token"
GENERATION_HEADER = "X-TrueBleu-Generation"
TOKEN_BYTES = 16
DRAINED = 1 << 20
"""Maximum number of bytes that the server reads from the body of a refused request."""

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ADDRESS = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:.]+\]")
ANY_ADDRESS = "*"

READING = frozenset({"GET", "HEAD"})
CONTENT = {
    "POST": ("application/json", "application/json; charset=utf-8"),
    "PUT": ("application/octet-stream",),
}

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; worker-src blob:; "
    "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types truebleu"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), usb=()",
    "cache-control": "no-store",
}
"""HTTP headers that the server adds to every response."""


def new_token() -> str:
    """Return a new random token of 128 bits, as text for a URL."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def allowed_hosts(port: int, host: str = LOOPBACK[0]) -> frozenset[str]:
    """Return the values of the HTTP header Host that the server accepts.

    A value has the form "name:port". For port 80, "name" without a port is also accepted. The
    server always accepts the loopback names (`LOOPBACK`).

    If `host` is not a loopback address, other machines can reach the server. The server then also
    accepts `host`, the names of this machine and every IP address. IP addresses are safe, because
    DNS rebinding requires a name.
    """
    names = list(LOOPBACK)
    if host not in ("127.0.0.1", "::1", "localhost"):
        import socket

        names += [socket.gethostname().lower(), socket.getfqdn().lower(), ANY_ADDRESS]
        names.append(f"[{host}]" if ":" in host else host.lower())
    hosts = {f"{name}:{port}" for name in names}
    if port == 80:  # browsers omit the default port
        hosts |= set(names)
    return frozenset(hosts)


class Guard:
    """ASGI middleware that refuses unauthorized requests.

    Args:
        app: the application to which accepted requests are passed.
        hosts: the accepted host names, from `allowed_hosts`.
        token: the token that a request for data must send.
        guarded: the start of all paths that require the token.
    """

    def __init__(
        self, app: ASGIApp, *, hosts: Collection[str], token: str, guarded: str = "/api/"
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._token = token.encode()
        self._guarded = guarded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an accepted request to the application, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # WebSockets are not supported
            await send({"type": "websocket.close", "code": 1008})
            return
        refused = self._refusal(scope)
        sending = _with_headers(send)
        if refused:
            await _drain(receive)
            await _refuse(sending, *refused, head=scope["method"] == "HEAD")
        else:
            await self._app(scope, receive, sending)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the HTTP status and the message of a refusal; None if the request is accepted."""
        headers = _Headers(scope)
        host = headers.only("host")
        if host is None or not self._is_allowed_host(host.lower()):
            return 400, ("wrong host name. Open the address that truebleu printed.")
        origin = headers.only("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return 403, "requests from other pages are refused"
        site = headers.only("sec-fetch-site")
        if site not in (None, "same-origin", "none") and not _opens_the_page(scope, headers):
            return 403, "requests from other pages are refused"
        if not headers.single:
            return 400, "duplicate header"
        return self._refused_call(scope, headers)

    def _refused_call(self, scope: Scope, headers: _Headers) -> tuple[int, str] | None:
        """Return the HTTP status and the message for a wrong token or a wrong content type.

        If both are right, return None.
        """
        path: str = scope["path"]
        if path.startswith(self._guarded):
            token = headers.only(TOKEN_HEADER.lower()) or ""
            if not hmac.compare_digest(token.encode("latin-1", "replace"), self._token):
                return 401, (
                    "missing or wrong token. Open the address that truebleu printed, including the "
                    "part after #."
                )
        method = scope["method"]
        if method in READING:
            return None
        content_types = CONTENT.get(method, ())
        content = (headers.only("content-type") or "").strip().lower()
        if method in CONTENT and content not in content_types:
            return (
                415,
                f"{method} requires content type {content_types[0]}, not {content or 'none'}",
            )
        return None

    def _is_allowed_host(self, host: str) -> bool:
        if host in self._hosts:
            return True
        name, _, port = host.rpartition(":")
        return f"{ANY_ADDRESS}:{port}" in self._hosts and bool(ADDRESS.fullmatch(name))


def _opens_the_page(scope: Scope, headers: _Headers) -> bool:
    """Return whether a request opens the page itself, for example through a link.

    Such a request is accepted from other sites, too. The address of the page may be printed in a
    terminal that is itself a web page. The page contains no data.
    """
    return (
        scope["method"] == "GET"
        and scope["path"] == "/"
        and headers.only("sec-fetch-mode") == "navigate"
        and headers.only("sec-fetch-dest") == "document"
    )


class _Headers:
    """The request headers that the server checks. `SINGLE` lists their names.

    `single` is False if one of these headers occurs more than once.
    """

    SINGLE = (
        b"host", b"origin", b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest",
        b"content-type", b"content-length",
        TOKEN_HEADER.lower().encode(),
    )  # fmt: skip

    def __init__(self, scope: Scope) -> None:
        self.single = True
        self._values: dict[bytes, str] = {}
        for name, value in scope["headers"]:
            if name not in self.SINGLE:
                continue
            self.single = self.single and name not in self._values
            self._values[name] = value.decode("latin-1")

    def only(self, name: str) -> str | None:
        return self._values.get(name.encode())


def _with_headers(send: Send) -> Send:
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [pair for pair in message.get("headers", ()) if pair[0].decode() not in HEADERS]
            message = {**message, "headers": [*own, *extra]}
        await send(message)

    return sending


async def _drain(receive: Receive) -> None:
    """Read the body of a refused request: at most `DRAINED` bytes, and for at most one second.

    If the connection were closed before the body is read, the client might not get the response.
    """
    read = 0
    with anyio.move_on_after(1):
        while read < DRAINED:
            message = await receive()
            read += len(message.get("body", b""))
            if not message.get("more_body"):  # end of the body, or disconnected
                return


async def _refuse(send: Send, status: int, message: str, *, head: bool) -> None:
    body = json.dumps({"error": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    # Close the connection: `_drain` may not have read the whole body.
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})
