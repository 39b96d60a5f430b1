"""A running server keeps to its description: some hundred requests, the same each time."""

from __future__ import annotations

import pytest

from tests.fuzzing.served import run_round
from tests.requirements import require_module

FEW = ("--generation-deterministic", "--max-examples", "3")


@pytest.mark.timeout(120)  # half a minute where other tests run beside it
def test_a_server_answers_as_it_is_described() -> None:
    require_module("schemathesis")
    result = run_round(FEW)
    assert not result.output, result.output
    assert result.requests > 500
