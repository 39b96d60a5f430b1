"""Memory for re-segmenting long texts, which grows linearly with the text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STATUS = Path("/proc/self/status")
SCRIPT = """
import random, re
from truebleu import resegment

def peak():
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])

dice = random.Random(1)
words = [f"w{int(dice.paretovariate(0.7))}" for _ in range(WORDS)]
text = " ".join(word if dice.random() < 0.7 else "x" for word in words)
references = [" ".join(words[start : start + 20]) for start in range(0, WORDS, 20)]
del words
resegment("a", ["a"])
open("/proc/self/clear_refs", "w").write("5")
before = peak()
cut = resegment(text, references)
assert len(cut.segments) == len(references)
print((peak() - before) / WORDS)
"""


@pytest.mark.slow
@pytest.mark.skipif(not STATUS.exists(), reason="the system does not tell the peak of memory")
@pytest.mark.parametrize("words", [60_000, 240_000])
def test_a_word_takes_64_bytes(words: int) -> None:
    script = SCRIPT.replace("WORDS", str(words))
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120
    )
    assert float(run.stdout) < 64
