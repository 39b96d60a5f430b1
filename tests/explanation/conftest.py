"""Explanation that several test modules use."""

from __future__ import annotations

import pytest

from tests.news import MEDIUM, REFERENCES, STRONG
from truebleu import Explanation, References, explain


@pytest.fixture(scope="session")
def explanation() -> Explanation:
    """Return the explanation of the strong system, compared with the medium one."""
    references = References.streams(REFERENCES)
    return explain(STRONG, references, against=MEDIUM, names=("strong", "medium"))
