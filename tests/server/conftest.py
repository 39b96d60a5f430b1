"""Fixtures for tests of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.local_server import serve_in_process

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.local_server import LocalServer


@pytest.fixture
def server() -> Iterator[LocalServer]:
    """Yield an empty server in this process."""
    with serve_in_process() as local_server:
        yield local_server


@pytest.fixture
def scored() -> Iterator[LocalServer]:
    """Yield a server that has scored two systems of the example corpus."""
    with serve_in_process() as local_server:
        local_server.news()
        yield local_server
