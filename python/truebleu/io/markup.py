"""Test sets in SGML or XML: the formats of mteval, and WMT's XML (2021 and later).

In these files, documents and segments have names. A file can contain several versions of the
segments: the source, references and system outputs. Versions are aligned by the names of the
segments, not by their order.

XML files that declare entities are rejected. Other files that an XML file refers to are not opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn

from truebleu.errors import InputError, allowed
from truebleu.io.blocks import BlockReader
from truebleu.io.formats import markup_form
from truebleu.wording import count

Key = tuple[str, str]
"""Identifier of a segment: the name of its document, and the name of the segment in the
document."""
Invalid = Literal["error", "replace"]


MARKUPS = ("sgml", "xml")
"""The file formats in which segments have names."""

UNNAMED = ""
"""The name of a version that has no name in the file."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rendition:
    """A version of a test set: the source, a reference or a system output.

    Attributes:
        file: the name of the file.
        role: "source", "reference" or "system".
        name: the name of the version in the file; "" if it has none.
        segments: a mapping from (document name, segment name) to the text of the segment, in the
            order of the file.
    """

    file: str
    role: str
    name: str
    segments: Mapping[Key, str]

    @property
    def texts(self) -> list[str]:
        """The texts of all segments, in the order of the file."""
        return list(self.segments.values())

    @property
    def documents(self) -> list[str]:
        """The document name of each segment, in the order of the file."""
        return [document for document, _ in self.segments]

    @property
    def label(self) -> str:
        """The role and the name of the system or reference, such as "reference 'A'"."""
        return f"{self.role} {self.name!r}" if self.name else f"{self.role} without a name"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Markup:
    """A test set that was read from an SGML or XML file.

    Attributes:
        file: the name of the file.
        set_name: the name of the test set (mteval's setid); None if it has none.
        renditions: the source, references and system outputs, in the order of the file.
    """

    file: str
    set_name: str | None
    renditions: tuple[Rendition, ...]

    def of(self, role: str) -> dict[str, Rendition]:
        """Return all versions with a role, as a dict from the name of a version to the version.

        `role` is "source", "reference" or "system".
        """
        return {version.name: version for version in self.renditions if version.role == role}


def read_markup(path: str, form: str | None = None, *, invalid: Invalid = "error") -> Markup:
    """Read a test set in mteval's SGML or XML, or in WMT's XML.

    In SGML, runs of whitespace become one space. Entities such as `&amp;` are not decoded, because
    mteval's tokenizers decode them. In XML, whitespace is unchanged. Predefined entities and
    character references are decoded.

    Args:
        path: the file; it may be compressed.
        form: "sgml" or "xml". None detects the format from the file name extension or, if that is
            unknown, from the content.
        invalid: what to do with invalid UTF-8 in SGML: "error" raises `InputError`, "replace"
            replaces the invalid bytes. Invalid XML is always an error.

    Raises:
        InputError: The file cannot be read or is invalid, a segment has no name, two segments have
            the same name, or an XML file declares entities. The message has the file and the line.
    """
    from truebleu.io.markup_sgml import parse_sgml
    from truebleu.io.markup_xml import parse_xml

    if form not in (None, *MARKUPS):
        raise InputError(allowed("form", form, MARKUPS))
    form = form or markup_form(path) or "sgml"
    reader = BlockReader(path)
    try:
        structure = Structure(reader.name, sets_name_first=form == "xml")
        if form == "xml":
            parse_xml(reader, structure)
        else:
            parse_sgml(reader, structure, invalid)
    finally:
        reader.close()
    return structure.finish()


def align(version: Rendition, order: Rendition) -> list[str]:
    """Return the texts of `version`, in the order in which the segments occur in `order`.

    Segments are matched by the name of the document and the name of the segment.

    Raises:
        InputError: The two versions have different segments.
    """
    for complete, incomplete in ((order, version), (version, order)):
        missing = [key for key in complete.segments if key not in incomplete.segments]
        if missing:
            raise InputError(_missing_segments(complete, incomplete, missing), file=incomplete.file)
    return [version.segments[key] for key in order.segments]


def _missing_segments(complete: Rendition, incomplete: Rendition, missing: Sequence[Key]) -> str:
    document, segment = missing[0]
    name = f"segment {segment!r} of document {document!r}"
    if document not in incomplete.documents:
        name = f"document {document!r}"
        missing = [key for key in missing if key[0] != document]
    else:
        missing = missing[1:]
    more = f" (and {count(len(missing), 'more segment')})" if missing else ""
    return (
        f"{incomplete.file}: {incomplete.label} has no {name}{more}, which {complete.label} of "
        f"{complete.file} has. Segments are aligned by name: add or remove them."
    )


ROLES = {
    "srcset": "source",
    "refset": "reference",
    "tstset": "system",
    "src": "source",
    "ref": "reference",
    "hyp": "system",
}
NAMES = ("sysid", "refid", "translator", "system")


