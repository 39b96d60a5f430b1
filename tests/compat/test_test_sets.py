"""Test sets in both commands: equal downloads, output and exit codes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.command import environment
from tests.compat.testsets import TEXTS, plain, served, write_registry
from tests.requirements import require_module
from tests.tokenizers.training import train_sentencepiece

require_module("sacrebleu")

LAUNCHER = Path(__file__).with_name("with_test_sets.py")
PROGRAMS = {"ours": ("truebleu", "sacrebleu"), "theirs": ("sacrebleu",)}
# Progress messages of sacreBLEU, which are no errors.
PROGRESS = ("sacreBLEU: Downloading ", "sacreBLEU: Extracting ", "sacreBLEU: Found ")


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with systems' outputs, and a server of the test sets."""
    folder = tmp_path_factory.mktemp("sets")
    for language, lines in TEXTS.items():
        worse = [line.replace("e", "", 1) if len(line) > 9 else line for line in lines]
        (folder / f"{language}.sys").write_bytes(plain(worse))
    (folder / "de.other").write_bytes(plain(TEXTS["de"][:3] + ["Haus am Meer"] * 3))
    (folder / "twice.sys").write_bytes((folder / "de.sys").read_bytes() * 2)
    (folder / "short.sys").write_bytes(plain(TEXTS["de"][:5]))
    (folder / "long.sys").write_bytes(plain([*TEXTS["de"], "One more"]))
    with served(folder / "served") as (address, gone):
        write_registry(folder / "served", address, gone)
        yield folder


def run_command(program: str, arguments: str, folder: Path, stdin: bytes = b"", **more: str) -> Ran:
    words = [*PROGRAMS[program], *arguments.split()]
    run = subprocess.run(
        [sys.executable, str(LAUNCHER), str(folder / "served" / "registry.json"), *words],
        cwd=folder,
        input=stdin,
        capture_output=True,
        env=environment(
            SACREBLEU=str(folder / f"kept.{program}"),
            TRUEBLEU_CACHE=str(folder / "cache"),
            no_proxy="127.0.0.1",
            PYTHONHASHSEED="0",  # sacreBLEU lists translators in the random order of a set
            **more,
        ),
        check=False,
        timeout=60,
    )
    return Ran(run.returncode, run.stdout.decode(), run.stderr.decode())


def run_both(arguments: str, folder: Path, stdin: bytes = b"") -> Ran:
    """Run both commands, check that they agree, and return the result of truebleu's."""
    ours, theirs = (run_command(program, arguments, folder, stdin) for program in PROGRAMS)
    assert "Traceback" not in ours.err, ours.err
    assert (ours.code, ours.out) == (theirs.code, theirs.out), theirs.err
    return ours


def error_of(ours: Ran) -> str:
    """Return the one line of the error."""
    lines = [line for line in ours.err.splitlines() if not line.startswith(PROGRESS)]
    assert len(lines) == 1, ours.err
    assert lines[0].startswith("truebleu: error: "), ours.err
    return lines[0].removeprefix("truebleu: error: ")


@pytest.mark.parametrize(
    "arguments",
    [
        "-t wmt22 -l en-de -i de.sys",
        "-t wmt22 -l en-de -i de.sys -m bleu chrf ter -f text -w 3",
        "-t wmt22 -l en-de -i de.sys de.other -f text",
        "-t wmt22 -l en-de -i de.sys de.other -par -parn 50 -f text",
        "-t wmt22 -l en-de -i de.sys -ci -cin 30 -f text -sh",
        "-t wmt22 -l en-de -i de.sys -sl -m chrf",
        "-t wmt22 -l en-de -i de.sys -tok none -f text",
        "-t wmt22 -l cs-en -i en.sys -f text",
        "-t wmt22 -l liv-en -i en.sys -f text",
        "-t wmt23 -l en-de -i de.sys",
        "-t wmt21 -l en-de -i de.sys -f text",
        "-t wmt21/AC -l en-de -i de.sys -m bleu ter -f text",
        "-t wmt19 -l en-de -i de.sys -f text",
        "-t wmt19/google/ar -l en-de -i de.sys -f text",
        "-t wmt20/tworefs -l de-en -i en.sys -f text -m chrf bleu",
        "-t wmt20/robust/set1 -l en-ja -i ja.sys -tok char -f text",
        "-t multi30k/2016 -l en-de -i de.sys -f text",
        "-t multi30k/2018 -l en-de -i de.sys -f text -lc",
        "-t mtnt2019 -l en-fr -i fr.sys -f text",
        "-t wmt19,wmt22 -l en-de -i twice.sys -f text",
    ],
)
def test_scores(arguments: str, folder: Path) -> None:
    ours = run_both(arguments, folder)
    assert ours.code == 0
    assert ours.out


