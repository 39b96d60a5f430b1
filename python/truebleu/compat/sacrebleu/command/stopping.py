"""How the command ends before it has a result."""

from __future__ import annotations

from truebleu.errors import TrueBleuError

FAILED = 1


class Stop(TrueBleuError):  # noqa: N818  what happened, not that it is an error
    """The command cannot go on; `code` is sacreBLEU's exit code for it."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code
