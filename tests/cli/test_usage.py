"""Help, version, wrong options and exit codes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import environment, fails, truebleu
from tests.requirements import require_module
from truebleu import _native
from truebleu.cli import run as commands
from truebleu.cli.help import HEADINGS, brief, common_flags, page, short_page, spelled
from truebleu.cli.run import COMMANDS, load


def test_commands_and_descriptions_are_separated() -> None:
    """At least two spaces follow the longest name."""
    lines = list(page(load("")))
    for command in COMMANDS:
        assert any(line.startswith(f"  {command}  ") for line in lines), command


@pytest.mark.parametrize(("command", "beside"), [("report", True), ("serve", False)])
def test_help_lists_the_metrics_of_a_command(command: str, beside: bool) -> None:
    about = " ".join(page(load(command)))
    assert ("other metrics and --scores are shown in the same table" in about) is beside
    assert ("It shows BLEU only" in about) is not beside


def test_truebleu_alone_prints_help_with_examples() -> None:
    ran = truebleu()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Usage: truebleu COMMAND ...\n")
    assert "  truebleu score system.txt -r reference.txt\n" in ran.out
    assert truebleu("--help") == ran
    assert truebleu("help") == ran


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command: str) -> None:
    ran = truebleu(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "".join(f"{line}\n" for line in page(load(command)))
    assert truebleu("help", command) == ran
    assert truebleu(command, "--nonsense", "--help") == ran


@pytest.mark.parametrize("command", COMMANDS)
def test_short_help_fits_one_screen(command: str) -> None:
    definition = load(command)
    lines = list(short_page(definition))
    assert truebleu(command, "--nonsense", "-h").out == "".join(f"{line}\n" for line in lines)
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    flags = common_flags(definition)
    assert 0 < len(flags) <= 10
    text = " ".join(" ".join(lines).split())
    for flag in flags:
        assert brief(flag) in text
    for _, example in definition.examples[:2]:
        assert f"  {example}" in lines


def test_short_help_names_long_lists_instead_of_printing_them() -> None:
    text = truebleu("score", "-h").out
    assert "rouge-lsum" not in text
    assert "flores200" not in text
    assert "list: truebleu help metric" in " ".join(text.split())


def test_help_of_an_option_group() -> None:
    for name, heading in HEADINGS.items():
        if name in {"explanation", "selection", "server"}:  # options of a single command
            assert "unknown command or option group" in fails("help", name)
            continue
        ran = truebleu("help", name)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"{heading} options\n\nUsed by: ")
        assert max(map(len, ran.out.splitlines())) <= 80
        assert truebleu("help", *heading.upper().split()) == ran
    bleu = truebleu("help", "bleu").out
    assert "\nUsed by: score, compare, " in bleu
    assert "--smoothing NAME" in bleu
    assert fails("help", "blue") == (
        "unknown command or option group 'blue'. Did you mean bleu? Option groups: input, metric, "
        "bleu, chrf, rouge, cider, ter, significance, output, common."
    )


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_names_every_flag_and_fits_a_terminal(command: str) -> None:
    lines = list(page(load(command)))
    for flag in load(command).flags:
        assert any(line.startswith(f"  {spelled(flag)}") for line in lines), flag.names
    commands = {example for _, example in load(command).examples}
    assert [line for line in lines if len(line) > 80 and line.strip() not in commands] == []


def test_flags_are_defined_once() -> None:
    for command in ("", *COMMANDS):
        names = [name for flag in load(command).flags for name in flag.names]
        assert len(names) == len(set(names))
        for flag in load(command).flags:
            assert flag.help[0].islower() or flag.help.startswith("--")
            assert not flag.help.endswith(".")
            if flag.choices and flag.default and re.fullmatch(r"[\w-]+", flag.default):
                assert flag.default in flag.choices()


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_use_existing_flags(command: str) -> None:
    for _, example in load(command).examples:
        flags = re.findall(r"(?<=\s)--?[a-z][\w-]*", example.split('"')[0])
        names = {name for flag in load(command).flags for name in flag.names}
        assert set(flags) <= names


def test_version() -> None:
    ran = truebleu("--version")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        f"truebleu {_native.__version__} "
        f"(Unicode {_native.UNICODE_VERSION}, lower case of "
        f"{_native.LOWERCASE_UNICODE_VERSION}; kernel {_native.active_kernel()})\n"
    )
    assert truebleu("score", "-V") == ran
    assert "kernel portable" in truebleu("--version", TRUEBLEU_KERNEL="portable").out


def test_an_unknown_kernel_is_an_error(folder: Path) -> None:
    ran = truebleu("score", "sys.txt", "-r", "ref.txt", cwd=folder, TRUEBLEU_KERNEL="fast")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("truebleu: error: ")
    assert "TRUEBLEU_KERNEL" in ran.err


def test_the_installed_command_is_the_same(folder: Path) -> None:
    command = shutil.which("truebleu", path=str(Path(sys.executable).parent))
    assert command is not None
    run = subprocess.run(
        [command, "score", "sys.txt", "-r", "ref.txt"],
        cwd=folder,
        capture_output=True,
        check=True,
        env=environment(),
    )
    assert run.stdout.decode() == truebleu("score", "sys.txt", "-r", "ref.txt", cwd=folder).out


WRONG = {
    "scor": "unknown command 'scor'. Did you mean score? (see: truebleu --help)",
    "xyz": "unknown command 'xyz' (see: truebleu --help)",
    "sys.txt -r ref.txt": "unknown command 'sys.txt'. To score a file: "
    "truebleu score sys.txt -r REFERENCE (see: truebleu --help)",
    "--verison": "unknown option --verison. Did you mean --version? (see: truebleu --help)",
    "help score extra": "help shows one command, got a second word: 'extra'. Remove it.",
    "score": "missing hypotheses. Pass a file with a system's output (- for stdin).",
    "score sys.txt": "missing references. Add -r FILE (or --reference-column for a table).",
    "score sys.txt ref.txt": "missing references. If ref.txt is a reference, put -r before it.",
    "score sys.txt -r ref.txt other.txt": "-r takes one file, got a second one: 'other.txt'. "
    "Pass -r once per reference (-r a.txt -r b.txt), and all systems before the first -r.",
}
# Wrong flags after `score sys.txt -r ref.txt`, and their errors.
WRONG_FLAGS = {
    "--smooth-method exp": "--smooth-method is an option of sacreBLEU (and of truebleu "
    "sacrebleu). Use --smoothing (see: HELP)",
    "-l en-de": "-l is an option of sacreBLEU (and of truebleu sacrebleu). Use "
    "--tokenize: zh, ja-mecab or ko-mecab for these targets (see: HELP)",
    "--paired-bs": "--paired-bs is an option of sacreBLEU (and of truebleu sacrebleu). Use "
    "truebleu compare --test bootstrap (see: HELP)",
    "-tok 13a": "-tok is an option of sacreBLEU (and of truebleu sacrebleu). Use --tokenize "
    "(see: HELP)",
    "-ci": "-ci is an option of sacreBLEU (and of truebleu sacrebleu). Use truebleu score "
    "--confidence 0.95 (see: HELP)",
    "-lc": "-lc is an option of sacreBLEU (and of truebleu sacrebleu). Use --lowercase (see: HELP)",
    "-sl": "-sl is an option of sacreBLEU (and of truebleu sacrebleu). Use truebleu score "
    "--per-segment (see: HELP)",
    "-tokenize zh": "unknown option -tokenize. Did you mean --tokenize? (see: HELP)",
    "--nothing-near": "unknown option --nothing-near (see: HELP)",
    "--tokenise zh": "unknown option --tokenise. Did you mean --tokenize? (see: HELP)",
    "--lower-case": "unknown option --lower-case. Did you mean --lowercase? (see: HELP)",
    "--format jsno": "argument -f/--format: unknown value 'jsno'. Did you mean 'json'? Choose "
    "from: text, json, jsonl, tsv, csv, markdown, latex. (see: HELP)",
    "--case upper": "argument --case: unknown case 'upper'. Choose from: mixed, lower, "
    "ascii, after, references-after. (see: HELP)",
    "--width -1": "argument -w/--width: '-1' is out of range. Use an integer of at least 0. "
    "(see: HELP)",
    "--width": "argument -w/--width: expected one argument (see: HELP)",
    "--header": "--header requires a table, and all files are plain text. Set --input-format to "
    "tsv, csv, jsonl or parquet.",
    "--empty-reference missing": "--empty-reference requires a table, and all files are plain "
    "text. Set --input-format to tsv, csv, jsonl or parquet.",
    "--source s": "--source requires a metric that reads it, such as -m comet:MODEL.",
    "--model-cache x": "--model-cache requires a learned metric, such as -m comet:MODEL.",
    "--threads 0": "argument --threads: '0' is out of range. Use an integer of at least 1. "
    "(see: HELP)",
    "--fail-under nan": "argument --fail-under: 'nan' is not a finite number. (see: HELP)",
    "--name a --name b": "got 2 names for 1 system. Pass --name once per system.",
    "-t zh --spm-model x": "--tokenize and --spm-model both choose a tokenizer. Pass one of them.",
    "--score-only -f json": "--score-only is not supported with --format json. Leave out "
    "one of them.",
    "--lowercase --signature case:lc": "--signature sets all settings. Leave out --lowercase or "
    "--case.",
    "-t zh -t 13a": "argument -t/--tokenize: the option is repeated (see: HELP)",
    "--effective-order --no-effective-order": "--effective-order and --no-effective-order "
    "contradict each other (see: HELP)",
    "--case after --lowercase": "--lowercase and --case contradict each other (see: HELP)",
    "--lowercase --case after": "argument --case: the option is repeated or contradicts "
    "--lowercase (see: HELP)",
}


@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_usage_is_reported_in_one_line(folder: Path, arguments: str) -> None:
    assert fails(*arguments.split(), cwd=folder) == WRONG[arguments]


@pytest.mark.parametrize("flags", WRONG_FLAGS)
def test_wrong_flags_are_reported_in_one_line(folder: Path, flags: str) -> None:
    message = fails("score", "sys.txt", "-r", "ref.txt", *flags.split(), cwd=folder)
    assert message == WRONG_FLAGS[flags].replace("HELP", "truebleu score --help")


@pytest.mark.parametrize(
    ("flags", "part"),
    [
        (["--weights", "1,-1"], "argument --weights: '1,-1' is invalid: element 2. Use one"),
        (["--weights", "1,x"], "'x' is not a number"),
        (["--max-ngram-order", "5", "--weights", "1,1"], "leave --max-ngram-order out"),
        (
            ["--resegment", "--reseg-convention", "mweralign", "--convention=nltk", "--reseg-case"],
            "--reseg-case is not supported with --reseg-convention mweralign",
        ),
        (["--scale", "7"], "argument --scale: '7' is not supported. Use 100 or 1"),
        (["--smoothing-value", "1"], "'1' is invalid: --smoothing exp has no value"),
        (
            [
                "--signature",
                "case:mixed|eff:no|tok:13a|smooth:exp|weights:1,-1|version:truebleu-2.0.0",
            ],
            "version:truebleu-2.0.0': weights=[1.0, -1.0] is invalid",
        ),
        (["--signature", "nrefs"], "'nrefs' in the signature 'nrefs' is not key:value"),
        (["--spm-model", "no.model"], "no.model: cannot read the model"),
        (["--hf-tokenizer", "no.json"], "no.json: cannot read the tokenizer"),
    ],
)
def test_invalid_settings(folder: Path, flags: list[str], part: str) -> None:
    packages = {"--spm-model": "sentencepiece", "--hf-tokenizer": "tokenizers"}
    if flags[0] in packages:
        require_module(packages[flags[0]])
    assert part in fails("score", "sys.txt", "-r", "ref.txt", *flags, cwd=folder)


def test_a_file_named_like_a_setting_keeps_its_name(folder: Path) -> None:
    message = fails("compare", "sys.txt", "seed=1/x.txt", "-r", "ref.txt", cwd=folder)
    assert message == "seed=1/x.txt: file not found"


def test_systems_may_follow_options(folder: Path) -> None:
    (folder / "b.txt").write_bytes((folder / "ref.txt").read_bytes())
    expected = truebleu("score", "sys.txt", "b.txt", "-r", "ref.txt", "-q", cwd=folder)
    assert expected.code == 0
    assert truebleu("score", "-r", "ref.txt", "sys.txt", "b.txt", "-q", cwd=folder) == expected
    assert (
        truebleu("score", "sys.txt", "-q", "b.txt", "--reference=ref.txt", cwd=folder) == expected
    )


def test_a_name_that_begins_with_a_dash(folder: Path) -> None:
    (folder / "-x").write_bytes((folder / "sys.txt").read_bytes())
    (folder / "-h").write_bytes((folder / "sys.txt").read_bytes())
    ran = truebleu("score", "-r", "ref.txt", "-b", "--", "-x", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert truebleu("score", "-r", "ref.txt", "-b", "--", "-h", cwd=folder) == ran
    assert ran.out == truebleu("score", "sys.txt", "-r", "ref.txt", "-b", cwd=folder).out


def test_redirected_output_loads_few_modules(folder: Path) -> None:
    code = (
        "import sys; from truebleu.cli import main\n"
        "code = main(['score', 'sys.txt', '-r', 'ref.txt', '--per-segment', '-f', sys.argv[1]])\n"
        "print(code, *sorted(set(sys.modules) & {'numpy', 'rich', 'pyarrow', 'pandas', 'csv', "
        "'threading', 'shutil', 'pathlib'} - before), file=sys.stderr)\n"
    )
    code = "import sys; before = set(sys.modules)\n" + code
    for form in ("text", "json", "tsv"):
        run = subprocess.run(
            [sys.executable, "-I", "-c", code, form],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stderr == "0\n"


def test_help_names_the_exit_codes_that_a_command_has() -> None:
    help_texts = {command: " ".join(page(load(command))) for command in COMMANDS}
    with_a_miss = {command for command, text in help_texts.items() if "; 1 " in text}
    assert with_a_miss == {"score", "compare", "check", "verify"}
    for command in with_a_miss:
        source = (
            Path(commands.__file__)
            .parent.joinpath("commands", f"{command}.py")
            .read_text(encoding="utf-8")
        )
        assert "return MISSED" in source
    assert all("2 invalid input or usage" in text for text in help_texts.values())


def test_the_help_lists_the_reasons_of_exit_code_1() -> None:
    missed = {name: load(name).missed for name in COMMANDS}
    said = [f"{what} ({name})" for name, what in missed.items() if what]
    assert load("").missed == ", or ".join(said)


def test_a_command_is_in_the_file_of_its_name() -> None:
    assert [load(name).name for name in COMMANDS] == list(COMMANDS)


def test_help_and_completion_load_no_numpy() -> None:
    code = (
        "import sys; from truebleu.cli.run import COMMANDS, load\n"
        "print([name for name in COMMANDS if load(name) and 'numpy' in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment()
    )
    assert ran.stdout == "[]\n"
