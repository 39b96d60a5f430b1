"""mteval's and WMT's XML, by Python's own expat.

expat opens no file and fetches nothing by itself. Attacks on XML parsers need entities that the
file declares (they grow to gigabytes, or name other files), so a file that declares anything is
refused; nesting and the length of one tag are bounded. That leaves nothing for a package such as
defusedxml to do.
"""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from truebleu.errors import InputError
from truebleu.io.blocks import BlockReader
from truebleu.io.markup import Structure

DEEPEST = 64
"""Tags inside one another; a test set has seven."""

LONGEST = 1 << 24
"""The longest tag or comment, in bytes."""


def parse_xml(reader: BlockReader, structure: Structure) -> None:
    """Give all tags and texts of a file to `structure`."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    _Handlers(parser, structure)
    given = 0
    block = b"start"
    try:
        while block:
            block = reader.read()
            given += len(block)
            parser.Parse(block, not block)
            if given - parser.CurrentByteIndex > LONGEST:
                structure.fail(
                    parser.CurrentLineNumber, f"a tag of more than {LONGEST:,} bytes is not closed"
                )
    except expat.ExpatError as error:
        structure.fail(error.lineno, _explained(error))
    except InputError:
        raise
    except (LookupError, ValueError) as error:  # an encoding that Python does not have
        structure.fail(parser.CurrentLineNumber, f"{error}: save the file as UTF-8")


def _explained(error: expat.ExpatError) -> str:
    reason = expat.ErrorString(error.code)
    hint = "if it is mteval's SGML, say --input-format sgml"
    if reason == "undefined entity":
        hint = "XML has five entities (amp, lt, gt, quot, apos): write the character itself"
    elif reason == "not well-formed (invalid token)":
        hint = f"a bare & or <, or bytes that are not in the file's encoding; {hint}"
    return f"this is not XML: {reason}; {hint}"


class _Handlers:
    """What expat calls."""

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
            self._fail(f"more than {DEEPEST} tags inside one another: this is no test set")
        lower = {key.lower(): value for key, value in attributes.items()}
        self._structure.start(name.lower(), lower, self._parser.CurrentLineNumber)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._structure.end(name.lower(), self._parser.CurrentLineNumber)

    def _doctype(self, _name: str, _system: object, _public: object, internal: int) -> None:
        if internal:
            self._fail("declarations inside <!DOCTYPE ...> are refused: take them out of the file")

    def _skipped(self, name: str, _parameter: object) -> None:
        self._fail(
            f"the entity &{name}; is unknown: XML has five (amp, lt, gt, quot, apos); write the "
            "character itself"
        )

    def _fail(self, problem: str) -> NoReturn:
        self._structure.fail(self._parser.CurrentLineNumber, problem)
