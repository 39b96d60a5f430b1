"""A running server follows its description, in a few hundred requests of one seed."""

from __future__ import annotations

import pytest

from tests.fuzzing.served import run_round
from tests.requirements import require_module

FEW = ("--generation-deterministic", "--max-examples", "3")


@pytest.mark.timeout(120)  # up to half a minute when other tests run at the same time
def test_answers_follow_the_description() -> None:
    require_module("schemathesis")
    result = run_round(FEW)
    assert not result.output, result.output
    assert result.requests > 500
