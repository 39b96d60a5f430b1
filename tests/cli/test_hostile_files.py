"""Unusual and damaged files: either the right score, or one error with file, line and fix."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from truebleu.errors import InputError
from truebleu.io.streams import LineFile

LINES = 40_000  # of ten bytes: more than one block of BLOCK bytes
BLOCK = 1 << 18


def score(folder: Path, hypotheses: bytes, references: bytes, *flags: str) -> float:
    """Score two files and return the score; messages are not allowed."""
    (folder / "h").write_bytes(hypotheses)
    (folder / "r").write_bytes(references)
    ran = truebleu("score", "h", "-r", "r", "-b", "-w", "4", *flags, cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    return float(ran.out)


def refuse(folder: Path, hypotheses: bytes, references: bytes = b"a b c d\n", *flags: str) -> str:
    (folder / "h").write_bytes(hypotheses)
    (folder / "r").write_bytes(references)
    return fails("score", "h", "-r", "r", *flags, cwd=folder)


def warnings(folder: Path, hypotheses: bytes, references: bytes, *flags: str) -> list[str]:
    (folder / "h").write_bytes(hypotheses)
    (folder / "r").write_bytes(references)
    ran = truebleu("score", "h", "-r", "r", "-b", *flags, cwd=folder)
    assert ran.code == 0
    return [line.removeprefix("truebleu: warning: ") for line in ran.err.splitlines()]


TEXT = b"the cat sat on a mat\nit was raining very hard\n"
OTHER = b"the cat sat on the mat\nit was raining very hard\n"


def test_line_ends_of_windows_change_nothing(folder: Path) -> None:
    plain = score(folder, TEXT, OTHER)
    assert score(folder, TEXT.replace(b"\n", b"\r\n"), OTHER) == plain
    assert score(folder, TEXT, OTHER.replace(b"\n", b"\r\n")) == plain


def test_a_missing_line_end_changes_nothing(folder: Path) -> None:
    assert score(folder, TEXT.rstrip(b"\n"), OTHER) == score(folder, TEXT, OTHER)


def test_an_empty_last_line_is_a_line(folder: Path) -> None:
    message = refuse(folder, TEXT + b"\n", OTHER)
    assert message == (
        "line counts differ: h has 3, r has 2. "
        "Run truebleu check to locate missing lines, or truebleu resegment if a system's lines are "
        "segmented differently from the reference."
    )


def test_a_byte_order_mark_is_dropped_and_reported(folder: Path) -> None:
    plain = score(folder, TEXT, OTHER)
    assert score(folder, b"\xef\xbb\xbf" + TEXT, OTHER, "--quiet") == plain
    messages = warnings(folder, b"\xef\xbb\xbf" + TEXT, b"\xef\xbb\xbf" + OTHER)
    assert messages == [
        "h: a byte order mark at the start was dropped",
        "r: a byte order mark at the start was dropped",
    ]


def test_nul_is_a_character(folder: Path) -> None:
    hypotheses, references = b"a b\0c d e f\n", b"a b\0c d e g\n"
    as_letter = score(folder, b"a bxc d e f\n", b"a bxc d e g\n")
    assert score(folder, hypotheses, references) == as_letter == 66.8740


@pytest.mark.parametrize(
    ("character", "character_name"),
    [
        ("\r", "a carriage return (\\r) without \\n"),
        ("\v", "a vertical tab (U+000B)"),
        ("\f", "a form feed (U+000C)"),
        ("\x1d", "an information separator (U+001C to U+001E)"),
        ("\x85", "a next-line character (U+0085)"),
        ("\u2028", "a line separator (U+2028)"),
        ("\u2029", "a paragraph separator (U+2029)"),
    ],
)
def test_line_ends_of_other_tools_are_named_where_lengths_differ(
    folder: Path, character: str, character_name: str
) -> None:
    hypotheses = f"one\ntwo\nthree{character}four\nfive{character}six\n"
    message = refuse(folder, hypotheses.encode(), b"one\ntwo\nthree\nfour\nfive\nsix\n")
    assert message == (
        "line counts differ: h has 4, r has 6. "
        f"Possible cause: h has {character_name}, first in line 3. "
        "Some tools end lines there; truebleu ends lines only at \\n and \\r\\n. "
        "Replace them by \\n or by a space."
    )


def test_line_ends_of_old_macs_are_converted_before_scoring(folder: Path) -> None:
    assert refuse(folder, TEXT.replace(b"\n", b"\r"), OTHER).endswith(
        "ends lines only at \\n and \\r\\n. Convert the line ends: tr '\\r' '\\n' < h"
    )


def test_a_lone_carriage_return_ends_no_line(folder: Path) -> None:
    [message, _] = warnings(folder, b"a b\rc d e\n", b"a b\rc d f\n")
    assert message.startswith(
        "h: line 1 contains a carriage return (\\r) without \\n, where other tools"
    )
    value = score(folder, b"a b\rc d e\n", b"a b\rc d f\n", "--quiet")
    assert value == score(folder, b"a b c d e\n", b"a b c d f\n") == 66.8740


def test_lengths_of_all_files_are_compared(folder: Path) -> None:
    for name, lines in (("a", 3), ("b", 3), ("r1", 3), ("r2", LINES)):
        (folder / name).write_bytes(b"some text\n" * lines)
    message = fails("score", "a", "b", "-r", "r1", "-r", "r2", cwd=folder)
    assert message == (
        "line counts differ: a has 3, b has 3, r1 has 3, r2 has 40000. "
        "Run truebleu check to locate missing lines, or truebleu resegment if a system's lines are "
        "segmented differently from the reference."
    )


def test_a_missing_line_in_a_long_file(folder: Path) -> None:
    message = refuse(folder, b"some text\n" * (LINES - 1), b"some text\n" * LINES)
    assert message.startswith("line counts differ: h has 39999, r has 40000.")


@pytest.mark.parametrize("empty", [b"", b"\xef\xbb\xbf"])
def test_empty_files(folder: Path, empty: bytes) -> None:
    assert refuse(folder, empty, empty) == "nothing to score: no lines in h, r."
    message = refuse(folder, empty, TEXT)
    assert message.startswith("line counts differ: h has 0, r has 2.")


def test_a_line_of_a_megabyte(folder: Path) -> None:
    words = b"word " * 200_000
    assert score(folder, words + b"end\nshort one\n", words + b"END\nshort one\n") > 99


@pytest.mark.parametrize("metric", ["bleu", "chrf", "chrf++", "gleu"])
def test_a_token_of_megabytes_is_counted_in_time(folder: Path, metric: str) -> None:
    """The token was once compared with itself for every 64 tokens, which took over a minute."""
    size = 2_000_000 if metric == "bleu" else 300_000
    giant, many = b"x" * (30 * size), b"ab " * size
    assert score(folder, giant, many, "-m", metric) == 0
    assert score(folder, many, giant, "-m", metric) == 0


def test_thousands_of_long_equal_tokens_are_counted_in_time(folder: Path) -> None:
    """Comparing each with each would compare 50 GB."""
    text = b" ".join([b"y" * 12_500] * 2000)
    assert score(folder, text, text, "-q") == 100


def test_invalid_bytes_in_the_middle(folder: Path) -> None:
    message = refuse(folder, b"fine\n" * 10 + b"caf\xe9 noir\n" + b"fine\n")
    assert message == (
        "h, line 11, byte 4 of the line (byte 54 of the file): 0xE9 is not valid UTF-8. "
        "Use --invalid replace to continue."
    )


@pytest.mark.parametrize("shift", [-4, -3, -2, -1, 0, 1])
def test_invalid_bytes_at_the_end_of_a_block(folder: Path, shift: int) -> None:
    before = b"x" * 9 + b"\n"
    lines = (BLOCK + shift) // 10
    start = before * lines + b"y" * ((BLOCK + shift) % 10)
    message = refuse(folder, start + b"\xf0\x9f\x98\nrest\n")
    position = BLOCK + shift
    assert message == (
        f"h, line {lines + 1}, byte {position % 10 + 1} of the line (byte {position + 1} of the "
        "file): 0xF0 is not valid UTF-8. Use --invalid replace to continue."
    )


@pytest.mark.parametrize("shift", [-3, -2, -1, 0])
def test_a_character_across_two_blocks(folder: Path, shift: int) -> None:
    start = b"x" * 9 + b"\n"
    text = start * ((BLOCK + shift) // 10) + b"y" * ((BLOCK + shift) % 10) + "🙂 end\n".encode()
    assert score(folder, text, text.replace(b"end", b"eno"), "-q") < 100


def test_invalid_bytes_can_be_replaced_and_are_reported(folder: Path) -> None:
    messages = warnings(
        folder, b"ok\ncaf\xe9\nna\xefve\n", b"ok\ncafe\nnaive\n", "--invalid", "replace"
    )
    assert messages == [
        "h: invalid UTF-8 bytes were replaced in 2 lines, the first is line 2",
        (
            "h: no hypothesis has 4 tokens, so BLEU-4 is 0. Use --effective-order, or truebleu "
            "score --per-segment."
        ),
    ]
    replaced = "ok\ncaf\ufffd\nna\ufffdve\n".encode()
    references = b"ok\ncaf\xc3\xa9\nnaive\n"
    flags = ("--invalid", "replace", "-q")
    by_us = score(folder, b"ok\ncaf\xe9\nna\xefve\n", references, *flags)
    assert by_us == score(folder, replaced, references, "-q")


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16LE"),
        ("utf-16-be", "UTF-16BE"),
        ("utf-32", "UTF-32"),
    ],
)
@pytest.mark.parametrize("lines", [1, 5000])
def test_utf_16_has_an_error_of_its_own(
    folder: Path, encoding: str, named: str, lines: int
) -> None:
    message = refuse(folder, ("Grüße, Welt\n" * lines).encode(encoding))
    assert message == f"h: the text is {named}, not UTF-8. Convert it: iconv -f {named} -t UTF-8"


def test_a_missing_file(folder: Path) -> None:
    assert fails("score", "sys.tx", "-r", "ref.txt", cwd=folder) == "sys.tx: file not found"
    message = fails("score", "sys.txt", "-r", "sys.txt/ref.txt", cwd=folder)
    assert message == "sys.txt/ref.txt: file not found: part of the path is not a folder"


def test_a_folder_in_place_of_a_file(folder: Path) -> None:
    (folder / "out").mkdir()
    assert fails("score", "out", "-r", "ref.txt", cwd=folder) == "out: this is a folder, not a file"
    assert fails("score", "sys.txt", "-r", ".", cwd=folder) == ".: this is a folder, not a file"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission(folder: Path) -> None:
    (folder / "sys.txt").chmod(0)
    assert (
        fails("score", "sys.txt", "-r", "ref.txt", cwd=folder)
        == "sys.txt: no permission to read it"
    )


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that Linux has")
def test_a_file_that_fails_while_it_is_read(folder: Path) -> None:
    message = fails("score", "/proc/self/mem", "-r", "ref.txt", cwd=folder)
    assert message == "/proc/self/mem: Input/output error"


def test_an_impossible_file_name() -> None:
    with pytest.raises(InputError, match=r"'a\\x00b' is not a valid file name"):
        LineFile("a\0b", "error")


def read_to_the_end(file: LineFile) -> None:
    while not file.ended:
        file.advance()


def test_a_file_that_changes_while_it_is_read_is_an_error(folder: Path) -> None:
    """Otherwise, half of a new last line would be scored."""
    file = LineFile(str(folder / "sys.txt"), "error")
    file.advance()
    with (folder / "sys.txt").open("a", encoding="utf-8") as more:
        more.write("and ano")
    with pytest.raises(InputError, match="the file changed while it was read"):
        read_to_the_end(file)
    file.close()


def test_standard_input_can_be_named_once(folder: Path) -> None:
    message = fails("score", "-", "-r", "-", cwd=folder, stdin=TEXT)
    assert message == "standard input (-) can be read only once. Pass a file instead."


def test_standard_input_is_bytes(folder: Path) -> None:
    (folder / "r").write_bytes("grüße aus köln am rhein\n".encode())
    ran = truebleu(
        "score", "-", "-r", "r", "-b", cwd=folder, stdin="grüße aus köln am rhein\r\n".encode()
    )
    assert (ran.code, ran.out) == (0, "100.00\n")
    message = fails("score", "-", "-r", "r", cwd=folder, stdin=b"gr\xfc\xdfe\n")
    assert message.startswith(
        "standard input, line 1, byte 3 of the line (byte 3 of the file): 0xFC"
    )


def test_the_same_file_can_be_named_twice(folder: Path) -> None:
    message = fails("score", "sys.txt", "-r", "ref.txt", "-r", "./ref.txt", cwd=folder)
    assert message == "./ref.txt is repeated as a reference. Pass each file once."
    message = fails("score", "sys.txt", "sys.txt", "-r", "ref.txt", cwd=folder)
    assert message == "sys.txt is repeated as a system. Pass each file once."


def test_binary_files_are_recognized(folder: Path) -> None:
    assert (
        refuse(folder, b"PK\x03\x04" + b"\0" * 30) == "h: this is a zip archive. Unpack it first."
    )
    assert "this is a Parquet file" in refuse(folder, b"PAR1" + b"\0" * 30)


def test_tokenized_text_is_reported(folder: Path) -> None:
    lines = b"It rains , they say .\n"
    references = b"It rains, they say.\n"
    assert warnings(folder, lines * 4, references * 4) == []
    expected = 'h: 100 lines end in " .": the text looks tokenized. '
    [message] = warnings(folder, lines * 100, references * 100)
    assert message == expected + "Score detokenized text with original case."
    assert warnings(folder, lines * 100, references * 100, "--quiet") == []
    assert warnings(folder, lines * 100, references * 100, "--tokenize", "none") == []


@pytest.mark.parametrize(
    ("text", "language", "tokenizer"),
    [
        ("今天天气很好，我们去公园散步。", "Chinese", "zh"),
        ("今日は天気がいいので公園を散歩しましょう。", "Japanese", "ja-mecab"),
        ("오늘은 날씨가 좋아서 공원에 산책하러 갑니다.", "Korean", "ko-mecab"),
        ("วันนี้อากาศดีเราไปเดินเล่นในสวนกันเถอะ", "Thai", "flores200"),
    ],
)
def test_13a_on_text_without_spaces_is_reported(
    folder: Path, text: str, language: str, tokenizer: str
) -> None:
    hypotheses, references = f"{text}\nx\n".encode(), f"{text}\ny\n".encode()
    assert warnings(folder, hypotheses, references) == [
        (
            f"the text looks like {language}, which 13a does not split into words. "
            f"Use --tokenize {tokenizer}."
        )
    ]
    assert warnings(folder, hypotheses, references, "--tokenize", "char") == []


def test_a_chinese_word_in_quotes_is_no_chinese_text(folder: Path) -> None:
    text = "The word 天气 means weather, and everybody in the village talks about it.\n".encode()
    assert warnings(folder, text, text.replace(b"village", b"town")) == []


def test_empty_hypotheses_are_counted(folder: Path) -> None:
    assert warnings(folder, b"a b c d\n\n", b"a b c e\nb\n") == ["h: line 2 is empty"]
    said = warnings(folder, b"a b c d\n \t\n\xe3\x80\x80\nx\n", b"a b c d\nb\nc\nd\n")
    assert said == ["h: 2 lines are empty, the first is line 2"]


def test_identical_files_are_reported(folder: Path) -> None:
    assert warnings(folder, TEXT, TEXT) == ["h: every line equals the reference r"]
    assert warnings(folder, TEXT.replace(b"\n", b"\r\n"), TEXT) == [
        "h: every line equals the reference r"
    ]
    assert warnings(folder, TEXT * LINES + b"a\n", TEXT * LINES + b"b\n") == []
