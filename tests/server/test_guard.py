"""Requests of other pages, hosts and programs: they are refused on every route."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.server.api import operations
from tests.server.local_server import BYTES, HOST, JSON, TOKEN, LocalServer

OWN = {"x-truebleu-token": TOKEN}
NUMBER = "0" * 12
PARAMETERS = {"number": NUMBER, "name": "app.js", "code": "code"}
ROUTES = [("GET", "/nothing")]
ROUTES += [(each.method, each.path.format(**PARAMETERS)) for each in operations()]
DATA = [route for route in ROUTES if route[1].startswith("/api/")]


def content_of(method: str) -> dict[str, str]:
    return {"PUT": BYTES, "POST": JSON}.get(method, {})


BAD_HOSTS = [
    "evil.example",
    "evil.example:8765",
    "localhost.evil.example:8765",
    "127.0.0.1.evil.example:8765",
    "localhost:8765.evil.example",
    "localhost:8765@evil.example",
    "evil.example@localhost:8765",
    "localhost",
    "localhost:80",
    "127.0.0.1:8766",
    "localhost.:8765",
    "0.0.0.0:8765",
    "127.1:8765",
    "2130706433:8765",
    "[::ffff:127.0.0.1]:8765",
    "127.0.0.1:8765, evil.example",
    " 127.0.0.1:8765",
    "",
]


@pytest.mark.parametrize("host", BAD_HOSTS)
def test_requests_for_another_host_name_are_refused(server: LocalServer, host: str) -> None:
    """With DNS rebinding, a page whose name resolves to 127.0.0.1 sends its own name."""
    for method, path in ROUTES:
        headers = {**OWN, **content_of(method), "host": host}
        assert server.client.request(method, path, headers=headers).status_code == 400, path


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "localhost:8765", "[::1]:8765", "LOCALHOST:8765"]
)
def test_its_own_host_names_are_accepted(server: LocalServer, host: str) -> None:
    headers = {**OWN, "host": host}
    assert server.client.get("/api/state", headers=headers).status_code == 200


def test_two_host_names_are_refused(server: LocalServer) -> None:
    both = [("host", HOST), ("host", "evil.example"), ("x-truebleu-token", TOKEN)]
    assert server.client.get("/api/state", headers=both).status_code == 400
    again = [("x-truebleu-token", "wrong"), ("x-truebleu-token", TOKEN)]
    assert server.client.get("/api/state", headers=again).status_code == 400


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "https://127.0.0.1:8765",
        "http://127.0.0.1:8766",
        "http://127.0.0.1",
        "http://localhost:8765",
        "http://127.0.0.1:8765.evil.example",
        "file://",
        "",
    ],
)
def test_requests_of_other_pages_are_refused(server: LocalServer, origin: str) -> None:
    for method, path in ROUTES:
        headers = {**OWN, **content_of(method), "origin": origin}
        assert server.client.request(method, path, headers=headers).status_code == 403, path


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense", ""])
def test_cross_site_requests_are_refused(server: LocalServer, site: str) -> None:
    for method, path in ROUTES:
        headers = {**OWN, **content_of(method), "sec-fetch-site": site}
        assert server.client.request(method, path, headers=headers).status_code == 403, path


@pytest.mark.parametrize(
    ("mode", "target", "path", "status"),
    [
        ("navigate", "document", "/", 200),
        ("navigate", "iframe", "/", 403),
        ("navigate", "embed", "/", 403),
        ("no-cors", "script", "/", 403),
        ("cors", "empty", "/", 403),
        ("navigate", "document", "/api/state", 403),
        ("navigate", "document", "/open/code", 403),
    ],
)
def test_a_link_leads_only_to_the_page_without_data(
    server: LocalServer, mode: str, target: str, path: str, status: int
) -> None:
    fetch = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": target}
    answer = server.client.get(path, headers={**OWN, **fetch})
    assert answer.status_code == status


@pytest.mark.parametrize("token", [None, "", "y" * 22, TOKEN[:-1], TOKEN + "x", "\xff" * 22])
def test_data_need_the_token(server: LocalServer, token: str | None) -> None:
    for method, path in DATA:
        headers: list[tuple[str, str | bytes]] = list(content_of(method).items())
        if token is not None:
            headers.append(("x-truebleu-token", token.encode("latin-1")))
        answer = server.client.request(method, path, headers=headers)  # type: ignore[arg-type]
        assert answer.status_code == 401, path
    assert "Open the address" in server.client.get("/api/state").json()["error"]


def test_the_token_is_accepted_only_in_its_header(server: LocalServer) -> None:
    for given in ({"authorization": f"Bearer {TOKEN}"}, {"cookie": f"token={TOKEN}"}):
        assert server.client.get("/api/state", headers=given).status_code == 401
    assert server.client.get("/api/state", params={"token": TOKEN}).status_code == 401


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain; application/json",
        "application/json; charset=utf-16",
        "",
    ],
)
def test_content_types_of_forms_are_refused(server: LocalServer, kind: str) -> None:
    before = server.state()
    for method, path in DATA:
        if method != "GET":
            headers = {**OWN, "content-type": kind}
            answer = server.client.request(method, path, content=b"{}", headers=headers)
            assert answer.status_code == 415, path
    assert server.state() == before


@pytest.mark.parametrize("method", ["OPTIONS", "DELETE", "PATCH", "TRACE", "CONNECT", "BREW"])
def test_other_methods_are_refused_without_cors_headers(server: LocalServer, method: str) -> None:
    for _, path in ROUTES:
        answer = server.client.request(method, path, headers=OWN)
        assert answer.status_code in {404, 405}, path
        assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_web_sockets_are_refused(server: LocalServer) -> None:
    from starlette.websockets import WebSocketDisconnect

    with (
        pytest.raises(WebSocketDisconnect),
        server.client.websocket_connect("/api/events", headers={**OWN, "host": HOST}),
    ):
        pass


def test_the_body_of_a_refused_request_is_read_before_the_answer() -> None:
    """Closing a connection with unread bytes resets it, and the client loses the answer."""
    import anyio

    from truebleu.server.auth import DRAINED, Guard

    def events(blocks: list[bytes]) -> list[str]:
        waiting = [
            {"type": "http.request", "body": block, "more_body": index < len(blocks)}
            for index, block in enumerate(blocks, start=1)
        ]
        order = []

        async def receive() -> Any:
            order.append("read")
            return waiting.pop(0)

        async def send(message: Any) -> None:
            order.append(str(message["type"]))

        application: Any = None  # a refused request does not reach the application
        guard: Any = Guard(application, hosts=[HOST], token=TOKEN)
        scope = {"type": "http", "method": "POST", "path": "/api/start", "headers": []}
        anyio.run(guard, scope, receive, send)
        return order

    answer = ["http.response.start", "http.response.body"]
    assert events([b"{", b"}"]) == ["read", "read", *answer]
    assert events([bytes(DRAINED // 2)] * 9) == ["read", "read", *answer]


def test_every_answer_has_security_headers(scored: LocalServer) -> None:
    foreign = {"host": "evil.example"}
    for method, path in ROUTES:
        for extra in (OWN, {}, foreign):
            headers = {**extra, **content_of(method)}
            answer = scored.client.request(method, path, headers=headers, params={"after": "0"})
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert "http" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "server" not in answer.headers
            assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_the_code_in_the_address_works_once(server: LocalServer) -> None:
    code = server.controller.one_time_code()
    assert server.client.head(f"/open/{code}").status_code in {404, 405}
    assert server.client.get("/open/wrong").status_code == 404
    first = server.client.get(f"/open/{code}", follow_redirects=False)
    assert (first.status_code, first.headers["location"]) == (303, f"/#token={TOKEN}")
    assert server.client.get(f"/open/{code}", follow_redirects=False).status_code == 404


def test_tokens_have_128_bits_and_differ() -> None:
    import base64

    from truebleu.server.auth import new_token

    new_tokens = {new_token() for _ in range(100)}
    assert len(new_tokens) == 100
    assert all(len(base64.urlsafe_b64decode(f"{token}==")) == 16 for token in new_tokens)


def test_files_of_the_page_have_their_content_types(server: LocalServer) -> None:
    shell = server.client.get("/").text
    names = re.findall(r'/static/([^"]+)', shell)
    assert names
    for name in names:
        answer = server.client.get(f"/static/{name}")
        content, kind = server.controller.assets.files[name]
        assert (answer.content, answer.headers["content-type"]) == (content, kind)
    assert server.client.get("/static/..%2fapp.py").status_code == 404


def test_the_page_has_no_data(scored: LocalServer) -> None:
    page = scored.client.get("/").text
    assert TOKEN not in page
    assert "system.weak" not in page
    assert "style=" not in page.split('id="worker-source"')[0]


def test_host_names_of_a_server_in_the_network() -> None:
    from truebleu.server.auth import Guard, allowed_hosts

    guard = Guard(None, hosts=allowed_hosts(9000, "0.0.0.0"), token="t")  # type: ignore[arg-type]
    assert guard._is_allowed_host("192.168.1.7:9000")
    assert guard._is_allowed_host("[fe80::1]:9000")
    assert guard._is_allowed_host("localhost:9000")
    assert not guard._is_allowed_host("evil.example:9000")
    assert not guard._is_allowed_host("192.168.1.7:9001")
    assert not guard._is_allowed_host("192.168.1.7.evil.example:9000")
    assert "127.0.0.1" in allowed_hosts(80)
