"""Instructions, cache misses and branches per segment pair, counted by valgrind.

Counts do not depend on the load of the machine, so they show regressions that are smaller than the
noise of a clock. The text is counted once and three times; the difference of the two runs excludes
start-up and reading. `python -m benchmarks.instructions` (or `make instructions`) prints the table.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import texts
from benchmarks.results import Figure, table
from benchmarks.texts import ROOT

# valgrind does not support AVX-512.
VECTORS = "neon" if platform.machine() in {"aarch64", "arm64"} else "avx2"
KERNELS = ("portable", VECTORS)
METRICS = {"bleu": "13a", "chrf": "chrF"}
REPEATS = (1, 3)
PAIRS = 2000
EVENTS = {"Ir": "instructions", "D1mr": "D1 read misses", "DLmr": "last-level read misses"}
ALL_EVENTS = {**EVENTS, "Bcm": "mispredicted branches (simple model)"}

NOTES = """## Bottlenecks

- **The kernel** is limited by instructions, not by memory: there are only a few cache misses per
  pair. Mispredicted branches come second (token ends, matching tokens); valgrind's simple branch
  predictor gives an upper bound.
- **Strings** that are not ASCII must be encoded, two for each pair. Cold strings also wait for
  memory; the first table has the time.
- **Two cores** read strings one after the other, because reading needs the interpreter lock.
- **One sentence** is limited by creating the score object and by the call from Python into Rust.
- **Whole processes** are limited by the start of Python."""


def example() -> Path:
    """Build the Rust example that counts a corpus several times; return its path."""
    words = "build --quiet --release --package truebleu-core --example count"
    subprocess.run(["cargo", *words.split()], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    return Path(target, "release", "examples", "count")


def events(program: Path, folder: Path, metric: str, kernel: str, repeats: int) -> dict[str, int]:
    """Run the program under cachegrind; return the total of each event."""
    out = folder / "cachegrind.out"
    subprocess.run(
        [
            "valgrind", "--tool=cachegrind", "--cache-sim=yes", "--branch-sim=yes",
            f"--cachegrind-out-file={out}", str(program), metric,
            str(folder / "hypotheses"), str(folder / "references"), str(repeats),
        ],
        check=True, capture_output=True, env={**os.environ, "TRUEBLEU_KERNEL": kernel},
    )  # fmt: skip
    output = out.read_text(encoding="utf-8")
    names = re.search(r"^events: (.*)$", output, re.MULTILINE)
    totals = re.search(r"^summary: (.*)$", output, re.MULTILINE)
    if names is None or totals is None:
        message = "cachegrind's output has changed"
        raise RuntimeError(message)
    return dict(zip(names[1].split(), map(int, totals[1].split()), strict=True))


def per_pair(text: texts.Text, pairs: int = PAIRS) -> dict[tuple[str, str], dict[str, float]]:
    """Return the number of events per segment pair, for each metric and kernel."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "hypotheses").write_bytes(b"\n".join(text.hypotheses[:pairs]))
        (folder / "references").write_bytes(b"\n".join(text.references[0][:pairs]))
        program = example()

        def count_per_pair(metric: str, kernel: str) -> dict[str, float]:
            few, many = (events(program, folder, metric, kernel, repeats) for repeats in REPEATS)
            repeated = pairs * (REPEATS[1] - REPEATS[0])
            return {event: (many[event] - few[event]) / repeated for event in ALL_EVENTS}

        return {
            (metric, kernel): count_per_pair(metric, kernel)
            for metric in METRICS
            for kernel in KERNELS
        }


def figures() -> list[Figure]:
    """Return the counts for each metric and kernel; an empty list if valgrind is missing."""
    if shutil.which("valgrind") is None:
        print("valgrind is not installed: instructions are not counted", file=sys.stderr)
        return []
    return [
        Figure(
            f"Counted per pair, {METRICS[metric]} (valgrind, from UTF-8 to integers)",
            f"{kernel}: {label}",
            counts[event],
            "",
        )
        for (metric, kernel), counts in per_pair(texts.english_german()).items()
        for event, label in ALL_EVENTS.items()
    ]


if __name__ == "__main__":
    print(table(figures()))
