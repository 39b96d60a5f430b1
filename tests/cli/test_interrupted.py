"""Ctrl-C and system errors: exit codes and messages, also where cleaning up fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from truebleu.cli import main
from truebleu.cli import run as commands


def test_an_error_of_cleaning_up_after_ctrl_c_is_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> int:
        try:
            raise KeyboardInterrupt
        finally:
            raise AttributeError("there is nothing to restore")

    monkeypatch.setattr(commands, "run", interrupted)
    assert main(["score"]) == 130


def test_an_error_without_ctrl_c_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise AttributeError("a fault of ours")

    monkeypatch.setattr(commands, "run", broken)
    with pytest.raises(AttributeError, match="a fault of ours"):
        main(["score"])


def test_ctrl_c_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "run", raising(KeyboardInterrupt()))
    assert main(["score"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "out of memory. Check the files for an extremely long line."),
        (OSError(5, "Input/output error"), "[Errno 5] Input/output error"),
    ],
)
def test_errors_of_the_system_have_one_line(
    error: Exception,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(commands, "run", raising(error))
    assert main(["score"]) == 2
    assert capsys.readouterr() == ("", f"truebleu: error: {said}\n")


def raising(error: BaseException) -> Callable[[object], int]:
    def call(_: object) -> int:
        raise error

    return call