def test_a_system_from_standard_input(folder: Path) -> None:
    assert run_both("-t wmt22 -l en-de -f text", folder, plain(TEXTS["de"])).code == 0


@pytest.mark.parametrize(
    ("arguments", "package", "named"),
    [
        ("-t wmt22 -l en-zh -i zh.sys -f text", "sacrebleu", "tok:zh|"),
        ("-t wmt19 -l en-zh -i zh.sys -f text -tok 13a", "sacrebleu", "tok:13a|"),
        ("-t wmt22 -l en-ja -i ja.sys -f text", "MeCab", "tok:ja-mecab-"),
        ("-t wmt22 -l en-ja -i ja.sys -f text -tok ja-mecab", "MeCab", "tok:ja-mecab-"),
        ("-t wmt22 -l en-ja -i ja.sys -sl -m bleu", "MeCab", "tok:ja-mecab-"),
        ("-t iwslt17 -l en-ko -i ko.sys -f text", "mecab_ko", "tok:ko-mecab-"),
        ("-t wmt22 -l en-de -i de.sys -f text -tok ko-mecab", "mecab_ko", "tok:ko-mecab-"),
        ("-t wmt22 -l en-de -i de.sys -f text -tok ja-mecab", "MeCab", "tok:ja-mecab-"),
    ],
)
def test_the_tokenizer_of_a_language(
    arguments: str, package: str, named: str, folder: Path
) -> None:
    require_module(package)
    ours = run_both(arguments, folder)
    assert ours.code == 0
    assert named in ours.out


@pytest.fixture(scope="module")
def models(folder: Path) -> None:
    """Put a small model into sacreBLEU's folder, which accepts any file of the right name."""
    content = train_sentencepiece(require_module("sentencepiece"), seed=1)
    for program in PROGRAMS:
        models = folder / f"kept.{program}" / "models"
        models.mkdir(parents=True, exist_ok=True)
        for name in ("spbleu-1k_tokenizer_spm.model", "sacrebleu_tokenizer_spm.model"):
            (models / name).write_bytes(content)


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize("name", ["spm", "flores101", "spBLEU-1K"])
def test_subwords_of_a_model(name: str, folder: Path) -> None:
    ours = run_both(f"-t wmt22 -l en-ja -i ja.sys -tok {name} -f text", folder)
    assert ours.code == 0
    assert f"tok:{'flores101' if name == 'spm' else name}|" in ours.out


@pytest.mark.parametrize(
    "arguments",
    [
        "-t wmt22 -l en-de --echo src",
        "-t wmt22 -l en-de --echo ref",
        "-t wmt22 -l en-de --echo src ref:A ref:B docid origlang Small",
        "-t wmt22 -l en-de --echo all",
        "-t wmt23 -l en-de --echo domain src",
        "-t wmt21 -l en-de --echo ref",
        "-t wmt20/tworefs -l de-en --echo ref ref:1",
        "-t wmt19 -l en-de --echo docid genre origlang src ref",
        "-t wmt19/google/ar -l en-de --echo all",
        "-t iwslt17 -l en-ko --echo all",
        "-t multi30k/2018 -l en-de --echo src ref",
        "-t mtnt2019 -l en-fr --echo ref src",
        "-t wmt19,wmt22 -l en-de --echo src",
        "-t wmt19 -l en-de --echo src --origlang de",
        "-t wmt19 -l en-de --echo src --origlang non-de",
        "-t wmt19 -l en-de --echo src --subset politics",
        "-t wmt22 -l en-de --echo src --origlang non-en",
        "-t wmt22 -l en-de --echo src --subset news",
        "-t wmt23 -l en-de --echo src --subset soc",
        "-t wmt19 -l en-de --echo src --origlang xx",
        "--list",
        "--list -l de-en",
        "--list -l xx-yy",
        "--list -t wmt22 -l en-de",
        "--list -t wmt19",
        "--list -t multi30k/2016",
        "--download mtnt2019 -l en-fr",
        "--download wmt22 -l en-de",
    ],
)
def test_echoed_texts(arguments: str, folder: Path) -> None:
    ours = run_both(arguments, folder)
    assert ours.code == 0
    is_empty = arguments.startswith("--download") or arguments.endswith(("xx", "--subset news"))
    assert (ours.out == "") == is_empty


