"""Output and exit codes of both sacrebleu commands, compared byte by byte."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from argparse import Namespace
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cli.command import COMMAND, environment
from tests.requirements import data_folder, require_module
from truebleu.compat.sacrebleu.command import datasets
from truebleu.compat.sacrebleu.command.stopping import Stop

require_module("sacrebleu")

BOTH = ((*COMMAND, "sacrebleu"), (sys.executable, "-m", "sacrebleu"))
SYSTEM = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him .", "Ja"]
OTHER = ["The dog had bit a man.", "It was not surprising.", "A man bit him.", "Ja !"]
FIRST = ["The dog bit the man.", "It was not unexpected.", "The man bit him first.", "ja"]
SECOND = ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog.", ""]


def run_command(
    command: tuple[str, ...], arguments: list[str], folder: Path, stdin: bytes, **more: str
) -> tuple[int, str]:
    run = subprocess.run(
        [*command, *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        env=environment(SACREBLEU=str(folder / "kept"), **more),
        check=False,
    )
    if command is BOTH[0]:
        assert b"Traceback" not in run.stderr, run.stderr.decode()
    return run.returncode, run.stdout.decode()


def run_both(arguments: str, folder: Path, stdin: bytes = b"", **more: str) -> tuple[int, str]:
    """Run both commands, check that they agree, and return the exit code and the output."""
    ours, theirs = (
        run_command(command, arguments.split(), folder, stdin, **more) for command in BOTH
    )
    assert ours == theirs
    return ours


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("command")
    texts = {"a": SYSTEM, "b": OTHER, "1": FIRST, "2": SECOND}
    for name, lines in texts.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    tabs = [f"{one}\t{two or 'yes'}" for one, two in zip(FIRST, SECOND, strict=True)]
    (folder / "tabs").write_text("\n".join(tabs), encoding="utf-8")
    (folder / "ragged").write_text("\n".join([*tabs[:3], "one"]), encoding="utf-8")
    (folder / "short").write_text("one\n", encoding="utf-8")
    (folder / "empty").write_bytes(b"")
    (folder / "latin").write_bytes("é à\nñ ß\nœ".replace("œ", "ø").encode("latin-1"))
    (folder / "latin.ref").write_bytes("é à\nñ ss\nø å".encode("latin-1"))
    hostile = "\ufeffa b c d\re f\r\ng\x0bh\u2028i j\x85k \u3000\n\x00\x1c l\x1e m\n\n".encode()
    (folder / "hostile").write_bytes(hostile)
    (folder / "hostile.ref").write_bytes(hostile.replace(b"e f", b"e f g").replace(b"\r\n", b"\n"))
    (folder / "a.gz").write_bytes(gzip.compress((folder / "a").read_bytes()))
    packed = gzip.compress(b"".join(bytes([i]) for i in range(256)) * 9)
    (folder / "cut.gz").write_bytes(packed[:-9])
    (folder / "broken.gz").write_bytes(packed[:10] + b"\xff" * 50)
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        "1 -i a",
        "1 2 -i a",
        "1 2 -i a -f text",
        "1 2 -i a -f latex",
        "1 2 --input a --metrics chrf ter bleu",
        "1 2 -i a -m ter bleu chrf -f text",
        "1 2 -i a -m ter bleu chrf -f text -b",
        "1 2 -i a -m ter bleu -b",
        "1 -i a -w 4 -f text -sh",
        "1 -i a -w 0 -sh",
        "1 -i a -w 3 -b -q",
        "1 -i a -lc -tok intl -s floor -sv 0.3 -f text",
        "1 -i a -s add-k -f text",
        "1 -i a -s add-k -sv 2 -f text --force",
        "1 -i a -s none -tok none",
        "1 -i a -tok char -f text",
        "1 -i a -tok zh -f text",
        "1 -i a -l en-zh -f text",
        "1 -i a -m chrf -cw 2 -cc 4 --chrf-beta 3 --chrf-lowercase --chrf-whitespace",
        "1 -i a -m chrf --chrf-eps-smoothing -f text -sh",
        "1 -i a -m ter --ter-case-sensitive --ter-normalized -f text",
        "1 -i a -m ter --ter-no-punct --ter-normalized --ter-asian-support -f text -sh",
        "1 2 -i a -sl",
        "1 2 -i a -sl -m chrf -w 3 -sh",
        "1 2 -i a -sl -m ter -b",
        "tabs -nr 2 -i a",
        "1 -i a.gz -f text",
        "latin.ref -i latin -e latin-1 -f text -m bleu chrf ter",
        "hostile.ref -i hostile -f text -m bleu chrf ter",
        "hostile.ref -i hostile -sl -m chrf",
        "1 -i a --metric bleu --form text",
    ],
)
def test_one_system(arguments: str, folder: Path) -> None:
    code, out = run_both(arguments, folder)
    assert code == 0
    assert out


@pytest.mark.parametrize("format_", ["json", "text", "latex"])
def test_the_format_can_be_set_by_a_variable(format_: str, folder: Path) -> None:
    run_both("1 -i a -f json", folder, SACREBLEU_FORMAT=format_.upper())
    run_both("1 -i a b -f text", folder, SACREBLEU_FORMAT=format_)


def test_an_option_precedes_an_unknown_format_of_a_variable(folder: Path) -> None:
    run_both("1 -i a -f text", folder, SACREBLEU_FORMAT="xml")


@pytest.mark.parametrize(
    "stdin",
    [
        "".join(f"{line}\n" for line in SYSTEM),
        "".join(f"{line}\r\n" for line in SYSTEM),
        "\r".join(SYSTEM),
        "".join(f"{a}\t{b}\n" for a, b in zip(SYSTEM, OTHER, strict=True)),
        "a\tb\nc\n",
        "a\t\nb\tc\nd\te\nf\tg\n",
        "",
        "\ufeffone\ntwo\x0b\u2028 three\nfour\nfive",
        "too\nfew\n",
    ],
)
def test_standard_input(stdin: str, folder: Path) -> None:
    run_both("1 2 -f text", folder, stdin.encode())
    run_both("1 2 -m chrf bleu", folder, stdin.encode())
    run_both("1 2 -sl", folder, stdin.encode())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("", 1),
        ("-i a", 1),
        ("1 -i nowhere", 1),
        ("nowhere -i a", 1),
        ("1 -i a -e nothing", 1),
        ("1 -i latin", 1),
        ("1 -i cut.gz", 1),
        ("1 -i broken.gz", 1),
        ("short -i a", 1),
        ("1 -i empty", 1),
        ("empty -i empty", 1),
        ("1 -i a a", 1),
        ("1 -i a -sl -m bleu chrf", 1),
        ("1 -i a b -sl", 1),
        ("1 -i a -sl -ci", 1),
        ("1 -i a -par", 1),
        ("1 -i -par", 1),
        ("1 -i a b -ci", 1),
        ("1 2 -i a -nr 2", 1),
        ("1 -i a --origlang en", 1),
        ("1 -i a --subset news", 1),
        ("1 -i a -w -1", 1),
        ("1 -i a -l en", 1),
        ("1 -i a --echo src", 1),
        ("ragged -i a -nr 2", 17),
        ("1 -i a -nr 3", 17),
        ("1 -i a -m bleu nist", 2),
        ("1 -i a -tok 14a", 2),
        ("1 -i a -f xml", 2),
        ("1 -i a -w x", 2),
        ("1 -i a b -par -pbs", 2),
        ("1 -i a --nonsense", 2),
    ],
)
def test_exit_codes(arguments: str, code: int, folder: Path) -> None:
    ours = run_command(BOTH[0], arguments.split(), folder, b"")
    assert ours == (code, "")
    assert run_command(BOTH[1], arguments.split(), folder, b"") == ours


@pytest.mark.parametrize(
    "arguments",
    [
        "1 2 -i a b",
        "1 2 -i a b -m ter chrf bleu -w 2",
        "1 2 -i a b -m ter chrf bleu -f text",
        "1 2 -i a b -f latex -m chrf -w 3",
        "1 2 -i a b -f text --no-color -sh",
        "1 2 -i a b a -par -f text -parn 200",
        "1 2 -i a b -par -parn 100 -m bleu chrf ter",
        "1 2 -i a b -par -parn 100 -m ter bleu -f latex",
        "1 2 -i a b -pbs -pbsn 60 -m chrf ter bleu -f text -w 4",
        "1 2 -i a b -pbs -pbsn 60",
        "1 -i a b -pbs -pbsn 0 -f text -nc -sh",
        "1 -i a b -par -parn -3 -f text",
        "1 -i a b -par -parn 50 -j 2 -f text",
        "1 -i",
    ],
)
def test_several_systems(arguments: str, folder: Path) -> None:
    code, out = run_both(arguments, folder)
    assert code == 0
    assert out


def test_another_seed_and_no_color(folder: Path) -> None:
    run_both("1 -i a b -pbs -pbsn 30 -f text", folder, NO_COLOR="1", SACREBLEU_SEED="7")
    run_both("1 -i a -ci -cin 40 -f text", folder, NO_COLOR="1", SACREBLEU_SEED="0")


@pytest.mark.parametrize(
    "arguments",
    [
        "1 2 -i a -ci -cin 80",
        "1 2 -i a -ci -cin 80 -m bleu chrf ter -f text -w 5",
        "1 2 -i a -ci -cin 1 -f text",
        "1 2 -i a -ci -cin 40 -b -sh -w 3 -m ter chrf",
        "1 2 -i a -ci -cin 39 -s add-k -f text",
    ],
)
def test_intervals(arguments: str, folder: Path) -> None:
    assert run_both(arguments, folder)[0] == 0


def test_paired_tests_of_standard_input(folder: Path) -> None:
    stdin = "".join(f"{a}\t{b}\n" for a, b in zip(SYSTEM, OTHER, strict=True)).encode()
    assert run_both("1 -par -parn 100 -f text", folder, stdin)[0] == 0
    assert run_both("1 -pbs -pbsn 50", folder, stdin)[0] == 0


@pytest.fixture(scope="module")
def downloaded_test_set(folder: Path) -> Path:
    """Write a test set, as a download would: four segments in two documents."""
    result = require_module("sacrebleu").dataset.DATASETS["wmt14"]
    raw = folder / "kept" / "wmt14" / "raw"
    for path, lines in zip(result.langpairs["en-de"], (OTHER, FIRST), strict=False):
        file = raw / path
        file.parent.mkdir(parents=True, exist_ok=True)
        segments = [f'<seg id="{i}">{line}</seg>\n' for i, line in enumerate(lines)]
        documents = ['<doc docid="one" origlang="en">\n', '<doc docid="two" origlang="de">\n']
        sgm = [documents[0], *segments[:2], "</doc>\n", documents[1], *segments[2:], "</doc>\n"]
        file.write_text("".join(sgm), encoding="utf-8")
    for url in result.data:
        (raw / f"wmt14.{url.rpartition('/')[2]}").write_bytes(b"unpacked")
    return folder


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--list", 0),
        ("--list -l en-de", 0),
        ("--list -t wmt14", 0),
        ("--list -t wmt14 -l en-de", 0),
        ("-t wmt14 -l en-de --echo src ref", 0),
        ("-t wmt14 -l en-de --echo all", 0),
        ("-t wmt14 -l en-de --echo src --origlang de", 0),
        ("-t wmt14 -l en-de -i a", 0),
        ("-t wmt14,wmt14 -l en-de -i twice -m chrf -f text", 0),
        ("-t wmt14 -l en-de -i a --origlang non-en -f text", 0),
        ("-t wmt14 -l en-de -i a -b --detail -m bleu chrf", 0),
        ("-t wmt14 -l en-de -i a -tok none -f text", 0),
        ("--download wmt14 -l en-de", 0),
        ("-t wmt14 -l en-de -i a --subset x", 1),
        ("-t wmt14 -l en-de --echo nothing", 1),
        ("-t wmt14 -i a", 1),
        ("-t wmt14 -l en-xx -i a", 1),
        ("-t wmt1 -l en-de -i a", 1),
        ("-t wmt14 -l en-de 1 -i a", 1),
        ("-t wmt14 -l en-de -i short", 1),
        ("-t wmt14 -l en-de -nr 2 -i a", 1),
        ("-t wmt14 -l en-de -i a --origlang xx", 1),
        ("--cite", 1),
        ("--download nothing", 1),
        ("--list -t nothing -l en-de", 1),
    ],
)
def test_test_sets(arguments: str, code: int, downloaded_test_set: Path) -> None:
    lines = (downloaded_test_set / "a").read_bytes()
    (downloaded_test_set / "twice").write_bytes(lines + lines)
    returned, out = run_both(arguments, downloaded_test_set)
    assert returned == code
    assert code or out or "--download" in arguments


def test_texts_of_a_test_set_into_a_closed_pipe(downloaded_test_set: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run(
        [*BOTH[0], "-q", "-t", "wmt14", "-l", "en-de", "--echo", "src"],
        cwd=downloaded_test_set,
        stdout=write,
        stderr=subprocess.PIPE,
        env=environment(SACREBLEU=str(downloaded_test_set / "kept"), PYTHONUNBUFFERED="1"),
        check=False,
    )
    os.close(write)
    assert (run.returncode, run.stderr) == (0, b"")


def test_a_test_set_without_references(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of sacreBLEU's own test sets have references; this one is made up."""
    results = SimpleNamespace(get_reference_files=lambda *_: [])
    monkeypatch.setattr(datasets, "called", lambda *_: nullcontext(results))
    with pytest.raises(Stop, match="test set 'blind' has no references for en-de"):
        datasets.reference_files(Namespace(test_set="blind", langpair="en-de"))


