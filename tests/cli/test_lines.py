"""`Lines`, the core's queue of a file's lines, against three lines of Python."""

from __future__ import annotations

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
    if b"\0" in data[:1024] and data[:1024].count(b"\0") > 100:
        return  # may be taken for UTF-16, which other tests look at
    lines = Lines("name")
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    for start, end in zip(places, places[1:], strict=False):
        lines.push(data[start:end])
    lines.finish()
    found = expected(text)
    assert lines.ready == len(found)
    assert lines.texts(len(found) + 5) == found
    assert lines.survey()[0] == len(found)
    lines.drop(len(found) // 2)
    assert lines.texts(3) == found[len(found) // 2 :][:3]
    assert lines.equals(lines, lines.ready)


@given(st.binary(max_size=200), st.integers(0, 200))
def test_any_bytes_in_any_blocks(data: bytes, cut: int) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = error.start + 1
        line = data[: error.start].count(b"\n") + 1
    else:
        place, line = 0, 0
    lines = Lines("name")
    try:
        lines.push(data[:cut])
        lines.push(data[cut:])
        lines.finish()
    except InvalidUnicode as error:
        if "UTF-8: convert it first" in str(error):
            return
        assert f"(byte {place} of the file)" in str(error)
        assert (error.file, error.line) == ("name", line)
    else:
        assert lines.texts(len(data)) == expected(text)


@given(st.binary(max_size=200), st.integers(0, 200))
def test_replacing_is_what_python_does(data: bytes, cut: int) -> None:
    lines = Lines("name", "replace")
    try:
        lines.push(data[:cut])
        lines.push(data[cut:])
        lines.finish()
    except InvalidUnicode as error:
        assert "UTF-8: convert it first" in str(error)  # UTF-16 is no broken UTF-8
        return
    found = lines.texts(len(data))
    assert found == expected(data.decode(errors="replace"))


def test_counting_needs_lines() -> None:
    from truebleu import BLEU

    metric = BLEU()._of_text
    assert metric is not None
    with pytest.raises(TypeError, match="fewer lines are ready"):
        metric.sum_lines(Lines("h"), [Lines("r")], 1, 1)


def test_a_wrong_choice() -> None:
    from truebleu import ConfigurationError

    with pytest.raises(ConfigurationError, match='allowed are "error" and "replace"'):
        Lines("name", "ignore")  # type: ignore[arg-type]
