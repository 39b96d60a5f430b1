"""Instructions, cache misses and branches per segment pair, counted by valgrind.

Counts do not depend on what else the machine does, so they show a regression that a clock cannot.
The difference of two repeat counts leaves out start-up and reading. `python -m
benchmarks.instructions` (or `make instructions`) prints them.
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

# valgrind knows no AVX-512.
VECTORS = "neon" if platform.machine() in {"aarch64", "arm64"} else "avx2"
KERNELS = ("portable", VECTORS)
METRICS = {"bleu": "13a", "chrf": "chrF"}
REPEATS = (1, 3)
PAIRS = 2000
EVENTS = {"Ir": "instructions", "D1mr": "D1 read misses", "DLmr": "last-level read misses"}
COUNTED = {**EVENTS, "Bcm": "mispredicted branches (simple model)"}

NOTES = """## What limits the rest

- **The kernel** is bound by instructions, not by memory: the counts above hold hardly any cache
  miss per pair. Branches that cannot be foreseen come next (where tokens end, which tokens match);
  valgrind's simple predictor gives an upper bound for them.
- **Strings** that are not ASCII are encoded, twice for each pair; cold ones wait for memory, too
  (the time is in the first table).
- **Two cores** share the reading of strings, which needs the interpreter lock.
- **One sentence** is bound by making the score object and by the crossing of the border.
- **Whole processes** are bound by Python's own start."""


def example() -> Path:
    """Build the small program that counts a corpus a given number of times."""
    words = "build --quiet --release --package truebleu-core --example count"
    subprocess.run(["cargo", *words.split()], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    return Path(target, "release", "examples", "count")


def events(program: Path, folder: Path, metric: str, kernel: str, repeats: int) -> dict[str, int]:
    """Run the program under cachegrind and read the totals of its events."""
    out = folder / "cachegrind.out"
    subprocess.run(
        [
            "valgrind", "--tool=cachegrind", "--cache-sim=yes", "--branch-sim=yes",
            f"--cachegrind-out-file={out}", str(program), metric,
            str(folder / "hypotheses"), str(folder / "references"), str(repeats),
        ],
        check=True, capture_output=True, env={**os.environ, "TRUEBLEU_KERNEL": kernel},
    )  # fmt: skip
    written = out.read_text(encoding="utf-8")
    names = re.search(r"^events: (.*)$", written, re.MULTILINE)
    totals = re.search(r"^summary: (.*)$", written, re.MULTILINE)
    if names is None or totals is None:
        message = "cachegrind's output has changed"
        raise RuntimeError(message)
    return dict(zip(names[1].split(), map(int, totals[1].split()), strict=True))


def per_pair(text: texts.Text, pairs: int = PAIRS) -> dict[tuple[str, str], dict[str, float]]:
    """Count the events of a pair of `text`, for each metric and kernel."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "hypotheses").write_bytes(b"\n".join(text.hypotheses[:pairs]))
        (folder / "references").write_bytes(b"\n".join(text.references[0][:pairs]))
        program = example()

        def counted(metric: str, kernel: str) -> dict[str, float]:
            few, many = (events(program, folder, metric, kernel, repeats) for repeats in REPEATS)
            repeated = pairs * (REPEATS[1] - REPEATS[0])
            return {event: (many[event] - few[event]) / repeated for event in COUNTED}

        return {
            (metric, kernel): counted(metric, kernel) for metric in METRICS for kernel in KERNELS
        }


def figures() -> list[Figure]:
    """Count for each metric and kernel; nothing where valgrind is not installed."""
    if shutil.which("valgrind") is None:
        print("valgrind is not installed: instructions are not counted", file=sys.stderr)
        return []
    return [
        Figure(
            f"Counted per pair, {METRICS[metric]} (valgrind, from UTF-8 to integers)",
            f"{kernel}: {words}",
            counted[event],
            "",
        )
        for (metric, kernel), counted in per_pair(texts.english_german()).items()
        for event, words in COUNTED.items()
    ]


if __name__ == "__main__":
    print(table(figures()))
