"""Reader of mteval's and WMT's XML, which uses Python's expat.

This reader is safe for untrusted files; it does not need a package such as defusedxml. expat opens
no other files. Entity declarations, which attacks on XML parsers need, are rejected. The depth and
the length of tags are limited.
"""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from truebleu.errors import InputError
from truebleu.io.blocks import BlockReader
from truebleu.io.markup import Structure

DEEPEST = 64
"""Maximum depth of nested tags. A test set has seven levels."""

LONGEST = 1 << 24
"""Maximum number of bytes of a tag or a comment."""


def parse_xml(reader: BlockReader, structure: Structure) -> None:
    """Read an XML file, and pass its tags and texts to `structure`."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    _Handlers(parser, structure)
    num_bytes = 0
    block = b"start"
    try:
        while block:
            block = reader.read()
            num_bytes += len(block)
            parser.Parse(block, not block)
            if num_bytes - parser.CurrentByteIndex > LONGEST:
                structure.fail(
                    parser.CurrentLineNumber, f"a tag of more than {LONGEST:,} bytes is not closed"
                )
    except expat.ExpatError as error:
        structure.fail(error.lineno, _explained(error))
    except InputError:
        raise
    except (LookupError, ValueError) as error:  # unknown encoding
        structure.fail(parser.CurrentLineNumber, f"{error}. Save the file as UTF-8.")


def _explained(error: expat.ExpatError) -> str:
    reason = expat.ErrorString(error.code)
    hint = "For mteval's SGML, pass --input-format sgml."
    if reason == "undefined entity":
        hint = "XML has five entities (amp, lt, gt, quot, apos). Write the character itself."
    elif reason == "not well-formed (invalid token)":
        hint = f"Check for a bare & or <, or for another encoding. {hint}"
    return f"invalid XML: {reason}. {hint}"


class _Handlers:
    """Callbacks for expat. They pass tags and texts to a `Structure`."""

    def __init__(self, parser: expat.XMLParserType, structure: Structure) -> None:
        self._parser = parser
        self._structure = structure
        self._depth = 0
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = structure.text
        parser.StartDoctypeDeclHandler = self._doctype
        parser.SkippedEntityHandler = self._skipped

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            self._fail(f"more than {DEEPEST} nested tags. This is not a test set.")
        lower = {key.lower(): value for key, value in attributes.items()}
        self._structure.start(name.lower(), lower, self._parser.CurrentLineNumber)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._structure.end(name.lower(), self._parser.CurrentLineNumber)

    def _doctype(self, _name: str, _system: object, _public: object, internal: int) -> None:
        if internal:
            self._fail("declarations inside <!DOCTYPE ...> are not supported. Remove them.")

    def _skipped(self, name: str, _parameter: object) -> None:
        self._fail(
            f"unknown entity &{name};. Write the character itself; XML has five entities (amp, lt, "
            "gt, quot, apos)."
        )

    def _fail(self, problem: str) -> NoReturn:
        self._structure.fail(self._parser.CurrentLineNumber, problem)
