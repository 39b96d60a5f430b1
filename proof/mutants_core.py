"""Mutants of the core: cargo-gamma compiles them all into one build, and switches them on in turn.

`make mutants` installs it.
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
# What each part of the page is of: scoring, the resampling of it.
GROUPS = {
    "BLEU in the core: formula, smoothing, reference lengths, rules, NLTK's ways": ("bleu/*.rs",),
    "significance in the core: draws, sums, tests, shards": ("resampling/*.rs",),
    "other scores in the core: chrF's and GLEU's formulas, means, error rates": (
        "chrf/formula.rs",
        "gleu/mod.rs",
        "mean.rs",
        "measured.rs",
    ),
}
# Operators, conditions, loops, statements and what functions give back.
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
    found = shutil.which("cargo-gamma", path=f"{ROOT / 'target' / 'tools' / 'bin'}:{os.defpath}")
    found = found or shutil.which("cargo-gamma")
    if found is None:
        raise SystemExit("proof: there is no cargo-gamma; `make mutants` installs it")
    return found


def files(patterns: Sequence[str]) -> list[str]:
    """Give the sources, without those that are tests."""
    found = [path for pattern in patterns for path in sorted((ROOT / SOURCES).glob(pattern))]
    return [str(path.relative_to(ROOT)) for path in found if not path.stem.endswith("tests")]


def mutants(scale: float, folder: Path) -> list[Mutant]:
    """Try the mutants of all groups, or at a smaller scale an even share of them."""
    words = [program(), "gamma", "run", "--dir", str(ROOT), "--package", "truebleu-core"]
    words += ["--profile", "mutants", "--mutators", MUTATORS, "--progress", "never"]
    words += ["--artifact-dir", str(folder), "--cache-dir", str(ROOT / "target" / "mutants-core")]
    # The machine may be doing other things: a mutant is not killed by that.
    words += ["--test-timeout-multiplier", "5", "--minimum-test-timeout", "60", "--memory", "off"]
    words += ["--jobs", str(os.cpu_count() or 1)]
    sources = [file for patterns in GROUPS.values() for file in files(patterns)]
    words += [word for file in sources for word in ("--file", file)]
    if scale < 1:
        words += ["--shard-count", str(round(1 / scale)), "--shard-index", "0"]
    done = subprocess.run(words, cwd=ROOT, check=False)
    if done.returncode:
        raise SystemExit(f"proof: cargo-gamma stopped with {done.returncode}")
    report = json.loads((folder / "gamma-report.json").read_text(encoding="utf-8"))
    return list(read(report))


def read(report: dict[str, Any]) -> Iterator[Mutant]:
    """Read a report of the schema mutation-testing-elements; what did not compile is none."""
    for file, told in report["files"].items():
        lines = told["source"].splitlines()
        for each in told["mutants"]:
            fate = FATES.get(each["status"])
            if fate is None:
                continue
            if fate == "killed" and not each.get("statusReason", "").startswith("failed `"):
                fate = "timeout"  # no test failed: time or memory had run out
            before, becomes = change(lines, each["location"], each.get("replacement", ""))
            yield Mutant(file, before, becomes, fate)


def change(lines: Sequence[str], where: dict[str, Any], replacement: str) -> tuple[str, str]:
    """Give the first line of the changed place, before and after."""
    start, end = where["start"], where["end"]
    line = lines[start["line"] - 1]
    rest = line[end["column"] - 1 :] if end["line"] == start["line"] else ""
    becomes = line[: start["column"] - 1] + replacement + rest
    return line.strip(), " ".join(becomes.split())
