"""A metric keeps the buffers of its counter between calls."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import resource, truebleu

metric = getattr(truebleu, {metric!r})()
text = " ".join(f"w{{i * i % 9_973}}" for i in range({words}))

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

for _ in range(3):
    metric.segment_scores([text], [text])
before = faults()
for _ in range(10):
    metric.segment_scores([text], [text])
print((faults() - before) // 10)
"""


def page_faults(metric: str, words: int) -> int:
    """Return how many pages a call on a text of `words` words asks the system for, after others."""
    program = PROGRAM.format(metric=metric, words=words)
    command = [sys.executable, "-c", program]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux counts its page faults so")
@pytest.mark.parametrize("metric", ["BLEU", "GLEU", "CHRF"])
def test_repeated_calls_use_the_same_memory(metric: str) -> None:
    assert page_faults(metric, 60_000) < 100