def test_unknown_test_sets_list_nothing(folder: Path) -> None:
    assert run_both("--list -t nothing", folder) == (0, "")


def test_a_citation_for_which_sacrebleu_crashes(folder: Path) -> None:
    code, out = run_command(BOTH[0], ["--cite", "-t", "wmt14"], folder, b"")
    assert (code, out[:15]) == (0, "@InProceedings{")
    assert run_command(BOTH[0], ["--cite", "-t", "wmt22"], folder, b"") == (0, "")


def test_a_closed_input(folder: Path) -> None:
    call = ["sh", "-c", 'exec "$@" 0<&-', "sh", *BOTH[0], "1"]
    run = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.endswith(
        "error: standard input is closed. Pass the system's output with -i.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "module", "package"),
    [
        ("-t wmt14 -l en-de -i a", "sacrebleu", "sacrebleu"),
        ("1 -i a b -f text", "tabulate", "tabulate"),
    ],
)
def test_a_missing_package_is_named(
    arguments: str, module: str, package: str, folder: Path
) -> None:
    code = f"import sys; sys.modules[{module!r}] = None; from truebleu.cli import main; "
    command = [sys.executable, "-c", code + "sys.exit(main(['sacrebleu', *sys.argv[1:]]))"]
    run = subprocess.run(
        [*command, *arguments.split()], cwd=folder, capture_output=True, check=False, text=True
    )
    assert (run.returncode, run.stdout) == (1, "")
    assert f"pip install {package}" in run.stderr
    assert "Traceback" not in run.stderr


