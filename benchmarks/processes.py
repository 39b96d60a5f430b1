"""Measurements of whole processes: start-up, the command line, files and memory."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from benchmarks import texts
from benchmarks.results import Figure, ratio, time_text
from benchmarks.strings import larger
from benchmarks.timing import Spent, command, two_cores_of_work

BIN = Path(sys.executable).parent
TRUEBLEU = str(BIN / "truebleu")
SACREBLEU = str(BIN / "sacrebleu")
MIB = 1024 * 1024


def write_lines(path: Path, lines: Iterable[bytes]) -> str:
    with path.open("wb") as file:
        file.writelines(line + b"\n" for line in lines)
    return str(path)


def start_up() -> list[Figure]:
    """Return the time of `import truebleu` in a fresh interpreter, without Python's own start."""
    code = (
        "import time; start = time.process_time_ns(); import truebleu; "
        "print(time.process_time_ns() - start)"
    )
    command_line = [sys.executable, "-c", code]
    times = [
        int(subprocess.run(command_line, capture_output=True, check=True).stdout) for _ in range(20)
    ]
    bare = command(sys.executable, "-c", "pass", repetitions=10)
    return [
        Figure(
            "Whole processes", "import truebleu, above bare Python", min(times) / 1e6, "ms",
            target=20, lower_is_better=True, detail=f"bare Python: {time_text(bare.processor)}",
        ),
    ]  # fmt: skip


def score_lines(folder: Path, lines: int) -> list[Figure]:
    """Return the speedup of `truebleu score` over `sacrebleu` on some lines."""
    text = texts.english_german()
    hypotheses = write_lines(folder / "hypotheses.txt", text.hypotheses[:lines])
    references = write_lines(folder / "references.txt", text.references[0][:lines])
    ours = command(TRUEBLEU, "score", hypotheses, "-r", references, repetitions=7)
    theirs = command(SACREBLEU, references, "-i", hypotheses, repetitions=7)
    return [
        ratio(
            "Whole processes", f"`truebleu score` on {lines:,} lines, against `sacrebleu`",
            ours.processor, theirs.processor, target=6,
            headline=f"whole command on {lines:,} lines, start-up included",
        ),
    ]  # fmt: skip


def files(folder: Path, lines: int) -> list[Figure]:
    """Return megabytes per second from files, and the speedup of two cores over one."""
    text = larger(texts.english_german(), lines)
    hypotheses = write_lines(folder / "many.hypotheses.txt", text.hypotheses)
    references = write_lines(folder / "many.references.txt", text.references[0])
    words = (TRUEBLEU, "score", hypotheses, "-r", references, "--quiet", "--threads")
    single = command(*words, "1", repetitions=7)
    double = command(*words, "2", repetitions=7)
    size = text.size + 2 * len(text)
    speed = size / single.processor / 1e6
    return [
        Figure(
            "Files", "megabytes of hypothesis and reference text per second and core", speed,
            "MB/s", target=200,
            detail=f"{size / 1e6:.0f} MB in {time_text(single.processor)}, start-up included",
        ),
        ratio("Files", "two cores against one, by the clock", double.wall, single.wall, target=1.8),
        two_cores_of_work("Files"),
    ]  # fmt: skip


def memory(folder: Path, lines: int) -> list[Figure]:
    """Return how much the peak memory grows from a thousand generated lines to `lines`."""
    small, large = (score_generated(folder, count) for count in (1000, lines))
    grown = (large.peak_memory - small.peak_memory) / MIB
    return [
        Figure(
            "Memory", f"growth from 1,000 to {lines:,} lines", grown, "MiB", target=64,
            lower_is_better=True,
            detail=f"peak {large.peak_memory / MIB:.0f} MiB, {time_text(large.wall)}",
        ),
    ]  # fmt: skip


def score_generated(folder: Path, lines: int) -> Spent:
    """Score generated files of `lines` short lines, and remove the files."""
    folder = folder / f"{lines}.lines"
    folder.mkdir()
    words = [f"word{number % 97} and word{number % 89} meet" for number in range(10_000)]
    hypotheses = "".join(f"{word} here\n" for word in words).encode()
    references = "".join(f"{word} there\n" for word in words).encode()
    for name, block in (("hypotheses", hypotheses), ("references", references)):
        n_blocks, n_last_lines = divmod(lines, len(words))
        with (folder / name).open("wb") as file:
            file.writelines(itertools.repeat(block, n_blocks))
            file.writelines(block.splitlines(keepends=True)[:n_last_lines])
    spent = command(TRUEBLEU, "score", str(folder / "hypotheses"), "-r", str(folder / "references"))
    shutil.rmtree(folder)
    return spent
