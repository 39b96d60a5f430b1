"""The exception that ends the command with an exit code."""

from __future__ import annotations

from truebleu.errors import TrueBleuError

FAILED = 1


class Stop(TrueBleuError):  # noqa: N818  not necessarily an error
    """An error that ends the command. `code` is sacreBLEU's exit code for it."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code
