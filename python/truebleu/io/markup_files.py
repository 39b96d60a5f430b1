"""Read test sets in SGML or XML, with one stream of segments per source, reference or system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu.errors import InputError, allowed
from truebleu.io.blocks import BlockReader
from truebleu.io.markup import Invalid, Markup, Rendition, align, read_markup
from truebleu.io.streams import CellStream

if TYPE_CHECKING:
    from truebleu.io.streams import Stream


ALL = "*"
"""The name that chooses all versions with a role."""


class MarkupFile:
    """A test set in SGML or XML, with one stream of segments per chosen version.

    A version is the source, a reference or the output of a system. The whole file is read at once,
    because its segments may have to be sorted in the order of another file.

    `form` is "sgml" or "xml". `invalid` says what to do with invalid UTF-8: "error" or "replace".

    Raises:
        InputError: The file cannot be read or is invalid. The message has the file and the line.
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
        """The approximate number of buffered bytes."""
        return sum(cells.waiting_bytes for cells in self._cells)

    def add_versions(self, role: str, chosen: Sequence[str], flag: str) -> list[str]:
        """Add a stream for each chosen version, and return the names of these versions.

        Args:
            role: "source", "reference" or "system".
            chosen: the names of the versions. The name `*` chooses all versions with the role.
                Without names, the only version with the role is chosen.
            flag: the command-line option that chooses names, for error messages.

        Raises:
            InputError: No version has the role, a name is unknown, or no name is chosen but several
                versions have the role.
        """
        names = []
        for rendition in choose_versions(self.markup, role, chosen, flag):
            cells = CellStream(f"{self.name}, {rendition.label}")
            self.streams.append(cells)
            self._cells.append(cells)
            self.renditions.append(rendition)
            self._texts.append(rendition.texts)
            names.append(rendition.name)
        return names

    def put_in_order_of(self, first: Rendition) -> None:
        """Sort the segments of all added versions in the order of the version `first`.

        Raises:
            InputError: The versions have different segments.
        """
        self._texts = [align(version, first) for version in self.renditions]

    def advance(self) -> None:
        """Append the segments of all added versions to the streams."""
        for cells, texts in zip(self._cells, self._texts, strict=True):
            cells.append(texts)
        self.ended = True

    def close(self) -> None:
        """Do nothing: the file was closed after it was read."""


def put_in_order(files: Sequence[object]) -> Rendition:
    """Sort the segments of all test sets in one order; return the version that has this order.

    This version is the first reference. If there is no reference, it is the first version. At least
    one of the `files` must be a `MarkupFile`. Files of other classes are ignored.

    Raises:
        InputError: The files have different segments, or different names of the test set.
    """
    markup = [file for file in files if isinstance(file, MarkupFile)]
    versions = [version for file in markup for version in file.renditions]
    _check_sets([file.markup for file in markup])
    first = next((version for version in versions if version.role == "reference"), versions[0])
    for file in markup:
        file.put_in_order_of(first)
    return first


def _check_sets(files: Sequence[Markup]) -> None:
    named = [file for file in files if file.set_name is not None]
    for file in named[1:]:
        if file.set_name != named[0].set_name:
            raise InputError(
                f"{file.file} has the test set {file.set_name!r}, {named[0].file} has "
                f"{named[0].set_name!r}. Use files of one test set, or the same setid.",
                file=file.file,
            )


def choose_versions(markup: Markup, role: str, names: Sequence[str], flag: str) -> list[Rendition]:
    """Return the versions of a test set that have the role `role` and one of the `names`.

    Args:
        markup: the test set.
        role: "source", "reference" or "system".
        names: the names to choose. The name `*` chooses all versions with the role. Without names,
            the only version with the role is chosen.
        flag: the command-line option that chooses names, for error messages.

    Raises:
        InputError: No version has the role, a name is unknown, or `names` is empty but several
            versions have the role. The message lists the versions.
    """
    versions = markup.of(role)
    if not versions:
        labels = ", ".join(version.label for version in markup.renditions)
        raise InputError(f"{markup.file} has no {role}. It has: {labels}.", file=markup.file)
    if ALL in names or (not any(names) and len(versions) == 1):
        return list(versions.values())
    if not any(names):
        raise InputError(
            f"{markup.file} has more than one {role}: {', '.join(versions)}. Choose with {flag} "
            f"NAME (repeatable), or {flag} '{ALL}' for all.",
            file=markup.file,
        )
    for name in names:
        if name not in versions:
            raise InputError(f"{markup.file}: {allowed(role, name, versions)}", file=markup.file)
    return [versions[name] for name in dict.fromkeys(names)]
