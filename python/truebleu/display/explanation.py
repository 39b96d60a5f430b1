"""Explanations as pages for people: text in columns, or Markdown."""

from __future__ import annotations

from re import findall
from textwrap import wrap

from truebleu.hygiene.excerpts import visible
from truebleu.views.explained_tables import (
    ahead_table,
    difference_table,
    effects_table,
    factor_table,
    losses_table,
    number,
    order_table,
    others_table,
    settings_table,
    settings_without_effect,
    signed,
)
from truebleu.views.marks import marked
from truebleu.views.table import as_markdown, as_text, display_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from truebleu.decomposition import Difference, DifferenceFactor
    from truebleu.explanation.values import Contrast, Explanation
    from truebleu.views.table import Table

__all__ = ["FORMATS", "reason", "rendered"]

FORMATS = ("text", "json", "markdown")
"""Those for people are text and markdown; json holds every number in full."""

WIDTH = 100
NOTABLE = 0.1
"""What speaks against a difference is worth a word from this part of it on."""
KINDS = (
    ("most_invented", "Invented: in no reference of their segment"),
    ("most_clipped", "Clipped: more often than any reference has them"),
    ("most_missing", "Missing: in a reference, and not in the hypothesis as often"),
)


class _Section:
    """A part of a page: a heading, sentences, a table, or lines that stay as they are."""

    def __init__(
        self,
        heading: str,
        *sentences: str,
        table: Table | None = None,
        lines: Iterable[str] = (),
        small: bool = False,
    ) -> None:
        self.heading = heading
        self.sentences = sentences
        self.table = table
        self.lines = list(lines)
        self.small = small


def rendered(explanation: Explanation, form: str) -> Iterable[str]:
    """Give the lines of an explanation in one of `FORMATS`, without line ends."""
    if form == "json":
        return explanation.to_json().split("\n")
    write = _as_text if form == "text" else _as_markdown
    # Names of files may hold anything, too.
    return map(visible, write(explanation, _sections(explanation)))


def reason(explanation: Explanation) -> str:
    """One or two sentences, always the same for the same scores."""
    text = explanation.breakdown.reason
    contrast = explanation.contrast
    if contrast is None:
        return text
    made = contrast.difference
    if not made.points:
        return f"{text} Against {contrast.name} it makes no difference."
    return (
        f"{text} Against {contrast.name}: {signed(made.points, made.first)} ({_what_makes(made)})."
    )


def _what_makes(made: Difference) -> str:
    """The factors that make most of a difference, and what speaks most against it."""
    side = 1 if made.points > 0 else -1
    ranked = sorted(made.factors, key=lambda part: -side * part.points)
    *_, against = ranked

    def said(part: DifferenceFactor) -> str:
        return f"{part.name}{'s' if part.order else ''} {signed(part.points, made.first)}"

    parts = [said(part) for part in ranked[:2] if side * part.points > 0]
    if -side * against.points > NOTABLE * abs(made.points):
        parts.append(f"but {said(against)}")
    return ", ".join(parts)


# The page


def _sections(explanation: Explanation) -> Iterator[_Section]:
    if explanation.marks is not None:
        yield from _segment(explanation)
    yield _made(explanation)
    if explanation.contrast is not None:
        yield from _contrast(explanation, explanation.contrast)
    if explanation.advice:
        yield _Section("Advice", *(f"- {advice.text}" for advice in explanation.advice))
    yield from _ngrams(explanation)
    if explanation.segment is None:
        yield from _segments(explanation)
    if explanation.settings:
        yield _Section(
            "What other settings would give",
            "One setting is changed at a time, and the score computed anew.",
            *settings_without_effect(explanation),
            table=settings_table(explanation),
        )


def _made(explanation: Explanation) -> _Section:
    score = explanation.score
    lost = number(explanation.breakdown.lost, score)
    return _Section(
        f"How the score is made: {lost} points are lost",
        "BLEU is a product, so its logarithm is a sum: points are divided in the proportion of "
        "the logarithms, and add up exactly.",
        table=factor_table(explanation),
    )


