"""The command as a process: closed pipes, Ctrl-C and memory."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, environment, needs_full_device, truebleu
from tests.paths import NEWS
from truebleu.cli import main

MEGABYTE = 1 << 20


def start(*arguments: str, cwd: Path, stdin: int | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=cwd,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )


@pytest.mark.parametrize("form", ["text", "json", "tsv"])
def test_a_reader_that_closes_early_is_no_error(tmp_path: Path, form: str) -> None:
    (tmp_path / "h").write_bytes(b"a line of some words\n" * 100_000)
    flags = ("--per-segment", "-f", form, "-q", "--threads", "1")
    with start("score", "h", "-r", "h", *flags, cwd=tmp_path) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "system.weak.en.txt", "-r", "reference.a.en.txt", "-q"],
        ["sacrebleu", "reference.a.en.txt", "-i", "system.weak.en.txt", "-q"],
    ],
)
def test_a_pipe_that_is_closed_before_the_output(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run(
        [*COMMAND, *arguments],
        cwd=NEWS,
        stdout=write,
        stderr=subprocess.PIPE,
        env=environment(),
        check=False,
    )
    os.close(write)
    assert (run.returncode, run.stderr) == (0, b"")


def test_tokenize_into_a_closed_pipe(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_bytes(b"some words\n" * 100_000)
    with start("tokenize", "long.txt", cwd=tmp_path) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.read(10) == b"some words"
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0


def redirected(arguments: str, how: str, folder: Path) -> tuple[int, str, str]:
    run = subprocess.run(
        ["sh", "-c", f'exec "$@" {how}', "sh", *COMMAND, *arguments.split()],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    return run.returncode, run.stdout, run.stderr


@pytest.mark.parametrize("how", ["2>&-", pytest.param("2>/dev/full", marks=needs_full_device)])
def test_the_exit_code_is_right_without_standard_error(folder: Path, how: str) -> None:
    assert redirected("score none -r ref.txt", how, folder) == (2, "", "")


@pytest.mark.parametrize(
    "arguments", ["score sys.txt -r ref.txt", "report sys.txt -r ref.txt -q -o -"]
)
def test_a_closed_output_is_an_error(folder: Path, arguments: str) -> None:
    said = "truebleu: error: standard output is closed. Pass -o FILE.\n"
    assert redirected(arguments, ">&-", folder) == (2, "", said)


def test_an_output_stream_without_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = io.StringIO()
    monkeypatch.setattr(sys, "stdout", taken)
    arguments = ["score", str(folder / "sys.txt"), "-r", str(folder / "ref.txt"), "--name", "é"]
    assert main([*arguments, "-f", "json"]) == 0
    assert json.loads(taken.getvalue())[0]["system"] == "é"


@needs_full_device
def test_a_full_disk_is_an_error() -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [*COMMAND, "score", "system.weak.en.txt", "-r", "reference.a.en.txt", "-q"],
            cwd=NEWS,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr == (
        b"truebleu: error: cannot write to standard output: No space left on device\n"
    )


@needs_full_device
@pytest.mark.parametrize("output", ["'x'", "'x' * 100_000"])
def test_a_full_disk_at_the_last_flush_is_an_error(output: str) -> None:
    code = (
        "import sys\n"
        "from truebleu.io.program import exit_code\n"
        f"sys.exit(exit_code(lambda: print({output}) or 0))"
    )
    buffered = {key: value for key, value in environment().items() if key != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-c", code],
            stdout=full,
            stderr=subprocess.PIPE,
            env=buffered,
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr.startswith(b"truebleu: error: ")
    assert b"No space left on device" in run.stderr
    assert run.stderr.count(b"\n") == 1


class Endless(threading.Thread):
    """Thread that writes lines to a pipe until the reader closes it."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self._path = path
        self.written = 0

    def run(self) -> None:
        lines = b"".join(b"line %d of the cat on a mat\n" % number for number in range(10_000))
        try:
            with self._path.open("wb", buffering=0) as pipe:
                while True:
                    self.written += pipe.write(lines) or 0
        except BrokenPipeError:
            pass


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_while_scoring_ends_at_once_and_leaves_no_files(
    tmp_path: Path, threads: str
) -> None:
    writers = []
    for name in ("h", "r"):
        os.mkfifo(tmp_path / name)
        writers.append(Endless(tmp_path / name))
        writers[-1].start()
    arguments = ("score", "h", "-r", "r", "-o", "out.json", "-f", "json", "--per-segment")
    running = start(*arguments, "--threads", threads, cwd=tmp_path)
    try:
        while min(writer.written for writer in writers) < 20 * MEGABYTE:
            time.sleep(0.01)
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        interrupted = time.monotonic()
        out, err = running.communicate(timeout=20)
    finally:
        # the writers never end, so a command that goes on would use more and more memory
        running.kill()
    assert time.monotonic() - interrupted < 10
    assert (running.returncode, out, err) == (130, b"", b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["h", "r"]


def test_ctrl_c_while_waiting_for_input(tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(b"a line\n" * 200_000)
    running = start("score", "-", "-r", "r", cwd=tmp_path, stdin=subprocess.PIPE)
    assert running.stdin is not None
    running.stdin.write(b"a line\n" * 100_000)  # more than a pipe holds: the command must read
    running.stdin.flush()
    time.sleep(0.5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (130, b"", b"")


PEAK = """
import json, resource, subprocess, sys
run = subprocess.run(sys.argv[1:], capture_output=True, check=True)
unit = 1 if sys.platform == "darwin" else 1024
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
print(json.dumps([peak, run.stdout.decode()]))
"""


def peak_memory(*arguments: str, cwd: Path) -> tuple[int, str]:
    """Run the command; return its peak memory in bytes, and its output."""
    run = subprocess.run(
        [sys.executable, "-I", "-c", PEAK, *COMMAND, *arguments],
        cwd=cwd,
        capture_output=True,
        check=True,
        env=environment(),
    )
    peak, out = json.loads(run.stdout)
    return peak, out


def test_memory_does_not_grow_with_the_number_of_lines(tmp_path: Path) -> None:
    """The files have millions of lines, short and long; one has a quarter of a megabyte."""
    for name, size in (("small", 1), ("large", 3000)):
        (tmp_path / f"{name}.h").write_bytes(b"a cat\n" * 1000 * size)
        lines = b"".join(b"a cat sat on mat %d for hours\n" % number for number in range(1000))
        with (tmp_path / f"{name}.r1").open("wb") as file:
            for _ in range(size):
                file.write(lines)
        (tmp_path / f"{name}.r2").write_bytes(b"\n" * 1000 * size)
    longest = b"word " * 50_000 + b"\n"
    for kind in ("h", "r1", "r2"):
        with (tmp_path / f"large.{kind}").open("ab") as file:
            file.write(longest)
    small, _ = peak_memory("score", "small.h", "-r", "small.r1", "-r", "small.r2", cwd=tmp_path)
    arguments = ("score", "large.h", "-r", "large.r1", "-r", "large.r2", "-f", "json", "-q")
    large, out = peak_memory(*arguments, cwd=tmp_path)
    assert json.loads(out)[0]["segments"] == 3_000_001
    assert large - small < 64 * MEGABYTE


@pytest.mark.parametrize("threads", ["1", "2"])
def test_pipes_are_read_once(tmp_path: Path, threads: str) -> None:
    """A pipe can be read only once, by one thread or by several."""
    texts = {
        "h": b"".join(b"line %d with a cat\n" % number for number in range(200_000)),
        "r": b"".join(b"line %d with the cat on it\n" % number for number in range(200_000)),
    }
    writers = []
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_bytes(text)
        os.mkfifo(tmp_path / name)
        writers.append(
            threading.Thread(target=(tmp_path / name).write_bytes, args=(text,), daemon=True)
        )
        writers[-1].start()
    flags = ("-f", "json", "--name", "h", "--threads", threads)
    piped = truebleu("score", "h", "-r", "r", *flags, cwd=tmp_path)
    assert piped.code == 0
    assert piped == truebleu("score", "h.txt", "-r", "r.txt", *flags, cwd=tmp_path)


@pytest.mark.parametrize("command", ["evaluate", "explain"])
def test_memory_for_each_segment_is_as_documented(tmp_path: Path, command: str) -> None:
    """docs/explanation/correctness-and-speed.md says 0.4 and 0.7 kB for lines of 86 characters."""
    lines = b"".join(b"a cat sat on mat %d for hours and it was mad\n" % n for n in range(1000))
    for name, size in (("small", 1), ("large", 40)):
        (tmp_path / f"{name}.h").write_bytes(lines * size)
        (tmp_path / f"{name}.r").write_bytes(lines.replace(b"mad", b"sad") * size)
    small, _ = peak_memory(command, "small.h", "-r", "small.r", "-q", cwd=tmp_path)
    large, _ = peak_memory(command, "large.h", "-r", "large.r", "-q", cwd=tmp_path)
    assert large - small < 1.5 * 1000 * 39_000


def test_memory_of_a_table_does_not_grow_with_its_rows(tmp_path: Path) -> None:
    rows = b"".join(b"a cat sat on mat %d\ta cat sat on the mat %d\n" % (n, n) for n in range(1000))
    flags = ("--hypothesis-column", "1", "--reference-column", "2", "-f", "json")
    (tmp_path / "small.tsv").write_bytes(rows)
    (tmp_path / "large.tsv").write_bytes(rows * 300)
    small, _ = peak_memory("score", "small.tsv", *flags, cwd=tmp_path)
    large, out = peak_memory("score", "large.tsv", *flags, "--threads", "2", cwd=tmp_path)
    assert json.loads(out)[0]["segments"] == 300_000
    assert large - small < 64 * MEGABYTE
    alone = truebleu("score", "large.tsv", *flags, "--threads", "1", cwd=tmp_path)
    assert alone.out == out
