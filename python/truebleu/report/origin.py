"""Where a report comes from: what was typed, which files were read, when."""

from __future__ import annotations

from truebleu.errors import ConfigurationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["InputFile", "Origin"]


class InputFile:
    """A file that was read: its `role`, `name`, the SHA-256 of its bytes, lines and bytes."""

    def __init__(
        self, role: str, name: str, sha256: str | None, lines: int | None, size: int | None
    ) -> None:
        self.role = role
        self.name = name
        self.sha256 = sha256
        self.lines = lines
        self.size = size

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        return {
            "role": self.role,
            "name": self.name,
            "sha256": self.sha256,
            "lines": self.lines,
            "bytes": self.size,
        }


class Origin:
    """The `title` of a report, the `command` that made it, its input `files`, and when.

    `created` is a date in ISO 8601; None where it is not said, so that the same input gives the
    same file.
    """

    def __init__(
        self,
        title: str | None = None,
        command: str | None = None,
        files: Sequence[InputFile] = (),
        created: str | None = None,
    ) -> None:
        """Hold all this. Raises `ConfigurationError` for a title that is no text."""
        if title is not None and not isinstance(title, str):
            raise ConfigurationError(f"title={title!r}: a title is a str")
        self.title = title
        self.command = command
        self.files = list(files)
        self.created = created