@pytest.mark.parametrize(
    "arguments",
    [
        "-t wmt19 -l en-de -i de.sys --origlang en -f text",
        "-t wmt19 -l en-de -i de.sys --origlang non-en -f text -m chrf bleu",
        "-t wmt19 -l en-de -i de.sys --subset politics -f text",
        "-t wmt19 -l en-de -i de.sys --subset country:GB -f text",
        "-t wmt19 -l en-de -i de.sys --subset US|GB --origlang en -f text",
        "-t wmt23 -l en-de -i de.sys --subset social -f text",
        "-t wmt23 -l en-de -i de.sys de.other --subset social --origlang de -f text",
        "-t wmt22 -l en-de -i de.sys --origlang de -sl",
        "-t wmt19,wmt22 -l en-de -i twice.sys --origlang non-de -f text",
        "-t wmt19 -l en-de -i de.sys --detail",
        "-t wmt19 -l en-de -i de.sys --detail -m bleu chrf ter -w 3",
        "-t wmt19 -l en-de -i de.sys --detail --subset politics -f text",
        "-t wmt19 -l en-de -i de.sys --detail --no-color -b",
        "-t wmt22 -l en-de -i de.sys --detail",
        "-t wmt23 -l en-de -i de.sys -d -m ter",
        "-t wmt23 -l en-de -i de.sys --detail --subset social",
        "-t wmt19,wmt22 -l en-de -i twice.sys --detail",
        "-t multi30k/2016 -l en-de -i de.sys --detail",
        "-t wmt22 -l en-de -i de.sys de.other --detail",
        "-t wmt22 -l en-de -i de.sys -sl --detail",
        "de.other -i de.sys --detail",
    ],
)
def test_subsets(arguments: str, folder: Path) -> None:
    ours = run_both(arguments, folder)
    assert ours.code == 0
    assert ours.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("-t wmt18 -l en-de -i de.sys -q", "MD5 sum of downloaded file was incorrect"),
        ("-t wmt17 -l en-de -i de.sys", "404"),
        ("-t wmt14 -l en-de --echo src", "refused"),
        ("-t wmt16 -l en-de -i de.sys", "wmt16"),
        ("-t wmt15 -l en-de -i de.sys", "newstest2015"),
        ("-t wmt20/robust/set2 -l en-ja -i ja.sys", "zip"),
        ("-t wmt22 -l de-fr -i fr.sys", "de-fr.all.xml"),
        ("-t wmt22 -l de-fr --echo src", "de-fr.all.xml"),
        ("-t wmt22 -l fr-de -i de.sys", "cannot read test set 'wmt22' (fr-de)"),
        ("-t wmt99 -l en-de -i de.sys", "Unknown test set 'wmt99'"),
        ("-t wmt22,wmt99 -l en-de -i de.sys", "Unknown test set 'wmt99'"),
        ("-t wmt22 -l en-xx -i de.sys", "No such language pair 'en-xx'"),
        ("-t wmt19 -l en-xx --echo src", "No such language pair 'en-xx'"),
        ("-t wmt22 -i de.sys", "language pair"),
        ("-t wmt22 -l en-de --echo nothing", "No such field nothing"),
        ("-t wmt22 -l en-de --echo all src", "--echo all"),
        ("-t wmt22 -l en-de -i de.sys --origlang xx", "origlang=xx"),
        ("-t wmt22 -l en-de -i de.sys --subset news", "subset=news"),
        ("-t wmt20/tworefs -l de-en -i en.sys --subset x", "No subset annotation"),
        ("-t wmt19 -l en-de -i de.sys --subset (", "regular expression"),
        ("-t multi30k/2016 -l en-de -i de.sys --origlang en", "only WMT"),
        ("-t mtnt2019 -l en-fr --echo src --origlang en", "only WMT"),
        ("-t wmt22 -l en-de -i short.sys", "different lengths"),
        ("-t wmt22 -l en-de -i long.sys", "different lengths"),
        ("-t wmt19,wmt20/tworefs -l de-en -i en.sys", "de-en"),
        ("--list -t wmt22 -l en-xx", "en-xx"),
        ("--download wmt99", "Unknown test set 'wmt99'"),
        ("--download wmt14 -l en-de", "refused"),
    ],
)
def test_errors_are_one_line(arguments: str, said: str, folder: Path) -> None:
    ours = run_both(arguments, folder)
    assert (ours.code, ours.out) == (1, "")
    assert said in error_of(ours)


