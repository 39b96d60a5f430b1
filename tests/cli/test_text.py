"""`--text`: hypothesis and references as arguments instead of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu

TEXTBOOK = ("--text", "cat is sitting on mat", "-r", "a cat is sitting on the mat")


def test_a_textbook_example() -> None:
    ran = truebleu("score", *TEXTBOOK, "--max-ngram-order", "3", "--scale", "1", "-b", "-w", "3")
    assert ran == (0, "0.532\n", "")


def test_texts_are_scored_as_files_are(tmp_path: Path) -> None:
    for name, text in (("h", "the cat sat on it\n"), ("1", "a cat sat on it\n"), ("2", "x\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    options = ("-m", "bleu", "ter", "-b", "-q")
    files = truebleu("score", "h", "-r", "1", "-r", "2", *options, cwd=tmp_path)
    texts = ("the cat sat on it", "-r", "a cat sat on it", "-r", "x")
    assert truebleu("score", "--text", *texts, *options) == files


def test_other_commands_take_texts() -> None:
    explained = truebleu("explain", *TEXTBOOK, "--against", "a cat is sitting on a mat", "-q").out
    assert explained.startswith("hypothesis: BLEU = 47.40 ")
    assert "Compared with against: -16.95 points" in explained
    rows = truebleu("conventions", *TEXTBOOK, "-q").out.splitlines()
    assert rows[1].split()[:2] == ["sacrebleu", "47.40"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("the", "cat", "-r", "a"), "--text takes one hypothesis, got 2. Put it in quotes"),
        (("the cat",), 'missing reference. Add -r "REFERENCE"'),
        (
            ("the", "-r", "a", "cat"),
            "-r takes one text, got a second one: 'cat'. Put each text in quotes",
        ),
        (("the", "-r", "a", "--header"), "--header is not supported with --text"),
        (("the", "-r", "a", "--name", "x", "--name", "y"), "got 2 names for 1 system. Pass --name"),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], message: str) -> None:
    assert fails("score", "--text", *arguments).startswith(message)


def test_a_sentence_in_place_of_a_file(tmp_path: Path) -> None:
    message = fails("score", "the cat", "-r", "a cat")
    assert message.startswith("'the cat' is a sentence, not a file. To score texts, add --text: ")
    assert "Write each text on a line" in fails("compare", "the cat", "a cat", "-r", "a b")
    assert "file not found" in fails("score", "my file.txt", "-r", "a.txt", cwd=tmp_path)
    (tmp_path / "the cat").write_text("the cat sat\n", encoding="utf-8")
    assert truebleu("score", "the cat", "-r", "the cat", cwd=tmp_path).code == 0


def test_a_text_of_fewer_than_four_tokens_causes_a_warning() -> None:
    warning = (
        "truebleu: warning: hypothesis: no hypothesis has 4 tokens, so BLEU-4 is 0. Use "
        "--effective-order, or truebleu score --per-segment.\n"
    )
    assert warning in truebleu("score", "--text", "the cat", "-r", "the cat").err
    for options in (("-q",), ("--effective-order",), ("-m", "chrf")):
        stderr = truebleu("score", "--text", "the cat", "-r", "the cat", *options).err
        assert "tokens, so" not in stderr
