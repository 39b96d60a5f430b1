"""`Lines`, the core's queue of a file's lines, compared with Python's splitting."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebleu import InvalidUnicode
from truebleu._native import Lines

TEXT = st.text(
    st.sampled_from("ab \t\r\n\x00\x0b\x0c\x1c\x85é\u2028\u2029東🙂\ufeff."), max_size=60
)


def expected(text: str) -> list[str]:
    lines = text.removeprefix("\ufeff").split("\n")
    last = lines.pop()
    ended = [line.removesuffix("\r") for line in lines]
    return [*ended, last] if last else ended


@given(TEXT, st.integers(1, 4), st.lists(st.integers(0, 2500), max_size=6))
def test_any_text_in_any_blocks(text: str, times: int, cuts: list[int]) -> None:
    text = text * (times * 20)
    data = text.encode()
    opening = data[:1024]
    if opening.count(b"\0") * 4 > len(opening):
        return  # the core takes it for UTF-16, because every other byte is NUL
    lines = Lines("name")
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    for start, end in pairwise(places):
        lines.push(data[start:end])
    lines.finish()
    expected_lines = expected(text)
    assert lines.waiting_lines == len(expected_lines)
    assert lines.texts(len(expected_lines) + 5) == expected_lines
    assert lines.survey()[0] == len(expected_lines)
    lines.drop(len(expected_lines) // 2)
    assert lines.texts(3) == expected_lines[len(expected_lines) // 2 :][:3]
    assert lines.equals(lines, lines.waiting_lines)


def push(data: bytes, cut: int, invalid: Literal["error", "replace"]) -> Lines | InvalidUnicode:
    """Push bytes in two blocks, and return the lines or the error."""
    lines = Lines("name", invalid)
    try:
        lines.push(data[:cut])
        lines.push(data[cut:])
        lines.finish()
    except InvalidUnicode as error:
        return error
    return lines


def first_invalid(data: bytes) -> int | None:
    """Return the position of the first byte that is not UTF-8 for Python."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return None


def is_wide(result: object, data: bytes) -> bool:
    """Return whether the result is the error for UTF-16 or UTF-32, which need a mark or NULs."""
    if not (isinstance(result, InvalidUnicode) and "not UTF-8. Convert it" in str(result)):
        return False
    assert data.startswith((b"\xff\xfe", b"\xfe\xff")) or data.count(b"\0") >= 2
    return True


@given(st.binary(max_size=200), st.integers(0, 200))
def test_any_bytes_in_any_blocks(data: bytes, cut: int) -> None:
    result = push(data, cut, "error")
    if is_wide(result, data):
        return
    position = first_invalid(data)
    if position is None:
        assert isinstance(result, Lines)
        assert result.texts(len(data)) == expected(data.decode())
    else:
        assert isinstance(result, InvalidUnicode)
        assert f"(byte {position + 1} of the file)" in str(result)
        assert (result.file, result.line) == ("name", data[:position].count(b"\n") + 1)


@given(st.binary(max_size=200), st.integers(0, 200))
def test_replacement_equals_that_of_python(data: bytes, cut: int) -> None:
    result = push(data, cut, "replace")
    if is_wide(result, data):
        return  # UTF-16 is an error of its own, also with replacement
    assert isinstance(result, Lines)
    assert result.texts(len(data)) == expected(data.decode(errors="replace"))


def test_counting_needs_lines() -> None:
    from truebleu import BLEU

    metric = BLEU().of_text
    assert metric is not None
    with pytest.raises(TypeError, match="fewer lines are waiting"):
        metric.sum_lines([Lines("h")], [Lines("r")], 1, 1)


def test_a_wrong_choice_is_an_error() -> None:
    from truebleu import ConfigurationError

    with pytest.raises(ConfigurationError, match="Choose from: error, replace"):
        Lines("name", "ignore")  # type: ignore[arg-type]
