"""The kinds of issues that `check` reports, with name, severity, message and advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from truebleu.checks.results import ERROR, NOTE, WARNING, Finding

MAX_SEGMENTS = 10
"""Maximum number of segment numbers in a finding."""


@dataclass(frozen=True, slots=True)
class Located:
    """A finding with the indices of all affected segments.

    `places` has these indices, from 0. The finding itself lists at most `MAX_SEGMENTS` segments.
    """

    finding: Finding
    places: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of issue.

    `message` and `plural` are templates of the message. If several segments are affected and
    `plural` is not empty, `plural` is used. Otherwise, `message` is used. In the templates,
    `{count}` is the number of affected segments, and `{first}` is the number of the first one, from
    1. Checks provide the values of all other fields.
    """

    name: str
    severity: str
    message: str
    plural: str = ""
    advice: str


def _line_kind(name: str, severity: str, text: str, *, advice: str) -> Kind:
    """Return a kind of issue whose message is "line N" or "N lines", followed by `text`."""
    return Kind(
        name=name,
        severity=severity,
        message=f"line {{first}} {text}",
        plural=f"{{count}} lines {text}, the first is line {{first}}",
        advice=advice,
    )


_ALL = (
    # Files and their number of lines
    Kind(
        name="unreadable", severity=ERROR,
        message="{problem}",
        advice="Repair the file and check again; only its readable part was checked.",
    ),
    Kind(
        name="no_segments", severity=ERROR,
        message="there are no lines",
        advice="Check where the text was lost.",
    ),
    Kind(
        name="line_counts", severity=ERROR,
        message="{lines}, but {other} has {expected}",
        advice="Add or remove lines so that both have one line per segment.",
    ),
    Kind(
        name="cr_line_ends", severity=ERROR,
        message="the lines end with CR (\\r), so the whole text is read as one line",
        advice="Convert the line ends to LF: tr '\\r' '\\n' < FILE",
    ),
    _line_kind(
        "not_text", ERROR,
        "{verb} not text but {what}",
        advice="Pass a str for each segment.",
    ),
    Kind(
        name="no_reference", severity=ERROR,
        message="line {first} has no reference",
        plural="{count} lines have no reference, the first is line {first}",
        advice="Add a reference, or remove the segment from hypotheses and references.",
    ),
    Kind(
        name="no_score", severity=ERROR,
        message="{metric}: {problem}",
        advice="Fix the reported problem or choose another metric.",
    ),
    # Misaligned lines
    Kind(
        name="shifted", severity=ERROR,
        message="{which} lines are shifted: line {first} belongs to line {target} of {other}",
        advice="{remedy}",
    ),
    Kind(
        name="missing_lines", severity=ERROR,
        message="{lines} missing {where}{then}",
        plural="{total} lines are missing at {count} places, the first {where}{then}",
        advice="Restore the counterpart of line {target} of {other}.",
    ),
    Kind(
        name="extra_lines", severity=ERROR,
        message="{lines} extra{doubled}{then}",
        plural=("{total} lines are extra at {count} places, the first is line "
            "{first}{doubled}{then}"),
        advice="Remove the lines without a counterpart in {other}.",
    ),
    Kind(
        name="other_order", severity=ERROR,
        message="the lines are in a different order than in {other}",
        advice="Restore the order. Was the file sorted or shuffled?",
    ),
    # Mixed-up files
    Kind(
        name="source_as_hypothesis", severity=ERROR,
        message="the text equals the source",
        advice="Score the output of the system, not its input.",
    ),
    Kind(
        name="source_as_reference", severity=ERROR,
        message="the text equals the source",
        advice="Pass the human translation with -r.",
    ),
    Kind(
        name="hypothesis_is_reference", severity=ERROR,
        message="every line equals the reference {other}",
        advice="Score the output of the system, not the reference.",
    ),
    _line_kind(
        "copied_reference", WARNING,
        "{verb} equal to the reference, {share} of all long lines",
        advice=("Check whether the system was trained on the test set, or the references "
            "come from it."),
    ),
    _line_kind(
        "untranslated", WARNING,
        "{verb} equal to the source",
        advice="Check why the system copied its input.",
    ),
    Kind(
        name="equal_references", severity=WARNING,
        message="the text equals {other}",
        advice="Remove one of them: a duplicate reference adds nothing.",
    ),
    Kind(
        name="equal_systems", severity=WARNING,
        message="the text equals {other}",
        advice="Check whether one file was copied over the other.",
    ),
    # Characters
    Kind(
        name="invalid_utf8", severity=ERROR,
        message="invalid UTF-8 bytes were replaced in 1 line, line {first}",
        plural="invalid UTF-8 bytes were replaced in {count} lines, the first is line {first}",
        advice="Convert the file from its encoding: iconv -f ... -t UTF-8",
    ),
    _line_kind(
        "surrogates", ERROR,
        "{contain} a lone surrogate",
        advice='Read the file as UTF-8, without errors="surrogateescape".',
    ),
    _line_kind(
        "replacement_characters", WARNING,
        "{contain} U+FFFD, which replaces lost text",
        advice="Decode the text again from its bytes.",
    ),
    _line_kind(
        "mojibake", WARNING,
        "{contain} UTF-8 that was decoded with another encoding",
        advice='Repair the text: text.encode("cp1252").decode("utf-8")',
    ),
    Kind(
        name="byte_order_mark", severity=NOTE,
        message="a byte order mark at the start was dropped",
        advice="Write files without it: other tools keep it as part of the first word.",
    ),
    _line_kind(
        "control_characters", WARNING,
        "{contain} control characters",
        advice="Remove them.",
    ),
    _line_kind(
        "line_separators", WARNING,
        "{contain} {what}, where other tools end a line",
        advice="Replace it by a space, or by \\n where it should end a line.",
    ),
    _line_kind(
        "zero_width", WARNING,
        "{contain} zero-width or bidirectional control characters ({what})",
        advice="Remove them from hypotheses and references: they make equal-looking words differ.",
    ),
    _line_kind(
        "decomposed", WARNING,
        "{verb} not in Unicode form NFC",
        advice='Normalize hypotheses and references: unicodedata.normalize("NFC", text)',
    ),
    # Traces of preprocessing
    _line_kind(
        "escaped", WARNING,
        "{contain} entities such as {what}",
        advice="Unescape the text: html.unescape(text)",
    ),
    _line_kind(
        "subwords", ERROR,
        "{contain} subwords ({what})",
        advice="Join the subwords before scoring.",
    ),
    Kind(
        name="tokenized", severity=WARNING,
        message='line {first} ends in " .": the text looks tokenized',
        plural='{count} lines end in " .": the text looks tokenized',
        advice="Score detokenized text with original case.",
    ),
    _line_kind(
        "spaced_punctuation", WARNING,
        "{verb} tokenized ({what}), {share} of all",
        advice="Detokenize hypotheses and references: scores are meant for detokenized text.",
    ),
    Kind(
        name="lowercased", severity=WARNING,
        message="the text is all lowercase, {other} is not",
        advice="Restore the case, or ignore case with --lowercase.",
    ),
    # Lines
    Kind(
        name="empty", severity=WARNING,
        message="line {first} is empty",
        plural="{count} lines are empty, the first is line {first}",
        advice="Check why the system produced no output.",
    ),
    Kind(
        name="empty_references", severity=WARNING,
        message="line {first} is empty, but the hypothesis is not",
        plural="{count} lines are empty where the hypotheses are not, the first is line {first}",
        advice=("Remove the segment, or use None if it has other references: an empty "
            "reference counts as one without words."),
    ),
    _line_kind(
        "repeated", WARNING,
        "{verb} equal to others whose references differ ({times} times “{text}”)",
        advice="Check why the system gives the same output for different input.",
    ),
    _line_kind(
        "loops", WARNING,
        "{contain} a repetition loop",
        advice="Limit repetition during decoding.",
    ),
    _line_kind(
        "length_outliers", WARNING,
        "{verb} far longer or shorter than the reference",
        advice="Check for truncated output and for misaligned lines.",
    ),
    # Scripts
    _line_kind(
        "other_script", WARNING,
        "{verb} in a different script than the reference ({what})",
        advice="Check whether the system translated into another language.",
    ),
    Kind(
        name="wrong_script", severity=ERROR,
        message="the text is in {ours} script, {other} in {theirs}",
        advice="Check whether these files belong together.",
    ),
    Kind(
        name="wrong_tokenizer", severity=WARNING,
        message="the text looks like {language}, which {tokenizer} does not split into words",
        advice="Use --tokenize {better}.",
    ),
)  # fmt: skip

