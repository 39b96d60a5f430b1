"""Fuzzers: cargo-fuzz for the core, atheris for the package, schemathesis for the server.

Each target runs for as long as asked: ten minutes at full size. `FUZZ_PYTHON` is a Python that has
atheris and schemathesis, `FUZZ_PROGRAMS` the folder of targets that were built before
(`cargo fuzz build`).
What they find worth keeping stays in `fuzz/corpus`; `python -m proof.fuzzing` takes the smallest
that cover most of it into `fuzz/inputs`, which the tests replay.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from proof.records import ROOT, Record
from tests.fuzzing.inputs import inputs, write_inputs

FUZZ = ROOT / "fuzz"
CORPUS = FUZZ / "corpus"
SECONDS = 600.0
KEPT = 60
LONGEST = 300
Trial = Callable[[str, float], Record]  # the record's words, and seconds
NATIVE = re.findall(r'^name = "(\w+)"$', (FUZZ / "Cargo.toml").read_text("utf-8"), re.MULTILINE)


def records(scale: float) -> Iterator[Record]:
    return resumed(scale, {})


def resumed(scale: float, done: Mapping[str, Record]) -> Iterator[Record]:
    for what, trial in trials().items():
        if what not in done:
            yield trial(what, SECONDS * scale)


def trials() -> dict[str, Trial]:
    """Give what is tried, by the words of its record."""
    from tests.fuzzing.targets import TARGETS

    found: dict[str, Trial] = {}
    for name in NATIVE:
        what = f"{name} (cargo-fuzz, addresses checked)"
        found[what] = partial(tried, name=name, command=native(name))
    for name in TARGETS:
        found[f"{name} (atheris)"] = partial(tried, name=name, command=package(name))
    return found | {"the server, as it is described (schemathesis)": served}


def native(name: str) -> list[str]:
    built = os.environ.get("FUZZ_PROGRAMS")
    if built:
        return [str(Path(built, name))]
    return ["cargo", "fuzz", "run", "--fuzz-dir", str(FUZZ), name]


def package(name: str) -> list[str]:
    python = os.environ.get("FUZZ_PYTHON", sys.executable)
    return [python, "-m", "tests.fuzzing.running", name]


def environment() -> Mapping[str, str]:
    """The sanitizers are there in any compiler, which admits it only when it is told to."""
    return {**os.environ, "RUSTC_BOOTSTRAP": "1", "PYTHONPATH": f"{ROOT}/python:{ROOT}"}


def corpus_of(name: str) -> Path:
    """The corpus of a target, which holds at least what the tests replay."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, each in enumerate(inputs(name)):
        (folder / f"kept-{number}").write_bytes(each)
    return folder


def tried(what: str, seconds: float, *, name: str, command: Sequence[str]) -> Record:
    """Run a fuzzer for some seconds; a crash, a leak and a hang end it."""
    found = FUZZ / "artifacts" / name
    found.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={max(1, round(seconds))}", "-print_final_stats=1", "-timeout=60",
        "-max_len=2000", "-rss_limit_mb=4096", f"-artifact_prefix={found}/",
    ]  # fmt: skip
    own = command[0] == "cargo"
    words = [*command, str(corpus_of(name)), *(["--"] if own else []), *options]
    done = subprocess.run(
        words, cwd=ROOT, env=environment(), capture_output=True, check=False
    )  # fmt: skip
    said = done.stderr.decode(errors="replace")
    count = re.search(r"stat::number_of_executed_units:\s*(\d+)|Done (\d+) ", said)
    tries = int(next(filter(None, count.groups()))) if count else 0
    if done.returncode == 0 and tries:
        return Record(what, tries, "inputs", "0 findings", ok=True)
    (found / "said.txt").write_text(said, encoding="utf-8")
    last = [line for line in said.splitlines() if line.strip()][-12:]
    return Record(what, tries, "inputs", "a finding", ok=False, notes=(f"{what}: {last}",))


def served(what: str, seconds: float) -> Record:
    """Ask servers what their description allows, and what it does not."""
    python = os.environ.get("FUZZ_PYTHON", sys.executable)
    words = [python, "-m", "tests.fuzzing.served", str(seconds)]
    done = subprocess.run(
        words, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )  # fmt: skip
    count = re.search(r"^([\d,]+) requests", done.stdout, re.MULTILINE)
    tries = int(count[1].replace(",", "")) if count else 0
    if done.returncode == 0 and tries:
        return Record(what, tries, "requests", "0 findings", ok=True)
    said = (done.stdout + done.stderr).strip()
    return Record(what, tries, "requests", "a finding", ok=False, notes=(f"{what}: {said}",))


def keep(name: str, command: Sequence[str]) -> None:
    """Take what covers most of the code, by few and short inputs, into `fuzz/inputs`."""
    with tempfile.TemporaryDirectory() as folder:
        own = command[0] == "cargo"
        options = ["-set_cover_merge=1", "-max_len=2000"]
        # libFuzzer merges all folders into the first; cargo-fuzz hands them on as they are.
        words = [*command, folder, str(corpus_of(name)), *(["--"] if own else []), *options]
        subprocess.run(words, cwd=ROOT, env=environment(), capture_output=True, check=False)
        found = sorted({path.read_bytes() for path in Path(folder).iterdir()}, key=len)
    new = [each for each in found if 0 < len(each) <= LONGEST and each not in inputs(name)]
    write_inputs(name, [*inputs(name), *new[-KEPT:]])


if __name__ == "__main__":
    from tests.fuzzing.targets import TARGETS

    for target in sys.argv[1:] or [*NATIVE, *TARGETS]:
        keep(target, native(target) if target in NATIVE else package(target))
