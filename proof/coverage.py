"""Line coverage of the Python package and of the core.

The core is built with coverage counters and run by its own tests and by those of the Python
package. Lines that no test runs are listed, with the reason from `proof/uncovered.json` if any.
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
MIN_SHARE = 0.95
REASONS = ROOT / "proof" / "uncovered.json"
# Each entry runs in one process. Tests that only repeat the same calls are left out.
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
    """Yield the records; at a smaller scale, only a share of the Python tests runs."""
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
    """Return the environment of builds and tests, which write their counters to `FOLDER`."""
    return os.environ | {
        "CARGO_TARGET_DIR": str(FOLDER / "build"),
        "RUSTFLAGS": "-Cinstrument-coverage",
        "LLVM_PROFILE_FILE": str(FOLDER / "core-%p-%4m.profraw"),
        "COVERAGE_FILE": str(FOLDER / "python"),
        "HYPOTHESIS_PROFILE": "fast",
    }


def core_tests() -> list[Path]:
    """Run the core's tests; return the paths of the test programs."""
    call = ["cargo", "test", "--package", "truebleu-core"]
    built = subprocess.run(
        [*call, "--no-run", "--message-format", "json"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        check=True,
    )
    messages = map(json.loads, built.stdout.splitlines())
    programs = [message["executable"] for message in messages if message.get("executable")]
    subprocess.run([*call, "--quiet"], cwd=ROOT, env=environment(), check=True)
    return [Path(program) for program in programs]


def native_module() -> Path:
    """Build the native module with counters; return its path."""
    call = ["cargo", "build", "--package", "truebleu-python", "--profile", "mutants"]
    subprocess.run(call, cwd=ROOT, env=environment(), check=True)
    return FOLDER / "build" / "mutants" / "lib_native.so"


def python_tests(shard: Sequence[str]) -> bool:
    """Run some tests of the Python package with the counting module; return whether all pass."""
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
        name: (len(file["executed_lines"]), file["missing_lines"]) for name, file in files.items()
    }
    notes = [f"tests that failed under measurement: {shard}" for shard in failures]
    return make_record("the Python package", lines, notes)


def of_core(name: str, binaries: Sequence[Path]) -> Record:
    merged = FOLDER / "core.profdata"
    counts = [str(path) for path in FOLDER.glob("core-*.profraw")]
    subprocess.run(
        [tool("llvm-profdata"), "merge", "-sparse", *counts, "-o", str(merged)], check=True
    )
    first, *others = map(str, binaries)
    objects = [word for binary in others for word in ("-object", binary)]
    call = [tool("llvm-cov"), "export", "-format=lcov", f"-instr-profile={merged}", first]
    done = subprocess.run([*call, *objects], stdout=subprocess.PIPE, text=True, check=True)
    return make_record(name, read_lcov(done.stdout.splitlines()), [])


def read_lcov(lcov: Sequence[str]) -> dict[str, tuple[int, list[int]]]:
    """Read a report in lcov format.

    Returns, for each source file of the core, the number of lines that ran and the numbers of the
    lines that did not.
    """
    lines_by_file: dict[str, tuple[int, list[int]]] = {}
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
        elif line == "end_of_record":
            _, _, path = name.partition("/truebleu-core/src/")
            if path and "test" not in path:
                lines_by_file[str(Path(name).relative_to(ROOT))] = (ran, missing)
    return lines_by_file


def tool(name: str) -> str:
    """Return the path of an LLVM tool of rustc's LLVM version, which can read its counters."""
    version = rustc("-vV").partition("LLVM version: ")[2].split(".")[0]
    # rustup's component llvm-tools, then Debian's package
    path = shutil.which(name, path=str(Path(rustc("--print", "target-libdir")).parent / "bin"))
    path = path or shutil.which(f"{name}-{version}")
    if path is None:
        raise SystemExit(
            f"proof: {name} of LLVM {version} is not installed. Run `rustup component add "
            f"llvm-tools`, or install Debian's llvm-{version}."
        )
    return path


def rustc(*options: str) -> str:
    call = ["rustc", *options]
    return subprocess.run(call, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


@cache
def reasons() -> dict[str, str]:
    reason_by_file: dict[str, str] = json.loads(REASONS.read_text(encoding="utf-8"))
    return reason_by_file


def make_record(
    name: str, lines: Mapping[str, tuple[int, list[int]]], notes: Sequence[str]
) -> Record:
    """Return the record of the lines by file; add a note for each file with missing lines."""
    ran = sum(count for count, _ in lines.values())
    missing = sum(len(numbers) for _, numbers in lines.values())
    share = ran / max(1, ran + missing)
    file_notes = [
        f"{name}: `{file}`, {in_short(numbers)}: {reasons().get(file, 'no reason is known')}"
        for file, (_, numbers) in sorted(lines.items())
        if numbers
    ]
    outcome = f"{share:.1%} run by tests, {missing:,} are not"
    ok = share >= MIN_SHARE
    return Record(name, ran + missing, "lines", outcome, ok=ok, notes=(*notes, *file_notes))


def in_short(numbers: Sequence[int]) -> str:
    """Write line numbers as ranges.

    >>> in_short([3, 4, 5, 9])
    '3-5, 9'
    """
    runs: list[list[int]] = []
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        runs.append([number for _, number in run])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