KINDS = {kind.name: kind for kind in _ALL}
"""All kinds of issues by name."""

ALWAYS_REPORTED = frozenset({"empty", "empty_references", "invalid_utf8", "line_separators"})
"""Kinds that are never downgraded to notes, because text was lost or other tools split the lines
differently."""

PER_LINE = frozenset(kind.name for kind in _ALL if kind.plural and kind.severity == WARNING) | {
    "subwords"
}
"""Kinds about single lines. They are downgraded to notes if few lines are affected and the score
impact is small."""

_VERBS = {
    True: {"verb": "is", "contain": "contains"},
    False: {"verb": "are", "contain": "contain"},
}


def make_finding(
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
    """Return a finding of one kind, with its message.

    Args:
        kind: name of the kind.
        stream: name of the system, reference or file with the issue; "" if the issue concerns
            several of them.
        places: indices of the affected segments, from 0.
        count: number of affected segments; None means the number of `places`.
        severity: severity of the finding; None means the severity of the kind.
        excerpt: text of the first affected segment.
        shift: offset of shifted lines.
        **details: values of the other fields in the templates of the kind.
    """
    template = KINDS[kind]
    number = len(places) if count is None else count
    fields = {"count": number, "first": places[0] + 1 if len(places) else 0}
    fields |= _VERBS[number == 1] | details
    message = template.message if number <= 1 or not template.plural else template.plural
    finding = Finding(
        kind=kind,
        severity=severity or template.severity,
        stream=stream,
        message=message.format(**fields),
        count=number,
        segments=tuple(int(i) + 1 for i in places[:MAX_SEGMENTS]),
        excerpt=excerpt,
        shift=shift,
        advice=template.advice.format_map(_Blank(fields)),
    )
    return Located(finding, places)


class _Blank(dict[str, "Any"]):
    """Values of template fields; a field without a value is replaced by an empty string."""

    def __missing__(self, _name: str) -> str:
        return ""
