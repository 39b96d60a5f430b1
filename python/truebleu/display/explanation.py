"""Explanations of a score as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from truebleu.display.explanation_tables import (
    ahead_table,
    difference_table,
    factor_table,
    influence_table,
    losses_table,
    marked,
    number,
    order_table,
    others_table,
    settings_table,
    settings_without_effect,
    signed,
)
from truebleu.display.formats import View, fenced
from truebleu.display.html import Html
from truebleu.display.notebook import explanation_html
from truebleu.display.table import Table, as_markdown, as_text, display_width
from truebleu.explanation.results import Contrast, Explanation
from truebleu.wording import visible

FORMATS = ("text", "json", "markdown")
"""Output formats of an explanation. text and markdown are human-readable; json is machine-readable,
in full precision."""

WIDTH = 100
KINDS = (
    ("most_unmatched", "Unmatched: in no reference of the segment"),
    ("most_clipped", "Clipped: more often than in any reference"),
    ("most_missed", "Missed: more often in a reference than in the hypothesis"),
)


class _Section:
    """Section of an explanation: heading, sentences, table, and lines that are not wrapped."""

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


# The sections


def _sections(explanation: Explanation) -> Iterator[_Section]:
    if explanation.marks is not None:
        yield from _segment(explanation)
    yield _decomposition(explanation)
    if explanation.contrast is not None:
        yield from _contrast(explanation, explanation.contrast)
    if explanation.advice:
        yield _Section("Advice", *(f"- {advice.text}" for advice in explanation.advice))
    yield from _ngrams(explanation)
    if explanation.segment is None:
        yield from _segments(explanation)
    if explanation.settings:
        yield _Section(
            "Score with other settings",
            "Each row changes one setting and recomputes the score.",
            *settings_without_effect(explanation),
            table=settings_table(explanation),
        )


def _decomposition(explanation: Explanation) -> _Section:
    score = explanation.score
    lost = number(explanation.breakdown.lost, score)
    return _Section(
        f"Score calculation: {lost} points lost",
        "BLEU is a product, so its logarithm is a sum. Each factor loses points in proportion to "
        "its logarithm, and the points add up exactly.",
        table=factor_table(explanation),
    )


def _contrast(explanation: Explanation, contrast: Contrast) -> Iterator[_Section]:
    gap = signed(contrast.difference.points, explanation.score)
    yield _Section(
        f"Compared with {contrast.name}: {gap} points",
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
        for influences, heading in (
            (contrast.gaining, f"Segments that favor {explanation.name}"),
            (contrast.losing, f"Segments that favor {contrast.name}"),
        ):
            if influences:
                yield _Section(
                    heading,
                    "Influence: the change of the difference when the segment is included.",
                    table=others_table(explanation, influences),
                    small=True,
                )


def _ngrams(explanation: Explanation) -> Iterator[_Section]:
    yield _Section(
        "N-grams that cost most",
        "Points: what the score would gain if these n-grams had matched, all else equal.",
        *explanation.notes,
        table=order_table(explanation),
    )
    for kind, heading in KINDS:
        table = losses_table(explanation, kind)
        if table is not None:
            yield _Section(heading, table=table, small=True)


def _segments(explanation: Explanation) -> Iterator[_Section]:
    segments = explanation.segments
    if segments.count < 2:
        return
    if segments.lowering or segments.raising:
        yield _Section(
            "Influential segments",
            "Influence: the change of the corpus score when the segment is included.",
            table=influence_table(explanation, (*segments.lowering, *segments.raising[::-1])),
        )
    yield _Section(
        "Segments with the lowest scores",
        table=influence_table(explanation, segments.worst),
        small=True,
    )
    yield _Section(
        "Segments with the highest scores",
        table=influence_table(explanation, segments.best),
        small=True,
    )


def _segment(explanation: Explanation) -> Iterator[_Section]:
    own = explanation.influence
    if own is not None and own.influence is not None:
        influence = signed(own.influence, explanation.score)
        without = number(own.without or 0.0, explanation.score)
        yield _Section(
            f"Segment {explanation.segment} of {explanation.segments.count}",
            f"It changes the corpus score by {influence}, from {without} without it.",
        )
    if explanation.marks is not None:
        yield _Section(
            "Token by token",
            "Below each token: length of the longest matched n-gram that includes it; "
            "- unmatched; ! clipped.",
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
            yield from ("", *fenced(section.lines))
        if section.table is not None:
            yield ""
            yield from as_markdown(section.table)
    yield ""
    yield f"signature: `{explanation.score.signature}`"


def _words(text: str) -> str:
    """Escape backslashes, backticks and `<`. Names of systems and files may contain them."""
    text = visible(text)
    for mark in "\\`<":
        text = text.replace(mark, "\\" + mark)
    return text


class ExplanationView(View):
    """Output formats of the explanation of a score."""

    formats = FORMATS

    def text(self) -> Iterable[str]:
        """Return the lines of the explanation as text."""
        # File names may contain control characters.
        return map(visible, _as_text(self.value, _sections(self.value)))

    def markdown(self) -> Iterable[str]:
        """Return the lines of the explanation in Markdown."""
        return map(visible, _as_markdown(self.value, _sections(self.value)))

    def html(self) -> Html:
        """Return a short form of the explanation as HTML.

        It has a sentence that explains the score, the points lost by factor, and the advice.
        """
        return explanation_html(self.value)

    def summary(self) -> dict[str, Any]:
        """Return the score and the sentence that explains it as JSON-serializable data."""
        explanation: Explanation = self.value
        return {
            "kind": "explanation",
            "reason": explanation.reason,
            "score": explanation.score.to_dict(),
        }
