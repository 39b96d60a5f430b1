"""A file of a session: its role, its format, its texts and its problem."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from truebleu.errors import InputError, TrueBleuError
from truebleu.io.formats import format_of
from truebleu.io.markup import MARKUPS, Invalid, Rendition
from truebleu.io.streams import Cell
from truebleu.server.reading import check_content, columns_of, texts_of
from truebleu.server.store import LIMITS, Limits, format_size
from truebleu.wording import count

ROLES = ("reference", "system", "source", "documents")
ON_THE_COMMAND_LINE = ". Use --invalid replace to continue."
SHOWN_LINES = 3
SHOWN_LETTERS = 160


@dataclass
class Entry:
    """A file of a session.

    Attributes:
        path: the path of the file.
        label: the displayed name.
        role: "reference", "system", "source" or "documents".
        origin: "argument" for a file of the command line, "upload" for an uploaded file, "saved"
            for an edited system.
        size: the number of bytes.
        sha256: the SHA-256 digest of an uploaded file; None for other files.
        form: the format, such as "lines" or "tsv"; empty if it is not yet known.
        header: whether the first line of a table has column names.
        invalid: how to handle bytes that are not UTF-8: "error" or "replace".
        empty_reference: the meaning of an empty cell in a column of references: "missing" or
            "empty". None for the default.
        column: the chosen column of a table; in SGML or XML, the chosen system or reference.
        choices: the columns, systems or references from which the user can choose.
        texts: one item per segment; None if the texts were not read.
        rendition: the texts with their segment ids, for formats that have ids (SGML and XML);
            otherwise None.
        problem: the error message, in one line; None if the file could be read.
        id: the random identifier by which the page refers to the file.
    """

    path: Path
    label: str
    role: str
    origin: str
    size: int
    sha256: str | None = None
    form: str = ""
    header: bool = False
    invalid: Invalid = "error"
    empty_reference: str | None = None
    column: str | None = None
    choices: list[str] = field(default_factory=list)
    texts: list[Cell] | None = None
    rendition: Rendition | None = None
    problem: str | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(6))

    def read(self, limits: Limits = LIMITS) -> None:
        """Read the texts. An error is not raised but stored as `problem`."""
        self.texts = self.rendition = self.problem = None
        try:
            self._read(limits)
        except TrueBleuError as error:
            self.problem = self._with_label(str(error))

    def _read(self, limits: Limits) -> None:
        path = str(self.path)
        self.form = self.form or format_of(path, None)
        if self.origin != "argument":
            check_content(path, self.form, self.size, limits)
        if self.form != "lines" and not self.choices:
            self.choices, named = columns_of(path, self.form)
            if not self.choices and self.column is None:
                raise InputError(f"{path}: empty, or no field of the first line contains text")
            self.header = self.header or named
            if self.column is None and len(self.choices) == 1:
                self.column = self.choices[0]
        if self.form != "lines" and self.column is None:
            self.column = _only_version(self.choices, self.role)
        if self.form in MARKUPS and self.role == "documents":
            self.column = self.choices[0]
        if self.form != "lines" and self.column is None:
            return  # the page asks for the column
        self.texts, self.rendition = texts_of(
            path,
            self.form,
            self.column,
            header=self.header,
            invalid=self.invalid,
            empty_reference=self.empty_reference,
        )
        if self.rendition is not None and self.role == "documents":
            self.texts = list(self.rendition.documents)
        if self.origin != "argument":
            self._check_texts(self.texts, limits)

    def _check_texts(self, texts: list[Cell], limits: Limits) -> None:
        if len(texts) > limits.lines:
            raise TrueBleuError(
                f"{self.label}: {count(len(texts), 'segment', grouped=True)}. The limit is "
                f"{limits.lines:,}."
            )
        for number, cell in enumerate(texts, 1):
            for text in (cell,) if isinstance(cell, str) else cell or ():
                if len(text) > limits.line // 4 and len(text.encode()) > limits.line:
                    raise TrueBleuError(
                        f"{self.label}, segment {number}: longer than {format_size(limits.line)}. "
                        "Check for missing line ends."
                    )

    def _with_label(self, message: str) -> str:
        """Replace the path of an uploaded or saved file in an error message by the file's label."""
        path = os.fsencode(self.path).decode("utf-8", "replace")
        if self.origin == "argument":
            return message
        # The page has no options of the command line.
        return message.replace(path, self.label).replace(ON_THE_COMMAND_LINE, ". Save it as UTF-8.")

    @property
    def lines(self) -> int | None:
        """The number of segments; None if the texts were not read."""
        return None if self.texts is None else len(self.texts)

    def to_dict(self) -> dict[str, Any]:
        """Return the description of the file for the page.

        It includes the first three texts, but not the path.
        """
        first = (self.texts or [])[:SHOWN_LINES]
        return {
            "id": self.id,
            "role": self.role,
            "name": self.label,
            "origin": self.origin,
            "format": self.form,
            "column": self.column,
            "choices": self.choices,
            "bytes": self.size,
            "lines": self.lines,
            "first": [_excerpt(cell) for cell in first],
            "problem": self.problem,
        }


def _only_version(choices: list[str], role: str) -> str | None:
    """Return the only name in `choices` that starts with `role` and a colon, such as "reference:A".

    If several names or none do, return None.
    """
    fitting = [choice for choice in choices if choice.startswith(f"{role}:")]
    return fitting[0] if len(fitting) == 1 else None


def _excerpt(cell: Cell) -> str:
    text = cell if isinstance(cell, str) else " | ".join(cell or ())
    return text if len(text) <= SHOWN_LETTERS else f"{text[:SHOWN_LETTERS]}…"