def test_a_wrong_checksum_says_how_to_download_again(folder: Path) -> None:
    for _ in range(2):  # sacreBLEU keeps the file, and does not check it again
        ours = run_command("ours", "-t wmt18 -l de-en -i en.sys -q", folder)
        assert (ours.code, ours.out) == (1, "")
        assert str(folder / "kept.ours" / "wmt18") in error_of(ours)


@pytest.mark.parametrize("size", ["short", "long"])
def test_a_system_of_another_length_is_refused_before_segments_are_selected(
    size: str, folder: Path
) -> None:
    arguments = f"-t wmt22 -l en-de -i {size}.sys --origlang de -b"
    assert (
        run_command("theirs", arguments, folder).code == 0
    )  # sacreBLEU may score lines of other segments
    ours = run_command("ours", arguments, folder)
    assert (ours.code, ours.out) == (1, "")
    assert "different lengths" in error_of(ours)


# First: arguments for which sacreBLEU 2.6 fails with a traceback. Second: arguments with equal
# output for which it does not.
@pytest.mark.parametrize(
    ("arguments", "same"),
    [
        # sacreBLEU finds no path for a language pair that lists its references separately.
        (
            "-t wmt22 -l cs-en -i en.sys --origlang en -f text -m chrf",
            "-t wmt21 -l cs-en -i en.sys --origlang en -f text -m chrf",
        ),
        ("-t wmt22 -l cs-en --echo src --origlang de", "-t wmt21 -l cs-en --echo src -ol de"),
        ("-t wmt22 -l cs-en -i en.sys --detail", "-t wmt21 -l cs-en -i en.sys --detail"),
    ],
)
def test_arguments_for_which_sacrebleu_crashes(arguments: str, same: str, folder: Path) -> None:
    theirs, ours = (run_command(program, arguments, folder) for program in ("theirs", "ours"))
    assert theirs.code == 1
    assert "Traceback" in theirs.err
    assert ours.code == 0
    assert ours.out == run_command("theirs", same, folder).out


def test_the_subset_of_one_language(folder: Path) -> None:
    """In sacreBLEU, each letter of the language's name counts as a language."""
    arguments = "-t wmt19 -l en-zh -i zh.sys --detail -m chrf"
    assert "Traceback" in run_command("theirs", f"{arguments} --origlang en", folder).err
    all_lines = run_both(arguments, folder).out.splitlines()
    ours = run_command("ours", f"{arguments} --origlang en", folder)
    assert ours.code == 0
    assert ours.out.splitlines()[1:] == [line for line in all_lines if "origlang=en" in line]


def test_all_language_pairs_are_downloaded(folder: Path) -> None:
    arguments = "--download wmt19/google/ar"
    assert "Traceback" in run_command("theirs", arguments, folder).err
    assert run_command("ours", arguments, folder)[:2] == (0, "")
    path = folder / "kept.ours" / "wmt19/google/ar" / "wmt19_google_ar.en-de.ref"
    assert path.read_text(encoding="utf-8").splitlines()[5] == TEXTS["de"][5].lower()
    some = run_command("ours", "--download wmt23 -q", folder)
    assert some.code == 1  # the small archive has one of the pairs
    assert "wmttest2023" in error_of(some)


def test_test_sets_that_cannot_be_joined(folder: Path) -> None:
    ours = run_command("ours", "-t wmt22,wmt21/AC -l en-de -i twice.sys", folder)
    assert (ours.code, ours.out) == (1, "")
    assert "different numbers of references" in error_of(ours)


def test_a_language_pair_of_one_language(folder: Path) -> None:
    ours = run_command("ours", "--list -l en", folder)
    assert (ours.code, ours.out) == (1, "")  # sacreBLEU prints its heading before it crashes
    assert "two languages" in error_of(ours)