def _contrast(explanation: Explanation, contrast: Contrast) -> Iterator[_Section]:
    gap = signed(contrast.difference.points, explanation.score)
    yield _Section(
        f"Against {contrast.name}: {gap} points",
        table=difference_table(explanation.name, contrast),
    )
    for kind, heading in (
        ("ahead", f"N-grams that {explanation.name} matches more often"),
        ("behind", f"N-grams that {contrast.name} matches more often"),
    ):
        table = ahead_table(explanation, contrast, kind)
        if table is not None:
            yield _Section(heading, table=table, small=True)
    if explanation.segment is None:
        for effects, heading in (
            (contrast.gaining, f"Segments that speak for {explanation.name}"),
            (contrast.losing, f"Segments that speak for {contrast.name}"),
        ):
            if effects:
                yield _Section(
                    heading,
                    "Effect: the difference less what it is without the segment.",
                    table=others_table(explanation, effects),
                    small=True,
                )


def _ngrams(explanation: Explanation) -> Iterator[_Section]:
    yield _Section(
        "N-grams that cost most",
        "Points are what the score would gain if these had matched, all else the same.",
        *explanation.notes,
        table=order_table(explanation),
    )
    for kind, heading in KINDS:
        table = losses_table(explanation, kind)
        if table is not None:
            yield _Section(heading, table=table, small=True)


def _segments(explanation: Explanation) -> Iterator[_Section]:
    found = explanation.segments
    if found.count < 2:
        return
    if found.lowering or found.raising:
        yield _Section(
            "Segments that move the score",
            "Effect: the score less what it is without the segment.",
            table=effects_table(explanation, (*found.lowering, *found.raising[::-1])),
        )
    yield _Section("The worst segments", table=effects_table(explanation, found.worst), small=True)
    yield _Section("The best", table=effects_table(explanation, found.best), small=True)


def _segment(explanation: Explanation) -> Iterator[_Section]:
    this = explanation.effect
    if this is not None and this.effect is not None:
        effect = signed(this.effect, explanation.score)
        without = number(this.without or 0.0, explanation.score)
        yield _Section(
            f"Segment {explanation.segment} of {explanation.segments.count}",
            f"It moves the corpus score by {effect}: without it, that is {without}.",
        )
    if explanation.marks is not None:
        yield _Section(
            "Token by token",
            "Under each token: the length of the longest matched n-gram that it is part of; "
            "- in no reference; ! more often than a reference has it.",
            lines=marked(explanation.marks),
        )
    contrast = explanation.contrast
    if contrast is not None and contrast.marks is not None:
        yield _Section(contrast.name, lines=marked(contrast.marks, references=False), small=True)


# Formats


def _head(explanation: Explanation) -> str:
    where = "" if explanation.segment is None else f", segment {explanation.segment}"
    return f"{explanation.name}{where}: {explanation.score}"


def _as_text(explanation: Explanation, sections: Iterable[_Section]) -> Iterator[str]:
    yield _head(explanation)
    yield from wrap(explanation.reason, WIDTH, break_on_hyphens=False)
    for section in sections:
        yield ""
        if section.heading:
            yield section.heading
        if not section.small:
            yield "-" * display_width(section.heading)
        for sentence in section.sentences:
            hanging = "  " if sentence.startswith("- ") else ""
            yield from wrap(sentence, WIDTH, subsequent_indent=hanging, break_on_hyphens=False)
        yield from section.lines
        if section.table is not None:
            yield from as_text(section.table)
    yield ""
    yield f"signature: {explanation.score.signature}"


def _as_markdown(explanation: Explanation, sections: Iterable[_Section]) -> Iterator[str]:
    yield f"# {_words(_head(explanation))}"
    yield ""
    yield _words(explanation.reason)
    for section in sections:
        if section.heading:
            yield ""
            yield f"{'###' if section.small else '##'} {_words(section.heading)}"
        for sentence in section.sentences:
            if not sentence.startswith("- ") or sentence is section.sentences[0]:
                yield ""
            yield _words(sentence)
        if section.lines:
            fence = _fence(section.lines)
            yield from ("", f"{fence}text", *section.lines, fence)
        if section.table is not None:
            yield ""
            yield from as_markdown(section.table)
    yield ""
    yield f"signature: `{explanation.score.signature}`"


def _words(text: str) -> str:
    """Words that Markdown shows as they are: names may hold what is markup."""
    text = visible(text)
    for mark in "\\`<":
        text = text.replace(mark, "\\" + mark)
    return text


def _fence(lines: Iterable[str]) -> str:
    """Backticks that end no earlier than the lines do."""
    longest = max((len(run) for line in lines for run in findall("`+", line)), default=0)
    return "`" * max(3, longest + 1)
