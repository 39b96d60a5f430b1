"""mteval's SGML, tag by tag.

It is hardly SGML: mteval looks for `<tag ...>` up to the next `>` and, inside a segment, for
nothing but `</seg>`; what else stands there is text. White space runs become one space there, and
entities are left to the tokenizer. So it is read here; but what mteval passes over in silence (a
segment that is not closed) is an error.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

from truebleu.io.blocks import BlockReader
from truebleu.io.markup import Invalid, Structure

LONGEST = 1 << 24
"""The longest segment or tag, in characters; a longer one is a file of something else."""

TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)([^<>]*)>")
ATTRIBUTE = re.compile(r"""([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))""")
# What begins with fixed characters is searched for at the speed of memory.
END_OF_SEGMENT = re.compile(r"</(?i:seg)\s*>")
START_OF_SEGMENT = re.compile(r"<(?i:seg|doc)\b")
# What Perl's \s is in a text that it knows to be Unicode.
WHITESPACE = re.compile(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


def parse_sgml(reader: BlockReader, structure: Structure, invalid: Invalid) -> None:
    """Give all tags and segments of a file to `structure`."""
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
            structure.fail(line, "these bytes are not UTF-8; --invalid replace goes on")
        scanner.push(text, last=not block)


class _Scanner:
    """Finds tags and segments in text that comes in pieces."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self.waiting = ""
        self.line = 1

    def push(self, text: str, *, last: bool) -> None:
        """Take the next piece of the file."""
        self.waiting += text
        at = 0
        while (end := self._step(at, last=last)) > at:
            self.line += self.waiting.count("\n", at, end)
            at = end
        self.waiting = self.waiting[at:]
        if len(self.waiting) > LONGEST:
            self._structure.fail(
                self.line, f"a segment or tag of more than {LONGEST:,} characters is not closed"
            )

    def _step(self, at: int, *, last: bool) -> int:
        """Take what begins at `at`; gives where it ends, or `at` if it does not end yet."""
        if self._structure.in_segment:
            return self._segment(at)
        start = self.waiting.find("<", at)
        if start != at:
            return len(self.waiting) if start < 0 else start
        return self._tag(at, last=last)

    def _segment(self, at: int) -> int:
        end = END_OF_SEGMENT.search(self.waiting, at)
        if end is None:
            return at
        again = START_OF_SEGMENT.search(self.waiting, at, end.start())
        if again:
            line = self.line + self.waiting.count("\n", at, again.start())
            self._structure.fail(
                line, f"{again.group()}> inside a segment: </seg> is missing before it"
            )
        self._structure.text(WHITESPACE.sub(" ", self.waiting[at : end.start()]))
        self._structure.end("seg", self.line + self.waiting.count("\n", at, end.start()))
        return end.end()

    def _tag(self, at: int, *, last: bool) -> int:
        waiting = self.waiting
        for opening, closing in (("<!--", "-->"), ("<!", ">"), ("<?", ">")):
            if waiting.startswith(opening, at):
                end = waiting.find(closing, at)
                if end < 0 and last:
                    self._structure.fail(self.line, f"the file ends before {closing}")
                return at if end < 0 else end + len(closing)
        if waiting.find(">", at) < 0:
            if last:
                self._structure.fail(self.line, "the file ends inside a tag: it was cut short")
            return at
        tag = TAG.match(waiting, at)
        if tag is None:
            shown = waiting[at : at + 40].split("\n")[0]
            self._structure.fail(self.line, f"{shown!r} is no tag: write &lt; for a sign")
        slash, name, rest = tag.groups()
        if slash:
            self._structure.end(name.lower(), self.line)
        else:
            self._structure.start(name.lower(), _attributes(rest), self.line)
        return tag.end()


def _attributes(text: str) -> dict[str, str]:
    """The attributes of a tag, their names in lower case."""
    return {
        name.lower(): double or single or bare
        for name, double, single, bare in ATTRIBUTE.findall(text)
    }
