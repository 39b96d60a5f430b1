"""Files of markup beside other files: the versions that are asked for, as streams of segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu.errors import InputError, allowed, listing
from truebleu.io.blocks import BlockReader
from truebleu.io.markup import Invalid, Markup, Rendition, in_the_order_of, read_markup
from truebleu.io.streams import CellStream

if TYPE_CHECKING:
    from truebleu.io.streams import Stream


ALL = "*"
"""The name that stands for all versions of a role."""


class MarkupFile:
    """A file of markup of which some versions are read, each as a stream of segments.

    The file is read whole when it is opened: which segment is the first depends on the others.
    """

    def __init__(self, path: str, form: str, invalid: Invalid) -> None:
        self.markup = read_markup(path, form, invalid=invalid)
        self.name = self.markup.file
        self.reader: BlockReader | None = None
        self.streams: list[Stream] = []
        self.renditions: list[Rendition] = []
        self.ended = False
        self.byte_order_mark = False
        self.replaced = (0, 0)
        self._texts: list[list[str]] = []
        self._cells: list[CellStream] = []

    @property
    def waiting_bytes(self) -> int:
        """About how many bytes the segments that wait take."""
        return sum(cells.waiting_bytes for cells in self._cells)

    def take(self, role: str, wanted: Sequence[str], flag: str) -> list[str]:
        """Give the versions of a role that are asked for a stream each; gives their names.

        Raises `InputError` when the file has no such version, or several and none is asked for.
        """
        names = []
        for rendition in chosen(self.markup, role, wanted, flag):
            cells = CellStream(f"{self.name}, {rendition.said}")
            self.streams.append(cells)
            self._cells.append(cells)
            self.renditions.append(rendition)
            self._texts.append(rendition.texts)
            names.append(rendition.name)
        return names

    def put_in_order_of(self, first: Rendition) -> None:
        """Match all versions with `first`. Raises `InputError` when they differ in segments."""
        self._texts = [in_the_order_of(first, each) for each in self.renditions]

    def advance(self) -> None:
        """Let all segments wait."""
        for cells, texts in zip(self._cells, self._texts, strict=True):
            cells.append(texts)
        self.ended = True

    def close(self) -> None:
        """Nothing is open any more."""


def put_in_order(files: Sequence[object]) -> Rendition:
    """Match the versions of all files of markup with the first, a reference if there is one.

    Gives that version. One file is of markup at least. Raises `InputError` when versions differ in
    segments, or files are of different test sets.
    """
    markup = [file for file in files if isinstance(file, MarkupFile)]
    versions = [each for file in markup for each in file.renditions]
    _check_sets([file.markup for file in markup])
    first = next((each for each in versions if each.role == "reference"), versions[0])
    for file in markup:
        file.put_in_order_of(first)
    return first


def _check_sets(files: Sequence[Markup]) -> None:
    named = [file for file in files if file.set_name is not None]
    for file in named[1:]:
        if file.set_name != named[0].set_name:
            raise InputError(
                f"{file.file} is of the test set {file.set_name!r}, {named[0].file} of "
                f"{named[0].set_name!r}: if they belong together, give both the same setid",
                file=file.file,
            )


def chosen(markup: Markup, role: str, wanted: Sequence[str], flag: str) -> list[Rendition]:
    """The versions of a role that are asked for by name, `*` for all; the only one if none is.

    Raises `InputError` that lists them when there is none of that name, or several and no name.
    """
    known = markup.of(role)
    if not known:
        others = ", ".join(each.said for each in markup.renditions)
        raise InputError(f"{markup.file} holds no {role}: it has {others}", file=markup.file)
    if ALL in wanted or (not any(wanted) and len(known) == 1):
        return list(known.values())
    if not any(wanted):
        raise InputError(
            f"{markup.file} holds more than one {role}: {listing(known)}; say which with {flag} "
            f"NAME, once for each, or {flag} '{ALL}' for all",
            file=markup.file,
        )
    for name in wanted:
        if name not in known:
            raise InputError(f"{markup.file}: {allowed(role, name, known)}", file=markup.file)
    return [known[name] for name in dict.fromkeys(wanted)]
