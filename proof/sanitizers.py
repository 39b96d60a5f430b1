"""The core's tests with the address sanitizer, and the core and the package under valgrind.

The address sanitizer also reports leaks at the end. A stable compiler accepts it only if
RUSTC_BOOTSTRAP is set. Valgrind does not support AVX-512, so it runs the AVX2 or portable kernel.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from proof.records import ROOT, Record

TARGET = f"{platform.machine()}-unknown-linux-gnu"
NEWS = ROOT / "examples" / "news"
PACKAGE = """
from truebleu import BLEU, CHRF, GLEU, ROUGE, TER, pairwise, self_bleu
hypotheses = ["The cat sat on a mat.", "It rained — all day, 3.5 mm.", "", "日本語 text", "x" * 300]
references = ["The cat sat on the mat.", "It rained all day.", "Something", "日本語", "x" * 301]
for metric in (BLEU(), BLEU(tokenizer="intl", lowercase=True), CHRF(), CHRF(word_order=2), GLEU(),
               TER(), ROUGE(2), BLEU(tokenizer=str.split)):
    metric.corpus_score(hypotheses, references, threads=2)
    metric.statistics(hypotheses, references)
    metric.sentence_score(hypotheses[0], references)
pairwise(hypotheses, references)
self_bleu(hypotheses)
try:
    BLEU().corpus_score(["a", None], ["a", "b"])
except ValueError:
    pass
"""


def records(scale: float) -> Iterator[Record]:
    """Yield all records; the scale changes only how often valgrind counts the corpus."""
    yield addresses("truebleu-arrow")
    yield addresses("truebleu-core")
    yield count_example(max(1, round(20 * scale)))
    yield package()


def environment(**more: str) -> Mapping[str, str]:
    return {**os.environ, "PYTHONPATH": f"{ROOT}/python", **more}


def addresses(crate: str) -> Record:
    """Run a crate's tests with the address sanitizer, in a separate build folder."""
    name = f"the tests of {crate}, with the address and leak sanitizers"
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "sanitizers"
    words = ["cargo", "test", "--quiet", "--package", crate, "--lib", "--target", TARGET]
    flags = {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": "-Zsanitizer=address"}
    done = run(words, environment(**flags, CARGO_TARGET_DIR=str(target)))
    output = done.stdout + done.stderr
    passed = sum(map(int, re.findall(r"test result: ok\. (\d+) passed", output)))
    reports = output.count("ERROR: AddressSanitizer") + output.count("ERROR: LeakSanitizer")
    good = done.returncode == 0 and passed > 0
    notes = () if good else (f"{name}: {output[-500:]}",)
    return Record(name, passed, "tests", f"{reports} reports", ok=good and not reports, notes=notes)


def count_example(times: int) -> Record:
    """Run the example that counts a corpus under valgrind's memcheck: errors and leaks."""
    build = "build --quiet --release --package truebleu-core --example count"
    run(["cargo", *build.split()], os.environ).check_returncode()
    program = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"), "release/examples/count")
    texts = [str(NEWS / name) for name in ("system.weak.en.txt", "reference.a.en.txt")]
    total, notes, good = 0, [], True
    for metric in ("bleu", "chrf"):
        done = memcheck([str(program), metric, *texts, str(times)], "--leak-check=full")
        errors = errors_of(done.stderr)
        good &= done.returncode == 0 and errors == 0
        if errors:
            notes.append(f"{metric}: {done.stderr[-400:]}")
        total += times
    name = "a corpus counted in the core, under valgrind's memcheck"
    outcome = "0 errors, nothing lost" if good else "errors"
    return Record(name, total, "counts of the corpus", outcome, ok=good, notes=tuple(notes))


def package() -> Record:
    """Run calls of the package under memcheck; only errors in the native module count."""
    name = "calls of the package, under valgrind's memcheck"
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "calls.py")
        script.write_text(PACKAGE, encoding="utf-8")
        words = [sys.executable, str(script)]
        done = memcheck(words, "--leak-check=no", PYTHONMALLOC="malloc", OPENBLAS_NUM_THREADS="1")
    blocks = re.split(r"^==\d+== $", done.stderr, flags=re.MULTILINE)
    ours = [block for block in blocks if "_native" in block and " at 0x" in block]
    outcome = f"{len(ours)} errors in the native module"
    good = done.returncode in {0, MEMCHECK_ERRORS} and not ours and "ERROR SUMMARY" in done.stderr
    notes = tuple(f"{name}: {block[:600]}" for block in ours[:3])
    return Record(name, 1, "scripts", outcome, ok=good, notes=notes)


MEMCHECK_ERRORS = 9  # exit code


def memcheck(words: Sequence[str], leaks: str, **more: str) -> subprocess.CompletedProcess[str]:
    options = [
        f"--error-exitcode={MEMCHECK_ERRORS}", leaks, "--errors-for-leak-kinds=definite",
        "--num-callers=20",
    ]  # fmt: skip
    return run(["valgrind", *options, *words], environment(**more))


def errors_of(output: str) -> int:
    """Return the number of errors in valgrind's summary; -1 if there is no summary."""
    match = re.search(r"ERROR SUMMARY: (\d+) errors", output)
    return int(match[1]) if match else -1


def run(words: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
