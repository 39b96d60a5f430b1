"""Test sets in markup: mteval's SGML and XML, and WMT's XML (2021 and later).

Such a file names its documents and segments, and may hold several versions of them: the source,
references, outputs of systems. Versions are matched by these names, never by their order.

Nothing in a file is obeyed but its tags: entities that a file declares are refused, and no other
file is opened for it. What is held is the text, not a tree.
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
"""A segment: the name of its document, and its own there."""
Invalid = Literal["error", "replace"]


MARKUPS = ("sgml", "xml")
"""The formats."""

UNNAMED = ""
"""The name of a version that the file gives no name."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rendition:
    """One version of a test set.

    Attributes:
        file: the file's name.
        role: `"source"`, `"reference"` or `"system"`.
        name: what the file calls it; empty if it has no name.
        segments: the text of every segment, by (document, segment), in the file's order.
    """

    file: str
    role: str
    name: str
    segments: Mapping[Key, str]

    @property
    def texts(self) -> list[str]:
        """The texts, in the file's order."""
        return list(self.segments.values())

    @property
    def documents(self) -> list[str]:
        """The document of every segment, in the file's order."""
        return [document for document, _ in self.segments]

    @property
    def said(self) -> str:
        """What messages call it."""
        return f"{self.role} {self.name!r}" if self.name else f"{self.role} without a name"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Markup:
    """What a file of markup holds.

    Attributes:
        file: the file's name.
        set_name: the name of the test set (mteval's setid), None if there is none.
        renditions: all versions, in the file's order.
    """

    file: str
    set_name: str | None
    renditions: tuple[Rendition, ...]

    def of(self, role: str) -> dict[str, Rendition]:
        """The versions of this role (`"source"`, `"reference"`, `"system"`) by name."""
        return {each.name: each for each in self.renditions if each.role == role}


def read_markup(path: str, form: str | None = None, *, invalid: Invalid = "error") -> Markup:
    """Read a file of mteval's SGML or XML, or of WMT's XML.

    SGML is read as mteval reads it: a run of white space is one space, and entities stay as they
    are (mteval's tokenizers decode them). XML is read as XML: its five entities and characters by
    number are decoded, white space stays.

    Args:
        path: the file; it may be compressed.
        form: `"sgml"` or `"xml"`; None goes by the name, and by the content where the name does
            not say it.
        invalid: what to do with bytes of SGML that are not UTF-8.

    Raises:
        InputError: the file cannot be read or is not such a file, a segment has no name or occurs
            twice, or the file declares entities; with file and line.
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
    return structure.finished()


def in_the_order_of(first: Rendition, other: Rendition) -> list[str]:
    """The texts of `other` in the order of `first`.

    Raises `InputError` when one has a segment that the other lacks.
    """
    for here, there in ((first, other), (other, first)):
        missing = [key for key in here.segments if key not in there.segments]
        if missing:
            raise InputError(_missing(here, there, missing), file=there.file)
    return [other.segments[key] for key in first.segments]


def _missing(here: Rendition, there: Rendition, missing: Sequence[Key]) -> str:
    document, segment = missing[0]
    what = f"segment {segment!r} of document {document!r}"
    if not any(known == document for known, _ in there.segments):
        what = f"document {document!r}"
        missing = [key for key in missing if key[0] != document]
    else:
        missing = missing[1:]
    more = f" (and {count(len(missing), 'more segment')})" if missing else ""
    return (
        f"{there.file}: {there.said} has no {what}{more}, which {here.said} of {here.file} has; "
        "segments are matched by these names: complete one, or take it out of the other"
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
    """What the tags of a file mean: a reader gives them one by one, with their lines.

    `sets_name_first` says which of a set's and a document's name of the system counts where both
    have one: mteval takes the set's in XML, the document's in SGML.
    """

    def __init__(self, file: str, *, sets_name_first: bool) -> None:
        self.file = file
        self._sets_name_first = sets_name_first
        self._set_name: str | None = None
        self._found: dict[tuple[str, str], dict[Key, str]] = {}
        # What is open: each a tag and its name or role.
        self._role: tuple[str, str, str | None] | None = None  # tag, role, name
        self._document: tuple[str, str | None] | None = None  # name, system
        self._segment: str | None = None
        self._text: list[str] = []

    @property
    def in_segment(self) -> bool:
        """Whether text counts now."""
        return self._segment is not None

    def start(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        """A tag opens; its name and those of its attributes are lower case."""
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
        """Text of the segment that is open; other text means nothing."""
        if self._segment is not None:
            self._text.append(text)

    def end(self, tag: str, line: int) -> None:
        """A tag closes. In a segment none but its own can: readers see to that."""
        if tag == "seg":
            self._end_segment(line)
        elif tag == "doc":
            if self._document is None:
                self.fail(line, f"</{tag}> closes nothing that is open here")
            self._document = None
        elif self._role and tag == self._role[0]:
            self._role = None

    def fail(self, line: int, problem: str) -> NoReturn:
        """Raise the error for this line of the file."""
        raise InputError(f"{self.file}, line {line}: {problem}", file=self.file, line=line)

    def finished(self) -> Markup:
        """What the file holds. Raises `InputError` if it ends too early, or holds no segment."""
        still_open = self._segment is not None or self._document or self._role
        if still_open:
            what = "a segment" if self._segment is not None else "a document or a set"
            raise InputError(
                f"{self.file}: the file ends inside {what}: it was cut short, or a tag is not "
                "closed",
                file=self.file,
            )
        if not any(self._found.values()):
            raise InputError(
                f"{self.file}: there are no segments: mteval's files have <refset>, <tstset> or "
                "<srcset> with <doc> and <seg>, WMT's XML has <dataset>; --input-format lines "
                "scores the lines as they are",
                file=self.file,
            )
        found = self._found.items()
        renditions = tuple(
            Rendition(file=self.file, role=role, name=name, segments=held)
            for (role, name), held in found
            if held
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
            self.fail(line, "a document without a name: give <doc> a docid")
        self._document = name, attributes.get("sysid")

    def _start_segment(self, attributes: Mapping[str, str], line: int) -> None:
        name = attributes.get("id")
        if not name:
            self.fail(line, "a segment without a name: give <seg> an id")
        if self._document is None:
            self.fail(line, f"segment {name!r} is in no document: put <doc docid=...> around it")
        if self._role is None:
            self.fail(
                line,
                f"segment {name!r} is in no set: <refset>, <tstset> or <srcset> says whose it is",
            )
        self._segment = name
        self._text = []

    def _end_segment(self, line: int) -> None:
        if self._segment is None or self._role is None or self._document is None:
            self.fail(line, "</seg> closes nothing that is open here")
        _, role, of_set = self._role
        document, of_document = self._document
        both = (of_set, of_document) if self._sets_name_first else (of_document, of_set)
        name = "" if role == "source" else both[0] or both[1] or UNNAMED
        held = self._found.setdefault((role, name), {})
        if (document, self._segment) in held:
            again = Rendition(file=self.file, role=role, name=name, segments=held).said
            self.fail(
                line,
                f"segment {self._segment!r} of document {document!r} is there twice for {again}",
            )
        held[document, self._segment] = "".join(self._text)
        self._segment = None
