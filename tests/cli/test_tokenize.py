"""`truebleu tokenize`: lines of tokens, files and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from truebleu import _native

TEXT = 'Hello, world! It\'s 3.5% (or "4") … 東京タワー\n\nTwo  spaces\u2028one line\r\nNO END'


@pytest.mark.parametrize("tokenizer", _native.TOKENIZERS)
def test_each_line_has_a_line_of_tokens(tokenizer: str) -> None:
    lines = TEXT.replace("\r\n", "\n").split("\n")
    expected = [_native.tokenize(line, tokenizer, "mixed") for line in lines]
    ran = truebleu("tokenize", "-t", tokenizer, stdin=TEXT.encode())
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "".join(" ".join(tokens) + "\n" for tokens in expected)
    ran = truebleu("tokenize", "-t", tokenizer, "-f", "json", stdin=TEXT.encode())
    assert [json.loads(line) for line in ran.out.split("\n")[:-1]] == expected


def test_several_files_are_tokenized_by_13a(folder: Path) -> None:
    (folder / "b.txt").write_text("Don't!", encoding="utf-8")
    ran = truebleu("tokenize", "b.txt", "-", "b.txt", "--lowercase", cwd=folder, stdin=b"A, b")
    assert ran == (0, "don't !\na , b\ndon't !\n", "")


def test_output_to_a_file(folder: Path) -> None:
    assert truebleu("tokenize", "sys.txt", "-o", "out.txt", cwd=folder) == (0, "", "")
    out = (folder / "out.txt").read_text(encoding="utf-8")
    assert out == "The cat sat on a mat .\nIt was raining hard .\nNobody came .\n"


def test_wrong_usage(folder: Path) -> None:
    assert fails("tokenize", "no.txt", cwd=folder) == "no.txt: file not found"
    assert fails("tokenize", "sys.txt", "-o", "sys.txt", cwd=folder).startswith(
        "sys.txt is also an"
    )
    message = fails("tokenize", "-t", "13b", cwd=folder)
    assert message.startswith("argument -t/--tokenize: unknown value '13b'. Did you mean '13a'?")
    message = fails("tokenize", "-", "-", cwd=folder)
    assert message == "standard input (-) can be read only once. Pass a file instead."
    message = fails("tokenize", "-t", "zh", "--spm-model", "m", cwd=folder)
    assert message == "--tokenize and --spm-model both choose a tokenizer. Pass one of them."


def test_a_byte_order_mark_is_dropped_and_reported() -> None:
    ran = truebleu("tokenize", stdin=b"\xef\xbb\xbfa")
    warning = "truebleu: warning: standard input: a byte order mark at the start was dropped\n"
    assert ran == (0, "a\n", warning)
    assert truebleu("tokenize", "-q", stdin=b"\xef\xbb\xbfa") == (0, "a\n", "")