def test_seeds_of_any_form(folder: Path) -> None:
    assert run_both("1 -i a -ci -cin 20", folder, SACREBLEU_SEED="-1") == (1, "")
    assert run_both("1 -i a -ci -cin 20", folder, SACREBLEU_SEED="x") == (1, "")
    drawn = run_command(BOTH[0], ["1", "-i", "a", "-ci"], folder, b"", SACREBLEU_SEED="None")
    assert "seed:none" in drawn[1]


def flags_of(text: str) -> set[str]:
    """Return the flags in the output of --help."""
    return set(re.findall(r"(?<![\w-])--?[a-z]+(?:-[a-z]+)*(?![\w-])", text))


def test_help_and_version(folder: Path) -> None:
    code, out = run_command(BOTH[0], ["--help"], folder, b"")
    assert code == 0
    theirs = flags_of(run_command(BOTH[1], ["--help"], folder, b"")[1])
    assert {"-t", "--test-set", "-pbsn"} <= theirs == flags_of(out)
    assert "sacreBLEU 2.6.0" in run_command(BOTH[0], ["-V"], folder, b"")[1]


@pytest.mark.data
@pytest.mark.parametrize(
    "arguments",
    [
        "-i {jd} -m bleu chrf -f text",
        "-i {jd} {lan} -m bleu -par -parn 100 -f text",
        "-i {jd} -ci -cin 100 -w 4",
        "-i {lan} -sl -m chrf",
    ],
)
def test_wmt(arguments: str, folder: Path) -> None:
    wmt = data_folder() / "wmt22"
    jd, lan = (wmt / f"en-de.sys.{name}.txt" for name in ("JDExploreAcademy", "Lan-Bridge"))
    references = f"{wmt / 'en-de.ref.A.txt'} {wmt / 'en-de.ref.B.txt'} "
    assert run_both(references + arguments.format(jd=jd, lan=lan), folder)[0] == 0
