"""The API description, compared with the routes of the application and the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.requirements import require_module
from tests.server.api import description, operations

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "notebooks-and-server.md"


def test_every_route_is_described(server: LocalServer) -> None:
    inner = server.client.app._app  # type: ignore[attr-defined]  # the guard holds the application
    routes = [
        (method, route.path.replace(":int", ""), route.endpoint.__name__)
        for route in inner.routes
        for method in sorted(route.methods - {"HEAD"})
    ]
    assert routes == [(each.method, each.path, each.name) for each in operations()]


def test_the_schema_of_settings_lists_what_the_page_offers(server: LocalServer) -> None:
    """Listed values are accepted, one by one. Values that are not listed are refused."""
    paths = description()["paths"]
    body = paths["/api/lab"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    settings = body["properties"]["settings"]["properties"]
    server.news()
    for name, schema in settings.items():
        for value in schema.get("enum", ()):
            if name == "tokenizer" and "mecab" in value:
                require_module("MeCab")
            assert server.post("lab", {"settings": {name: value}}).status_code == 200, (name, value)
        wrong = server.post("lab", {"settings": {name: "no such"}})
        assert wrong.status_code == 422, name


def test_every_operation_is_in_the_documentation() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for operation in operations():
        if operation.guarded:
            assert f"| `{operation.method} {operation.path}` | {operation.about} |" in page