class Structure:
    """A builder of a `Markup` from the tags and texts of an SGML or XML file.

    The name of a system can be in the tag of a set, such as `<tstset>`, and in the `<doc>` tags
    inside the set. `sets_name_first` says which name is used if both exist: True for the name in
    the tag of the set (XML), False for the name in the `<doc>` tag (SGML).
    """

    def __init__(self, file: str, *, sets_name_first: bool) -> None:
        self.file = file
        self._sets_name_first = sets_name_first
        self._set_name: str | None = None
        self._segments: dict[tuple[str, str], dict[Key, str]] = {}
        # Open tags
        self._role: tuple[str, str, str | None] | None = None  # tag, role, name
        self._document: tuple[str, str | None] | None = None  # name, system
        self._segment: str | None = None
        self._text: list[str] = []

    @property
    def in_segment(self) -> bool:
        """Whether a `<seg>` tag was processed, but not its `</seg>`."""
        return self._segment is not None

    def start(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        """Process a start tag. `tag` and the names in `attributes` must be lowercase."""
        if self._segment is not None:
            if tag in {"seg", "doc", *ROLES}:
                self.fail(line, f"<{tag}> inside a segment: </seg> is missing before it")
        elif tag == "seg":
            self._start_segment(attributes, line)
        elif tag == "doc":
            self._start_document(attributes, line)
        elif tag in ROLES:
            self._start_rendition(tag, attributes, line)
        elif tag == "dataset" and attributes.get("id"):
            self._set_name = attributes["id"]

    def text(self, text: str) -> None:
        """Process the text between two tags. Text outside segments is ignored."""
        if self._segment is not None:
            self._text.append(text)

    def end(self, tag: str, line: int) -> None:
        """Process an end tag. `tag` must be lowercase."""
        if tag == "seg":
            self._end_segment(line)
        elif tag == "doc":
            if self._document is None:
                self.fail(line, f"</{tag}> has no start tag")
            self._document = None
        elif self._role and tag == self._role[0]:
            self._role = None

    def fail(self, line: int, problem: str) -> NoReturn:
        """Raise `InputError` about a line of the file."""
        raise InputError(f"{self.file}, line {line}: {problem}", file=self.file, line=line)

    def finish(self) -> Markup:
        """Return the test set. Call this method at the end of the file.

        Raises:
            InputError: The file is truncated, or it has no segments.
        """
        still_open = self._segment is not None or self._document or self._role
        if still_open:
            element = "a segment" if self._segment is not None else "a document or a set"
            raise InputError(
                f"{self.file}: the file ends inside {element}. It is truncated, or an end tag is "
                "missing.",
                file=self.file,
            )
        if not any(self._segments.values()):
            raise InputError(
                f"{self.file}: no segments found. mteval's files have <refset>, <tstset> or "
                "<srcset> with <doc> and <seg>, WMT's XML has <dataset>. For plain text, pass "
                "--input-format lines.",
                file=self.file,
            )
        items = self._segments.items()
        renditions = tuple(
            Rendition(file=self.file, role=role, name=name, segments=segments)
            for (role, name), segments in items
            if segments
        )
        return Markup(file=self.file, set_name=self._set_name, renditions=renditions)

    def _start_rendition(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        if self._role is not None:
            self.fail(line, f"<{tag}> inside <{self._role[0]}>, which is not closed")
        name = next((attributes[key] for key in NAMES if attributes.get(key)), None)
        self._role = tag, ROLES[tag], name
        setid = attributes.get("setid")
        if setid and self._set_name not in (None, setid):
            self.fail(line, f"two test sets in one file: {self._set_name!r} and {setid!r}")
        self._set_name = setid or self._set_name

    def _start_document(self, attributes: Mapping[str, str], line: int) -> None:
        if self._document is not None:
            self.fail(line, f"<doc> inside document {self._document[0]!r}, which is not closed")
        name = attributes.get("docid") or attributes.get("id")
        if not name:
            self.fail(line, "document without a name. Add a docid to <doc>.")
        self._document = name, attributes.get("sysid")

    def _start_segment(self, attributes: Mapping[str, str], line: int) -> None:
        name = attributes.get("id")
        if not name:
            self.fail(line, "segment without a name. Add an id to <seg>.")
        if self._document is None:
            self.fail(line, f"segment {name!r} is outside a document. Put it into <doc docid=...>.")
        if self._role is None:
            self.fail(
                line,
                f"segment {name!r} is outside a set. Put it into <refset>, <tstset> or <srcset>.",
            )
        self._segment = name
        self._text = []

    def _end_segment(self, line: int) -> None:
        if self._segment is None or self._role is None or self._document is None:
            self.fail(line, "</seg> has no start tag")
        _, role, of_set = self._role
        document, of_document = self._document
        both = (of_set, of_document) if self._sets_name_first else (of_document, of_set)
        name = "" if role == "source" else both[0] or both[1] or UNNAMED
        segments = self._segments.setdefault((role, name), {})
        if (document, self._segment) in segments:
            label = Rendition(file=self.file, role=role, name=name, segments=segments).label
            self.fail(
                line,
                f"segment {self._segment!r} of document {document!r} is repeated in {label}",
            )
        segments[document, self._segment] = "".join(self._text)
        self._segment = None
