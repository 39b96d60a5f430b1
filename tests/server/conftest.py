"""Fixtures for tests of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.desks import asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.desks import Asked


@pytest.fixture
def server() -> Iterator[Asked]:
    """An empty server in this process."""
    with asked() as made:
        yield made


@pytest.fixture
def scored() -> Iterator[Asked]:
    """A server with two systems of the example corpus, scored."""
    with asked() as made:
        made.news()
        yield made
