"""Reader of mteval's SGML.

mteval does not parse all of SGML. Outside segments, it searches for tags, which end at the next
`>`. Inside a segment, it searches only for `</seg>`, and everything else is text. Runs of
whitespace become one space. Entities such as `&amp;` are not decoded. This reader follows the same
rules, but a segment without `</seg>` is an error.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

from truebleu.io.blocks import BlockReader
from truebleu.io.markup import Invalid, Structure

LONGEST = 1 << 24
"""Maximum number of characters of a segment or a tag."""

TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)([^<>]*)>")
ATTRIBUTE = re.compile(r"""([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))""")
# Patterns that start with fixed characters are fast to search.
END_OF_SEGMENT = re.compile(r"</(?i:seg)\s*>")
START_OF_SEGMENT = re.compile(r"<(?i:seg|doc)\b")
# \s of Perl in Unicode text
WHITESPACE = re.compile(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


def parse_sgml(reader: BlockReader, structure: Structure, invalid: Invalid) -> None:
    """Read an SGML file, and pass its tags and texts to `structure`.

    `invalid` says what to do with invalid UTF-8: "error" or "replace".
    """
    scanner = _Scanner(structure)
    decoder = getincrementaldecoder("utf-8-sig")("replace" if invalid == "replace" else "strict")
    block = b"start"
    while block:
        block = reader.read()
        try:
            text = decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            line = scanner.line + scanner.waiting.count("\n")
            line += error.object[: error.start].count(b"\n")
            structure.fail(line, "invalid UTF-8. Use --invalid replace to continue.")
        scanner.push(text, last=not block)


class _Scanner:
    """A scanner that finds the tags and segments of a file, which is passed in pieces."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self.waiting = ""
        self.line = 1

    def push(self, text: str, *, last: bool) -> None:
        self.waiting += text
        start = 0
        while (end := self._step(start, last=last)) > start:
            self.line += self.waiting.count("\n", start, end)
            start = end
        self.waiting = self.waiting[start:]
        if len(self.waiting) > LONGEST:
            self._structure.fail(
                self.line, f"a segment or tag of more than {LONGEST:,} characters is not closed"
            )

    def _step(self, start: int, *, last: bool) -> int:
        """Process the tag or segment at `start` and return its end.

        If the tag or segment is incomplete, return `start`.
        """
        if self._structure.in_segment:
            return self._segment(start)
        tag = self.waiting.find("<", start)
        if tag != start:
            return len(self.waiting) if tag < 0 else tag
        return self._tag(start, last=last)

    def _segment(self, start: int) -> int:
        end = END_OF_SEGMENT.search(self.waiting, start)
        if end is None:
            return start
        again = START_OF_SEGMENT.search(self.waiting, start, end.start())
        if again:
            line = self.line + self.waiting.count("\n", start, again.start())
            self._structure.fail(
                line, f"{again.group()}> inside a segment: </seg> is missing before it"
            )
        self._structure.text(WHITESPACE.sub(" ", self.waiting[start : end.start()]))
        self._structure.end("seg", self.line + self.waiting.count("\n", start, end.start()))
        return end.end()

    def _tag(self, start: int, *, last: bool) -> int:
        waiting = self.waiting
        for opening, closing in (("<!--", "-->"), ("<!", ">"), ("<?", ">")):
            if waiting.startswith(opening, start):
                end = waiting.find(closing, start)
                if end < 0 and last:
                    self._structure.fail(self.line, f"the file ends before {closing}")
                return start if end < 0 else end + len(closing)
        if waiting.find(">", start) < 0:
            if last:
                self._structure.fail(self.line, "the file is truncated inside a tag")
            return start
        tag = TAG.match(waiting, start)
        if tag is None:
            text = waiting[start : start + 40].split("\n")[0]
            self._structure.fail(self.line, f"{text!r} is not a tag. Write &lt; for the character.")
        slash, name, attributes = tag.groups()
        if slash:
            self._structure.end(name.lower(), self.line)
        else:
            self._structure.start(name.lower(), _attributes(attributes), self.line)
        return tag.end()


def _attributes(text: str) -> dict[str, str]:
    return {
        name.lower(): double or single or bare
        for name, double, single, bare in ATTRIBUTE.findall(text)
    }
