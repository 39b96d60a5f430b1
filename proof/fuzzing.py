"""Fuzzers: cargo-fuzz for the core, atheris for the package, schemathesis for the server.

Each target runs for ten minutes at full size. Environment variables:

- `FUZZ_TARGETS`: names of the targets to run, separated by spaces or commas; by default, all.
  Several runs of one version of the program, with different targets, add to one result.
- `FUZZ_PYTHON`: a Python that has atheris and schemathesis.
- `FUZZ_PROGRAMS`: the folder of targets that were built before (`cargo fuzz build`).

The inputs that a fuzzer collects stay in `fuzz/corpus`. `python -m proof.fuzzing` copies the
smallest inputs that cover most of the code to `fuzz/inputs`, which the tests replay.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from proof.records import ROOT, Record
from tests.fuzzing.inputs import inputs, write_inputs
from tests.fuzzing.targets import TARGETS

FUZZ = ROOT / "fuzz"
CORPUS = FUZZ / "corpus"
SECONDS = 600.0
MAX_NEW_INPUTS = 60
MAX_INPUT_BYTES = 300
Trial = Callable[[str, float], Record]  # arguments: the name of the record, and seconds
NATIVE = re.findall(r'^name = "(\w+)"$', (FUZZ / "Cargo.toml").read_text("utf-8"), re.MULTILINE)
SERVER = "server"


def records(scale: float) -> Iterator[Record]:
    """Yield the record of each target that `FUZZ_TARGETS` names."""
    return resumed(scale, {})


def resumed(scale: float, done: Mapping[str, Record]) -> Iterator[Record]:
    """Yield the records of the targets that `FUZZ_TARGETS` names and `done` lacks."""
    for record_name, trial in trials(requested_targets()).items():
        if record_name not in done:
            yield trial(record_name, SECONDS * scale)


def is_complete(record_names: Collection[str]) -> bool:
    """Return whether every target has a record."""
    return trials(target_names()).keys() <= set(record_names)


def target_names() -> list[str]:
    """Return the names of all targets."""
    return [*NATIVE, *TARGETS, SERVER]


def requested_targets() -> list[str]:
    """Return the names in `FUZZ_TARGETS`, or all names if it is not set."""
    names = re.split(r"[\s,]+", os.environ.get("FUZZ_TARGETS", "").strip(" ,"))
    if names == [""]:
        return target_names()
    unknown = [name for name in names if name not in target_names()]
    if unknown:
        allowed = ", ".join(target_names())
        raise SystemExit(f"FUZZ_TARGETS: unknown target {unknown[0]!r}. Use {allowed}.")
    return names


def trials(names: Collection[str]) -> dict[str, Trial]:
    """Return the trials of these targets by the names of their records, in a fixed order."""
    trials: dict[str, Trial] = {}
    for name in NATIVE:
        if name in names:
            record_name = f"{name} (cargo-fuzz, addresses checked)"
            trials[record_name] = partial(run_fuzzer, name=name, command=native_command(name))
    for name in TARGETS:
        if name in names:
            trials[f"{name} (atheris)"] = partial(
                run_fuzzer, name=name, command=package_command(name)
            )
    if SERVER in names:
        trials["the server, as it is described (schemathesis)"] = fuzz_server
    return trials


def native_command(name: str) -> list[str]:
    """Return the command that fuzzes a target of the core."""
    built = os.environ.get("FUZZ_PROGRAMS")
    if built:
        return [str(Path(built, name))]
    return ["cargo", "fuzz", "run", "--fuzz-dir", str(FUZZ), name]


def package_command(name: str) -> list[str]:
    """Return the command that fuzzes a target of the Python package."""
    python = os.environ.get("FUZZ_PYTHON", sys.executable)
    return [python, "-m", "tests.fuzzing.running", name]


def environment() -> Mapping[str, str]:
    """Return the environment of fuzzers.

    `RUSTC_BOOTSTRAP` makes a stable compiler accept the options of the address sanitizer.
    """
    return {**os.environ, "RUSTC_BOOTSTRAP": "1", "PYTHONPATH": f"{ROOT}/python:{ROOT}"}


def corpus_of(name: str) -> Path:
    """Return the corpus folder of a target, with the inputs of `fuzz/inputs` written to it."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(inputs(name)):
        (folder / f"kept-{number}").write_bytes(content)
    return folder


def run_fuzzer(record_name: str, seconds: float, *, name: str, command: Sequence[str]) -> Record:
    """Run a fuzzer until the time is over or it detects a crash, leak or hang."""
    artifacts = FUZZ / "artifacts" / name
    artifacts.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={max(1, round(seconds))}", "-print_final_stats=1", "-timeout=60",
        "-max_len=2000", "-rss_limit_mb=4096", f"-artifact_prefix={artifacts}/",
    ]  # fmt: skip
    separator = ["--"] if command[0] == "cargo" else []
    run = subprocess.run(
        [*command, str(corpus_of(name)), *separator, *options],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        check=False,
    )
    log = run.stderr.decode(errors="replace")
    count = re.search(r"stat::number_of_executed_units:\s*(\d+)|Done (\d+) ", log)
    tries = int(next(filter(None, count.groups()))) if count else 0
    if run.returncode == 0 and tries:
        return Record(record_name, tries, "inputs", "0 findings", ok=True)
    (artifacts / "log.txt").write_text(log, encoding="utf-8")
    last = [line for line in log.splitlines() if line.strip()][-12:]
    return Record(
        record_name, tries, "inputs", "a finding", ok=False, notes=(f"{record_name}: {last}",)
    )


def fuzz_server(record_name: str, seconds: float) -> Record:
    """Send the server requests that its OpenAPI description allows, and some that it forbids."""
    python = os.environ.get("FUZZ_PYTHON", sys.executable)
    run = subprocess.run(
        [python, "-m", "tests.fuzzing.served", str(seconds)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    count = re.search(r"^([\d,]+) requests", run.stdout, re.MULTILINE)
    tries = int(count[1].replace(",", "")) if count else 0
    if run.returncode == 0 and tries:
        return Record(record_name, tries, "requests", "0 findings", ok=True)
    log = (run.stdout + run.stderr).strip()
    return Record(
        record_name, tries, "requests", "a finding", ok=False, notes=(f"{record_name}: {log}",)
    )


def keep(name: str, command: Sequence[str]) -> None:
    """Add a few short inputs that together cover most of the code to `fuzz/inputs`."""
    with tempfile.TemporaryDirectory() as folder:
        separator = ["--"] if command[0] == "cargo" else []
        options = ["-set_cover_merge=1", "-max_len=2000"]
        # libFuzzer merges all folders into the first one, and cargo-fuzz passes them on.
        merge = [*command, folder, str(corpus_of(name)), *separator, *options]
        subprocess.run(merge, cwd=ROOT, env=environment(), capture_output=True, check=False)
        merged = sorted({path.read_bytes() for path in Path(folder).iterdir()}, key=len)
    old = inputs(name)
    new = [data for data in merged if 0 < len(data) <= MAX_INPUT_BYTES and data not in old]
    write_inputs(name, [*old, *new[-MAX_NEW_INPUTS:]])


if __name__ == "__main__":
    for target in sys.argv[1:] or [*NATIVE, *TARGETS]:
        keep(target, native_command(target) if target in NATIVE else package_command(target))
