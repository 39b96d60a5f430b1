"""Faults of machines and users, a few repetitions each; `make proof` repeats them many times."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.processes.faults import FAULTS
from tests.requirements import require_module

FEW = 0.01


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits and pipes as on Linux")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_causes_no_wrong_score_partial_file_or_traceback(
    fault: str, tmp_path: Path
) -> None:
    require_module("zstandard")
    tried, wrong = FAULTS[fault](tmp_path, FEW)
    assert tried > 0
    assert wrong == []
