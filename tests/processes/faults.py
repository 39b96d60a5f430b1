"""Faults that machines and users cause, such as full disks, closed pipes and Ctrl-C.

Each function repeats one fault, and returns the number of repetitions and a list of problems. A
fault must not cause a wrong score, a partial file or a traceback. The tests repeat each fault a few
times, `make proof` many times.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.fuzzing.files import CODECS
from truebleu.cli import main

Tried = tuple[int, list[str]]

LINES = [f"line {n}: the cat sat on mat {n * 7919 % 1000}" for n in range(400)]
TEXT = "\n".join(LINES).encode() + b"\n"
SCORE = ("score", "h", "-r", "r", "-b", "-q")


def files(folder: Path, repeats: int = 1) -> None:
    (folder / "h").write_bytes(TEXT.replace(b"sat on", b"is on") * repeats)
    (folder / "h2").write_bytes(TEXT.replace(b"line", b"row") * repeats)
    (folder / "r").write_bytes(TEXT * repeats)
    candidates = (
        f"{n} ||| {line} ||| f= 1 ||| {k}" for n, line in enumerate(LINES) for k in (1, 2)
    )
    (folder / "n.best").write_text("\n".join(candidates) + "\n", encoding="utf-8")


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run_here(*words: str) -> tuple[int, str, str]:
    """Run a command line in this process: exit code, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(words))
    return code, out.getvalue(), err.getvalue()


def refused(label: str, result: tuple[int, str, str]) -> list[str]:
    """Return a problem if a result of `run_here` is not exit code 2 with one line of error."""
    code, out, err = result
    good = code == 2 and not out and err.startswith("truebleu: error: ") and err.count("\n") == 1
    return [] if good else [f"{label}: {result!r}"]


def cut_files(folder: Path, step: int = 1) -> Tried:
    """Score a compressed file that is truncated at every byte: each must be rejected."""
    files(folder)
    tried, wrong = 0, []
    with inside(folder):
        for codec, compress in CODECS.items():
            content = compress((folder / "h").read_bytes())
            for cut in range(0, len(content), step):
                Path("h.cut").write_bytes(content[:cut])
                result = run_here("score", "h.cut", "-r", "r", "-b", "-q")
                wrong += refused(f"{codec}, cut at {cut}", result)
                tried += 1
    return tried, wrong


WRITING = (
    ("score", "h", "-r", "r", "-q", "-f", "json", "--per-segment", "-o", "out"),
    ("compare", "h", "h2", "-r", "r", "-q", "-f", "json", "--trials", "1000", "-o", "out"),
    ("report", "h", "h2", "-r", "r", "-q", "-o", "out"),
    ("statistics", "h", "-r", "r", "-q", "--rows", "-o", "out"),
)


