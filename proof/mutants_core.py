"""Mutants of the core, by cargo-gamma, which `make mutants` installs.

cargo-gamma compiles all mutants into one program and activates them one after the other.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from proof.mutants import Mutant
from proof.records import ROOT

SOURCES = "crates/truebleu-core/src"
# Source files of each record in the log.
GROUPS = {
    "BLEU in the core: formula, smoothing, reference lengths, rules, NLTK's ways": ("bleu/*.rs",),
    "significance in the core: draws, sums, tests, shards": ("resampling/*.rs",),
    "other scores in the core: chrF's and GLEU's formulas, means, error rates": (
        "chrf/formula.rs",
        "gleu/mod.rs",
        "exact_mean.rs",
        "external.rs",
    ),
}
# Operators, conditions, loops, statements and return values.
MUTATORS = (
    "relational,range,arith,bitwise,shift,assign,logical,bool_expr,cond,match_guard,match_arm,"
    "loop,return_value,unary,stmt,fn_value"
)
FATES = {
    "Killed": "killed",
    "Survived": "survived",
    "NoCoverage": "untested",
    "Timeout": "timeout",
}


def program() -> str:
    path = shutil.which("cargo-gamma", path=f"{ROOT / 'target' / 'tools' / 'bin'}:{os.defpath}")
    path = path or shutil.which("cargo-gamma")
    if path is None:
        raise SystemExit("proof: cargo-gamma is not installed. Run `make mutants`.")
    return path


def files(patterns: Sequence[str]) -> list[str]:
    """Return the paths of the source files that match, without test files."""
    paths = [path for pattern in patterns for path in sorted((ROOT / SOURCES).glob(pattern))]
    return [str(path.relative_to(ROOT)) for path in paths if not path.stem.endswith("tests")]


def mutants(scale: float, folder: Path) -> list[Mutant]:
    """Test the mutants of all groups; at a smaller scale, an evenly spaced share of them."""
    words = [program(), "gamma", "run", "--dir", str(ROOT), "--package", "truebleu-core"]
    words += ["--profile", "mutants", "--mutators", MUTATORS, "--progress", "never"]
    words += ["--artifact-dir", str(folder), "--cache-dir", str(ROOT / "target" / "mutants-core")]
    # Long time limits: a busy machine must not look like a killed mutant.
    words += ["--test-timeout-multiplier", "5", "--minimum-test-timeout", "60", "--memory", "off"]
    words += ["--jobs", str(os.cpu_count() or 1)]
    sources = [file for patterns in GROUPS.values() for file in files(patterns)]
    words += [word for file in sources for word in ("--file", file)]
    if scale < 1:
        words += ["--shard-count", str(round(1 / scale)), "--shard-index", "0"]
    done = subprocess.run(words, cwd=ROOT, check=False)
    if done.returncode:
        raise SystemExit(f"proof: cargo-gamma stopped with exit code {done.returncode}")
    report = json.loads((folder / "gamma-report.json").read_text(encoding="utf-8"))
    return list(read(report))


def read(report: dict[str, Any]) -> Iterator[Mutant]:
    """Yield the mutants of a report in the mutation-testing-elements format.

    Mutants that did not compile are left out.
    """
    for file, entry in report["files"].items():
        lines = entry["source"].splitlines()
        for mutant in entry["mutants"]:
            fate = FATES.get(mutant["status"])
            if fate is None:
                continue
            if fate == "killed" and not mutant.get("statusReason", "").startswith("failed `"):
                fate = "timeout"  # no test failed, but time or memory ran out
            before, becomes = change(lines, mutant["location"], mutant.get("replacement", ""))
            yield Mutant(file, before, becomes, fate)


def change(lines: Sequence[str], location: dict[str, Any], replacement: str) -> tuple[str, str]:
    """Return the first line of a change, before and after it."""
    start, end = location["start"], location["end"]
    line = lines[start["line"] - 1]
    tail = line[end["column"] - 1 :] if end["line"] == start["line"] else ""
    becomes = line[: start["column"] - 1] + replacement + tail
    return line.strip(), " ".join(becomes.split())
