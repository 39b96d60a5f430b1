"""The error that ends the command."""

from __future__ import annotations

from truebleu.errors import TrueBleuError

FAILED = 1


class Stop(TrueBleuError):  # noqa: N818  not necessarily an error
    """An error after which the command cannot continue; `code` is sacreBLEU's exit code."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code
