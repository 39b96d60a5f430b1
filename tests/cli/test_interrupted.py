"""Ctrl-C at an odd moment: while argparse tidies up, which fails then."""

from __future__ import annotations

import pytest

from truebleu.cli import commands, main


def test_an_error_of_tidying_up_after_ctrl_c_is_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
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
