"""Lines that tests run: of the Python package, and of the core.

The core is built with counters and run by its own tests and by the Python package's; what is not
run is listed, with its reason where `proof/uncovered.json` has one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from proof.records import ROOT, Record

FOLDER = ROOT / "target" / "coverage"
LEAST = 0.95
REASONS = ROOT / "proof" / "uncovered.json"
# One process each; those that try the same again and again at length run no further lines.
SHARDS = (
    ("tests/metrics", "tests/inputs", "tests/io", "tests/package", "tests/evaluation"),
    ("tests/significance", "tests/display"),
    ("tests/cases", "tests/explanation", "tests/checks", "tests/matrix", "tests/reranking"),
    ("tests/integrations/columns", "tests/tokenizers", "tests/architecture"),
    ("tests/compat",),
    ("tests/cli",),
    (
        "tests/docs",
        "tests/report",
        "tests/integrations/rewards",
        "tests/differential/test_self_bleu.py",
    ),
    ("tests/server", "tests/integrations/spark"),
    ("tests/properties",),
)


def records(scale: float) -> Iterator[Record]:
    """At a smaller scale, a share of the tests runs."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    tests = core_tests()
    yield of_core("the core, by its own tests", tests)
    module = native_module()
    shards = SHARDS[: max(1, round(scale * len(SHARDS)))]
    failures = [" ".join(shard) for shard in shards if not python_tests(shard)]
    yield of_python(failures)
    yield of_core("the core, by all of these tests", [*tests, module])


def environment() -> dict[str, str]:
    """Everything that is built or run here leaves its counts in `FOLDER`."""
    return os.environ | {
        "CARGO_TARGET_DIR": str(FOLDER / "build"),
        "RUSTFLAGS": "-Cinstrument-coverage",
        "LLVM_PROFILE_FILE": str(FOLDER / "core-%p-%4m.profraw"),
        "COVERAGE_FILE": str(FOLDER / "python"),
        "HYPOTHESIS_PROFILE": "fast",
    }


def core_tests() -> list[Path]:
    """Run the core's tests; give the programs that they are."""
    call = ["cargo", "test", "--package", "truebleu-core"]
    built = subprocess.run(
        [*call, "--no-run", "--message-format", "json"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        check=True,
    )
    messages = map(json.loads, built.stdout.splitlines())
    found = [message["executable"] for message in messages if message.get("executable")]
    subprocess.run([*call, "--quiet"], cwd=ROOT, env=environment(), check=True)
    return [Path(each) for each in found]


def native_module() -> Path:
    """Build the native module with counters, into a copy of the package."""
    call = ["cargo", "build", "--package", "truebleu-python", "--profile", "mutants"]
    subprocess.run(call, cwd=ROOT, env=environment(), check=True)
    return FOLDER / "build" / "mutants" / "lib_native.so"


def python_tests(shard: Sequence[str]) -> bool:
    """Run some tests of the Python package by the module with counters; False where one fails."""
    copy = FOLDER / "python-package"
    if not copy.exists():
        skipped = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / "python", copy, ignore=skipped)
        module = FOLDER / "build" / "mutants" / "lib_native.so"
        shutil.copy(module, copy / "truebleu" / "_native.abi3.so")
    words = ["-m", "coverage", "run", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    words += ["-m", "not browser"]  # the pages' own code is JavaScript
    path = os.pathsep.join([str(copy), str(ROOT)])
    done = subprocess.run(
        [sys.executable, *words, "--timeout=0", *shard],
        cwd=ROOT,
        env=environment() | {"PYTHONPATH": path},
        check=False,
    )
    return done.returncode == 0


def of_python(failures: Sequence[str]) -> Record:
    tool = [sys.executable, "-m", "coverage"]
    subprocess.run([*tool, "combine", "--quiet"], cwd=ROOT, env=environment(), check=True)
    report = FOLDER / "python.json"
    call = [*tool, "json", "--quiet", "-o", str(report)]
    subprocess.run(call, cwd=ROOT, env=environment(), check=True)
    files = json.loads(report.read_text(encoding="utf-8"))["files"]
    lines = {
        name: (len(told["executed_lines"]), told["missing_lines"]) for name, told in files.items()
    }
    said = [f"tests that failed under measurement: {shard}" for shard in failures]
    return told_of("the Python package", lines, said)


def of_core(what: str, binaries: Sequence[Path]) -> Record:
    merged = FOLDER / "core.profdata"
    counts = [str(path) for path in FOLDER.glob("core-*.profraw")]
    subprocess.run(
        [tool("llvm-profdata"), "merge", "-sparse", *counts, "-o", str(merged)], check=True
    )
    first, *others = map(str, binaries)
    objects = [word for other in others for word in ("-object", other)]
    call = [tool("llvm-cov"), "export", "-format=lcov", f"-instr-profile={merged}", first]
    done = subprocess.run([*call, *objects], stdout=subprocess.PIPE, text=True, check=True)
    return told_of(what, in_core(done.stdout.splitlines()), [])


def in_core(lcov: Sequence[str]) -> dict[str, tuple[int, list[int]]]:
    """Read which lines of the core's sources ran, of a report in lcov's format."""
    found: dict[str, tuple[int, list[int]]] = {}
    name, ran, missing = "", 0, list[int]()
    for line in lcov:
        key, _, text = line.partition(":")
        if key == "SF":
            name, ran, missing = text, 0, []
        elif key == "DA":
            number, count = map(int, text.split(",")[:2])
            if count:
                ran += 1
            else:
                missing.append(number)
        elif line == "end_of_record" and "/truebleu-core/src/" in name and "test" not in name:
            found[str(Path(name).relative_to(ROOT))] = (ran, missing)
    return found


def tool(name: str) -> str:
    """Give LLVM's tool of the version that rustc has: others cannot read its counts."""
    told = subprocess.run(["rustc", "-vV"], stdout=subprocess.PIPE, text=True, check=True).stdout
    version = told.partition("LLVM version: ")[2].split(".")[0]
    found = shutil.which(f"{name}-{version}")
    if found is None:
        raise SystemExit(f"proof: there is no {name}-{version}: Debian has it in llvm-{version}")
    return found


@cache
def reasons() -> dict[str, str]:
    known: dict[str, str] = json.loads(REASONS.read_text(encoding="utf-8"))
    return known


def told_of(what: str, lines: Mapping[str, tuple[int, list[int]]], said: Sequence[str]) -> Record:
    ran = sum(count for count, _ in lines.values())
    missing = sum(len(each) for _, each in lines.values())
    share = ran / max(1, ran + missing)
    notes = [
        f"{what}: `{name}`, {in_short(numbers)}: {reasons().get(name, 'no reason is known')}"
        for name, (_, numbers) in sorted(lines.items())
        if numbers
    ]
    outcome = f"{share:.1%} run by tests, {missing:,} are not"
    return Record(what, ran + missing, "lines", outcome, ok=share >= LEAST, notes=(*said, *notes))


def in_short(numbers: Sequence[int]) -> str:
    """Write line numbers as ranges.

    >>> in_short([3, 4, 5, 9])
    '3-5, 9'
    """
    runs: list[list[int]] = []
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        runs.append([number for _, number in run])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
