"""What a search for the settings behind a number found, for people and for programs."""

from __future__ import annotations

from truebleu.signature import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from truebleu.identification import Identification, Match

__all__ = ["FORMATS", "rendered"]

FORMATS = ("text", "json")

MOST_GROUPS = 8
MOST_NAMES = 4
DIGITS = 4


def rendered(found: Identification, form: str) -> Iterable[str]:
    """Give the lines of a search as text or JSON."""
    if form == "json":
        import json

        text = json.dumps(found.to_dict(), ensure_ascii=False, indent=2, allow_nan=False)
        return text.split("\n")
    return _text(found)


def _text(found: Identification) -> Iterator[str]:
    for warning in found.warnings:
        yield f"first look at the files: {warning}"
    texts = f"{_number(found.segments, 'segment')}, {_number(found.references, 'reference')} each"
    tried = f"{found.tried:,} configurations gave {found.distinct:,} different numbers"
    if not found.matches:
        yield f"no configuration gives {found.reported.text} ({tried}; {texts}); the nearest:"
        for match in found.nearest:
            yield from _lines(match, [], _digits(found))
        return
    groups = found.groups
    numbers = f"{len(groups)} of them read" if len(groups) > 1 else "one of them reads"
    yield f"{tried}; {numbers} as {found.reported.text} ({texts})"
    for number, group in enumerate(groups[:MOST_GROUPS], 1):
        yield ""
        yield from _lines(group[0], group[1:], _digits(found), number)
    if len(groups) > MOST_GROUPS:
        yield ""
        rest = _number(len(groups) - MOST_GROUPS, "less plausible number")
        yield f"and {rest}: --format json has all; more decimals would tell more of them apart"


def _lines(match: Match, same: Sequence[Match], digits: int, number: int = 0) -> Iterator[str]:
    start = f"{number}. " if number else "   "
    yield f"{start}{match.name}: {_value(match, digits)}"
    yield f"   {match.signature}"
    if same:
        names = [other.name for other in same[:MOST_NAMES]]
        more = f"; and {len(same) - MOST_NAMES} more" if len(same) > MOST_NAMES else ""
        yield f"   the same number: {'; '.join(names)}{more}"


def _value(match: Match, digits: int) -> str:
    """The number as it would have to be reported, and what was done to it before."""
    if match.reading is None:
        return f"{match.points:.{digits}f}"
    value = match.points * match.reading.scale / 100
    cut = ", cut off and not rounded" if match.reading.how == "truncated" else ""
    divided = ", divided by 100" if match.reading.scale == 1 and not _is_of_one(match) else ""
    return f"{value:.{digits}f}{divided}{cut}"


def _is_of_one(match: Match) -> bool:
    """Whether the tool's own numbers are between 0 and 1."""
    return Signature.parse(match.signature).get("scale") == "1"


def _digits(found: Identification) -> int:
    """Enough to see how near a number is."""
    return min(16, max(DIGITS, found.reported.decimals + 2))


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
