"""The core's tests with every access to memory checked, and valgrind over the core and the package.

The address sanitizer looks for leaks at the end, too. The compiler has it, and admits it only when
it is told to (RUSTC_BOOTSTRAP). Valgrind knows no AVX-512: the kernel is AVX2's, or the plain one.
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
    """All of it whatever the scale, but for the number of counts under valgrind."""
    yield addresses("truebleu-arrow")
    yield addresses("truebleu-core")
    yield counted(max(1, round(20 * scale)))
    yield package()


def environment(**more: str) -> Mapping[str, str]:
    return {**os.environ, "PYTHONPATH": f"{ROOT}/python", **more}


def addresses(crate: str) -> Record:
    """A crate's tests with the address sanitizer, in a folder of their own."""
    what = f"the tests of {crate}, with the address and leak sanitizers"
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "sanitizers"
    words = ["cargo", "test", "--quiet", "--package", crate, "--lib", "--target", TARGET]
    flags = {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": "-Zsanitizer=address"}
    done = run(words, environment(**flags, CARGO_TARGET_DIR=str(target)))
    said = done.stdout + done.stderr
    passed = sum(map(int, re.findall(r"test result: ok\. (\d+) passed", said)))
    reports = said.count("ERROR: AddressSanitizer") + said.count("ERROR: LeakSanitizer")
    good = done.returncode == 0 and passed > 0
    notes = () if good else (f"{what}: {said[-500:]}",)
    return Record(what, passed, "tests", f"{reports} reports", ok=good and not reports, notes=notes)


def counted(times: int) -> Record:
    """The example that counts a corpus, under valgrind's memcheck: errors, and what is lost."""
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
    what = "a corpus counted in the core, under valgrind's memcheck"
    outcome = "0 errors, nothing lost" if good else "errors"
    return Record(what, total, "counts of the corpus", outcome, ok=good, notes=tuple(notes))


def package() -> Record:
    """The package, under memcheck: errors with the native module in their stack."""
    what = "calls of the package, under valgrind's memcheck"
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "calls.py")
        script.write_text(PACKAGE, encoding="utf-8")
        words = [sys.executable, str(script)]
        done = memcheck(words, "--leak-check=no", PYTHONMALLOC="malloc", OPENBLAS_NUM_THREADS="1")
    blocks = re.split(r"^==\d+== $", done.stderr, flags=re.MULTILINE)
    ours = [block for block in blocks if "_native" in block and " at 0x" in block]
    outcome = f"{len(ours)} errors in the native module"
    good = done.returncode in {0, FOUND} and not ours and "ERROR SUMMARY" in done.stderr
    notes = tuple(f"{what}: {block[:600]}" for block in ours[:3])
    return Record(what, 1, "scripts", outcome, ok=good, notes=notes)


FOUND = 9


def memcheck(words: Sequence[str], leaks: str, **more: str) -> subprocess.CompletedProcess[str]:
    options = ["--error-exitcode=9", leaks, "--errors-for-leak-kinds=definite", "--num-callers=20"]
    return run(["valgrind", *options, *words], environment(**more))


def errors_of(said: str) -> int:
    found = re.search(r"ERROR SUMMARY: (\d+) errors", said)
    return int(found[1]) if found else -1


def run(words: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
