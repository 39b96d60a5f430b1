"""Entries of the test groups: every path and test exists."""

from __future__ import annotations

import re

from tests.groups import MARKERS, PATHS, SLOW, marker_of
from tests.paths import ROOT


def test_every_path_exists_and_has_a_known_marker() -> None:
    assert [path for path in PATHS if not (ROOT / path).exists()] == []
    assert {marker for marker in PATHS.values() if marker} <= set(MARKERS)


def test_every_slow_test_exists() -> None:
    missing = []
    for name in SLOW:
        path, _, test = name.partition("::")
        source = (ROOT / path).read_text(encoding="utf-8")
        if not re.search(rf"^def {test.partition('[')[0]}\(", source, re.MULTILINE):
            missing.append(name)
    assert missing == []


def test_the_longest_path_decides_the_marker() -> None:
    assert marker_of("tests/differential/test_ter.py") == "peer"
    assert marker_of("tests/differential/test_nltk.py") is None
    assert marker_of("tests/metrics/test_scores.py") is None
