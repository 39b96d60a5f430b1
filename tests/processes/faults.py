"""Faults that machines and users cause, each tried as often as asked.

Each function tries one kind and gives how often it was tried and what went wrong, in words. What
must hold: no wrong score, no part of a file, no traceback. A few of each are tests; `make proof`
tries all.
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


def refused(what: str, found: tuple[int, str, str]) -> list[str]:
    """What is wrong with a refusal, if anything."""
    code, out, err = found
    good = code == 2 and not out and err.startswith("truebleu: error: ") and err.count("\n") == 1
    return [] if good else [f"{what}: {found!r}"]


def cut_files(folder: Path, step: int = 1) -> Tried:
    """A compressed file, cut at every byte: it never has a score."""
    files(folder)
    tried, wrong = 0, []
    with inside(folder):
        for codec, compress in CODECS.items():
            whole = compress((folder / "h").read_bytes())
            for cut in range(0, len(whole), step):
                Path("h.cut").write_bytes(whole[:cut])
                found = run_here("score", "h.cut", "-r", "r", "-b", "-q")
                wrong += refused(f"{codec}, cut at {cut}", found)
                tried += 1
    return tried, wrong


WRITING = (
    ("score", "h", "-r", "r", "-q", "-f", "json", "--per-segment", "-o", "out"),
    ("compare", "h", "h2", "-r", "r", "-q", "-f", "json", "--trials", "1000", "-o", "out"),
    ("report", "h", "h2", "-r", "r", "-q", "-o", "out"),
    ("statistics", "h", "-r", "r", "-q", "--rows", "-o", "out"),
)


def full_disk(folder: Path, times: int) -> Tried:
    """A disk that is full after so many bytes: no file is there, and what was there stays."""
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
                        found = run_here(*words)
                    wrong += refused(f"{words[0]}, {limit} bytes", found)
                    wrong += [] if "cannot write" in found[2] else [found[2]]
                    wrong += untouched(words[0], folder, old)
                    tried += 1
    return tried, wrong


@contextlib.contextmanager
def at_most(size: int) -> Iterator[None]:
    """No file of this process may be longer."""
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


def untouched(what: str, folder: Path, old: bytes | None) -> list[str]:
    out = folder / "out"
    now = out.read_bytes() if out.exists() else None
    parts = [path.name for path in folder.iterdir() if path.name.endswith(".part")]
    wrong = [f"{what}: {part} was left" for part in parts]
    return wrong if now == old else [*wrong, f"{what}: the file is another one"]


# Seconds that a command may take to end, however much else the machine does.
LONGEST = 60
STARTED = "import sys; from truebleu.cli import main; print(flush=True); sys.exit(main())"


def started(words: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """A command whose Python has started: before, Ctrl-C is Python's."""
    running = subprocess.Popen(
        [sys.executable, "-c", STARTED, *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert running.stdout is not None
    assert running.stdout.readline() == b"\n"
    return running


def ended(running: subprocess.Popen[bytes]) -> tuple[bytes, bytes | None]:
    """What it still writes until it ends; no standard error where it went on, and was killed."""
    try:
        return running.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        running.kill()
        return running.communicate()[0], None


INTERRUPTED = (*WRITING, ("mbr", "n.best", "-q", "-o", "out"))


def ctrl_c(folder: Path, times: int, seed: int = 1) -> Tried:
    """Ctrl-C at any moment: a command ends at once, quietly, with all of a file or nothing."""
    files(folder, repeats=20)
    chance, wrong, longest = random.Random(seed), [], {}
    for words in INTERRUPTED:
        begun = time.monotonic()
        (folder / "out").unlink(missing_ok=True)
        _, err = started(words, folder).communicate()
        longest[words] = time.monotonic() - begun, (folder / "out").stat().st_size, err
        for number in range(times):
            (folder / "out").unlink(missing_ok=True)
            running = started(words, folder)
            time.sleep(chance.random() * longest[words][0])
            running.send_signal(signal.SIGINT)
            out, said = ended(running)
            if said is None:
                wrong.append(f"{words[0]}, {number}: it went on")
                continue
            # While Python shuts down, the system ends it as it ends any program.
            code = running.returncode
            if code not in {0, 130, -signal.SIGINT} or (code and (said or out)):
                wrong.append(f"{words[0]}, {number}: {code} {said.decode()[-300:]}")
            wrong += whole_or_nothing(words[0], folder, longest[words][1])
    return times * len(INTERRUPTED), wrong


def whole_or_nothing(what: str, folder: Path, size: int) -> list[str]:
    out = folder / "out"
    parts = [path.name for path in folder.iterdir() if path.name.endswith(".part")]
    wrong = [f"{what}: {part} was left" for part in parts]
    for part in parts:
        (folder / part).unlink()
    # Times and names in a file may take some bytes more or less.
    if out.exists() and abs(out.stat().st_size - size) > 200:
        wrong.append(f"{what}: {out.stat().st_size} bytes were written, of {size}")
    return wrong


def closed_pipes(folder: Path, times: int, seed: int = 2) -> Tried:
    """A reader that goes away after any number of bytes has seen enough: no error, no word."""
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
                said = ended(running)[1]
                if said is None:
                    wrong.append(f"{words[0]}, {number}: it went on")
                elif (running.returncode, said) != (0, b""):
                    wrong.append(f"{words[0]}, {number}: {running.returncode} {said.decode()!r}")
    return times * len(commands), wrong


def unreadable(folder: Path) -> Tried:
    """What cannot be read: folders, links to nothing, files without permission, sockets."""
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
    """The same for root, as somebody else, in a child of this process."""
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
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return [] if "locked: no permission to read" in said else [f"locked: {said}"]


def change(path: Path, kind: int, chance: random.Random, done: threading.Event) -> None:
    """Let the file grow, shrink or change, now and then, until it is enough."""
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
    """A file that grows, shrinks or changes while it is read: its score before, or an error."""
    chance, wrong, scored = random.Random(seed), [], 0
    files(folder, repeats=100)
    before = (folder / "h").read_bytes()
    with inside(folder):
        right = run_here(*SCORE)
        for number in range(times):
            (folder / "h").write_bytes(before)
            done = threading.Event()
            changes = threading.Thread(target=change, args=(folder / "h", number % 3, chance, done))
            changes.start()
            found = run_here(*SCORE)
            done.set()
            changes.join()
            if found[0]:
                wrong += refused(f"change {number}", found)
            else:
                scored += 1
                wrong += [] if found == right else [f"change {number}: {found} and not {right}"]
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
