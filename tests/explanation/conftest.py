"""An explanation that several modules look at."""

from __future__ import annotations

import pytest

from tests.news import MEDIUM, REFERENCES, STRONG
from truebleu import Explanation, References, explain


@pytest.fixture(scope="session")
def found() -> Explanation:
    """Why the strong system has its score, and what makes it better than the medium one."""
    references = References.streams(REFERENCES)
    return explain(STRONG, references, against=MEDIUM, names=("strong", "medium"))
