"""Who may ask: this page in this browser, under this address, with this token. Nobody else.

A server on the own machine is reached by every page that a browser there shows. So of each
request, whatever it asks for, is looked at: the name under which the server was called (a page
that has its own name point here is refused, DNS rebinding), where the request comes from, and for
everything that is data the token, which stands in the address that was printed and nowhere else.
What changes something also has a content type that no form can send.
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
"""Bytes of a refused request's body that are read before the answer."""

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
"""What every answer says, whatever it is an answer to."""


def new_token() -> str:
    """128 random bits for an address."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def allowed_hosts(port: int, host: str = LOOPBACK[0]) -> frozenset[str]:
    """What a request may call the server, with its port.

    Those who open the server to others reach it under `host`, the machine's name, and any number
    of it: no name server can make a page's name into a number in this header.
    """
    names = list(LOOPBACK)
    if host not in ("127.0.0.1", "::1", "localhost"):
        import socket

        names += [socket.gethostname().lower(), socket.getfqdn().lower(), ANY_ADDRESS]
        names.append(f"[{host}]" if ":" in host else host.lower())
    found = {f"{name}:{port}" for name in names}
    if port == 80:  # the usual one is left out
        found |= set(names)
    return frozenset(found)


class Guard:
    """The gate before the application: what it refuses gets no further.

    `hosts` are those of `allowed_hosts`. Everything below `guarded` needs the token.
    """

    def __init__(
        self, app: ASGIApp, *, hosts: Collection[str], token: str, guarded: str = "/api/"
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._token = token.encode()
        self._guarded = guarded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is refused; hand on the rest, and put the headers on every answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # no web sockets here
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
        """The status and the words for a request that is refused; None for one that is not."""
        given = _Headers(scope)
        host = given.only("host")
        if host is None or not self._knows(host.lower()):
            return 400, (
                "this server answers to its own address only: open the one that truebleu printed"
            )
        origin = given.only("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return 403, "this request comes from another page, which may not ask anything here"
        site = given.only("sec-fetch-site")
        if site not in (None, "same-origin", "none") and not _opens_the_page(scope, given):
            return 403, "this request comes from another page, which may not ask anything here"
        if not given.single:
            return 400, "a header is there twice"
        return self._refused_call(scope, given)

    def _refused_call(self, scope: Scope, given: _Headers) -> tuple[int, str] | None:
        """What is refused of a request that comes from the right place."""
        path: str = scope["path"]
        if path.startswith(self._guarded):
            token = given.only(TOKEN_HEADER.lower()) or ""
            if not hmac.compare_digest(token.encode("latin-1", "replace"), self._token):
                return 401, (
                    "the token of this server is missing or is that of another run: open the "
                    "address that truebleu printed, with all that stands behind the #"
                )
        method = scope["method"]
        if method in READING:
            return None
        wanted = CONTENT.get(method, ())
        content = (given.only("content-type") or "").strip().lower()
        if method in CONTENT and content not in wanted:
            return 415, f"{method} takes {wanted[0]}, not {content or 'something unnamed'}"
        return None

    def _knows(self, host: str) -> bool:
        if host in self._hosts:
            return True
        name, _, port = host.rpartition(":")
        return f"{ANY_ADDRESS}:{port}" in self._hosts and bool(ADDRESS.fullmatch(name))


def _opens_the_page(scope: Scope, given: _Headers) -> bool:
    """Whether somebody followed a link to the page: the page alone, which holds no data.

    The link may be in a terminal that is a page itself.
    """
    return (
        scope["method"] == "GET"
        and scope["path"] == "/"
        and given.only("sec-fetch-mode") == "navigate"
        and given.only("sec-fetch-dest") == "document"
    )


class _Headers:
    """The headers of a request that are looked at: each may be there once."""

    SINGLE = (
        b"host", b"origin", b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest",
        b"content-type", b"content-length",
        TOKEN_HEADER.lower().encode(),
    )  # fmt: skip

    def __init__(self, scope: Scope) -> None:
        self.single = True
        self._found: dict[bytes, str] = {}
        for name, value in scope["headers"]:
            if name not in self.SINGLE:
                continue
            self.single = self.single and name not in self._found
            self._found[name] = value.decode("latin-1")

    def only(self, name: str) -> str | None:
        return self._found.get(name.encode())


def _with_headers(send: Send) -> Send:
    """The same, with `HEADERS` on whatever is answered."""
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [pair for pair in message.get("headers", ()) if pair[0].decode() not in HEADERS]
            message = {**message, "headers": [*own, *extra]}
        await send(message)

    return sending


async def _drain(receive: Receive) -> None:
    """Read the body of a request that is refused, up to `DRAINED` bytes and for one second.

    A connection that is closed while bytes wait to be read is reset, and the client may lose
    the answer.
    """
    read = 0
    with anyio.move_on_after(1):
        while read < DRAINED:
            message = await receive()
            read += len(message.get("body", b""))
            if not message.get("more_body"):  # the end, or the client is gone
                return


async def _refuse(send: Send, status: int, said: str, *, head: bool) -> None:
    body = json.dumps({"error": said}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    # What the client still wants to send after `_drain` is not read.
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})
