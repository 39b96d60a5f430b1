"""The exception that ends the command `truebleu sacrebleu` with an exit code."""

from __future__ import annotations

from truebleu.errors import TrueBleuError

FAILED = 1


class Stop(TrueBleuError):  # noqa: N818  not necessarily an error
    """Error that ends the command `truebleu sacrebleu` with the exit code `code`."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code