def full_disk(folder: Path, times: int) -> Tried:
    """Write to a disk that is full after some bytes: an existing file must not change."""
    files(folder)
    tried, wrong = 0, []
    with inside(folder):
        for words in WRITING:
            put(Path("out"), None)
            assert run_here(*words)[0] == 0, words
            size = Path("out").stat().st_size
            for limit in range(0, size, max(1, size // times)):
                for old in (None, b"before"):
                    put(Path("out"), old)
                    with at_most(limit):
                        result = run_here(*words)
                    wrong += refused(f"{words[0]}, {limit} bytes", result)
                    wrong += [] if "cannot write" in result[2] else [result[2]]
                    wrong += untouched(words[0], folder, old)
                    tried += 1
    return tried, wrong


@contextlib.contextmanager
def at_most(size: int) -> Iterator[None]:
    """Limit the size of the files that this process writes."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limit[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, before)


def put(path: Path, content: bytes | None) -> None:
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_bytes(content)


def untouched(label: str, folder: Path, old: bytes | None) -> list[str]:
    out = folder / "out"
    now = out.read_bytes() if out.exists() else None
    parts = [path.name for path in folder.iterdir() if path.name.endswith(".part")]
    wrong = [f"{label}: {part} was left" for part in parts]
    return wrong if now == old else [*wrong, f"{label}: the file is another one"]


# Seconds that a command may take to end, however much else the machine does.
LONGEST = 60
STARTED = "import sys; from truebleu.cli import main; print(flush=True); sys.exit(main())"


def started(words: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """Start a command, and wait until Python runs: before that, Python itself handles Ctrl-C."""
    running = subprocess.Popen(
        [sys.executable, "-c", STARTED, *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert running.stdout is not None
    assert running.stdout.readline() == b"\n"
    return running


def ended(running: subprocess.Popen[bytes]) -> tuple[bytes, bytes | None]:
    """Return the remaining output and the standard error; None as error if it had to be killed."""
    try:
        return running.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        running.kill()
        return running.communicate()[0], None


INTERRUPTED = (*WRITING, ("mbr", "n.best", "-q", "-o", "out"))


def ctrl_c(folder: Path, times: int, seed: int = 1) -> Tried:
    """Press Ctrl-C at random times: a command must end quietly, with a complete file or none."""
    files(folder, repeats=20)
    chance, wrong = random.Random(seed), []
    for words in INTERRUPTED:
        begun = time.monotonic()
        (folder / "out").unlink(missing_ok=True)
        started(words, folder).communicate()
        seconds, size = time.monotonic() - begun, (folder / "out").stat().st_size
        for number in range(times):
            (folder / "out").unlink(missing_ok=True)
            running = started(words, folder)
            time.sleep(chance.random() * seconds)
            running.send_signal(signal.SIGINT)
            out, errors = ended(running)
            if errors is None:
                wrong.append(f"{words[0]}, {number}: it went on")
                continue
            # While Python shuts down, the signal terminates the process.
            code = running.returncode
            if code not in {0, 130, -signal.SIGINT} or (code and (errors or out)):
                wrong.append(f"{words[0]}, {number}: {code} {errors.decode()[-300:]}")
            wrong += complete_or_missing(words[0], folder, size)
    return times * len(INTERRUPTED), wrong


def complete_or_missing(label: str, folder: Path, size: int) -> list[str]:
    out = folder / "out"
    parts = [path.name for path in folder.iterdir() if path.name.endswith(".part")]
    wrong = [f"{label}: {part} was left" for part in parts]
    for part in parts:
        (folder / part).unlink()
    # Times and names in a file may change its size by some bytes.
    if out.exists() and abs(out.stat().st_size - size) > 200:
        wrong.append(f"{label}: {out.stat().st_size} bytes were written, of {size}")
    return wrong


def closed_pipes(folder: Path, times: int, seed: int = 2) -> Tried:
    """Close the pipe after a random number of bytes: a command must end without an error."""
    files(folder, repeats=20)
    chance, wrong = random.Random(seed), []
    commands = (
        ("score", "h", "-r", "r", "-q", "--per-segment"),
        ("compare", "h", "h2", "-r", "r", "-q", "--trials", "1000"),
        ("tokenize", "h"),
        ("mbr", "n.best", "-q"),
    )
    for words in commands:
        for number in range(times):
            with started(words, folder) as running:
                assert running.stdout is not None
                running.stdout.read(chance.randrange(5000))
                running.stdout.close()
                errors = ended(running)[1]
                if errors is None:
                    wrong.append(f"{words[0]}, {number}: it went on")
                elif (running.returncode, errors) != (0, b""):
                    wrong.append(f"{words[0]}, {number}: {running.returncode} {errors.decode()!r}")
    return times * len(commands), wrong


def unreadable(folder: Path) -> Tried:
    """Read folders, broken links and files without permission: each must be rejected."""
    files(folder)
    (folder / "folder").mkdir(exist_ok=True)
    put(folder / "locked", TEXT)
    (folder / "locked").chmod(0)
    with contextlib.suppress(FileExistsError):
        (folder / "nowhere").symlink_to("gone")
        (folder / "round").symlink_to("round")
    names = ["folder", "nowhere", "round", "gone", "h/inside"]
    names += ["locked"] if os.geteuid() else []
    wrong: list[str] = []
    with inside(folder):
        for name in names:
            wrong += refused(name, run_here("score", name, "-r", "r", "-b", "-q"))
            wrong += refused(name, run_here("score", "h", "-r", name, "-b", "-q"))
            wrong += refused(name, run_here("compare", "h", name, "-r", "r", "-q"))
    if not os.geteuid():
        folder.chmod(0o755)
        wrong += without_permission(folder)
    return 3 * len(names) + (not os.geteuid()), wrong


def without_permission(folder: Path) -> list[str]:
    """Read a file without permission as another user, in a child process; for root only."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.chdir(folder)
            os.setuid(65534)
            os.write(send, repr(run_here("score", "locked", "-r", "r", "-b", "-q")).encode())
        finally:
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        output = pipe.read().decode()
    os.waitpid(child, 0)
    return [] if "locked: no permission to read" in output else [f"locked: {output}"]


def change(path: Path, kind: int, chance: random.Random, done: threading.Event) -> None:
    """Enlarge, truncate or change the file at random times until `done` is set."""
    while not done.wait(chance.random() / 200):
        size = path.stat().st_size
        with path.open("r+b") as file:
            if kind == 0:
                file.seek(0, os.SEEK_END)
                file.write(b"another line\nand a ha")
            elif kind == 1:
                file.truncate(max(0, size - chance.randrange(200)))
            else:
                file.seek(chance.randrange(size))
                file.write(b"x")


def changing_files(folder: Path, times: int, seed: int = 3) -> Tried:
    """Change a file while it is read: the result must be the first score or an error."""
    chance, wrong = random.Random(seed), []
    files(folder, repeats=100)
    before = (folder / "h").read_bytes()
    with inside(folder):
        right = run_here(*SCORE)
        for number in range(times):
            (folder / "h").write_bytes(before)
            done = threading.Event()
            changes = threading.Thread(target=change, args=(folder / "h", number % 3, chance, done))
            changes.start()
            result = run_here(*SCORE)
            done.set()
            changes.join()
            if result[0]:
                wrong += refused(f"change {number}", result)
            else:
                wrong += [] if result == right else [f"change {number}: {result} and not {right}"]
    return times, wrong


FAULTS: dict[str, Callable[[Path, float], Tried]] = {
    "compressed files, cut at every byte": lambda folder, share: cut_files(
        folder, max(1, round(1 / share))
    ),
    "a disk that is full after some bytes": lambda folder, share: full_disk(
        folder, max(2, round(100 * share))
    ),
    "pipes that close after any number of bytes": lambda folder, share: closed_pipes(
        folder, max(2, round(100 * share))
    ),
    "Ctrl-C at any moment": lambda folder, share: ctrl_c(folder, max(1, round(100 * share))),
    "what cannot be read": lambda folder, _: unreadable(folder),
    "a file that changes while it is read": lambda folder, share: changing_files(
        folder, max(6, round(300 * share))
    ),
}
