"""Every fault that is known, once: its name, how serious it is, its words, what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from truebleu.checks.results import ERROR, NOTE, WARNING, Finding

FIRST = 10
"""So many segment numbers a finding holds."""


@dataclass(frozen=True, slots=True)
class Located:
    """A finding, and all segments that have it, counted from 0 in its stream."""

    finding: Finding
    places: Sequence[int]


class Kind:
    """A fault: `severity`, what is said of one segment or of the whole (`one`) and of `many`.

    Both are templates: `{count}` and `{first}` are how many segments have it and the first one's
    number; other names come from who finds it.
    """

    __slots__ = ("advice", "many", "name", "one", "severity")

    def __init__(self, name: str, severity: str, one: str, many: str, advice: str) -> None:
        self.name = name
        self.severity = severity
        self.one = one
        self.many = many or one
        self.advice = advice


def _lines(what: str) -> tuple[str, str]:
    """The templates of a fault that is told for each line."""
    return f"line {{first}} {what}", f"{{count}} lines {what}, the first is line {{first}}"


def _hold(what: str) -> tuple[str, str]:
    return (
        f"line {{first}} holds {what}",
        f"{{count}} lines hold {what}, the first is line {{first}}",
    )


_ALL = (
    # Files and their number of lines
    Kind(
        "unreadable", ERROR, "{problem}", "",
        "what could be read was checked: mend the file, then check again",
    ),
    Kind("no_segments", ERROR, "there are no lines", "", "look where the text was lost"),
    Kind(
        "line_counts", ERROR, "{lines}, where {other} has {expected}", "",
        "nothing can be scored until both have a line for each segment",
    ),
    Kind(
        "not_text", ERROR, *_lines("{verb} not text but {what}"),
        "hand over a str for each segment",
    ),
    Kind(
        "no_reference", ERROR, "line {first} has no reference",
        "{count} lines have no reference, the first is line {first}",
        "give one, or leave the segment out of hypotheses and references alike",
    ),
    Kind(
        "no_score", ERROR, "{metric}: {problem}", "",
        "mend what it refuses, or choose another metric",
    ),
    # Lines that do not belong together
    Kind(
        "shifted", ERROR,
        "{which} lines are shifted: line {first} belongs to line {target} of {other}", "",
        "{remedy}",
    ),
    Kind(
        "missing_lines", ERROR,
        "{lines} missing {where}{then}",
        "{total} lines are missing at {count} places, the first {where}{then}",
        "put back what belongs to line {target} of {other}",
    ),
    Kind(
        "extra_lines", ERROR,
        "{lines} too many{doubled}{then}",
        "{total} lines are too many at {count} places, the first is line {first}{doubled}{then}",
        "take out what belongs to no line of {other}",
    ),
    Kind(
        "other_order", ERROR, "the lines are in another order than those of {other}", "",
        "put them back in order (was the file sorted or shuffled?)",
    ),
    # Files that were mixed up
    Kind(
        "source_as_hypothesis", ERROR, "the text is that of the source", "",
        "score the system's output, not what it was given",
    ),
    Kind(
        "source_as_reference", ERROR, "the text is that of the source", "",
        "give the human translation with -r",
    ),
    Kind(
        "hypothesis_is_reference", ERROR, "every line is that of the reference {other}", "",
        "score the system's output, not the reference",
    ),
    Kind(
        "copied_reference", WARNING,
        *_lines("{verb} word for word that of the reference, {share} of all long lines"),
        "look whether the system was trained on the test set, or the references come from it",
    ),
    Kind(
        "untranslated", WARNING, *_lines("{verb} that of the source"),
        "look why the system copied its input",
    ),
    Kind(
        "equal_references", WARNING, "the text is that of {other}", "",
        "leave one out: a reference given twice only looks like two",
    ),
    Kind(
        "equal_systems", WARNING, "the text is that of {other}", "",
        "look whether a file was copied in place of another",
    ),
    # Characters
    Kind(
        "invalid_utf8", ERROR, "bytes that are not UTF-8 were replaced in 1 line, first in line "
        "{first}", "bytes that are not UTF-8 were replaced in {count} lines, first in line "
        "{first}", "convert the file from its real encoding: iconv -f ... -t UTF-8",
    ),
    Kind(
        "surrogates", ERROR, *_hold("half a character (a lone surrogate)"),
        'read the file as UTF-8, without errors="surrogateescape"',
    ),
    Kind(
        "replacement_characters", WARNING, *_hold("U+FFFD, which stands for lost text"),
        "decode the text again from its bytes",
    ),
    Kind(
        "mojibake", WARNING, *_hold("UTF-8 that was read as another encoding"),
        'mend it: text.encode("cp1252").decode("utf-8")',
    ),
    Kind(
        "byte_order_mark", NOTE, "a byte order mark at the start was dropped", "",
        "write files without one: other tools keep it, as part of the first word",
    ),
    Kind(
        "control_characters", WARNING, *_hold("control characters"),
        "take them out: people do not write them",
    ),
    Kind(
        "line_separators", WARNING, *_hold("{what}, where other tools end a line"),
        "put a space in its place",
    ),
    Kind(
        "zero_width", WARNING, *_hold("zero-width or bidirectional control characters ({what})"),
        "take them out of hypotheses and references alike: they part words that look the same",
    ),
    Kind(
        "decomposed", WARNING, *_lines("{verb} not in Unicode's form NFC"),
        'bring hypotheses and references into one form: unicodedata.normalize("NFC", text)',
    ),
    # What processing left behind
    Kind(
        "escaped", WARNING, *_hold("entities such as {what}"),
        "unescape the text: html.unescape(text)",
    ),
    Kind(
        "subwords", ERROR, *_hold("pieces of words ({what})"),
        "join the pieces before scoring",
    ),
    Kind(
        "tokenized", WARNING, 'line {first} ends in " .": the text looks tokenized',
        '{count} lines end in " .": the text looks tokenized',
        "scores are meant for text as people write it",
    ),
    Kind(
        "spaced_punctuation", WARNING,
        *_lines("{verb} tokenized ({what}), {share} of all"),
        "detokenize hypotheses and references: scores are meant for text as people write it",
    ),
    Kind(
        "lowercased", WARNING, "the text is all lower case, and that of {other} is not", "",
        "restore the case, or ignore it on purpose: --lowercase",
    ),
    # Lines
    Kind(
        "empty", WARNING, "line {first} is empty",
        "{count} lines are empty, the first is line {first}",
        "look why nothing came out for them",
    ),
    Kind(
        "empty_references", WARNING, "line {first} is empty, and the hypothesis is not",
        "{count} lines are empty where the hypotheses are not, the first is line {first}",
        "an empty reference counts as a real one of no words: drop the segment, or write None "
        "where there are others",
    ),
    Kind(
        "repeated", WARNING,
        *_lines("{verb} the same as others whose references differ ({times} times “{text}”)"),
        "look why the system says the same to different input",
    ),
    Kind(
        "loops", WARNING, *_lines("{do} the same over and over"),
        "limit repetition when decoding",
    ),
    Kind(
        "length_outliers", WARNING, *_lines("{verb} far longer or shorter than the reference"),
        "look for output that was cut off, and for lines that do not belong together",
    ),
    # Scripts
    Kind(
        "other_script", WARNING, *_lines("{verb} in another script than the reference ({what})"),
        "look whether the system translated into another language",
    ),
    Kind(
        "wrong_script", ERROR,
        "the text is written in {ours} letters, that of {other} in {theirs}", "",
        "look whether these files belong together",
    ),
    Kind(
        "wrong_tokenizer", WARNING,
        "this looks like {language}, which {tokenizer} does not cut into words", "",
        "use --tokenize {better}",
    ),
)  # fmt: skip

KINDS = {kind.name: kind for kind in _ALL}
"""All faults by their names."""

ALWAYS_SAID = frozenset({"empty", "empty_references", "invalid_utf8", "line_separators"})
"""Faults that are one however seldom they are: no text came out, or was lost, or tools will part
lines in different places."""

PER_LINE = frozenset(
    kind.name for kind in _ALL if kind.many != kind.one and kind.severity == WARNING
) | {"subwords"}
"""Faults that lines have one by one: where few have them, and they cost little, they are notes."""

_VERBS = {True: {"verb": "is", "do": "says"}, False: {"verb": "are", "do": "say"}}


def found(
    kind: str,
    stream: str,
    places: Sequence[int] = (),
    *,
    count: int | None = None,
    severity: str | None = None,
    excerpt: str = "",
    shift: int | None = None,
    **details: Any,
) -> Located:
    """Make a finding. `places` are segments, counted from 0; `count` where they are not all."""
    known = KINDS[kind]
    number = len(places) if count is None else count
    words = {"count": number, "first": places[0] + 1 if len(places) else 0}
    words |= _VERBS[number == 1] | details
    template = known.one if number <= 1 else known.many
    finding = Finding(
        kind=kind,
        severity=severity or known.severity,
        stream=stream,
        message=template.format(**words),
        count=number,
        segments=tuple(int(place) + 1 for place in places[:FIRST]),
        excerpt=excerpt,
        shift=shift,
        advice=known.advice.format_map(_Blank(words)),
    )
    return Located(finding, places)


class _Blank(dict[str, "Any"]):
    """Words for a template; what is not there is nothing."""

    def __missing__(self, _name: str) -> str:
        return ""
