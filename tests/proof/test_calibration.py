"""Measured rates and their targets: inside, outside or undecided."""

from __future__ import annotations

import pytest

from proof.calibration import HIGHEST, LOWEST, compare_with_target, coverage_record
from proof.page import row
from tests.requirements import require_module


@pytest.mark.parametrize(
    ("share", "chance", "ok"),
    [
        (0.95, (0.91, 0.98), True),
        (0.93, (0.885, 0.961), True),
        (0.925, (0.879, 0.957), None),
        (0.98, (0.95, 0.994), None),
        (0.85, (0.79, 0.90), False),
        (1.0, (0.98, 1.0), False),
    ],
)
def test_a_rate_outside_its_target_fails(
    share: float, chance: tuple[float, float], ok: bool | None
) -> None:
    found, words = compare_with_target(share, chance, (LOWEST, HIGHEST))
    assert found is ok
    assert words.startswith("undecided: outside 93 to 97 %") == (ok is None)


@pytest.mark.parametrize(
    ("inside", "verdict"),
    [(190, "| as expected |"), (185, "| undecided:"), (170, "| **failed** |")],
)
def test_the_page_has_the_verdict(inside: int, verdict: str) -> None:
    require_module("scipy")
    from collections import Counter

    counts = Counter(inside=inside, below=200 - inside)
    assert verdict in row(coverage_record("BLEU", 300, counts))
    assert "undecided" not in row(coverage_record("BLEU", 100, counts))
